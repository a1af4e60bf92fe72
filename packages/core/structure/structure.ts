// Turns raw story text into a script: paragraphs, headings, scene breaks, dialogue and narration; the cast; the speaker of
// each line with a confidence. Each source of evidence has its own file; one file decides (decide.ts).
// Always true: blocks are contiguous from 0 to the text's length, so their concatenation is the text.

import { agesOfSpeakers } from "./ages.ts";
import { stretches } from "./blocks.ts";
import { SHORT } from "./candidates.ts";
import { gatherCast } from "./cast.ts";
import { hasConversation } from "./conversation.ts";
import { decideSpeakers } from "./decide.ts";
import { type LaidOutParagraph, layOut } from "./dialogue.ts";
import { groupSpeakers } from "./groups.ts";
import { hardEvidence } from "./hard-evidence.ts";
import { uniteIdentities } from "./identities.ts";
import { knownNames } from "./known-people.ts";
import { joinStatedSpeakers, labelledSpeakers } from "./labelled-speakers.ts";
import { languageOfText } from "./language/languages.ts";
import { withLearnedRoles } from "./learned-roles.ts";
import { findMentions } from "./mentions.ts";
import { personsList } from "./persons-list.ts";
import type { StructureOptions, StructureResult } from "./script.ts";
import { assembleScript } from "./script-assembly.ts";
import { withSecondPerson } from "./second-person.ts";
import { spokenTags } from "./spoken-tags.ts";
import { reading } from "./subjects.ts";
import { tokenize } from "./tokens.ts";
import { findLines } from "./units.ts";
import { unspacedSpeakers } from "./unspaced-tags.ts";

export {
  agesClash,
  type JudgedPair,
  type Recognition,
  type RecognitionReason,
  recognisePeople,
  type SeriesFigure,
  seriesKey,
} from "./known-in-series.ts";
export {
  type MergeReason,
  type MergeSuggestion,
  mergeConfidence,
  mergeSuggestions,
  type StoryPerson,
  type StoryTurn,
} from "./merge-suggestions.ts";
export { gendersClash } from "./name-forms.ts";
/** The language of a text as BCP 47 primary subtag; "en" without evidence. */
export function languageOf(text: string): string {
  return languageOfText(text).code;
}

export {
  type Age,
  type BlockEvidence,
  type BlockExclusion,
  type Gender,
  type KnownCharacter,
  MAX_BLOCK_UNITS,
  type StructuredBlock,
  type StructuredCharacter,
  type StructureOptions,
  type StructureResult,
  TooManyBlocks,
} from "./script.ts";
export { primaryLanguage, storyLanguage } from "./story-language.ts";

/**
 * Structures a story.
 *
 * `text` may be any string, including lone surrogates; time grows linearly with its length. Offsets of the result are
 * UTF-16 code units into it. The result's characters are the people who speak, most lines first. The same text and
 * options give the same result.
 *
 * @throws TooManyBlocks when the script has more than `options.maxBlocks` blocks, before people are searched.
 */
export function structureText(text: string, options: StructureOptions = {}): StructureResult {
  const listed = languageOfText(text);
  const known = options.known ?? [];
  const paragraphs = layOut(text, options.maxBlocks, options.title ?? null);
  const parts = stretches(text, paragraphs, options.maxBlocks);
  const tokens = tokenize(text, paragraphs, listed);
  const isShort = paragraphs.filter(({ speech }) => speech.length > 0).length < SHORT;
  const language = withSecondPerson(tokens, withLearnedRoles(tokens, listed, isShort));
  const mentions = findMentions(text, tokens, language, knownNames(known, language));
  const read = reading(tokens, mentions, language);
  const lines = findLines(text, paragraphs, read);
  if (lines.length > 0 && !hasConversation(text, paragraphs, lines, tokens)) return onlyNarration(text, paragraphs);
  const cast = uniteIdentities(gatherCast(read, lines, known), lines, read);
  const decisions = decideSpeakers(lines, cast, read, known);
  const ages = agesOfSpeakers(
    lines,
    decisions.map(({ person }) => person),
    read,
  );
  for (const [person, age] of ages) cast.people[person]!.age ??= age;
  const labelled = joinStatedSpeakers(
    cast,
    new Map([
      ...groupSpeakers(lines),
      ...unspacedSpeakers(text, paragraphs, language),
      ...labelledSpeakers(paragraphs, language),
    ]),
    personsList(text, language),
  );
  const tags = spokenTags(lines, read);
  const hard = hardEvidence(lines, decisions, cast, read);
  return assembleScript(parts, lines, decisions, labelled.cast, known, labelled.decisions, tags, hard);
}

/** A text without conversation: the narrator reads its quotes, without a pause inside the sentence. */
function onlyNarration(text: string, paragraphs: readonly LaidOutParagraph[]): StructureResult {
  const parts = stretches(
    text,
    paragraphs.map((paragraph) => ({ ...paragraph, speech: [] })),
  );
  return assembleScript(parts, [], [], { people: [], ofForm: new Int32Array(0), narrator: -1 }, [], new Map(), []);
}
