// Who speaks in sections: people who recorded lines, and engines.

import { type HeardVoice, RULE_BASED } from "@fullcast/core/disclosure";
import { type RawBuilder, sql } from "kysely";
import { PLAYED_TAKE_OF_EACH } from "../documents/documents.ts";
import type { Services } from "../services.ts";

/** Who speaks in sections. */
export interface SectionVoices {
  /** Lines that play a person's recording. */
  readonly recorded: number;
  /** Whether an engine speaks a line. */
  readonly machines: boolean;
  /** Whether an engine that has learned from recordings speaks a line. */
  readonly trained: boolean;
}

export async function sectionVoices(
  { db }: Pick<Services, "db">,
  sectionIds: readonly string[],
): Promise<SectionVoices> {
  if (sectionIds.length === 0) return { recorded: 0, machines: false, trained: false };
  const ids = sql.join(sectionIds);
  // A recording plays only by a choice that holds for good.
  const spokenBy = (which: RawBuilder<unknown>) => sql`exists (
    select 1 from blocks b ${PLAYED_TAKE_OF_EACH}
    where b.section_id in (${ids}) and b.kind in ('speech', 'narration') and r.source = 'engine' and ${which})`;
  const { rows } = await sql<SectionVoices>`
    select
      (select count(*)::int from take_choices c
        join renditions r on r.section_id = c.section_id and r.block_id = c.block_id
          and r.intent_hash = c.plays_hash and r.rank = 0 and r.source = 'recording'
        where c.section_id in (${ids}) and c.for_hash is null) as recorded,
      ${spokenBy(sql`true`)} as machines,
      ${spokenBy(sql`r.provider not in (${sql.join([...RULE_BASED])})`)} as trained
  `.execute(db.q);
  return rows[0]!;
}

/** At most one voice of each kind. The name of an engine is used only to tell the two kinds of engines apart. */
export const heardVoices = ({ recorded, machines, trained }: SectionVoices): readonly HeardVoice[] => [
  ...(recorded > 0 ? [{ source: "recording", provider: "recording" } as const] : []),
  ...(machines ? [{ source: "engine", provider: trained ? "trained" : "espeak" } as const] : []),
];
