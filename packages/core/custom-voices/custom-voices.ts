// Voices that an account has made by an engine: cloned from recordings of a person who agreed, or designed from words.
// Always true: no voice is cloned without a record of consent.

export {
  CLONE_CONSENT_VERSION,
  type CloneConsentFacts,
  cloneConsentText,
} from "./consent-text.ts";
export { markedName, markIn } from "./mark.ts";
export { REFERENCE_MS, type Reference, type ReferenceLimits, referenceFault } from "./references.ts";
