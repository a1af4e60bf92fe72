// People who lend a voice: guest links, the consents and the recordings that come through them.
// Always true: only the hash of a token is stored; a guest sees the lines of one character and nothing else of the story; nothing
// is recorded before a consent; a recording becomes a take by the owner's choice, unless the owner allowed it before; after a
// withdrawal no take of the guest exists.

export { consentsOfProject, deniedSounds, restoreConsents } from "./bundled-consents.ts";
export { agreeAsGuest, withdrawAsGuest, withdrawForGuest } from "./consents.ts";
export { listGuestLines, readGuest } from "./guest-lines.ts";
export { createGuestLink, listGuestLinks, revokeGuestLink } from "./guest-links.ts";
export { readGuestRecording, recordAsGuest, removeEndedDrafts, sendAsGuest } from "./guest-recordings.ts";
export { guestRoutes } from "./guest-routes.ts";
export { readGuestUse } from "./guest-use.ts";
export {
  declineGuestRecording,
  listGuestRecordings,
  readSentRecording,
  useGuestRecording,
} from "./sent-recordings.ts";
