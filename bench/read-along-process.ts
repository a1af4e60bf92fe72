// The process that makes the book of read-along.ts; its parts' audio exists already and is only put into its place.

import { copyFile, open } from "node:fs/promises";
import { renderBook } from "../packages/server/codec/render-book.ts";
import { partAudioPath, type RenderJob } from "../packages/server/codec/render-job.ts";

export interface BookAnswer {
  /** From the last part's audio to the synced book. */
  readonly packaging_ms: number;
}

process.once("message", async ({ job, audio }: { job: RenderJob; audio: string }) => {
  const file = await open(job.output_path, "w+");
  let begun = 0;
  let part = 0;
  await renderBook(
    job,
    file,
    async (own) => {
      await copyFile(audio, partAudioPath(job, part++));
      return { duration_ms: own.parts[0]!.manifest.duration_ms };
    },
    ({ phase }) => {
      if (phase === "packaging") begun = performance.now();
    },
  );
  await file.sync();
  await file.close();
  const answer: BookAnswer = { packaging_ms: performance.now() - begun };
  process.send!(answer, () => process.exit(0));
});
