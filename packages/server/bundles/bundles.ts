// Bundles: a project as one file, and a project made of one.
// Always true: a bundle that is imported into an empty installation gives the same documents and manifests with the same
// hashes; nothing of a file is trusted before it is checked, and a file that is refused stores nothing.

export { exportBundle } from "./export-bundle.ts";
export { importBundle } from "./import-bundle.ts";
