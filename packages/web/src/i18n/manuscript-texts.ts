// The texts that only the check of a text needs. They are loaded with the part that shows them, not with the first screen.

import type { manuscript as english } from "./en/manuscript.ts";
import { language } from "./i18n.ts";

export type ManuscriptTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { manuscript: manuscriptTexts }: { readonly manuscript: ManuscriptTexts } =
  language === "de" ? await import("./de/manuscript.ts") : await import("./en/manuscript.ts");
