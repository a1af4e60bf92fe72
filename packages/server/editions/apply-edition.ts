// Writes a compared edition: one new version of each section that changes, new sections, and the takes of lines that moved.

import { commandRejected, LIMITS } from "@fullcast/contract";
import { type Block, matchLines, type SfxPlacement } from "@fullcast/core/document";
import type { EditionPlan, PlannedBlock, PlannedChapter } from "@fullcast/core/edition";
import {
  addSection,
  type CastLookup,
  firstBlock,
  recordingEdit,
  replaceScript,
  reviseScript,
  type SectionRow,
  type VersionAuthor,
  writeSectionOrder,
} from "../documents/documents.ts";
import { copyTakes, type MovedBlock } from "../media/media.ts";
import { takeNextOrderVersion } from "../projects/projects.ts";
import { type Deleter, removeSection } from "../sections/sections.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import type { Comparison } from "./compare-edition.ts";
import { writeSource } from "./edition-store.ts";

export type Updater = Deleter & Pick<Services, "newId" | "engines">;

interface Applying {
  readonly services: Updater;
  readonly comparison: Comparison;
  readonly accountId: string;
  readonly casts: CastLookup;
  readonly author: VersionAuthor;
  /** Lines that move to another section get a new id there. */
  readonly newIds: ReadonlyMap<string, string>;
  /** The versions that the edition made, filled as it is written. */
  readonly versions: { readonly section_id: string; readonly document_version: number }[];
}

/** What became of the chapters of the plan. */
export interface AppliedEdition {
  /** The section of each chapter of the plan; null for one that was deleted. */
  readonly sectionIds: readonly (string | null)[];
  readonly section_order_version: number;
}

/**
 * Runs in the caller's transaction, with the project locked and at the versions of the comparison.
 * @throws ApiError STUDIO_COMMAND_REJECTED for a standalone story of several chapters or a script with too many blocks
 */
export async function applyEdition(
  services: Updater,
  comparison: Comparison,
  by: { readonly accountId: string; readonly actorSessionId: string },
): Promise<AppliedEdition> {
  const { plan, project } = comparison;
  checkPlan(comparison);
  const newIds = new Map<string, string>();
  for (const { blocks } of plan.chapters)
    for (const one of blocks) if (one.kind === "moved") newIds.set(one.block.id, services.newId());
  const summary = "Updated from a new edition";
  const isOne = isOneEntry(plan);
  const applying: Applying = {
    services,
    comparison,
    accountId: by.accountId,
    casts: await castsOf(services, project.id),
    author: { actorSessionId: by.actorSessionId, summary, ...(isOne && { isEntry: false }) },
    newIds,
    versions: [],
  };
  const sectionIds: (string | null)[] = [];
  const writeAll = async () => {
    for (const [index, chapter] of plan.chapters.entries())
      sectionIds.push(await writeChapter(applying, chapter, index));
    return applying.versions;
  };
  if (isOne) {
    const edit = { projectId: project.id, actorSessionId: by.actorSessionId, summary };
    await recordingEdit(services, { ...edit, versionsOf: (versions: typeof applying.versions) => versions }, writeAll);
  } else await writeAll();
  await copyTakes(services, movedBlocks(applying, sectionIds));
  for (const chapter of plan.chapters) {
    if (!chapter.isEmptied) continue;
    const { id, document_version } = comparison.sections[chapter.section as number] as SectionRow;
    await removeSection(services, id, document_version);
  }
  const order = sectionIds.filter((id) => id !== null);
  const isSameOrder =
    order.length === comparison.sections.length && order.every((id, index) => id === comparison.sections[index]?.id);
  if (isSameOrder) return { sectionIds, section_order_version: project.section_order_version };
  const version = await takeNextOrderVersion(services, project.id, project.section_order_version);
  await writeSectionOrder(services, order);
  return { sectionIds, section_order_version: version };
}

/**
 * Whether one entry of the project's history takes the whole edition back: it changes several sections, and makes and deletes
 * none. Otherwise each section has an entry of its own.
 */
function isOneEntry({ chapters }: EditionPlan): boolean {
  const isInPlace = chapters.every(({ section, isEmptied }) => section !== null && !isEmptied);
  return isInPlace && chapters.filter(({ isSame }) => !isSame).length > 1;
}

function checkPlan({ plan, project }: Comparison): void {
  const sections = plan.chapters.filter((chapter) => !chapter.isEmptied);
  if (project.project_kind === "standalone" && sections.length > 1)
    throw commandRejected("standalone_story", { wanted: sections.length });
  if (sections.length > LIMITS.section_index + 1)
    throw commandRejected("too_many_sections", { wanted: sections.length, limit: LIMITS.section_index + 1 });
  for (const [index, { blocks }] of sections.entries())
    if (blocks.length > LIMITS.document_blocks)
      throw commandRejected("too_many_blocks", {
        chapter: index + 1,
        blocks: blocks.length,
        limit: LIMITS.document_blocks,
      });
}

/** @returns the section's id; null if the section is removed */
async function writeChapter(applying: Applying, chapter: PlannedChapter, place: number): Promise<string | null> {
  const { services, comparison, casts, author } = applying;
  if (chapter.isEmptied) return null;
  const section = chapter.section === null ? null : (comparison.sections[chapter.section] as SectionRow);
  const id = section?.id ?? services.newId();
  if (section === null) await addNewSection(applying, chapter, { id, place });
  else if (!chapter.isSame) {
    const before = comparison.job.sections[chapter.section as number]?.blocks ?? [];
    const after = blocksOfPlan(applying, chapter.blocks);
    const document_version = await reviseScript(
      services,
      id,
      section.document_version,
      { before, after, moved: movedInside(before, after), title: chapter.title },
      casts,
      author,
    );
    applying.versions.push({ section_id: id, document_version });
  }
  if (chapter.chapter !== null || !chapter.isSame) await writeSource(services, id, chapter.base);
  return id;
}

async function addNewSection(
  { services, comparison, accountId, casts, author, newIds }: Applying,
  chapter: PlannedChapter,
  { id, place }: { readonly id: string; readonly place: number },
): Promise<void> {
  const projectId = comparison.project.id;
  const blocks = blocksOfPlan({ services, newIds }, chapter.blocks);
  await addSection(services, {
    ...{ id, projectId, accountId, title: chapter.title },
    // Behind all others until the order is written.
    sectionIndex: comparison.sections.length + place,
    blockId: services.newId(),
    text: chapter.base,
    at: services.clock(),
    actorSessionId: author.actorSessionId ?? services.newId(),
  });
  if (chapter.blocks.some((one) => one.kind !== "new"))
    await replaceScript(services, id, 1, blocks, casts, { ...author, isEntry: false });
}

/** The blocks as they are stored. Sounds follow the lines that they are placed at. */
function blocksOfPlan(
  { services, newIds }: Pick<Applying, "services" | "newIds">,
  planned: readonly PlannedBlock[],
): readonly Block[] {
  const blocks = planned.map((one): Block => {
    if (one.kind === "new") return firstBlock({ blockId: services.newId(), text: one.text });
    if (one.kind !== "moved") return one.block;
    return { ...one.block, id: newIds.get(one.block.id) as string, block_version: 1 };
  });
  const ids = new Map(blocks.map((block) => [block.id, block]));
  return blocks.map((block) => {
    if (block.kind !== "sfx" || block.placement === null) return block;
    const placement = placedIn(block.placement, ids, newIds);
    return placement === block.placement ? block : { ...block, placement };
  });
}

/** A placement among these blocks; null if the line of its beginning is gone. */
function placedIn(
  placement: SfxPlacement,
  blocks: ReadonlyMap<string, Block>,
  newIds: ReadonlyMap<string, string>,
): SfxPlacement | null {
  const here = (id: string): string | null => {
    if (blocks.has(id)) return id;
    const moved = newIds.get(id);
    return moved !== undefined && blocks.has(moved) ? moved : null;
  };
  const anchor = here(placement.anchor_block_id);
  if (anchor === null) return null;
  const { until_block_id: until, until_anchor, offset_utf16, ...rest } = placement;
  const end = until === undefined ? null : here(until);
  const content = blocks.get(anchor)?.content;
  const length = content?.type === "text" ? content.text.length : 0;
  const isInside = offset_utf16 === undefined || offset_utf16 <= length;
  if (anchor === placement.anchor_block_id && isInside && (until === undefined || end === until)) return placement;
  return {
    ...rest,
    anchor_block_id: anchor,
    ...(isInside ? offset_utf16 !== undefined && { offset_utf16 } : { anchor: "end" as const }),
    ...(end !== null && { until_block_id: end, ...(until_anchor !== undefined && { until_anchor }) }),
  };
}

/** Blocks from before whose place among the others changed. */
function movedInside(before: readonly Block[], after: readonly Block[]): ReadonlySet<string> {
  const ids = after.map(({ id }) => id);
  const { moved } = matchLines(
    before.map(({ id }) => id),
    ids,
  );
  return new Set([...moved].map((index) => ids[index] as string));
}

function movedBlocks({ comparison, newIds }: Applying, sectionIds: readonly (string | null)[]): readonly MovedBlock[] {
  return (comparison.plan as EditionPlan).chapters.flatMap(({ blocks }, index) =>
    blocks.flatMap((one): MovedBlock[] =>
      one.kind !== "moved"
        ? []
        : [
            {
              from_section: (comparison.sections[one.section] as SectionRow).id,
              from_block: one.block.id,
              to_section: sectionIds[index] as string,
              to_block: newIds.get(one.block.id) as string,
            },
          ],
    ),
  );
}
