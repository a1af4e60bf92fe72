// Edits of the script of a section by people: operations, restoring an earlier version, reading and setting it as text.
// Always true: a request takes effect once, completely or not at all; it names its base version, so exactly one of two
// concurrent requests succeeds; every speaker of a script is in the project's cast.

export { editDocument } from "./edit-document.ts";
export { importScript } from "./import-script.ts";
export { type MendBody, mendManuscript } from "./mend.ts";
export { readDocument } from "./read-document.ts";
export { readScript } from "./read-script.ts";
export { previewReplacement, replaceInProject } from "./replace.ts";
export { restoreDocument } from "./restore-document.ts";
export { searchProject } from "./search.ts";
export { changeHistoryEntry, readHistory, stepInHistory } from "./undo.ts";
