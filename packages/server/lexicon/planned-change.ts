// A requested change of a lexicon, checked against the stored one.

import { ApiError, invalidField, LIMITS } from "@fullcast/contract";
import { type LexiconEntry, sameTerm } from "@fullcast/core/lexicon";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";

/** An entry as it is sent: without `id` it is new. */
export type SentEntry = Omit<LexiconEntry, "id"> & { readonly id?: string | undefined };

export interface LexiconChange {
  readonly base_lexicon_version: number;
  readonly upsert: readonly SentEntry[];
  readonly delete: readonly string[];
}

export interface PlannedChange {
  /** All entries after the change. */
  readonly entries: readonly LexiconEntry[];
  readonly upsert: readonly LexiconEntry[];
  /** Every entry that the change adds, replaces or removes, as it was and as it will be. */
  readonly touched: readonly LexiconEntry[];
}

/** @throws ApiError VERSION_CONFLICT; INVALID_REQUEST for entries and speakers that are not there, and for repeated terms */
export async function plannedChange(
  services: Pick<Services, "db" | "newId">,
  project: { readonly id: string; readonly lexicon_version: number },
  stored: readonly LexiconEntry[],
  change: LexiconChange,
): Promise<PlannedChange> {
  const { base_lexicon_version: expected } = change;
  if (expected !== project.lexicon_version)
    throw new ApiError("VERSION_CONFLICT", {
      field: "base_lexicon_version",
      expected,
      current: project.lexicon_version,
    });
  const before = new Map(stored.map((entry) => [entry.id, entry]));
  const after = new Map(before);
  const touched: LexiconEntry[] = [];
  const named = new Set<string>();
  const name = (id: string, path: string) => {
    const entry = before.get(id);
    if (entry === undefined) throw invalidField(path, "is no entry of this lexicon");
    if (named.has(id)) throw invalidField(path, "must not be named twice");
    named.add(id);
    touched.push(entry);
  };
  for (const [index, id] of change.delete.entries()) {
    name(id, `delete.${index}`);
    after.delete(id);
  }
  const upsert = change.upsert.map((sent, index): LexiconEntry => {
    if (sent.id !== undefined) name(sent.id, `upsert.${index}.id`);
    const entry = { ...sent, id: sent.id ?? services.newId() };
    after.set(entry.id, entry);
    return entry;
  });
  touched.push(...upsert);
  if (after.size > LIMITS.lexicon_entries)
    throw invalidField("upsert", `makes ${after.size} entries, a lexicon holds ${LIMITS.lexicon_entries}`);
  await checkSpeakers(services, project.id, upsert);
  checkTerms([...after.values()], upsert);
  return { entries: [...after.values()], upsert, touched };
}

async function checkSpeakers(
  services: Pick<Services, "db">,
  projectId: string,
  upsert: readonly LexiconEntry[],
): Promise<void> {
  if (upsert.every(({ speaker_id }) => speaker_id === null)) return;
  const speakers = new Set((await speakerRows(services, projectId)).map(({ id }) => id));
  for (const [index, { speaker_id }] of upsert.entries())
    if (speaker_id !== null && !speakers.has(speaker_id))
      throw invalidField(`upsert.${index}.speaker_id`, "is not a speaker of this project");
}

function checkTerms(entries: readonly LexiconEntry[], upsert: readonly LexiconEntry[]): void {
  const ids = new Map<string, string>();
  for (const entry of entries) {
    const term = sameTerm(entry);
    const other = ids.get(term);
    ids.set(term, entry.id);
    if (other === undefined) continue;
    const index = Math.max(...[other, entry.id].map((id) => upsert.findIndex((one) => one.id === id)));
    throw invalidField(`upsert.${index}.term`, `the lexicon has an entry for “${entry.term}” with the same conditions`);
  }
}
