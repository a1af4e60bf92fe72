// People whose voice does not suit them, in the words of the studio.

import { useQuery } from "@tanstack/react-query";
import { api, type Speaker } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { language } from "../i18n/i18n.ts";
import { accentWords } from "./cast-state.ts";

export type Misfit = Awaited<ReturnType<typeof api.call<"listVoiceMisfits">>>["misfits"][number];
type Reason = Misfit["reasons"][number];

/** The misfits of a cast. Each version of the cast is asked once. */
export function useMisfits(projectId: string, registryVersion: number | undefined, narratorOnly: boolean | undefined) {
  return useQuery({
    queryKey: [...keys.speakers(projectId), "advice", registryVersion, "misfits", narratorOnly],
    queryFn: ({ signal }) => api.call("listVoiceMisfits", { params: { projectId }, signal }),
    placeholderData: (held) => held,
    enabled: registryVersion !== undefined,
  });
}

/** Another voice or another reason is new advice. */
export const nameOfMisfit = ({ speaker_id, voice_id, reasons }: Misfit): string =>
  [speaker_id, voice_id, ...reasons.map(({ kind, wanted }) => `${kind}=${wanted}`)].join(" ");

/** Relatives that a sentence names. */
const MOST_NAMED = 3;

/**
 * One or two sentences: "Pip is a child, and the voice sounds old." The accent is only mentioned by itself: a wrong gender or
 * age is reason enough.
 */
export function misfitWords({ reasons }: Misfit, person: Speaker, people: readonly Speaker[]): string {
  const plain = reasons.flatMap(({ kind, wanted, has }) =>
    kind === "accent" ? [] : [castTexts.misfits[kind](person.name, wanted, has)],
  );
  if (plain.length > 0) return plain.join(" ");
  return reasons
    .map(({ wanted, has, relative_ids }) => {
      const names = people.filter(({ id }) => relative_ids.includes(id)).map(({ name }) => name);
      const more = names.length - MOST_NAMED;
      const named = more > 1 ? [...names.slice(0, MOST_NAMED), castTexts.more(more)] : names;
      return castTexts.misfits.accent(
        person.name,
        accentWords(wanted),
        accentWords(has),
        new Intl.ListFormat(language).format(named),
      );
    })
    .join(" ");
}

/** A few words for the row of the person: "Check gender and age". */
export const misfitMark = (reasons: readonly Reason[]): string =>
  castTexts.misfitMark(new Intl.ListFormat(language).format(reasons.map(({ kind }) => castTexts.misfitKinds[kind])));

/** A sentence that can begin with a name such as "the boy". */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
