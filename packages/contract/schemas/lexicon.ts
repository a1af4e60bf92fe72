// The lexicon of a project.

import { faultOfPronunciation, type LexiconEntry } from "@fullcast/core/lexicon";
import { z } from "zod";
import { isLanguageTag, LANGUAGE_TAG_SHAPE } from "../language-tag.ts";
import { LIMITS } from "../limits.ts";
import { count, text, trimmedText, uuid, version } from "./primitives.ts";

const language = text({ max: LIMITS.lexicon_language_units })
  .refine(isLanguageTag, "must be a language tag (BCP 47), such as en or de-AT")
  .meta({ pattern: LANGUAGE_TAG_SHAPE.source });

const fields = {
  term: trimmedText({ min: 1, max: LIMITS.lexicon_term_units }),
  case_sensitive: z.boolean(),
  alphabet: z.enum(["ipa", "x-sampa", "cmu", "alias"]),
  value: text({ min: 1, max: LIMITS.pronunciation_units }),
  language: language.nullable(),
  speaker_id: uuid.nullable(),
};

function checkValue(entry: Pick<LexiconEntry, "alphabet" | "value">, context: z.RefinementCtx): void {
  const message = faultOfPronunciation(entry.alphabet, entry.value);
  if (message !== null) context.addIssue({ code: "custom", path: ["value"], message });
}

export const lexiconEntry = z.strictObject({ id: uuid, ...fields }).meta({ id: "LexiconEntry" });

/** How a word of a sample is pronounced; it is stored nowhere. */
export const samplePronunciation = z
  .strictObject({ term: fields.term, alphabet: fields.alphabet, value: fields.value })
  .superRefine(checkValue)
  .meta({ id: "SamplePronunciation", description: "How a word of a sample is pronounced." });

export const lexiconEntryBody = z
  .strictObject({
    id: uuid.exactOptional(),
    term: fields.term,
    case_sensitive: fields.case_sensitive.default(false),
    alphabet: fields.alphabet,
    value: fields.value,
    language: fields.language.default(null),
    speaker_id: fields.speaker_id.default(null),
  })
  .superRefine(checkValue)
  .meta({ id: "LexiconEntryBody" });

const lexicon = {
  project_id: uuid,
  lexicon_version: version,
  entries: z.array(lexiconEntry).max(LIMITS.lexicon_entries),
};

export const projectLexicon = z.strictObject(lexicon).meta({ id: "Lexicon" });

export const lexiconResult = z
  .strictObject({ ...lexicon, stale_block_count: count, idempotent_replay: z.boolean() })
  .meta({ id: "LexiconResult" });

export const lexiconPreview = z
  .strictObject({ occurrences: count, block_count: count, stale_block_count: count, snowcoins: count })
  .meta({ id: "LexiconPreview" });
