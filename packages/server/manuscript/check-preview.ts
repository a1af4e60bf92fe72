// Checks the chapters of a file that is not imported yet.

import type { Caller } from "@fullcast/contract";
import { includedChapters } from "../books/books.ts";
import type { Services } from "../services.ts";
import type { CheckQuery } from "./check-story.ts";
import { checkTexts, MOST_UNITS } from "./check-texts.ts";

/** @throws ApiError NOT_FOUND for a deleted preview; STUDIO_COMMAND_REJECTED for more text than a check may read */
export async function checkPreview(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  importId: string,
  { kind, from, limit }: CheckQuery,
  signal: AbortSignal,
) {
  const read = async () => {
    const { language, chapters } = await includedChapters(services, caller, importId, MOST_UNITS);
    const texts = chapters.map(({ title, text }) => ({
      title,
      blocks: [{ id: "", kind: "unparsed" as const, text }],
    }));
    return { chapters, job: { language, known: [], chapters: texts, kind: kind ?? null, from, limit } };
  };
  const { chapters, found } = await checkTexts(caller.accountId, read, signal);
  return {
    import_id: importId,
    kinds: [...found.kinds],
    findings: found.places.map(({ kind: of, chapter, line, before, words, after, mend }) => ({
      kind: of,
      chapter: chapters[chapter]!.index,
      ...{ line, before, words, after, mend },
    })),
    next_from: found.next_from,
  };
}
