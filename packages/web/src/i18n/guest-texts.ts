// The texts about guests, which only Cast needs. They are loaded with the part that shows them, not with the first screen.

import type { guests as english } from "./en/guests.ts";
import { language } from "./i18n.ts";

export type GuestTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { guests }: { readonly guests: GuestTexts } =
  language === "de" ? await import("./de/guests.ts") : await import("./en/guests.ts");
