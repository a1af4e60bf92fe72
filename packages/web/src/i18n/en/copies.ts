// Saving a whole story as one file, and opening such a file.

export const copies = {
  save: "Save a copy of the story",
  saveFirst: "Save a copy first",
  saveHint:
    "One file (.fullcast) with script, cast, sounds and all audio. Open it under New story, here or on another Fullcast. Earlier versions, finished files and links are not in it.",
  saving: "The copy is put together. Your browser saves it when it is ready.",
  open: "Open the copy",
  opening: "The copy is read. A long book takes a minute or two.",
  openHint: "A copy of a whole story: its script, cast, sounds and audio come as they are.",
  noStory: "No story was made.",
  withheld: (count: number) =>
    count === 1
      ? "1 recording was left out, because the person who spoke it has withdrawn the consent."
      : `${count} recordings were left out, because the people who spoke them have withdrawn their consent.`,
  toStory: "Open the story",
};
