// The publishing passport: what a story's files are made of, in one document that an installation signs. The document is
// data; the page is written from it. The signature is made and checked outside of core.

import { canonicalJson } from "../json/json.ts";
import type { Passport, PassportWarning } from "./passport-document.ts";

export {
  type CloneConsentFact,
  PASSPORT_FORMAT,
  type Passport,
  type PassportConsent,
  type PassportFile,
  type PassportSound,
  type PassportVoice,
  type PassportWarning,
  type ShopCheck,
  type SignedPassport,
  WARNING_CODES,
} from "./passport-document.ts";
export { type PassportLanguage, passportPage } from "./passport-page.ts";

/** The text that is signed: canonical JSON (RFC 8785). */
export const signedText = (passport: unknown): string => canonicalJson(passport);

/** What to look at before publishing. */
export function passportWarnings(
  of: Pick<Passport, "voices" | "recorded_lines" | "consents" | "sounds" | "narration" | "undisclosed_reason">,
): PassportWarning[] {
  const warnings: PassportWarning[] = [];
  for (const { voice, engine, license, may_publish } of of.voices) {
    if (may_publish === null) {
      const message = `Whether recordings with ${voice} (${engine}) may be published is unknown. Its licence is stated as: ${license}. Read it before you publish.`;
      warnings.push({ code: "license_unknown", subject: `${voice} (${engine})`, message });
    }
    if (may_publish === false) {
      const message = `The licence of ${voice} (${engine}) forbids publication or sale: ${license}. Cast another voice.`;
      warnings.push({ code: "license_forbids", subject: `${voice} (${engine})`, message });
    }
  }
  const withoutConsent = of.consents.reduce((left, { lines }) => left - lines, of.recorded_lines);
  if (withoutConsent > 0) {
    const lines = withoutConsent === 1 ? "1 line is a recording" : `${withoutConsent} lines are recordings`;
    const message = `${lines} of a person without a stored consent: keep the written consent of each person yourself.`;
    warnings.push({ code: "consent_missing", subject: String(withoutConsent), message });
  }
  for (const { name, origin } of of.sounds) {
    if (origin !== "catalog") continue;
    const message = `The sound “${name}” was shared by another account. Ask for its rights before you sell the book.`;
    warnings.push({ code: "sound_of_others", subject: name, message });
  }
  if (of.undisclosed_reason !== null && of.narration !== null && of.narration !== "human") {
    const message = `Files and pages do not state that machines speak. The given reason: ${of.undisclosed_reason}`;
    warnings.push({ code: "undisclosed", subject: of.undisclosed_reason, message });
  }
  return warnings;
}
