// POST …/projects/{projectId}/imports: what a new edition of a book would change in its story, and the update itself.

import { rm } from "node:fs/promises";
import { ApiError, type Caller, type EditionUpdate, invalidField, LIMITS } from "@fullcast/contract";
import { type Block, isSpoken } from "@fullcast/core/document";
import { type EditionPlan, isOtherBook, type PlannedChapter, passagesOf } from "@fullcast/core/edition";
import { blockIntentParts } from "@fullcast/core/media";
import { requireStorage } from "../accounts/accounts.ts";
import { bookOf, putOriginal, readInTurn, type Stored, storeOriginal } from "../books/books.ts";
import { committedBefore, type OnceRequest, once } from "../db/once.ts";
import { isDiskFull } from "../disk-full.ts";
import {
  firstBlock,
  respeakingCost,
  type SectionRow,
  sectionsOfProject,
  speakingRules,
} from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import type { RawBody } from "../http/http.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { BookContent } from "../reading/reading.ts";
import type { Services } from "../services.ts";
import { castsOf, speakerRows } from "../speakers/speakers.ts";
import { type AppliedEdition, applyEdition, type Updater } from "./apply-edition.ts";
import { type Comparison, compareEdition, comparisonHash } from "./compare-edition.ts";

export interface UpdateRequest {
  readonly mode: "preview" | "apply";
  readonly filename: string | null;
  /** Numbers and ranges among the chapters that are read, as in "0-11,13"; null: all. */
  readonly chapters: string | null;
  /** The `comparison` of a preview that must still hold; null: any. */
  readonly comparison: string | null;
  readonly key: string | null;
  readonly upload: RawBody;
}

type Service = Updater & Pick<Services, "settings">;

/**
 * Compares a file with the story that was imported from an earlier edition of it, and with `apply` updates the story.
 * @throws ApiError NOT_FOUND, BOOK_UNREADABLE, VERSION_CONFLICT when the story changed since the preview,
 * STUDIO_COMMAND_REJECTED, IDEMPOTENCY_CONFLICT, STORAGE_FULL, STORAGE_QUOTA_EXCEEDED
 */
export async function updateFromBook(
  services: Service,
  caller: Caller,
  projectId: string,
  given: UpdateRequest,
  signal: AbortSignal,
): Promise<EditionUpdate> {
  const { mode, filename, upload } = given;
  await findProject(services, caller, projectId);
  if (mode === "apply") await requireStorage(services, caller.accountId);
  const path = services.files.temporary(".book");
  try {
    const { sha256: bytes } = await upload.save(path);
    const request: OnceRequest = {
      accountId: caller.accountId,
      key: `update:${given.key ?? services.newId()}`,
      operation: "updateFromBook",
      request: { project_id: projectId, sha256: bytes, chapters: given.chapters, comparison: given.comparison },
    };
    const before = mode === "apply" ? await committedBefore<Stored>(services, request) : null;
    if (before !== null) return { ...OLD_ANSWER, ...(before as unknown as EditionUpdate), idempotent_replay: true };
    const book = await readInTurn(caller, { path, contentType: upload.contentType, filename }, signal);
    const chapters = chosen(book, given.chapters);
    const comparison = await compareEdition(services, caller, projectId, chapters, signal);
    if (given.comparison !== null && given.comparison !== comparison.hash)
      throw new ApiError("VERSION_CONFLICT", {
        field: "comparison",
        expected: given.comparison,
        current: comparison.hash,
      });
    const cost = await costOf(services, comparison);
    const isOther = isOtherBook(comparison.plan, (await bookOf(services, projectId)) ?? NOTHING_STATED, book);
    if (mode === "preview") return { ...wire(comparison, cost, isOther, null), idempotent_replay: false };
    // A file with only the next chapter is not the book.
    const isWhole = given.chapters === null && comparison.plan.chapters.every(({ chapter }) => chapter !== null);
    const original = isWhole ? await storeOriginal(services, book, path, bytes) : null;
    const { result, replayed } = await once<Stored>(services, request, async () => {
      const project = await lockProject(services, caller, projectId);
      const now = comparisonHash(project, await sectionsOfProject(services, projectId), chapters);
      if (now !== comparison.hash)
        throw new ApiError("VERSION_CONFLICT", { field: "comparison", expected: comparison.hash, current: now });
      const applied = await applyEdition(services, comparison, {
        accountId: caller.accountId,
        actorSessionId: services.newId(),
      });
      await putOriginal(services, caller.accountId, projectId, original);
      return wire(comparison, cost, isOther, applied) as unknown as Stored;
    });
    return { ...OLD_ANSWER, ...(result as unknown as EditionUpdate), idempotent_replay: replayed };
  } catch (error) {
    throw isDiskFull(error) ? new ApiError("STORAGE_FULL") : error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Answers that were kept before the fields were there. */
const OLD_ANSWER = { is_other_book: false, passages: [], passages_left_out: 0 };
const NOTHING_STATED = { author: null, language: null };

function chosen({ chapters }: BookContent, wanted: string | null) {
  if (wanted === null) return chapters.map(({ title, text }) => ({ title, text }));
  const indices = new Set<number>();
  for (const range of wanted.split(",")) {
    const [first = 0, last = first] = range.split("-").map(Number);
    if (last >= chapters.length || first > last)
      throw invalidField("chapters", `${range} names no chapters; the file has ${chapters.length}, counted from 0`);
    for (let index = first; index <= last; index += 1) indices.add(index);
  }
  return chapters.filter((_, index) => indices.has(index)).map(({ title, text }) => ({ title, text }));
}

interface Cost {
  readonly characters: number;
  readonly snowcoins: number;
}

/** What it costs to speak the changed lines, and the new text with the narrator's voice as an estimate. */
async function costOf(services: Service, { project, plan }: Comparison): Promise<Cost> {
  const casts = await castsOf(services, project.id);
  const rules = await speakingRules(services, project.id);
  const narrator = (await speakerRows(services, project.id)).find(({ role }) => role === "narrator");
  const cost = respeakingCost(casts, services.settings.prices);
  let characters = 0;
  const add = (section: string, block: Block) => {
    if (block.content.type !== "text") return;
    characters += block.content.text.length;
    cost.add(section, block, blockIntentParts(block, sha256, rules));
  };
  for (const [index, { blocks }] of plan.chapters.entries())
    for (const one of blocks) {
      if (one.kind === "changed" && isSpoken(one.block)) add(String(index), one.block);
      if (one.kind !== "new" || narrator === undefined) continue;
      const text = firstBlock({ blockId: narrator.id, text: one.text });
      add(String(index), { ...text, kind: "narration", speaker_id: narrator.id } as Block);
    }
  return { characters, snowcoins: cost.total() };
}

function wire(
  { project, sections, plan, hash, job }: Comparison,
  cost: Cost,
  isOther: boolean,
  applied: AppliedEdition | null,
): Omit<EditionUpdate, "idempotent_replay"> {
  // An applied update is kept for a replay, and needs no words.
  const { passages, leftOut } =
    applied === null ? passagesOf(plan, job.sections, LIMITS.edition_passages) : { passages: [], leftOut: 0 };
  return {
    project_id: project.id,
    applied: applied !== null,
    comparison: hash,
    is_other_book: isOther,
    section_order_version: applied?.section_order_version ?? project.section_order_version,
    counts: plan.counts,
    characters_to_speak: cost.characters,
    snowcoins: cost.snowcoins,
    chapters: plan.chapters.map((chapter, index) => ({
      chapter: chapter.chapter,
      section_id: applied === null ? sectionId(sections, chapter) : (applied.sectionIds[index] ?? null),
      title: chapter.title,
      change: changeOf(plan, index),
      is_moved: chapter.isMoved,
      counts: chapter.counts,
    })),
    passages: passages.map(({ chapter, ...words }) => ({ chapter_index: chapter, ...words })),
    passages_left_out: leftOut,
  };
}

const sectionId = (sections: readonly SectionRow[], { section }: PlannedChapter): string | null =>
  section === null ? null : ((sections[section] as SectionRow).id ?? null);

function changeOf({ chapters }: EditionPlan, index: number): EditionUpdate["chapters"][number]["change"] {
  const { chapter, section, isEmptied, isSame } = chapters[index] as PlannedChapter;
  if (section === null) return "new";
  if (isEmptied) return "deleted";
  if (chapter === null) return isSame ? "not_in_file" : "changed";
  return isSame ? "same" : "changed";
}
