// The texts about copies of whole stories. They are loaded with the screens that save and open one, not with the first one.

import type { copies as english } from "./en/copies.ts";
import { language } from "./i18n.ts";

export type CopyTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { copies: copyTexts }: { readonly copies: CopyTexts } =
  language === "de" ? await import("./de/copies.ts") : await import("./en/copies.ts");
