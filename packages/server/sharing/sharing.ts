// Public links: a section or a project published at a page that needs no key, with its data, feed, audio and cover.
// Always true: a slug cannot be guessed and is never reused; one thing has at most one active link; a slug opens what was
// published and nothing else of the account; a revoked link opens nothing, not even audio.

export { forgetHeld, pagesWithFiles, publishedArtifacts } from "./held-pages.ts";
export {
  createListenerPlace,
  deleteListenerPlace,
  readListenerPlace,
  removeUnusedPlaces,
  writeListenerPlace,
} from "./listener-places.ts";
export { PAGE_STYLE } from "./page-style.ts";
export { PAGE_WORDS } from "./page-words.ts";
export { openFinishedFile, openSound, timelineOf } from "./public-audio.ts";
export { mixRoutes } from "./public-mix.ts";
export { head, missingPage, player } from "./public-page.ts";
export { publicRoutes } from "./public-routes.ts";
export {
  hueOf,
  mixedSection,
  notShared,
  type PublicSection,
  type PublicStory,
  sectionOf,
  speakerName,
  storyOf,
} from "./public-story.ts";
export { publish, readShare, revoke, type Shared } from "./share-links.ts";
export { type LinkCounts, linksOfProject, linksOfSection } from "./store.ts";
export { PUBLICATION_QUEUE, updatePage } from "./update-page.ts";
