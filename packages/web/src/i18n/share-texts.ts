// The texts about sharing and the words of a book, loaded with the parts that show them.

import type { share as english } from "./en/share.ts";
import { language } from "./i18n.ts";

export type ShareTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { share: shareTexts }: { readonly share: ShareTexts } =
  language === "de" ? await import("./de/share.ts") : await import("./en/share.ts");
