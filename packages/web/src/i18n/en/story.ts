// The frame of one story: its chapters and the parts of a chapter.

export const story = {
  chapters: "Chapters",
  addChapter: "Add chapter",
  addChapterHint: "It goes to the end of the story. Its dialogue is found at once.",
  renameChapter: "Rename chapter",
  chapterTitle: "Title",
  chapterText: "Story text",
  parts: "Parts of this chapter",
  script: "Script",
  cast: "Cast",
  sounds: "Sounds",
  export: "Export",
  share: "Share",
  noChapter: "This story has no chapter yet.",
  notThere: "This story is not here. It may have been deleted, or it belongs to another account.",
  deleteChapter: "Delete chapter",
  moveUp: "Move up",
  moveDown: "Move down",
  chapterOptions: (title: string) => `More for ${title}`,
  untitledChapter: (index: number) => `Chapter ${index}`,
  deleteChapterTitle: (title: string) => `Delete chapter “${title}”?`,
};
