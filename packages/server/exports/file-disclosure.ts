// What a file states about machine voices: from the takes that it holds.

import { type Disclosure, disclosureOf, type HeardVoice } from "@fullcast/core/disclosure";
import { sql } from "kysely";
import type { StoredDetails } from "../db/tables.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";
import { narratorLanguage } from "./book-text.ts";

interface Heard {
  readonly assetIds: readonly string[];
  /** The narrator's voice speaks them. */
  readonly hasCredits: boolean;
}

/** @returns null when only people speak, or when the owner has turned the statement off with a reason */
export async function fileDisclosure(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  { details, language }: { readonly details: StoredDetails | null; readonly language: string | null },
  { assetIds, hasCredits }: Heard,
): Promise<Disclosure | null> {
  if (details?.undisclosed_reason) return null;
  const voices = [
    ...(await takenVoices(services, assetIds)),
    ...(hasCredits ? await narratorVoices(services, projectId) : []),
  ];
  return disclosureOf(voices, language ?? (await narratorLanguage(services, projectId)));
}

/** The voices of takes; sounds have none. */
async function takenVoices({ db }: Pick<Services, "db">, assetIds: readonly string[]): Promise<readonly HeardVoice[]> {
  const { rows } = await sql<HeardVoice>`
    select distinct r.source, r.provider
    from renditions r join blocks b on b.section_id = r.section_id and b.id = r.block_id
    where r.asset_id in (select given.id::uuid from jsonb_array_elements_text(${JSON.stringify(assetIds)}::jsonb) as given(id))
      and b.kind in ('speech', 'narration')
  `.execute(db.q);
  return rows;
}

async function narratorVoices(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
): Promise<readonly HeardVoice[]> {
  const narrator = (await speakerRows(services, projectId)).find(({ role }) => role === "narrator");
  const voice = (await services.engines.catalogue()).voice(narrator?.casting_voice_id ?? "");
  return [{ source: "engine", provider: voice?.provider ?? "unknown" }];
}
