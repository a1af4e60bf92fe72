// The child of piece-processes.slow.test.ts. Piece 0 ends it once for each mark that is missing, piece 1 ends it each time.

import { existsSync, writeFileSync } from "node:fs";
import { serveParent } from "../compute/child-side.ts";
import type { PieceJob } from "./piece.ts";
import type { PieceAnswer } from "./piece-process.ts";

serveParent<PieceJob, PieceAnswer>((job) => {
  const mark = job.assets[0]?.path ?? "";
  if (job.index === 1 || (job.index === 0 && !existsSync(mark))) {
    writeFileSync(mark, "");
    process.kill(process.pid, "SIGSEGV");
    return new Promise(() => undefined);
  }
  return { kind: "piece", piece: { bytes: new Uint8Array([job.index]), sha256: "" } };
});
