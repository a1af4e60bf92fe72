// The texts about creating audio, loaded with the first chapter that is opened.

import type { create as english } from "./en/create.ts";
import { language } from "./i18n.ts";

export type CreateTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { create: createTexts }: { readonly create: CreateTexts } =
  language === "de" ? await import("./de/create.ts") : await import("./en/create.ts");
