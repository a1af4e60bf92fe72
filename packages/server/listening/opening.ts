// The opening of a long section: its first sound does not wait for the timeline of the whole.

import { type Block, lineLayout, sourceText } from "@fullcast/core/document";
import { sectionRow, textOfSection } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import type { CompiledSection, SectionOpening } from "../timelines/timelines.ts";
import { type EstimatedTimes, estimatedTimes, estimateOfText } from "./follow-line.ts";

/** The first lines that are spoken are among these. */
const BLOCKS = 200;
/** Shorter sections are compiled as a whole in about the same time. */
const SHORT = 1_000;

/**
 * The opening of a section as it is now; null when the section is short, or has sounds: one of a later block may be
 * placed in the first lines.
 */
export async function openingOf(services: Pick<Services, "db">, sectionId: string): Promise<SectionOpening | null> {
  const { block_count } = await sectionRow(services, sectionId);
  if (block_count < SHORT || (await hasSounds(services, sectionId))) return null;
  return { blocks: BLOCKS, lines: lineLayout(await textOfSection(services, sectionId)) };
}

/** The same of a script that was written just now: a long one takes tenths of a second to be read again. */
export function openingOfScript(blocks: readonly Block[]): SectionOpening | null {
  if (blocks.length < SHORT || blocks.some(({ kind }) => kind === "sfx")) return null;
  return { blocks: BLOCKS, lines: lineLayout(sourceText(blocks)) };
}

async function hasSounds({ db }: Pick<Services, "db">, sectionId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("blocks")
    .select("id")
    .where("section_id", "=", sectionId)
    .where("kind", "=", "sfx")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The times of a section of which the opening is compiled: everything after it counts as a line without audio. */
export function timesOfOpening(
  { manifest, section }: Extract<CompiledSection, { kind: "compiled" }>,
  opening: SectionOpening,
): EstimatedTimes {
  const times = estimatedTimes(manifest);
  const { block_count, source_text_length } = section;
  // The characters of a block are as many as of any other one: the exact number comes with the whole timeline.
  const share = 1 - opening.blocks / block_count;
  const rest = estimateOfText(source_text_length * share, block_count * share);
  const duration_ms = times.duration_ms + Math.round(rest);
  const last = times.unmade.at(-1);
  const before = last !== undefined && last[1] >= times.duration_ms ? times.unmade.slice(0, -1) : times.unmade;
  const from = before === times.unmade || last === undefined ? times.duration_ms : last[0];
  return { ...times, duration_ms, is_estimate: true, unmade: [...before, [from, duration_ms]] };
}
