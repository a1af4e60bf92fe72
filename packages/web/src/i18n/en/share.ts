// Publishing a story.

export const share = {
  title: "Share",
  explain: "A page where anybody with the link can read and listen. Nothing is spoken or spent for it.",
  whole: "The whole story",
  chapter: "This chapter",
  download: "Listeners may download the audio",
  changes: "Changes reach listeners",
  whenUpdated: "When I update the page",
  atOnce: "At once",
  atOnceHint: "Also while you edit: a changed line is silent until its audio is made.",
  whenUpdatedHint: "Until then they read and hear the story as it was. Deleted chapters leave the page at once.",
  shows: (moment: string) => `Listeners have the story of ${moment}.`,
  showsAll: "Nothing has changed since.",
  changed: (count: number) => (count === 1 ? "1 chapter has changed since." : `${count} chapters have changed since.`),
  detailsChanged: "Title, author, description or cover have changed since.",
  settingsChanged: "Voices, people or the mix have changed since.",
  waiting: (count: number) =>
    count === 1
      ? "The file of 1 chapter is being made. Until it is ready, listeners have the chapter of before."
      : `The files of ${count} chapters are being made. Until they are ready, listeners have the chapters of before.`,
  updating: "The page is being updated.",
  page: "The page says",
  cover: "Choose cover",
  coverTooLarge: "The picture is larger than 10 MB. Choose a smaller one.",
  bookTitle: "Title",
  author: "Author",
  description: "Description",
  machineVoices: "Statement about machine voices",
  undisclosed: "Reason for not stating that machines speak",
  undisclosedHint:
    "Empty: files, page and feed state that voices are synthetic. With a reason they do not. European law can demand the statement.",
  undisclosedFault: "Write a reason of at least 10 characters, or leave the field empty.",
  publish: "Publish",
  update: "Update the page",
  revoke: "Revoke",
  link: "Link",
  copy: "Copy link",
  copied: "Copied",
  open: "Open the page",
  published: (moment: string) => `Published ${moment}`,
  thisComputer:
    "Only this computer opens this address. For other devices in your network, stop the server and start it like this:",
  forTheInternet: "For the internet, set FULLCAST_PUBLIC_URL to the https address of the server.",
  publishedNow: "Published. The link is below the button.",
  updated: "The page is up to date.",
  revoked: "The link no longer opens.",
  revokeTitle: "Revoke the link?",
  revokeHint: "The page closes at once, also for people who listen now. A later publication has a new link.",
  sees: "What listeners see",
  untitled: (title: string) => `Listeners see the title “${title}”. Write one under Title.`,
  incomplete: (count: number) =>
    count === 1 ? "1 chapter has lines without audio." : `${count} chapters have lines without audio.`,
  lookAt: "Before you publish, look at this. You decide; nothing is blocked.",
  warnings: {
    license_unknown: (voice: string) =>
      `Whether recordings with ${voice} may be published is unknown. Read its licence.`,
    license_forbids: (voice: string) => `The licence of ${voice} forbids publication or sale. Cast another voice.`,
    consent_missing: (lines: string) =>
      lines === "1"
        ? "1 line is a person’s recording. Keep this person’s written consent."
        : `${lines} lines are people’s recordings. Keep their written consent.`,
    undisclosed: (reason: string) => `Files and pages do not state that machines speak: ${reason}`,
    sound_of_others: (sound: string) => `Another account shared the sound “${sound}”. Ask for its rights.`,
  },
  reviews: "Review links",
  reviewsExplain: "A reader with the link reads, listens and comments on lines. An account is not needed.",
  reviewName: "Name of the link",
  reviewDays: "Days, 1 to 90",
  reviewCreate: "Make a review link",
  reviewAddress: "Link. It is shown only now.",
  reviewUntil: (moment: string) => `Opens until ${moment}`,
  reviewClosed: "The link no longer opens.",
  comments: "Comments",
  commentLine: "Show the line",
  commentDelete: "Delete comment",
  mixes: "The other chapters become one file each behind the link.",
};
