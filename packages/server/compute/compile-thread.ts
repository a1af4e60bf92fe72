import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { CompileBlock } from "@fullcast/core/timeline";
import { compileHere, writeHere } from "./compile-here.ts";
import { type FromThread, type LongField, SLICE, type ToThread } from "./compile-timeline.ts";

const blocks: CompileBlock[] = [];
const post = (message: FromThread, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "blocks") {
    for (const [index, block] of message.blocks.entries()) blocks[message.from + index] = block;
    return;
  }
  void (message.kind === "compile" ? compile(message) : write(message));
});

async function compile({ input, title }: Extract<ToThread, { kind: "compile" }>): Promise<void> {
  const compiled = compileHere({ input, title, blocks });
  if (compiled.kind === "too_large") {
    post({ kind: "head", head: compiled });
  } else {
    const { manifest } = compiled;
    const { sequential_units, timed_text_units, overlay_units, gaps } = manifest;
    const head = { ...manifest, sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [] };
    post({ kind: "head", head: { ...compiled, manifest: head } });
    await postLong({ sequential_units, timed_text_units, overlay_units, gaps });
  }
  post({ kind: "done" });
}

async function write({ input, title, withUnits }: Extract<ToThread, { kind: "write" }>): Promise<void> {
  const written = writeHere({ input, title, blocks }, withUnits);
  if (written.kind === "too_large") {
    post({ kind: "head", head: written });
  } else {
    const { asset_units } = written;
    post({ kind: "head", head: { ...written, asset_units: [] } }, [written.json.buffer]);
    await postLong({ asset_units });
  }
  post({ kind: "done" });
}

/** Not all at once: the other side takes what lies there in one go. */
async function postLong(long: { readonly [field in LongField]?: readonly unknown[] }): Promise<void> {
  for (const [field, items] of Object.entries(long) as [LongField, readonly unknown[]][]) {
    for (let from = 0; from < items.length; from += SLICE) {
      post({ kind: "items", field, items: items.slice(from, from + SLICE) });
      await nextTurn();
    }
  }
}
