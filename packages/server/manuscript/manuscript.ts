// The check of a manuscript: of a story as its scripts are, and of a file that is not imported yet.
// Always true: no text is changed and no engine is asked; the work is done in threads with limits, and accounts take turns.

export { checkPreview } from "./check-preview.ts";
export { checkStory } from "./check-story.ts";
export { ignoreFindings, restoreFindings } from "./ignored.ts";
