// Words for the same relative: a child that calls "Mamá" speaks to the person that the narration calls "su madre".

import type { Cast, Person } from "./cast.ts";
import type { Reading } from "./subjects.ts";

const CLASSES = [
  `mamá mama mam mamma mãe mamãe mamo maman mutti mutter mère madre moeder matka mor mom mum mummy mommy mother мама мать mami`,
  `papá papa pap vati vater père padre babbo pai papai pappa far tato tata ojciec папа отец dad daddy father`,
  `abuela oma nonna avó vovó babcia babciu бабушка mormor farmor mamie mamy mémé grand-mère großmutter grandmother grandma granny`,
  `abuelo opa nonno avô vovô dziadek dziadku дедушка дед morfar farfar pépé papi papy grand-père großvater grandfather grandpa granddad`,
].map((words) => words.split(" "));

const CLASS_OF: ReadonlyMap<string, number> = new Map(
  CLASSES.flatMap((words, index) => words.map((word): [string, number] => [word, index])),
);

/** "mum" and "mother" are words for the same relative. */
export function isSameKin(one: string, other: string): boolean {
  return one === other || (CLASS_OF.has(one) && CLASS_OF.get(one) === CLASS_OF.get(other));
}

const relatives = new WeakMap<Cast, ReadonlyMap<number, readonly number[]>>();

function relativesOf(cast: Cast): ReadonlyMap<number, readonly number[]> {
  const known = relatives.get(cast);
  if (known !== undefined) return known;
  const found = new Map<number, number[]>();
  for (const { id, cluster } of cast.people) {
    const kin = cluster?.role == null ? undefined : CLASS_OF.get(cluster.role);
    if (kin !== undefined) found.set(kin, [...(found.get(kin) ?? []), id]);
  }
  relatives.set(cast, found);
  return found;
}

/** The people that an address means: the one of that form, or the only relative of that class. */
export function calledPeople(mention: number, cast: Cast, { mentions }: Reading): readonly number[] {
  const form = mentions.forms[mentions.form[mention]!]!;
  const person = cast.ofForm[form.id]!;
  const kin = form.words.length === 1 ? CLASS_OF.get(form.words[0]!) : undefined;
  if (kin === undefined || cast.people[person]!.spoke > 0) return [person];
  const others = (relativesOf(cast).get(kin) ?? []).filter((id) => id !== person);
  return others.length === 1 ? [person, others[0]!] : [person];
}

/** "her mother" and "Mother" of a scene that has only one of each. The word that the narration uses as a name is the better one. */
export function sameRelatives(cast: Cast, { language }: Reading): [number, number][] {
  if (language.capitalisedKin === undefined) return [];
  const isKin = ({ cluster }: Person, kin: number): boolean =>
    cluster?.role === null &&
    cluster.forms.every(
      ({ words, titles }) => titles.length === 0 && words.length === 1 && CLASS_OF.get(words[0]!) === kin,
    );
  const found: [number, number][] = [];
  for (const [kin, nouns] of relativesOf(cast)) {
    const names = cast.people.filter((person) => isKin(person, kin));
    if (nouns.length !== 1 || names.length !== 1) continue;
    const narrated = names[0]!.cluster!.forms.some((form) => form.narrated > 0);
    found.push(narrated ? [nouns[0]!, names[0]!.id] : [names[0]!.id, nouns[0]!]);
  }
  return found;
}
