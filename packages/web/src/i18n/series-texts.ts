// The texts that only Series and the parts of Cast about series need. They are loaded with the part that shows them, not with the first screen.

import type { series as english } from "./en/series.ts";
import { language } from "./i18n.ts";

export type SeriesTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { series: seriesTexts }: { readonly series: SeriesTexts } =
  language === "de" ? await import("./de/series.ts") : await import("./en/series.ts");
