// Voices that an account has an engine make: cloned from recordings of a person who agreed, or designed from words. A request
// stores what was confirmed; a job makes the voice; the catalogue then shows it to its account alone (engines/catalogue.ts).

export { giveUpCustomVoice, makeCustomVoice, removeAtEngine } from "./make.ts";
export {
  designedVoicesOf,
  readCustomVoice,
  removeCustomVoice,
  removeCustomVoicesOf,
  removeDesignedVoices,
} from "./remove.ts";
export { listCustomVoices, readCloneConsent, requestCustomVoice } from "./request.ts";
export { CUSTOM_VOICE_QUEUE, REMOVED_VOICE_QUEUE } from "./store.ts";
