// The thread that compiles long timelines. A job is one timeline; it answers requests over a port.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { answerJobs } from "../compute/thread-side.ts";
import { type FromThread, type LongField, SLICE, type TimelineSession, type ToThread } from "./timeline-compiler.ts";
import { type CompiledTimeline, type TimelineWork, timelineWork, type WrittenTimeline } from "./timeline-work.ts";

answerJobs<TimelineSession, null>(({ context, port }) => {
  const work = timelineWork(context);
  port.on("message", (message: ToThread) => {
    answer(work, port, message).catch((error: unknown) => post(port, { kind: "failure", error }));
  });
  return new Promise((resolve) => port.once("close", () => resolve(null)));
});

const post = (port: MessagePort, message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

async function answer(work: TimelineWork, port: MessagePort, message: ToThread): Promise<void> {
  switch (message.kind) {
    case "rows":
      return work.take(message.rows);
    case "questions":
      return post(port, { kind: "answer", answer: work.questions() });
    case "compile":
      return postCompiled(port, work.compile(message.effects));
    case "write":
      return postWritten(port, work.write(message.effects));
  }
}

async function postCompiled(port: MessagePort, compiled: CompiledTimeline): Promise<void> {
  if (compiled.kind !== "compiled") return post(port, { kind: "answer", answer: compiled });
  const { manifest, wordTimings } = compiled;
  const { sequential_units, timed_text_units, overlay_units, gaps } = manifest;
  await postLong(port, { sequential_units, timed_text_units, overlay_units, gaps, word_timings: wordTimings });
  const head = { ...manifest, sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [] };
  post(port, { kind: "answer", answer: { ...compiled, manifest: head, wordTimings: [] } });
}

function postWritten(port: MessagePort, written: WrittenTimeline): void {
  const texts = written.kind === "written" ? [written.manifest, written.assets, written.wordTimings ?? []] : [];
  post(port, { kind: "answer", answer: written }, [...new Set(texts.flat().map((piece) => piece.buffer))]);
}

/** Sends slices with pauses, because the receiver handles everything that has arrived in one turn of its event loop. */
async function postLong(port: MessagePort, long: { readonly [field in LongField]: readonly unknown[] }): Promise<void> {
  for (const [field, items] of Object.entries(long) as [LongField, readonly unknown[]][]) {
    for (let from = 0; from < items.length; from += SLICE) {
      post(port, { kind: "items", field, items: items.slice(from, from + SLICE) });
      await nextTurn();
    }
  }
}
