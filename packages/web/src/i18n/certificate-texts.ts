// The texts that only the listening certificate needs. They are loaded with its screen, not with the first one.

import type { certificate as english } from "./en/certificate.ts";
import { language } from "./i18n.ts";

export type CertificateTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { certificate: certificateTexts }: { readonly certificate: CertificateTexts } =
  language === "de" ? await import("./de/certificate.ts") : await import("./en/certificate.ts");
