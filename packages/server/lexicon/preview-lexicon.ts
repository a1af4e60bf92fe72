import type { Caller } from "@fullcast/contract";
import { compileLexicon, type LexiconPlace } from "@fullcast/core/lexicon";
import {
  findTerms,
  lexiconEntries,
  losingAudio,
  type Respoken,
  respeakingCost,
  respoken,
  speakingRules,
} from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { type LexiconChange, plannedChange } from "./planned-change.ts";

/** Previews a change of the lexicon: the affected places and lines, and the price of speaking them again. */
export async function previewLexicon(
  services: Pick<Services, "db" | "newId" | "engines" | "settings">,
  caller: Caller,
  projectId: string,
  body: LexiconChange,
) {
  const project = await findProject(services, caller, projectId);
  const stored = await lexiconEntries(services, projectId);
  const { entries, touched } = await plannedChange(services, project, stored, body);
  const found = await findTerms(services, projectId, touched);
  const rules = { ...(await speakingRules(services, projectId)), lexicon: compileLexicon(entries) };
  const casts = await castsOf(services, projectId);
  const sum = { occurrences: 0, block_count: 0, stale_block_count: 0 };
  const cost = respeakingCost(casts, services.settings.prices);
  for await (const batch of respoken(services, found, rules, casts)) {
    const stale = await losingAudio(services, batch);
    for (const one of batch) sum.occurrences += changedPlaces(one);
    sum.block_count += batch.length;
    sum.stale_block_count += stale.length;
    for (const { section_id, block, after } of stale) cost.add(section_id, block, after);
  }
  return { ...sum, snowcoins: cost.total() };
}

/** Places that only one of both has: with another entry, at another place, or with another pronunciation. */
function changedPlaces({ before, after }: Respoken): number {
  const key = (place: LexiconPlace) => [place.start_utf16, place.end_utf16, place.alphabet, place.value].join(" ");
  const starts = (places: readonly LexiconPlace[] = [], others: readonly LexiconPlace[] = []) => {
    const known = new Set(others.map(key));
    return places.flatMap((place) => (known.has(key(place)) ? [] : [place.start_utf16]));
  };
  return new Set([...starts(before.lexicon, after.lexicon), ...starts(after.lexicon, before.lexicon)]).size;
}
