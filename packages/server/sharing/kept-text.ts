// The text of a chapter on a held page: an immutable object with a paragraph on each line.

import type { ReadableParagraph } from "@fullcast/core/document";
import type { Services } from "../services.ts";

/** What a held page keeps of a chapter's text. */
export interface KeptText {
  /** The object. */
  readonly sha256: string;
  /** Its first words. */
  readonly opening: string;
}

/** @returns the object's hash */
export async function storeText(
  { files }: Pick<Services, "files">,
  paragraphs: AsyncIterable<readonly ReadableParagraph[]>,
): Promise<string> {
  let lines = "";
  for await (const some of paragraphs) for (const paragraph of some) lines += `${JSON.stringify(paragraph)}\n`;
  return (await files.put(Buffer.from(lines, "utf8"))).sha256;
}

const PARAGRAPHS_AT_ONCE = 500;

/** The paragraphs of a kept text, some at a time, so that a long one is never in memory as a whole. */
export async function* keptParagraphs(
  { files }: Pick<Services, "files">,
  sha256: string,
): AsyncGenerator<ReadableParagraph[]> {
  let some: ReadableParagraph[] = [];
  let rest = "";
  for await (const chunk of files.open(sha256).setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) some.push(JSON.parse(line) as ReadableParagraph);
    if (some.length < PARAGRAPHS_AT_ONCE) continue;
    yield some;
    some = [];
  }
  yield some;
}
