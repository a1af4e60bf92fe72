import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { CompileBlock } from "@fullcast/core/timeline";
import { compileHere } from "./compile-here.ts";
import { type FromThread, type LongField, SLICE, type ToThread } from "./compile-timeline.ts";

const blocks: CompileBlock[] = [];
const LONG: readonly LongField[] = ["sequential_units", "timed_text_units", "overlay_units", "gaps"];
const post = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "blocks") {
    for (const [index, block] of message.blocks.entries()) blocks[message.from + index] = block;
    return;
  }
  void compile(message);
});

async function compile({ input, title }: Extract<ToThread, { kind: "compile" }>): Promise<void> {
  const compiled = compileHere({ input, title, blocks });
  if (compiled.kind === "too_large") {
    post({ kind: "compiled", compiled });
  } else {
    const { manifest } = compiled;
    const head = { ...manifest, sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [] };
    post({ kind: "compiled", compiled: { ...compiled, manifest: head } });
    for (const field of LONG) {
      const items: readonly unknown[] = manifest[field];
      for (let from = 0; from < items.length; from += SLICE) {
        post({ kind: "items", field, items: items.slice(from, from + SLICE) });
        // Not all at once: the other side takes what lies there in one go.
        await nextTurn();
      }
    }
  }
  post({ kind: "done" });
}
