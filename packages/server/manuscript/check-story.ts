// Checks the scripts of a project.

import { type Caller, commandRejected } from "@fullcast/contract";
import { type FindingKind, ignoreKey } from "@fullcast/core/manuscript";
import { bookOf } from "../books/books.ts";
import { lexiconEntries, sectionsOfProject, textBlocksOf } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { checkTexts, MOST_UNITS } from "./check-texts.ts";
import { ignoredKeys } from "./ignored.ts";

export interface CheckQuery {
  readonly kind?: FindingKind | undefined;
  readonly from: number;
  readonly limit: number;
}

/** @throws ApiError NOT_FOUND; STUDIO_COMMAND_REJECTED for more text than a check may read */
export async function checkStory(
  services: Pick<Services, "db">,
  caller: Caller,
  projectId: string,
  { kind, from, limit }: CheckQuery,
  signal: AbortSignal,
) {
  await findProject(services, caller, projectId);
  const read = async () => {
    const sections = await sectionsOfProject(services, projectId);
    const characters = sections.reduce((sum, { source_text_length }) => sum + source_text_length, 0);
    if (characters > MOST_UNITS) throw commandRejected("too_much_text", { characters, limit: MOST_UNITS });
    const scripts = [];
    for (const { id, title } of sections) {
      signal.throwIfAborted();
      scripts.push({ title, blocks: await textBlocksOf(services, id) });
    }
    const language = (await bookOf(services, projectId))?.language ?? null;
    const known = (await lexiconEntries(services, projectId)).map(({ term }) => term);
    const chapters = scripts.map(({ title, blocks }) => ({
      title,
      blocks: blocks.map(({ id, kind: of, text }) => ({ id, kind: of, text })),
    }));
    return { sections, scripts, job: { language, known, chapters, kind: kind ?? null, from, limit } };
  };
  const { sections, scripts, found } = await checkTexts(caller.accountId, read, signal);
  const ignored = await ignoredKeys(services, projectId);
  return {
    project_id: projectId,
    kinds: [...found.kinds],
    sections: sections.flatMap(({ id, title, document_version }, index) => {
      const finding_count = found.counts[index] ?? 0;
      return finding_count === 0 ? [] : [{ section_id: id, title, document_version, finding_count }];
    }),
    findings: found.places.map(({ kind: of, chapter, block, start_utf16, end_utf16, before, words, after, mend }) => {
      const { id, block_version } = scripts[chapter]!.blocks[block]!;
      const place = { section_id: sections[chapter]!.id, block_id: id, block_version, start_utf16, end_utf16 };
      const shown = { kind: of, before, words, after };
      return { ...shown, ...place, mend, ignored: ignored.has(ignoreKey(shown)) };
    }),
    next_from: found.next_from,
  };
}
