// The files inside a bundle (`.fullcast`), which holds a whole project for another installation.

import { CONSENT_LANGUAGES } from "@fullcast/core/guests";
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  BOOK_FORMATS,
  bookAuthor,
  bookDetails,
  bookLanguage,
  bookLyrics,
  bookTitle,
  undisclosedReason,
} from "./books.ts";
import { block, generationProfileOverride } from "./document.ts";
import { lexiconEntry } from "./lexicon.ts";
import { masteringProfile } from "./manifest.ts";
import { count, hash, jsonObject, jsonValue, text, uuid, version } from "./primitives.ts";
import { seriesName, seriesPronunciation } from "./series.ts";
import { age, gender } from "./voices.ts";

export const BUNDLE_FORMAT = "fullcast-bundle-1";
/** The most files that a bundle may hold. */
export const BUNDLE_ENTRIES = 250_000;

const lufs = z.number().min(-120).max(24);
const peak = z.number().min(-200).max(24);
const durationMs = z.int().min(1).max(LIMITS.sound_duration_ms.max);

/** `manifest.json`, the last entry. An import refuses files that it does not name. */
export const bundleManifest = z.object({
  format: z.literal(BUNDLE_FORMAT),
  made_by: text({ max: 200 }),
  files: z.array(z.object({ name: text({ min: 1, max: 200 }), sha256: hash, size_bytes: count })).max(BUNDLE_ENTRIES),
});

const person = {
  id: uuid,
  name: text({ min: 1, max: 200 }),
  role: z.enum(["narrator", "character", "group"]),
  aliases: z.array(text({ max: 200 })).max(200),
  gender: gender.nullable(),
  age: age.nullable(),
  description: text({ max: 10_000 }).nullable(),
};
const casting = {
  /** The engine and its id of the voice. Null if the engine was unavailable when the bundle was written. */
  voice: z.object({ provider: text({ min: 1, max: 64 }), id: text({ min: 1, max: 200 }) }).nullable(),
  voice_id: uuid,
  generation_profile: generationProfileOverride.nullable(),
};

const bundleSpeaker = z.object({
  ...person,
  color_index: count,
  casting: z.object({ ...casting, source: z.enum(["automatic", "user"]) }).nullable(),
});

/** The series of the project with all its people, and what was said about speakers of the project. */
const bundleSeries = z.object({
  id: uuid,
  name: seriesName,
  people: z
    .array(
      z.object({
        ...person,
        casting: z.object(casting).nullable(),
        pronunciations: z.array(seriesPronunciation).max(LIMITS.lexicon_entries),
        sample_text: text({ max: 1_000 }).nullable(),
        relations: z.array(uuid).max(LIMITS.series_people),
      }),
    )
    .max(LIMITS.series_people),
  speakers: z.array(z.object({ person_id: uuid, speaker_id: uuid, is_same: z.boolean() })).max(100_000),
});

const momentText = z.iso.datetime({ offset: true });
const shortName = text({ min: 1, max: 200 });

/** The consent of a person who lent a voice. Its link does not travel: the guest's address opens the first installation only. */
const bundleConsent = z.object({
  /** The same in every bundle and on every installation. */
  id: uuid,
  /** The character who has the lines. Null: deleted. */
  speaker_id: uuid.nullable(),
  person: shortName,
  guest_name: shortName,
  asked_by: shortName,
  name: shortName,
  version: z.int().min(1).max(1_000_000),
  language: z.enum(CONSENT_LANGUAGES),
  text: text({ min: 1, max: 20_000 }),
  agreed_at: momentText,
  withdrawn_at: momentText.nullable(),
  /** SHA-256 of the recordings that it covers. */
  recordings: z.array(hash).max(100_000),
});

const bundleSound = z.object({
  id: uuid,
  name: text({ min: 1, max: 120 }),
  description: text({ min: 1, max: 1_000 }),
  tags: z.array(text({ min: 1, max: 100 })).max(12),
  linked: z.boolean(),
  current_revision_id: uuid,
  revisions: z
    .array(
      z.object({
        id: uuid,
        revision_number: version,
        asset_id: uuid,
        audio: hash,
        duration_ms: durationMs,
        integrated_lufs: lufs,
        sample_peak_dbfs: peak,
      }),
    )
    .min(1)
    .max(1_000),
});

const bundleSection = z.object({
  id: uuid,
  title: text({ max: LIMITS.section_title_units }),
  document_version: version,
  sound_effects_enabled: z.boolean(),
});

/** `project.json`. */
export const bundleProject = z.object({
  id: uuid,
  project_kind: z.enum(["standalone", "named"]),
  name: text({ min: 1, max: LIMITS.project_name_units }).nullable(),
  casting_defaults_mode: z.enum(["apply_exact", "suggest", "ignore"]),
  default_automation_profile: z.enum(["quick", "balanced", "directed"]),
  narrator_only: z.boolean(),
  section_order_version: version,
  speaker_registry_version: version,
  sound_source_registry_version: version,
  mastering_version: version,
  mastering_profile: masteringProfile,
  lexicon_version: version,
  lexicon: z.array(lexiconEntry).max(LIMITS.lexicon_entries),
  book: z
    .object({
      title: bookTitle.nullable(),
      author: bookAuthor.nullable(),
      language: bookLanguage.nullable(),
      ...bookDetails,
      lyrics: bookLyrics.optional(),
      undisclosed_reason: undisclosedReason.optional(),
      format: z.enum(BOOK_FORMATS).nullable(),
      has_cover: z.boolean(),
    })
    .nullable(),
  /** Whether `original.epub` is there. Absent: no EPUB is kept, or the bundle was written before it carried it. */
  has_original: z.boolean().optional(),
  speakers: z.array(bundleSpeaker).min(1).max(10_000),
  /** Absent: the project belongs to no series, or the bundle was written before there were series. */
  series: bundleSeries.optional(),
  /** Absent: no person agreed to lend a voice, or the bundle was written before it carried consents. */
  consents: z.array(bundleConsent).max(200).optional(),
  sounds: z.array(bundleSound).max(10_000),
  sections: z.array(bundleSection).min(1).max(LIMITS.import_chapters),
});

/** A line of `sections/NNNN/blocks.jsonl`. */
export const bundleBlock = z.object({ block, intent_hash: hash.nullable() });

/** A line of `sections/NNNN/takes.jsonl`. */
export const bundleTake = z.object({
  id: uuid,
  block_id: uuid,
  block_version: version,
  intent_hash: hash,
  intent_parts: jsonObject,
  asset_id: uuid,
  audio: hash,
  provider: text({ min: 1, max: 64 }),
  model: text({ min: 1, max: 200 }).nullable(),
  voice_id: uuid.nullable(),
  /** The last three are absent in bundles that were written before lines had several takes. */
  source: z.enum(["engine", "recording"]).default("engine"),
  rank: z.int().min(0).default(0),
  choice: z.strictObject({ for_hash: hash.nullable(), locked: z.boolean() }).nullable().default(null),
  duration_ms: durationMs,
  integrated_lufs: lufs,
  sample_peak_dbfs: peak,
  words: jsonValue.nullable(),
  warnings: z
    .array(text({ max: 2_000 }))
    .max(100)
    .nullable(),
  created_at: momentText,
});

export type BundleManifest = z.output<typeof bundleManifest>;
export type BundleProject = z.output<typeof bundleProject>;
export type BundleBlock = z.output<typeof bundleBlock>;
export type BundleTake = z.output<typeof bundleTake>;
