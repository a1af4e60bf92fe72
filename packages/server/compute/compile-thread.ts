import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { type CompileBlock, type PreparedBlock, prepareBlock } from "@fullcast/core/timeline";
import { sha256 } from "../hash.ts";
import { compileHere, writeHere } from "./compile-here.ts";
import { type FromThread, type LongField, SLICE, type ToThread } from "./compile-timeline.ts";

let blocks: CompileBlock[] = [];
let prepared = new Map<CompileBlock, PreparedBlock | null>();
const post = (message: FromThread, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

parentPort?.on("message", (message: ToThread) => {
  switch (message.kind) {
    case "blocks":
      for (const [index, block] of message.blocks.entries()) {
        blocks[message.from + index] = block;
        // While the next ones are read.
        prepared.set(block, prepareBlock(block, sha256));
      }
      return;
    case "forget":
      blocks = [];
      prepared = new Map();
      return;
    case "compile":
      return void compile(message);
    case "write":
      return void write(message);
  }
});

async function compile({ input, title }: Extract<ToThread, { kind: "compile" }>): Promise<void> {
  const compiled = compileHere({ input, title, blocks }, prepared);
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
  const written = writeHere({ input, title, blocks }, withUnits, prepared);
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
