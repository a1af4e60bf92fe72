// What people do to the script of a section: edit it, restore an earlier version, read and set it as text.
// Always true: a request has its effect once, wholly or not at all; it names the document version that it was made
// for, so of two concurrent requests exactly one wins; every speaker of a script is in the project's cast.

export { editDocument } from "./edit-document.ts";
export { importScript } from "./import-script.ts";
export { readDocument } from "./read-document.ts";
export { readScript } from "./read-script.ts";
export { previewReplacement, replaceInProject } from "./replace.ts";
export { restoreDocument } from "./restore-document.ts";
export { searchProject } from "./search.ts";
export { readHistory, stepInHistory } from "./undo.ts";
