// The process that feeds mutated files to the parsers. It reports before each file, so that its parent knows which one
// ended it or hangs.

import { readWrittenScript } from "@fullcast/core/document";
import { structureText } from "@fullcast/core/structure";
import { imageTypeOf } from "../../packages/server/codec/image-file.ts";
import { BookError } from "../../packages/server/reading/book-error.ts";
import { readBookHere } from "../../packages/server/reading/read-book-here.ts";
import { checkHeapUnder } from "./heap.ts";
import { mutated } from "./mutate.ts";
import { repacked, samples } from "./samples.ts";

/** Refusals are the only errors that a reader may throw. */
async function readOrRefuse(bytes: Buffer, format: Parameters<typeof readBookHere>[1]): Promise<void> {
  try {
    const { chapters } = await readBookHere(bytes, format);
    for (const { title, text } of chapters) {
      if (title === "" || title.length > 500 || !text.isWellFormed() || text.includes("\0"))
        throw new Error("bad chapter");
    }
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    if (/node_modules|\.ts\b|\/tmp\/|at async/.test(error.message)) throw new Error(`leaks: ${error.message}`);
  }
}

const TARGETS: { readonly [name: string]: (seed: number) => unknown } = {
  text: (seed) => readOrRefuse(mutated(samples.text, seed), null),
  markdown: (seed) => readOrRefuse(mutated(samples.markdown, seed), "markdown"),
  html: (seed) => readOrRefuse(mutated(samples.html, seed), "html"),
  epub: (seed) => readOrRefuse(mutated(samples.epub, seed), "epub"),
  "epub inside": async (seed) => readOrRefuse(await repacked((bytes) => mutated([bytes], seed), seed), "epub"),
  docx: (seed) => readOrRefuse(mutated(samples.docx, seed), "docx"),
  script: (seed) => {
    const text = mutated(samples.script, seed).toString();
    const parts = readWrittenScript(text);
    if ("kind" in parts) return;
    if (parts.map(({ start, end }) => text.slice(start, end)).join("") !== text)
      throw new Error("parts are not the text");
  },
  structure: (seed) => {
    const text = mutated(samples.text, seed).toString();
    const { blocks } = structureText(text);
    if (blocks.map((block) => text.slice(block.start_utf16, block.end_utf16)).join("") !== text) {
      throw new Error("blocks are not the text");
    }
  },
  images: (seed) => imageTypeOf(mutated(samples.images, seed)),
};

export const PARSERS = Object.keys(TARGETS);

process.on("message", async ({ from, to }: { from: number; to: number }) => {
  for (let seed = from; seed < to; seed++) {
    const name = PARSERS[seed % PARSERS.length]!;
    process.send?.({ kind: "begins", seed, name });
    try {
      await TARGETS[name]!(seed);
      checkHeapUnder(512);
    } catch (error) {
      process.send?.({ kind: "finding", seed, name, what: String((error as Error).stack).slice(0, 1_000) });
    }
  }
  process.send?.({ kind: "done" });
});
