// The texts about voices that engines make for an account. They are loaded with the part that shows them, not with the first screen.

import type { ownVoices as english } from "./en/own-voices.ts";
import { language } from "./i18n.ts";

export type OwnVoiceTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { ownVoices }: { readonly ownVoices: OwnVoiceTexts } =
  language === "de" ? await import("./de/own-voices.ts") : await import("./en/own-voices.ts");
