// Words that many screens use, and what is said when something went wrong.

export const common = {
  productName: "Fullcast",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  rename: "Rename",
  delete: "Delete",
  edit: "Edit",
  undo: "Undo",
  redo: "Redo",
  more: "More",
  loading: "Loading…",
  tryAgain: "Try again",
  search: "Search",
  narrator: "Narrator",
  chapters: (count: number) => (count === 1 ? "1 chapter" : `${count} chapters`),
  words: (count: string) => `${count} words`,
  lines: (count: number) => (count === 1 ? "1 line" : `${count} lines`),
  about: (length: string) => `≈ ${length}`,
  pageTitle: (screen: string) => `${screen} · Fullcast`,
};

const byCode: { readonly [code: string]: string } = {
  NO_ANSWER: "The server does not answer. Check that it is running.",
  UNREADABLE_ANSWER: "Something between this page and the server changed the answer.",
  UNAUTHENTICATED: "This key is not known here. It may have been revoked.",
  ACCOUNT_DISABLED: "This account is switched off. Ask the person who runs this server.",
  INSUFFICIENT_SCOPE: "The key you signed in with may not do this.",
  INSUFFICIENT_FUNDS: "Your balance is not enough for this. Account shows what is left.",
  NOT_FOUND: "This is not there any more.",
  RATE_LIMITED: "Too many requests at once. Wait a moment.",
  INVALID_REQUEST: "The file is empty, or a field holds something that is not allowed here.",
  REQUEST_TOO_LARGE: "This is more text than one story can hold (8 MB). Split it, or send it as a book file.",
  IMAGE_UNREADABLE: "This file is no complete picture. Choose a JPEG, PNG or WebP file.",
  STORAGE_FULL: "The disk of the server is full. Nothing was lost; it goes on when there is room.",
  STORAGE_QUOTA_EXCEEDED: "Your storage is used up. Delete a story or ask for more room.",
  VERSION_CONFLICT: "This was changed somewhere else in the meantime.",
  STORAGE_UNAVAILABLE: "The disk of the server cannot be used now. Nothing was lost; it goes on when it can.",
  DATABASE_UNAVAILABLE: "The database of the server does not answer now. Nothing was lost; try again in a moment.",
  SERVICE_UNAVAILABLE: "The server is busy with something that has to finish first.",
  INTERNAL: "The server met an unexpected fault. Your work is safe.",
};

/** Texts for a `details.reason` of a code. A reason without one uses the server's explanation, which is English. */
const byReason: { readonly [code: string]: { readonly [reason: string]: string } } = {
  RECORDING_UNREADABLE: {
    too_short: "The recording is too short. Speak first, then press Stop recording.",
    truncated: "The file ends too early. Record again, or choose the whole file.",
  },
};

export const faults = {
  byCode,
  byReason,
  unexpected: "Something unexpected happened on this page. Your saved work is safe.",
  offline: "The server does not answer. Your changes wait here and are sent when it is back.",
  backOnline: "The server is back.",
};
