// The texts about files, which only Export and the details of a story need. They are loaded with the part that shows them,
// not with the first screen.

import type { exports as english } from "./en/exports.ts";
import { language } from "./i18n.ts";

export type ExportTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { exports: exportTexts }: { readonly exports: ExportTexts } =
  language === "de" ? await import("./de/exports.ts") : await import("./en/exports.ts");
