// The timeline of a section from its current audio: as text with URLs for players, as units for files.
// Always true: a timeline is of one version of script, cast and mastering; the text that is sent is the text that
// was hashed. core/timeline has the rules; this room reads the rows and runs the thread for long sections.

export { type CompiledSection, compileSection, type SectionOpening } from "./compile-section.ts";
export { getPlaybackManifest } from "./playback.ts";
