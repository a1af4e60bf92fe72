// Bundles: exports a project as one file, and creates a project from one.
// Always true: a bundle that is imported into an empty installation gives the same documents, and manifests with the same
// hashes; a file is checked completely before anything is stored.

export { exportBundle } from "./export-bundle.ts";
export { importBundle } from "./import-bundle.ts";
