// Catalogues: the finished books of an account as OPDS 1.2 (Atom) and OPDS 2.0 (JSON), for reading programs.
// Always true: only the hash of a token is stored; a token opens the catalogue, its covers and its files, and nothing else; a deleted
// link opens nothing.

export { createCatalogueLink, deleteCatalogueLink, listCatalogueLinks } from "./catalogue-links.ts";
export { catalogueRoutes } from "./catalogue-routes.ts";
export { cataloguedArtifacts } from "./finished-books.ts";
