// Entries of the lexicon that were for speakers who are gone.

import { sameTerm } from "@fullcast/core/lexicon";
import type { Services } from "../services.ts";
import { type FoundTerms, findTerms } from "./respeak.ts";
import { lexiconEntries, writeLexicon } from "./speaking-rules.ts";

/**
 * Gives the entries of speakers to another one, or deletes them. An entry for a term that the other speaker has already is
 * deleted. Runs in the caller's transaction. @returns the blocks that hold their terms, for respeakTerms()
 */
export async function giveLexiconEntries(
  services: Pick<Services, "db" | "clock" | "newId">,
  projectId: string,
  from: readonly string[],
  to: string | null,
): Promise<FoundTerms> {
  const entries = await lexiconEntries(services, projectId);
  const own = entries.filter(({ speaker_id }) => speaker_id !== null && from.includes(speaker_id));
  if (own.length === 0) return new Map();
  const known = new Set(entries.filter(({ speaker_id }) => speaker_id === to).map(sameTerm));
  const upsert = own.flatMap((entry) => {
    const given = { ...entry, speaker_id: to };
    if (to === null || known.has(sameTerm(given))) return [];
    known.add(sameTerm(given));
    return [given];
  });
  const kept = new Set(upsert.map((entry) => entry.id));
  await writeLexicon(services, projectId, { upsert, deleted: own.flatMap(({ id }) => (kept.has(id) ? [] : [id])) });
  return findTerms(services, projectId, own);
}
