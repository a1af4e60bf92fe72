import type { Caller } from "@fullcast/contract";
import { snowcoinsFor } from "@fullcast/core/ledger";
import { compileLexicon, type LexiconPlace } from "@fullcast/core/lexicon";
import { optionsOf, spokenLength } from "@fullcast/core/media";
import { costOfWork } from "@fullcast/core/workflow";
import {
  findTerms,
  lexiconEntries,
  losingAudio,
  type Respoken,
  respoken,
  speakingRules,
} from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { type LexiconChange, plannedChange } from "./planned-change.ts";

/** What a change of the lexicon would do: the places and lines that it touches, and the price of speaking them again. */
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
  /** UTF-16 units to speak again, by section and provider. */
  const characters = new Map<string, Map<string, number>>();
  for await (const batch of respoken(services, found, rules, casts)) {
    const stale = await losingAudio(services, batch);
    for (const one of batch) sum.occurrences += changedPlaces(one);
    sum.block_count += batch.length;
    sum.stale_block_count += stale.length;
    for (const { section_id, block, after } of stale) {
      const provider = casts.get(block.speaker_id ?? "")?.voice.provider;
      if (provider === undefined || block.content.type !== "text") continue;
      const bySection = characters.get(section_id) ?? new Map<string, number>();
      const length = spokenLength(block.content, optionsOf(after), provider);
      characters.set(section_id, bySection.set(provider, (bySection.get(provider) ?? 0) + length));
    }
  }
  // As quotes and holds round: up, once for each section.
  const prices = [...characters.values()].map((bySection) => {
    const work = [...bySection].map(([provider, units]) => ({ provider, characters: units }));
    return snowcoinsFor(costOfWork(work, services.settings.prices));
  });
  return { ...sum, snowcoins: prices.reduce((total, price) => total + price, 0) };
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
