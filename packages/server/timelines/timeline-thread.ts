import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { type FromThread, type LongField, SLICE, type ToThread } from "./timeline-compiler.ts";
import { type CompiledTimeline, type TimelineWork, timelineWork, type WrittenTimeline } from "./timeline-work.ts";

let work: TimelineWork | null = null;
const post = (message: FromThread, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

parentPort?.on("message", (message: ToThread) => {
  switch (message.kind) {
    case "begin":
      work = timelineWork(message.context);
      return;
    case "rows":
      return work?.take(message.rows);
    case "forget":
      work = null;
      return;
    case "questions":
      return post({ kind: "answer", answer: work?.questions() });
    case "compile":
      return void postCompiled(work?.compile(message.effects));
    case "write":
      return postWritten(work?.write(message.effects));
  }
});

async function postCompiled(compiled: CompiledTimeline | undefined): Promise<void> {
  if (compiled?.kind !== "compiled") return post({ kind: "answer", answer: compiled });
  const { manifest, wordTimings } = compiled;
  const { sequential_units, timed_text_units, overlay_units, gaps } = manifest;
  await postLong({ sequential_units, timed_text_units, overlay_units, gaps, word_timings: wordTimings });
  const head = { ...manifest, sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [] };
  post({ kind: "answer", answer: { ...compiled, manifest: head, wordTimings: [] } });
}

function postWritten(written: WrittenTimeline | undefined): void {
  const texts = written?.kind === "written" ? [written.manifest, written.assets, written.wordTimings ?? []] : [];
  post({ kind: "answer", answer: written }, [...new Set(texts.flat().map((piece) => piece.buffer))]);
}

/** Not all at once: the other side takes what lies there in one go. */
async function postLong(long: { readonly [field in LongField]: readonly unknown[] }): Promise<void> {
  for (const [field, items] of Object.entries(long) as [LongField, readonly unknown[]][]) {
    for (let from = 0; from < items.length; from += SLICE) {
      post({ kind: "items", field, items: items.slice(from, from + SLICE) });
      await nextTurn();
    }
  }
}
