// The texts about sounds, loaded with the parts that show them.

import type { sounds as english } from "./en/sounds.ts";
import { language } from "./i18n.ts";

export type SoundTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { sounds: soundTexts }: { readonly sounds: SoundTexts } =
  language === "de" ? await import("./de/sounds.ts") : await import("./en/sounds.ts");
