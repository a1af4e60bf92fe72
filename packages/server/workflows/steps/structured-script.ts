// Turns the text of a section into blocks and new speakers. Pure, so it runs in a thread or in a child process.

import { randomUUID } from "node:crypto";
import { type Block, scriptFromStructure } from "@fullcast/core/document";
import { type AskedPerson, findQuestions, type Question } from "@fullcast/core/language-model";
import {
  type KnownCharacter,
  languageOf,
  type StructureResult,
  structureText,
  TooManyBlocks,
} from "@fullcast/core/structure";

export interface StructureTask {
  readonly text: string;
  readonly known: readonly (KnownCharacter & { readonly id: string })[];
  readonly narratorId: string;
  /** The title of the section. It is a heading if the text begins with it. */
  readonly title?: string;
  /** The largest number of blocks. Structuring stops as soon as there are more. */
  readonly maxBlocks: number;
  /** Lines with a lower confidence are asked about; null without a language model. */
  readonly askBelow: number | null;
}

export interface AskedScript {
  /** They refer to the blocks of the script by index. */
  readonly questions: readonly Question[];
  readonly people: readonly (AskedPerson & { readonly id: string })[];
}

export interface NewSpeaker {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: KnownCharacter["gender"];
  readonly age: KnownCharacter["age"];
  readonly isGroup?: boolean;
}

export type StructuredScript =
  | {
      readonly kind: "script";
      readonly blocks: readonly Block[];
      readonly created: readonly NewSpeaker[];
      readonly asked: AskedScript;
    }
  | { readonly kind: "too_many_blocks" };

/** The answer of the limited child process. */
export type StructureAnswer = StructuredScript | { readonly kind: "limits" } | { readonly kind: "died" };

export function structuredScript({
  text,
  known,
  narratorId,
  title,
  maxBlocks,
  askBelow,
}: StructureTask): StructuredScript {
  let structured: StructureResult;
  try {
    structured = structureText(text, { known, maxBlocks, ...(title !== undefined && { title }) });
  } catch (error) {
    if (error instanceof TooManyBlocks) return { kind: "too_many_blocks" };
    throw error;
  }
  const { ids, created, registered } = registerCharacters(structured, known, narratorId);
  const script = onlyRegistered(structured, registered);
  return {
    kind: "script",
    created,
    asked: askedOf(text, structured, known, ids, askBelow),
    blocks: scriptFromStructure(text, script, { newId: randomUUID, speakerIds: ids, narratorId }),
  };
}

/**
 * The speaker id of every character of a structured text: that of a known person, the project's narrator for the "I" of a
 * first-person book, or a new id for another person with lines.
 */
function registerCharacters(
  structured: StructureResult,
  known: StructureTask["known"],
  narratorId: string,
): { ids: string[]; created: NewSpeaker[]; registered: ReadonlySet<number> } {
  const created: NewSpeaker[] = [];
  const registered = new Set<number>();
  const ids = structured.characters.map((character, index) => {
    const person = character.known === null ? undefined : known[character.known];
    const id = person?.id ?? (character.narrates ? narratorId : randomUUID());
    // A person who never speaks needs no voice.
    if (person === undefined && character.quotes === 0) return id;
    registered.add(index);
    if (person === undefined && !character.narrates) {
      const { name, aliases, gender, age, isGroup } = character;
      created.push({ id, name, aliases, gender, age, isGroup });
    }
    return id;
  });
  return { ids, created, registered };
}

/** Removes candidates without lines. They have no speaker, so no line can be assigned to them. */
function onlyRegistered(structured: StructureResult, registered: ReadonlySet<number>): StructureResult {
  return {
    ...structured,
    blocks: structured.blocks.map((block) => ({
      ...block,
      candidates: block.candidates.filter((candidate) => registered.has(candidate.speaker)),
    })),
  };
}

/** The people of the script, then those of the project that it does not have. */
function askedOf(
  text: string,
  structured: StructureResult,
  known: StructureTask["known"],
  ids: readonly string[],
  askBelow: number | null,
): AskedScript {
  if (askBelow === null) return { questions: [], people: [] };
  const here = new Set(ids);
  const people = [
    ...structured.characters.map((character, index) => ({
      ...facts(character),
      narrates: character.narrates,
      id: ids[index]!,
    })),
    ...known.filter(({ id }) => !here.has(id)).map((person) => ({ ...facts(person), narrates: false, id: person.id })),
  ];
  return {
    people,
    questions: findQuestions(text, structured, people, { threshold: askBelow, language: languageOf(text) }),
  };
}

const facts = ({ name, aliases, gender, age }: Pick<AskedPerson, "name" | "aliases" | "gender" | "age">) => ({
  name,
  aliases,
  gender,
  age,
});
