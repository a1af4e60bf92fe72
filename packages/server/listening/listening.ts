// Listening to a section while its audio is made: the mix of the export, by segments, from a line on. Always true: a
// segment never changes once it is made; segments that follow one another are one stream; only lines without a price are
// spoken; an account makes at most PREVIEWS_OF_ACCOUNT mixes at a time.

export { advancePreview, LISTENING_QUEUE } from "./advance-preview.ts";
export { sectionsNarrated } from "./narrated.ts";
export { readListeningPlace, writeListeningPlace } from "./places.ts";
export { createPreview, PREVIEWS_OF_ACCOUNT, readPreview, removeOldPreviews } from "./previews.ts";
export { createSectionMixes, type HeardSection, type MixOutline, type SectionMixes } from "./section-mix.ts";
