// The list of stories.

export const library = {
  series: "Series",
  title: "Stories",
  newStory: "New story",
  search: "Search stories",
  none: "No story yet",
  welcome: "Give every character a voice",
  steps: [
    "Paste a chapter, or open a book.",
    "Fullcast finds who speaks, and each character gets a voice.",
    "Listen, correct, then export an audiobook or share a page.",
  ],
  /** A drawn script beside it: speaker and words. */
  sample: [
    ["Narrator", "Rain fell on the quay."],
    ["Mara", "“Who is there?”"],
    ["Tom", "“Only me.”"],
    ["Mara", "“Then come in. The soup is hot.”"],
  ],
  noneHint: "Your story becomes a script, and you hear its first lines within seconds.",
  example: "Try the example story",
  noneToHear: "Stories appear here when they are made on another device.",
  noneFound: (query: string) => `No story is called “${query}”.`,
  open: (title: string) => `Open ${title}`,
  untitled: "Untitled",
  states: {
    blank: "empty",
    working: "working",
    needs_audio: "needs audio",
    audio_ready: "ready",
    audio_failed: "audio failed",
  },
  partReady: (ready: number, total: number) => `${ready} of ${total} chapters ready`,
  listen: "Listen",
  details: "Cover, author, language…",
  detailsTitle: (title: string) => `About “${title}”`,
  moreStories: "More stories",
  renameTitle: "Rename story",
  name: "Title",
  nameMissing: "A story needs a title.",
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteHint: "This cannot be undone.",
  deleteGoes: "What goes with it",
  deleteChapters: (count: number) => (count === 1 ? "1 chapter" : `${count} chapters`),
  deleteLines: (count: number) => (count === 1 ? "1 line" : `${count} lines`),
  deleteTakes: (count: number) => (count === 1 ? "1 spoken take" : `${count} spoken takes`),
  deleteFiles: (count: number) => (count === 1 ? "1 audio or export file" : `${count} audio and export files`),
  deleteLinks: (count: number) =>
    count === 1
      ? "1 public link; listeners will find nothing there"
      : `${count} public links; listeners will find nothing there`,
  deleted: (title: string) => `“${title}” was deleted.`,
  deleteForGood: "Delete",
};
