// A project's cast: one narrator, the characters, and the voice of each.
// Always true: every project has exactly one narrator; a cast that a user made is never overwritten by automatic
// casting; a speaker with blocks is never deleted; a committed change of the cast increases speaker_registry_version by one
// and rewrites the intents of exactly the blocks of the changed speakers, in the same transaction.

export { addCharacters, addNarrator, type NewCharacter, roleOf } from "./add-speakers.ts";
export { similarVoices, suggestMerges } from "./cast-advice.ts";
export { castMissingVoices } from "./cast-missing.ts";
export { applyAutomaticCasts, castSpeaker } from "./cast-speaker.ts";
export { castableVoices } from "./castable-voices.ts";
export { castingSpeaker } from "./casting-speaker.ts";
export { SPELLING_UNITS } from "./casting-story.ts";
export { castOfVoice, castsFrom, castsOf } from "./casts.ts";
export { changeSpeaker, createSpeaker, deleteSpeaker } from "./change-speakers.ts";
export { profileFault } from "./generation-profile.ts";
export {
  listSpeakers,
  readSpeakerLines,
  speakersForDocument,
  type WireSpeaker,
  wireSpeakers,
} from "./list-speakers.ts";
export { mergeSpeakers } from "./merge-speakers.ts";
export { type ProjectCast, presentSpeakers, projectCast } from "./project-cast.ts";
export { changeProjectCasting, projectCasting } from "./project-casting.ts";
export { respeakProject, respeakVoices, VOICES_QUEUE } from "./respeak-voices.ts";
export { restoreSpeakers } from "./restore-speakers.ts";
export { hasUncast, registryVersion, type SpeakerRow, speakerRows } from "./store.ts";
export { newAliases, type TakenOver, takeOver } from "./take-over.ts";
export { changedSince, putSpeakersBack, recastAfter, removeAddedSpeakers } from "./undo-speakers.ts";
export { castingLanguage, LANGUAGE_UNITS, languageForCasting, readUnspokenLanguage } from "./unspoken-language.ts";
export { listMisfits } from "./voice-misfits.ts";
