// Public links: a section or a project published at a page that needs no key, and what stands there. What always holds:
// a slug cannot be guessed and is never used again; of one thing at most one link is active; whoever comes with a slug
// sees what was published and nothing else of the account; a revoked link opens nothing, its audio included.

export { publicRoutes } from "./public-routes.ts";
export { publish, readShare, revoke, type Shared } from "./share-links.ts";
export { type LinkCounts, linksOfProject, linksOfSection } from "./store.ts";
