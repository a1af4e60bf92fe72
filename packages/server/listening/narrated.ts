// Which sections can be heard with one narrator.

import { sql } from "kysely";
import { hasTakeIn, PLAYED_TAKE } from "../documents/documents.ts";
import type { Services } from "../services.ts";

/** The sections that can be heard whole in the narrator's voice, and whose cast has other voices. */
export async function sectionsNarrated(
  { db }: Pick<Services, "db">,
  sectionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sectionIds.length === 0) return new Set();
  const voice = sql`n.casting_voice_id`;
  const { rows } = await sql<{ id: string }>`
    select s.id from sections s join speakers n on n.project_id = s.project_id and n.role = 'narrator'
    where s.id in (${sql.join(sectionIds)}) and n.casting_voice_id is not null
      and exists (select 1 from blocks b ${PLAYED_TAKE} where b.section_id = s.id and b.kind = 'speech'
        and r.voice_id is distinct from ${voice} and r.id is not null)
      and not exists (select 1 from blocks b where b.section_id = s.id and b.kind in ('speech', 'narration')
        and b.generatable and not ${hasTakeIn(voice)})
  `.execute(db.q);
  return new Set(rows.map((row) => row.id));
}
