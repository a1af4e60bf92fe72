// The texts about people and their voices, loaded with the parts that show them.

import type { cast as english } from "./en/cast.ts";
import { language } from "./i18n.ts";

export type CastTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { cast: castTexts }: { readonly cast: CastTexts } =
  language === "de" ? await import("./de/cast.ts") : await import("./en/cast.ts");
