// Facts about the audio of sections: activity, progress and the casts of their blocks. Only reads; documents/ owns the blocks.

import type { BlockKind, GenerationProfileOverride } from "@fullcast/core/document";
import type { SectionAudioFacts } from "@fullcast/core/media";
import { sql } from "kysely";
import { jsonRows } from "../db/db.ts";
import { PLAYED_TAKE } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { playsProjectSound } from "./project-sounds.ts";

type Db = Pick<Services, "db">;

/** White space as `\s` of JavaScript means it; PostgreSQL's own classes depend on the locale, and expressions are slow. */
const WHITE_SPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** The facts that decide the activity of sections. */
export async function sectionAudioFacts(
  { db }: Db,
  sectionIds: readonly string[],
): Promise<readonly (SectionAudioFacts & { readonly section_id: string })[]> {
  if (sectionIds.length === 0) return [];
  return jsonRows(
    db,
    sql<SectionAudioFacts & { readonly section_id: string }>`(
    select s.id as section_id,
      exists (select 1 from audio_requests r where r.section_id = s.id and r.status = 'pending')
        or exists (select 1 from workflow_steps st join workflow_runs run on run.id = st.workflow_run_id
                   where st.section_id = s.id and run.completed_at is null
                     and st.status in ('pending', 'active')) as working,
      exists (select 1 from audio_requests r where r.section_id = s.id and r.status = 'failed') as failed,
      exists (select 1 from blocks b where b.section_id = s.id and b.kind = 'unparsed'
              and ltrim(b.content->>'text', ${WHITE_SPACE}) <> '') as unparsed,
      exists (select 1 from blocks b where b.section_id = s.id and b.generatable) as generatable,
      exists (select 1 from blocks b ${PLAYED_TAKE} where b.section_id = s.id and b.generatable and r.id is null
              and not ${playsProjectSound}) as lacking
    from sections s
    where s.id = any(${sql.val(sectionIds)}::uuid[])
  )`,
  );
}

export interface SectionProgress {
  readonly section_id: string;
  readonly total: number;
  readonly ready: number;
  readonly characters: number;
  readonly characters_ready: number;
  readonly audio_ms: number;
  /** Characters of blocks whose audio was made since the given time. */
  readonly characters_since: number;
  readonly pending: number;
  readonly failed: number;
}

export async function sectionProgress(
  { db }: Db,
  sectionIds: readonly string[],
  since: Date,
): Promise<SectionProgress[]> {
  if (sectionIds.length === 0) return [];
  const { rows } = await sql<SectionProgress>`
    select s.id as section_id,
      count(b.id)::int as total,
      (count(b.id) filter (where r.id is not null or ${playsProjectSound}))::int as ready,
      coalesce(sum(b.text_length), 0)::int as characters,
      coalesce(sum(b.text_length) filter (where r.id is not null), 0)::int as characters_ready,
      coalesce(sum(r.duration_ms), 0)::float8 as audio_ms,
      coalesce(sum(b.text_length) filter (where r.created_at >= ${since}), 0)::int as characters_since,
      (select count(*)::int from audio_requests q where q.section_id = s.id and q.status = 'pending') as pending,
      (select count(*)::int from audio_requests q where q.section_id = s.id and q.status = 'failed') as failed
    from sections s
    left join blocks b on b.section_id = s.id and b.generatable
    ${PLAYED_TAKE}
    where s.id in (${sql.join(sectionIds)})
    group by s.id
  `.execute(db.q);
  return rows;
}

export interface BlockCasting {
  readonly id: string;
  readonly kind: BlockKind;
  readonly speaker_id: string | null;
  readonly override: GenerationProfileOverride | null;
  /** Whether there are words to speak. */
  readonly spoken: boolean;
}

/** The speaker and the profile of each block of a section, in order. */
export async function blockCasting({ db }: Db, sectionId: string): Promise<BlockCasting[]> {
  const { rows } = await sql<BlockCasting>`
    select id, kind, speaker_id, generation_profile_override as override,
      generatable and kind in ('speech', 'narration') as spoken
    from blocks where section_id = ${sectionId} order by position
  `.execute(db.q);
  return rows;
}
