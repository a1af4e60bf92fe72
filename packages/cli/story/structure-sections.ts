// What structuring makes of a story that is read section by section, as the service prepares a project: the people of
// earlier sections are known in later ones. The test in tests/cli compares it with a prepared project.

import { type StructuredCharacter, type StructureResult, structureText } from "@fullcast/core/structure";

export interface SectionText {
  readonly title: string;
  readonly text: string;
}

export interface StructuredStory {
  /** All sections, with `between` after each but the last: what the offsets point into. */
  readonly text: string;
  readonly sections: readonly { readonly title: string; readonly start_utf16: number; readonly end_utf16: number }[];
  readonly structured: StructureResult;
}

/** At most this many certain lines of a person describe the manner of speech; the same limits as in the service. */
const LINES_PER_SPEAKER = 200;
const CERTAIN = 0.9;

/** @param between What parts two sections; it belongs to the last block before it. */
export function structureSections(sections: readonly SectionText[], between: string): StructuredStory {
  const people: (StructuredCharacter & { readonly lines: string[] })[] = [];
  const blocks: StructureResult["blocks"][number][] = [];
  const places: StructuredStory["sections"][number][] = [];
  const texts: string[] = [];
  let start = 0;
  for (const [index, { title, text }] of sections.entries()) {
    const knownPlaces = people.flatMap((person, place) => (person.narrates ? [] : [place]));
    const known = knownPlaces.map((place) => {
      const { name, aliases, gender, age, lines } = people[place]!;
      return { name, aliases, gender, age, lines: lines.toSorted().slice(0, LINES_PER_SPEAKER) };
    });
    const structured = structureText(text, { known, title });
    const placeOf = structured.characters.map((character) => {
      if (character.known !== null) return knownPlaces[character.known]!;
      const narrator = character.narrates ? people.findIndex((person) => person.narrates) : -1;
      if (narrator >= 0) return narrator;
      // A person who never speaks is no speaker of the project.
      return character.quotes === 0 && !character.narrates
        ? -1
        : people.push({ ...character, quotes: 0, lines: [] }) - 1;
    });
    const shift = <Place extends { readonly start_utf16: number; readonly end_utf16: number }>(
      place: Place,
    ): Place => ({
      ...place,
      start_utf16: place.start_utf16 + start,
      end_utf16: place.end_utf16 + start,
    });
    const isLast = index === sections.length - 1;
    for (const [at, block] of structured.blocks.entries()) {
      const speaker = block.speaker === null ? null : placeOf[block.speaker]!;
      const person = speaker === null ? undefined : people[speaker];
      if (speaker !== null && person !== undefined) {
        people[speaker] = { ...person, quotes: person.quotes + 1 };
        if ((block.confidence ?? 0) >= CERTAIN) person.lines.push(text.slice(block.start_utf16, block.end_utf16));
      }
      const moved = shift(block);
      const isEnd = at === structured.blocks.length - 1 && !isLast;
      blocks.push({
        ...moved,
        end_utf16: moved.end_utf16 + (isEnd ? between.length : 0),
        exclusions: block.exclusions.map(shift),
        speech_tags: block.speech_tags.map(shift),
        speaker,
        candidates: block.candidates.flatMap(({ speaker: candidate, score }) =>
          placeOf[candidate] === -1 ? [] : [{ speaker: placeOf[candidate]!, score }],
        ),
      });
    }
    places.push({ title, start_utf16: start, end_utf16: start + text.length });
    texts.push(text);
    start += text.length + (isLast ? 0 : between.length);
  }
  return {
    text: texts.join(between),
    sections: places,
    structured: { blocks, characters: people.map(({ lines: _, ...person }) => person) },
  };
}
