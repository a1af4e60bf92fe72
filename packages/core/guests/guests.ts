// People who lend a voice: the text that a guest agrees to, the cue before a line, and the state of a guest link.
// Always true: a link that is not open shows no words of the story; a consent is withdrawn once and for good.

export {
  CONSENT_LANGUAGES,
  CONSENT_VERSION,
  type ConsentFacts,
  type ConsentLanguage,
  consentText,
} from "./consent-text.ts";
export { CUE_UNITS, type CueLine, cueBefore, cueOf } from "./cue.ts";
export { type GuestDoor, type GuestLinkState, guestDoor, guestLinkState } from "./link-state.ts";
