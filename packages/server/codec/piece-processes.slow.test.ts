import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PROFILE } from "../../../tests/audio/make-job.ts";
import type { PieceJob } from "./piece.ts";
import { createPieceProcesses } from "./piece-processes.ts";
import { RenderError } from "./render-error.ts";

const CHILD = fileURLToPath(new URL("./piece-test-child.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fullcast-pieces-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const job = (index: number): PieceJob => ({
  timeline: {
    mastering_profile: PROFILE,
    duration_ms: 0,
    gaps: [],
    overlay_units: [],
    sequential_units: [],
    timed_text_units: [],
  },
  assets: [{ asset_id: "a", path: join(folder, "mark") }],
  index,
  from: 0,
  to: 1024,
  isEnd: false,
  format: "wav",
});

test("a piece whose process crashed is retried, then reported; the next pieces are made", async () => {
  await using pieces = createPieceProcesses(1, CHILD);
  const { signal } = new AbortController();
  assert.deepEqual([...(await pieces.make(job(0), signal)).bytes], [0]);
  const [crashed, next] = await Promise.allSettled([pieces.make(job(1), signal), pieces.make(job(2), signal)]);
  assert.ok(crashed.status === "rejected" && crashed.reason instanceof RenderError);
  assert.equal(crashed.reason.kind, "internal");
  assert.ok(next.status === "fulfilled" && next.value.bytes[0] === 2);
});

test("a mix that is no longer wanted is refused with the reason", async () => {
  await using pieces = createPieceProcesses(1, CHILD);
  const stop = new AbortController();
  stop.abort(new Error("left"));
  await assert.rejects(pieces.make(job(2), stop.signal), /left/);
});
