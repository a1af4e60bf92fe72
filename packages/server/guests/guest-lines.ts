// What a guest reads: the link, the text of the consent, and the lines of one character with the line before each.

import { lineText } from "@fullcast/core/document";
import { CONSENT_VERSION, type ConsentLanguage, type CueLine, consentText, cueBefore } from "@fullcast/core/guests";
import { type IntentParts, sameWords } from "@fullcast/core/media";
import { sql } from "kysely";
import { blocksById, type StoredBlock } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { wireConsent } from "./guest-links.ts";
import { type OpenedGuest, openGuest, openLines } from "./open-guest.ts";
import { countsOf, type LinkRow, lineCount, type RecordingRow, speakerOfLink } from "./store.ts";

type Reader = Pick<Services, "db" | "clock">;

/** Keeps when the link was first opened. @throws ApiError NOT_FOUND */
export async function readGuest(services: Reader, token: string, language: ConsentLanguage) {
  const opened = await openGuest(services, token);
  if (opened.link.opened_at === null) {
    await services.db.q
      .updateTable("guest_links")
      .set({ opened_at: services.clock() })
      .where("id", "=", opened.link.id)
      .where("opened_at", "is", null)
      .execute();
  }
  return guestView(services, opened, language);
}

export async function guestView(services: Reader, { link, consent, door }: OpenedGuest, language: ConsentLanguage) {
  const counts = await countsOf(services, link.id);
  const isOpen = door === "lines";
  return {
    door,
    person: link.person,
    story: await titleOf(services, link.project_id),
    asked_by: link.asked_by,
    guest_name: link.guest_name,
    consent_text: await consentTextOf(services, link, language),
    consent: consent === null ? null : wireConsent(consent),
    lines: isOpen ? await lineCount(services, link.project_id, await speakerOfLink(services, link)) : 0,
    drafts: counts.drafts,
    sent: counts.waiting + counts.used,
  };
}

/** The text that the link's guest is asked to agree to now. */
export async function consentTextOf(services: Pick<Services, "db">, link: LinkRow, language: ConsentLanguage) {
  const story = await titleOf(services, link.project_id);
  const text = consentText(language, { asked_by: link.asked_by, story, person: link.person });
  return { version: CONSENT_VERSION, language, text, text_sha256: sha256(text) };
}

/** The name of a project; of a standalone story that of its section. */
async function titleOf({ db }: Pick<Services, "db">, projectId: string): Promise<string> {
  const row = await db.q
    .selectFrom("projects")
    .leftJoin("sections", (join) =>
      join.onRef("sections.project_id", "=", "projects.id").on("projects.project_kind", "=", "standalone"),
    )
    .select(["projects.name", "sections.title"])
    .where("projects.id", "=", projectId)
    .executeTakeFirstOrThrow();
  return row.title ?? row.name ?? "";
}

export interface LineRange {
  readonly from: number;
  readonly limit: number;
}

/** @throws ApiError NOT_FOUND, CONSENT_REQUIRED */
export async function listGuestLines(services: Reader, token: string, { from, limit }: LineRange) {
  const link = await openLines(services, token);
  const speakerId = await speakerOfLink(services, link);
  return {
    total: await lineCount(services, link.project_id, speakerId),
    lines:
      speakerId === null
        ? []
        : await wireLines(services, link, await placesOf(services, link, speakerId, { from, limit })),
  };
}

interface LinePlace {
  readonly section_id: string;
  readonly block_id: string;
  readonly number: number;
  readonly cue_id: string | null;
  readonly cue_person: string | null;
  /** The speech of another person before the cue. */
  readonly speech_id: string | null;
  readonly speech_person: string | null;
}

/** Where the character's lines are, in order, each with the spoken lines before it in its chapter that may be its cue. */
export async function placesOf(
  { db }: Pick<Services, "db">,
  link: LinkRow,
  speakerId: string,
  { from, limit, only }: LineRange & { readonly only?: { readonly sectionId: string; readonly blockId: string } },
): Promise<readonly LinePlace[]> {
  const one =
    only === undefined ? sql`true` : sql`n.section_id = ${only.sectionId}::uuid and n.id = ${only.blockId}::uuid`;
  const { rows } = await sql<LinePlace & { number: number | string }>`
    with numbered as (
      select b.section_id, b.id, b.position, row_number() over (order by s.section_index, s.id, b.position) as number
      from blocks b join sections s on s.id = b.section_id
      where s.project_id = ${link.project_id}::uuid and b.speaker_id = ${speakerId}::uuid
        and b.kind in ('speech', 'narration') and b.generatable
    ), page as (select * from numbered n where ${one} order by number offset ${from} limit ${limit})
    select p.section_id, p.id as block_id, p.number, cue.id as cue_id, speakers.name as cue_person,
      speech.id as speech_id, others.name as speech_person
    from page p left join lateral (
      select c.id, c.speaker_id, c.position from blocks c
      where c.section_id = p.section_id and c.position < p.position and c.kind in ('speech', 'narration') and c.generatable
      order by c.position desc limit 1
    ) cue on true left join speakers on speakers.id = cue.speaker_id
    left join lateral (
      select c.id, c.kind, c.speaker_id from blocks c
      where c.section_id = p.section_id and c.position < cue.position and c.kind in ('speech', 'narration') and c.generatable
      order by c.position desc limit 1
    ) speech on speech.kind = 'speech' and speech.speaker_id is distinct from ${speakerId}::uuid
    left join speakers others on others.id = speech.speaker_id
    order by p.number
  `.execute(db.q);
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

export async function wireLines(services: Pick<Services, "db">, link: LinkRow, places: readonly LinePlace[]) {
  const recordings = await newestRecordings(services, link.id, places);
  const lines = [];
  for (const [sectionId, ofSection] of Map.groupBy(places, ({ section_id }) => section_id)) {
    const ids = ofSection.flatMap(({ block_id, cue_id, speech_id }) =>
      [block_id, cue_id, speech_id].filter((id) => id !== null),
    );
    const blocks = await blocksById(services, sectionId, [...new Set(ids)]);
    const lineOf = (id: string | null, person: string | null): CueLine | null => {
      const block = id === null ? undefined : blocks.get(id)?.block;
      return block === undefined ? null : { person, text: lineText(block), isSpeech: block.kind === "speech" };
    };
    for (const { block_id, number, cue_id, cue_person, speech_id, speech_person } of ofSection) {
      const stored = blocks.get(block_id);
      if (stored === undefined) continue;
      const nearest = link.shows_cue ? lineOf(cue_id, cue_person) : null;
      const recording = recordings.get(block_id);
      lines.push({
        section_id: sectionId,
        block_id,
        number,
        text: lineText(stored.block),
        cue: nearest === null ? null : cueBefore(nearest, lineOf(speech_id, speech_person)),
        recording: recording === undefined ? null : wireRecording(recording, stored),
      });
    }
  }
  return lines;
}

const wireRecording = (recording: RecordingRow, stored: StoredBlock) => ({
  id: recording.id,
  state: recording.state,
  matches_line: matchesLine(recording, stored),
  duration_ms: recording.duration_ms,
  findings: [...recording.findings],
});

/** Whether the line still has the words that were recorded. */
export const matchesLine = (recording: Pick<RecordingRow, "intent_parts">, { intent_parts }: StoredBlock): boolean =>
  sameWords(intent_parts as IntentParts, recording.intent_parts as IntentParts);

async function newestRecordings({ db }: Pick<Services, "db">, linkId: string, places: readonly LinePlace[]) {
  const ids = JSON.stringify(places.map(({ block_id }) => block_id));
  const rows = await db.q
    .selectFrom("guest_recordings")
    .selectAll()
    .where("guest_link_id", "=", linkId)
    .where(sql<boolean>`block_id in (select jsonb_array_elements_text(${ids}::jsonb)::uuid)`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.block_id, row]));
}
