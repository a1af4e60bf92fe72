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
  notPrepared: "This chapter has no script yet. Open it once on the device that works, then it can be heard here.",
  moreLines: "More lines",
  noChapter: "This story has no chapter yet.",
  notThere: "This story is not here. It may have been deleted, or it belongs to another account.",
  deleteChapter: "Delete chapter",
  moveUp: "Move up",
  moveDown: "Move down",
  chapterOptions: (title: string) => `More for ${title}`,
  untitledChapter: (index: number) => `Chapter ${index}`,
  deleteChapterTitle: (title: string) => `Delete chapter “${title}”?`,
  newEdition: "New edition",
  newEditionHint:
    "Choose the corrected book, or only the next chapters. What would change is shown first. Lines that stay keep their voice and their audio, and what you edited stays.",
  comparing: "Comparing with the story …",
  updateStory: "Update story",
  updating: "Updating …",
  editionSafe: "The story was not changed.",
  nothingNew: "The file has nothing new.",
  editionSums: (lines: number, characters: string) =>
    `${lines === 1 ? "1 line stays" : `${lines} lines stay`} with their audio. ${characters} characters to speak.`,
  editionPrice: (coins: string) => `Speaking them costs about ${coins} snowcoins.`,
  editionKept: (count: number) =>
    count === 1
      ? "1 paragraph that you edited is different in the file. Your words stay."
      : `${count} paragraphs that you edited are different in the file. Your words stay.`,
  editionChanges: "Changes",
  editionNewChapter: "new chapter",
  editionMerged: "goes: its text is in other chapters now",
  editionChanged: (count: number) => (count === 1 ? "1 line changed" : `${count} lines changed`),
  editionNew: (count: number) => (count === 1 ? "1 new paragraph" : `${count} new paragraphs`),
  editionGone: (count: number) => (count === 1 ? "1 line gone" : `${count} lines gone`),
  editionMoved: (count: number) => (count === 1 ? "1 line moved here" : `${count} lines moved here`),
  editionOther: "lines in another order, or another title",
};
