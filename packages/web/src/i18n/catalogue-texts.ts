// The texts about the catalogue, loaded with the part of Account that shows them.

import type { catalogue as english } from "./en/catalogue.ts";
import { language } from "./i18n.ts";

export type CatalogueTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { catalogue }: { readonly catalogue: CatalogueTexts } =
  language === "de" ? await import("./de/catalogue.ts") : await import("./en/catalogue.ts");
