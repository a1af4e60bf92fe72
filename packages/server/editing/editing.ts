// What people do to the script of a section: edit it, bring an earlier version back, write it anew.
// What always holds: a request has its effect once, wholly or not at all; it needs the document version that it was made
// for, so that of two at once exactly one wins; nobody speaks in a script who is not in the project's cast.

export { editDocument } from "./edit-document.ts";
export { importScript } from "./import-script.ts";
export { readDocument } from "./read-document.ts";
export { restoreDocument } from "./restore-document.ts";
