// The texts of the choice of chapters. They are loaded with the dialogs that have it, not with the first screen.

import type { chapters as english } from "./en/chapters.ts";
import { language } from "./i18n.ts";

export type ChapterTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { chapters: chapterTexts }: { readonly chapters: ChapterTexts } =
  language === "de" ? await import("./de/chapters.ts") : await import("./en/chapters.ts");
