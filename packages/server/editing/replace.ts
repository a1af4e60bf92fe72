// Replaces words in the scripts of a project: a preview first, then one version for each section.

import { ApiError, type Caller, invalidField, LIMITS } from "@fullcast/contract";
import {
  type Block,
  excerptOf,
  findText,
  isSpoken,
  lengthAfter,
  type Replacement,
  replacedContent,
  replacedPlacement,
  replacedText,
  type SourceRange,
  type TextPattern,
} from "@fullcast/core/document";
import { type BlockIntentParts, blockIntentParts, type SpeakingRules } from "@fullcast/core/media";
import { canonicalRequest, committedBefore, once } from "../db/once.ts";
import {
  blocksById,
  type CastLookup,
  changeBlocks,
  findInSection,
  intentHash,
  loadPart,
  losingWords,
  type Respoken,
  respeakingCost,
  type SectionRow,
  sectionsOfProject,
  speakingRules,
  versionConflict,
} from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { EXCERPT, type Page, patternOf, type SearchQuery } from "./search.ts";

interface ReplaceQuery extends SearchQuery {
  readonly replacement: string;
  readonly leave_out: readonly { readonly block_id: string; readonly start_utf16: number }[];
}

export interface PreviewBody extends ReplaceQuery, Page {
  readonly section_ids?: readonly string[];
}

export interface ReplaceBody extends ReplaceQuery {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly sections: readonly { readonly section_id: string; readonly base_document_version: number }[];
}

/** Blocks that are read, replaced and looked up at a time. */
const BLOCKS_AT_ONCE = 1_000;

/** A block before and after. */
interface ReplacedBlock {
  readonly before: Block;
  readonly after: Block;
  readonly replacement: Replacement;
  readonly respoken: Respoken;
}

interface Replacing {
  readonly pattern: TextPattern;
  readonly text: string;
  /** The starts that stay, by block. */
  readonly left: ReadonlyMap<string, ReadonlySet<number>>;
  readonly rules: SpeakingRules;
  readonly casts: CastLookup;
}

/** Previews a replacement in the named sections, or in all. Changes nothing. */
export async function previewReplacement(
  services: Pick<Services, "db" | "engines" | "settings">,
  caller: Caller,
  projectId: string,
  body: PreviewBody,
  signal: AbortSignal,
) {
  await findProject(services, caller, projectId);
  const replacing = await replacingOf(services, projectId, body);
  const cost = respeakingCost(replacing.casts, services.settings.prices);
  const sections = [];
  const lines = [];
  const total = { place_count: 0, block_count: 0 };
  let stale_block_count = 0;
  for (const section of chosenSections(await sectionsOfProject(services, projectId), body.section_ids)) {
    const sum = { place_count: 0, block_count: 0 };
    const holders = await holdersIn(services, section.id, replacing, total, signal);
    for await (const batch of replacedBlocks(services, section.id, holders, replacing)) {
      const stale = new Set(
        await losingWords(
          services,
          batch.map((one) => one.respoken),
        ),
      );
      for (const one of stale) cost.add(section.id, one.block, one.after);
      stale_block_count += stale.size;
      for (const [index, one] of batch.entries()) {
        const at = total.block_count + sum.block_count + index;
        if (at >= body.from && lines.length < body.limit) lines.push(lineOf(section.id, one, stale.has(one.respoken)));
        sum.place_count += one.replacement.places.length;
      }
      sum.block_count += batch.length;
    }
    total.place_count += sum.place_count;
    total.block_count += sum.block_count;
    if (sum.block_count > 0)
      sections.push({
        section_id: section.id,
        title: section.title,
        document_version: section.document_version,
        ...sum,
      });
  }
  const next = body.from + lines.length;
  return {
    project_id: projectId,
    ...total,
    stale_block_count,
    snowcoins: cost.total(),
    sections,
    lines,
    next_from: lines.length > 0 && next < total.block_count ? next : null,
  };
}

/**
 * Replaces words in the named sections, all or none; a section that changes gets one version with one entry of its history.
 * @throws ApiError VERSION_CONFLICT when a section is at another version; NOT_FOUND for a section of another project.
 */
export async function replaceInProject(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  caller: Caller,
  projectId: string,
  body: ReplaceBody,
) {
  await findProject(services, caller, projectId);
  const request = {
    accountId: caller.accountId,
    key: body.client_mutation_id,
    operation: "replaceText",
    request: canonicalRequest({ ...body }, { projectId }),
  };
  const isNew = (await committedBefore(services, request)) === null;
  // The texts are searched before the transaction. The version of a section shows whether the result is still valid.
  const found = new Map<string, readonly string[]>();
  if (isNew) {
    const replacing = await replacingOf(services, projectId, body);
    const total = { place_count: 0, block_count: 0 };
    for (const { id } of await namedSections(services, projectId, body)) {
      const ids = await holdersIn(services, id, replacing, total);
      total.block_count += ids.length;
      found.set(id, ids);
    }
  }
  const { result, replayed } = await once(services, request, async () => {
    await lockProject(services, caller, projectId);
    const replacing = await replacingOf(services, projectId, body);
    const sum = { place_count: 0, block_count: 0, stale_block_count: 0, units: 0 };
    const sections = [];
    for (const section of await namedSections(services, projectId, body)) {
      const changed = [];
      const before = { ...sum };
      for await (const batch of replacedBlocks(services, section.id, found.get(section.id) ?? [], replacing)) {
        const respoken = batch.map((one) => one.respoken);
        sum.stale_block_count += (await losingWords(services, respoken)).length;
        for (const one of batch) {
          changed.push(one);
          sum.place_count += one.replacement.places.length;
          sum.units += one.after.content.type === "sfx" ? 0 : one.after.content.text.length;
          checkSums(sum.place_count, sum.units);
        }
      }
      if (changed.length === 0) continue;
      sum.block_count += changed.length;
      const place_count = sum.place_count - before.place_count;
      const document_version = await changeBlocks(
        services,
        section.id,
        section.document_version,
        [
          ...changed.map((one) => one.after),
          ...(await movedSounds(
            services,
            section.id,
            new Map(changed.map((one) => [one.before.id, [one.replacement]])),
          )),
        ],
        replacing.casts,
        {
          actorSessionId: body.actor_session_id,
          summary: `Replaced text at ${place_count} ${place_count === 1 ? "place" : "places"}`,
        },
      );
      sections.push({ section_id: section.id, document_version, place_count, block_count: changed.length });
    }
    const { units: _units, ...counts } = sum;
    return { ...counts, sections };
  });
  return { project_id: projectId, ...result, idempotent_replay: replayed };
}

async function replacingOf(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  query: ReplaceQuery,
): Promise<Replacing> {
  const left = new Map<string, Set<number>>();
  for (const { block_id, start_utf16 } of query.leave_out) {
    const starts = left.get(block_id) ?? new Set();
    left.set(block_id, starts.add(start_utf16));
  }
  return {
    pattern: patternOf(query),
    text: query.replacement,
    left,
    rules: await speakingRules(services, projectId),
    casts: await castsOf(services, projectId),
  };
}

/** @throws ApiError NOT_FOUND for a section that the project does not have. */
function chosenSections(sections: readonly SectionRow[], ids: readonly string[] | undefined): readonly SectionRow[] {
  if (ids === undefined) return sections;
  const wanted = new Set(ids);
  const chosen = sections.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) throw new ApiError("NOT_FOUND", { resource: "section" });
  return chosen;
}

/** The sections of a request in their order. @throws ApiError VERSION_CONFLICT when one is at another version. */
export async function namedSections(
  services: Pick<Services, "db">,
  projectId: string,
  { sections }: Pick<ReplaceBody, "sections">,
): Promise<readonly SectionRow[]> {
  const expected = new Map(sections.map((one) => [one.section_id, one.base_document_version]));
  const chosen = chosenSections(await sectionsOfProject(services, projectId), [...expected.keys()]);
  for (const { id, document_version } of chosen)
    if (expected.get(id) !== document_version) throw versionConflict(expected.get(id) ?? 0, document_version);
  return chosen;
}

/** The ids of the blocks of a section that hold the words. @throws ApiError when there are too many */
async function holdersIn(
  services: Pick<Services, "db">,
  sectionId: string,
  { pattern }: Replacing,
  before: { readonly place_count: number; readonly block_count: number },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let places = before.place_count;
  for await (const found of findInSection(services, sectionId, pattern, { most: LIMITS.replace_places + 1, signal })) {
    for (const one of found) {
      ids.push(one.block_id);
      places += one.places.length;
    }
    checkSums(places, 0);
    if (before.block_count + ids.length > LIMITS.replace_lines)
      throw invalidField("q", `stands in more than ${LIMITS.replace_lines} lines; replace it chapter by chapter`);
  }
  return ids;
}

function checkSums(places: number, units: number): void {
  if (places > LIMITS.replace_places)
    throw invalidField("q", `stands at more than ${LIMITS.replace_places} places; replace it chapter by chapter`);
  if (units > LIMITS.replace_text_units)
    throw invalidField("q", "changes more text than one request may change; replace it chapter by chapter");
}

/** The blocks that change, in batches in the order of the ids. */
async function* replacedBlocks(
  services: Pick<Services, "db">,
  sectionId: string,
  ids: readonly string[],
  replacing: Replacing,
): AsyncGenerator<readonly ReplacedBlock[]> {
  for (let from = 0; from < ids.length; from += BLOCKS_AT_ONCE) {
    const slice = ids.slice(from, from + BLOCKS_AT_ONCE);
    const stored = await blocksById(services, sectionId, slice);
    const batch = slice.flatMap((id): ReplacedBlock[] => {
      const one = stored.get(id);
      const change = one === undefined ? null : replacedBlock(one.block, replacing);
      if (one === undefined || change === null) return [];
      const before = one.intent_parts as BlockIntentParts;
      const parts = isSpoken(change.after) ? blockIntentParts(change.after, sha256, replacing.rules) : before;
      const respoken = {
        section_id: sectionId,
        block: change.after,
        before,
        after: parts,
        hash_before: one.intent_hash,
        intent_hash: isSpoken(change.after) ? intentHash(parts, change.after, replacing.casts) : one.intent_hash,
      };
      return [{ before: one.block, ...change, respoken }];
    });
    if (batch.length > 0) yield batch;
  }
}

/** A block with its places replaced; null when nothing of it changes. */
function replacedBlock(
  block: Block,
  { pattern, text, left }: Replacing,
): { readonly after: Block; readonly replacement: Replacement } | null {
  const { content } = block;
  if (content.type === "sfx") return null;
  const isLeft = (place: SourceRange) => left.get(block.id)?.has(place.start_utf16) === true;
  const places = findText(content.text, pattern).filter(
    (one) => !isLeft(one) && content.text.slice(one.start_utf16, one.end_utf16) !== text,
  );
  if (places.length === 0) return null;
  const replacement = { places, text };
  checkLength(block, lengthAfter(content.text.length, replacement));
  const next =
    content.type === "note"
      ? { ...content, text: replacedText(content.text, replacement) }
      : replacedContent(content, replacement);
  return { after: { ...block, content: next } as Block, replacement };
}

/** @throws ApiError when a line becomes too long; `field` names what makes it so. Text that is not prepared may be as long as a section's text. */
export function checkLength({ kind, content }: Block, units: number, field = "replacement"): void {
  const most =
    kind === "note"
      ? LIMITS.note_text_units
      : kind === "unparsed"
        ? Math.floor(LIMITS.raw_text_utf8_bytes / 3)
        : LIMITS.block_text_units;
  if (content.type !== "sfx" && units > Math.max(most, content.text.length))
    throw invalidField(field, `makes a text longer than ${most} UTF-16 units`);
}

/**
 * Sound effects that start at an offset of a text that changes.
 * @param replacements by block, each in the text that the one before it made
 */
export async function movedSounds(
  services: Pick<Services, "db">,
  sectionId: string,
  replacements: ReadonlyMap<string, readonly Replacement[]>,
): Promise<readonly Block[]> {
  const { part } = await loadPart(services, sectionId, {
    ordered: new Set(),
    others: new Set(),
    beginning: false,
    reshaped: new Set(replacements.keys()),
  });
  return part.entries.flatMap(({ block }): Block[] => {
    if (block.kind !== "sfx" || block.placement === null) return [];
    const { anchor_block_id } = block.placement;
    const placement = (replacements.get(anchor_block_id) ?? []).reduce(
      (now, replacement) => replacedPlacement(now, anchor_block_id, replacement),
      block.placement,
    );
    return placement === block.placement ? [] : [{ ...block, placement }];
  });
}

function lineOf(section_id: string, { before, after, replacement }: ReplacedBlock, becomes_stale: boolean) {
  const text = (block: Block) => (block.content.type === "sfx" ? "" : block.content.text);
  const first = replacement.places[0]!;
  return {
    section_id,
    block_id: before.id,
    block_version: before.block_version,
    kind: before.kind as Exclude<Block["kind"], "sfx">,
    speaker_id: before.speaker_id,
    place_count: replacement.places.length,
    before: excerptOf(text(before), first, EXCERPT),
    after: excerptOf(text(after), first, EXCERPT),
    becomes_stale,
  };
}
