// A project's cast: one narrator, the characters, and the voice of each.
// What always holds: every project has exactly one narrator; a cast that a user made is never overwritten by automatic
// casting; a speaker with blocks is never deleted; a committed change of the cast increases speaker_registry_version by one
// and rewrites the intents of exactly the blocks of the changed speakers, in the same transaction.

export { addCharacters, addNarrator, type NewCharacter } from "./add-speakers.ts";
export { applyAutomaticCasts, castSpeaker } from "./cast-speaker.ts";
export { castsFrom, castsOf } from "./casts.ts";
export { changeSpeaker, createSpeaker, deleteSpeaker } from "./change-speakers.ts";
export { profileFault } from "./generation-profile.ts";
export { listSpeakers, speakersForDocument, type WireSpeaker, wireSpeakers } from "./list-speakers.ts";
export { mergeSpeakers } from "./merge-speakers.ts";
export { isNarratorOnly, setNarratorOnly } from "./narrator-only.ts";
export { type ProjectCast, presentSpeakers, projectCast } from "./project-cast.ts";
export { refreshAllIntents } from "./refresh-all-intents.ts";
export { type SpeakerRow, speakerRows } from "./store.ts";
