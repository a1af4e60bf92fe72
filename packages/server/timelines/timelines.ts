// The timeline of a section as its audio stands now: for players as text with URLs, for files as units.
// What always holds: a timeline is of one version of script, cast and mastering; the text that is sent is the text that
// was hashed. core/timeline decides; here is what the database knows, and the thread that does it for long sections.

export { type CompiledSection, compileSection } from "./compile-section.ts";
export { getPlaybackManifest } from "./playback.ts";
