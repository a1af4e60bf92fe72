// Public links: a section or a project published at a page that needs no key, with its data, feed, audio and cover. What
// always holds: a slug cannot be guessed and is never reused; one thing has at most one active link; a slug opens what was
// published and nothing else of the account; a revoked link opens nothing, not even audio.

export { publicRoutes } from "./public-routes.ts";
export { publish, readShare, revoke, type Shared } from "./share-links.ts";
export { type LinkCounts, linksOfProject, linksOfSection } from "./store.ts";
