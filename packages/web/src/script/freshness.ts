// Whether a line's audio is of today, in words.

import type { BlockMedia } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";

export interface FreshnessWords {
  readonly state: "none" | "current" | "stale" | "absent" | "speaking" | "failed";
  readonly short: string;
  /** With the reasons. */
  readonly full: string;
}

export function freshnessWords(media: BlockMedia | undefined): FreshnessWords {
  const same = (state: FreshnessWords["state"], words: string): FreshnessWords => ({
    state,
    short: words,
    full: words,
  });
  if (media === undefined || media.freshness === "unsupported") return same("none", "");
  if (media.activity === "generating") return same("speaking", t.script.speaking);
  if (media.activity === "failed") {
    return { state: "failed", short: t.script.speakFailed, full: media.error ?? t.script.speakFailed };
  }
  if (media.freshness === "current") return same("current", t.script.upToDate);
  if (media.freshness === "absent") return same("absent", t.script.noAudio);
  const reasons = (media.stale_reasons ?? []).map((reason) => t.script.reasons[reason]).join(", ");
  return {
    state: "stale",
    short: t.script.outOfDate,
    full: reasons === "" ? t.script.outOfDate : t.script.because(reasons),
  };
}
