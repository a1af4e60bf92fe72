// The shops whose rules are checked: where their rules were read and when, what they demand of a file, and what they demand of
// machine voices. A value that no source states is left out. docs/shops.md has the sources in full.

import {
  acxVerdicts,
  type FileMeasures,
  type RuleVerdict,
  ruleOneOf,
  ruleWithin,
  uniformChannels,
} from "./store-readiness.ts";

export const SHOP_IDS = ["acx", "inaudio", "spotify", "google-play", "apple", "kobo"] as const;
export type ShopId = (typeof SHOP_IDS)[number];

export interface Shop {
  readonly name: string;
  /** The address at which the rules were read, in a stored copy. */
  readonly source: string;
  /** shop: the shop's own page. report: others report or quote the rules. */
  readonly source_kind: "shop" | "report";
  /** The date that the source gives for the rules: a year, month or day (ISO 8601). Null: it gives none. */
  readonly rules_as_of: string | null;
  /** The day on which the rules were read (ISO 8601). */
  readonly read_on: string;
  /**
   * refused: files with machine voices are refused. approved: only those of tools that the shop approves. stated: accepted when
   * stated. unknown: no rule was found.
   */
  readonly machine_voices: "refused" | "approved" | "stated" | "unknown";
  /** The rule about machine voices in one or two sentences. */
  readonly machine_voices_rule: string;
  verdicts(measures: FileMeasures): readonly RuleVerdict[];
}

const READ_ON = "2026-11-25";
const WAV = "pcm_s16le";

export const SHOP_PROFILES: Readonly<Record<ShopId, Shop>> = {
  acx: {
    name: "ACX (Audible)",
    source: "https://chapterpass.com/learn/acx-human-narration-policy",
    source_kind: "report",
    rules_as_of: "2026-06",
    read_on: READ_ON,
    machine_voices: "refused",
    machine_voices_rule:
      "ACX demands narration by a human unless it has authorised something else, and prohibits unauthorised text-to-speech. Do not upload machine voices there.",
    verdicts: acxVerdicts,
  },
  inaudio: {
    name: "Voices by INaudio",
    source: "https://chapterpass.com/learn/acx-vs-findaway-vs-google-play-audio-requirements",
    source_kind: "report",
    rules_as_of: null,
    read_on: READ_ON,
    machine_voices: "approved",
    machine_voices_rule:
      "INaudio is reported to take machine voices only from tools that it has approved (ElevenLabs, Google Play Books, Spoken). Ask INaudio before you upload.",
    verdicts: (measures) => [
      ruleOneOf("codec", measures.codec, ["mp3", "flac"]),
      uniformChannels(measures),
      ruleWithin("chapters_in_file", measures.chapters, "", null, 1),
      ruleWithin("rms", measures.rms_db, "dB", -23, -18),
      ruleWithin("peak", measures.true_peak_db, "dBTP", null, -3),
      ruleWithin("noise_floor", measures.noise_floor_db, "dB", null, -60),
    ],
  },
  spotify: {
    name: "Spotify for Authors",
    source: "https://narratemi.com/articles/tutorials/how-to-publish-audiobook-spotify",
    source_kind: "report",
    rules_as_of: "2026",
    read_on: READ_ON,
    machine_voices: "stated",
    machine_voices_rule:
      "Spotify is reported to take machine voices that are stated at the upload. It labels them: the description begins with “This audiobook is narrated by a digital voice”.",
    verdicts: (measures) => [
      ruleOneOf("codec", measures.codec, ["mp3", "aac"]),
      ruleWithin("sample_rate", measures.sample_rate, "Hz", 44_100, 44_100),
      ...(measures.codec === "mp3"
        ? [ruleWithin("constant_bit_rate", measures.constant_bit_rate, "bit/s", 192_000, null)]
        : []),
      uniformChannels(measures),
    ],
  },
  "google-play": {
    name: "Google Play Books",
    source: "https://support.google.com/books/partner/answer/3424254",
    source_kind: "shop",
    rules_as_of: null,
    read_on: READ_ON,
    machine_voices: "unknown",
    machine_voices_rule:
      "Google makes auto-narrated audiobooks itself. No rule of Google about other machine voices was found. Ask Google, and state the voices.",
    verdicts: (measures) => [
      ruleOneOf("codec", measures.codec, ["mp3", "aac", "flac", WAV]),
      ...(measures.codec === WAV || measures.codec === "flac"
        ? [ruleWithin("sample_rate", measures.sample_rate, "Hz", 44_100, null)]
        : [
            ruleWithin(
              "constant_bit_rate",
              measures.constant_bit_rate,
              "bit/s",
              measures.channels > 1 ? 256_000 : 128_000,
              null,
            ),
          ]),
    ],
  },
  apple: {
    name: "Apple Books",
    source: "https://help.apple.com/itc/audiobooksspec/en.lproj/itcf71b70590.html",
    source_kind: "shop",
    rules_as_of: "2024-12",
    read_on: READ_ON,
    machine_voices: "unknown",
    machine_voices_rule:
      "Apple has a programme of its own for digital narration. No rule of Apple about other machine voices was found. Ask your distributor, and state the voices.",
    verdicts: (measures) => [
      ...(measures.codec === "mp3"
        ? [ruleWithin("constant_bit_rate", measures.constant_bit_rate, "bit/s", 1, null)]
        : []),
      ruleWithin("duration", measures.duration_ms / 60_000, "min", null, 23 * 60),
    ],
  },
  kobo: {
    name: "Kobo Writing Life",
    source:
      "https://kobowritinglife.zendesk.com/hc/en-us/articles/360059385511-How-to-Upload-Your-Audiobook-Directly-on-Kobo",
    source_kind: "shop",
    rules_as_of: null,
    read_on: READ_ON,
    machine_voices: "unknown",
    machine_voices_rule: "No rule of Kobo about machine voices was found. Ask Kobo, and state the voices.",
    // The part of the page that was read states no value of a file.
    verdicts: () => [],
  },
};

/** Null: no rule of the shop is known. */
export const meetsAll = (rules: readonly RuleVerdict[]): boolean | null =>
  rules.length === 0 ? null : rules.every(({ passed }) => passed);
