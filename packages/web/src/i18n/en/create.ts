// Creating the audio of a chapter.

export const create = {
  createAudio: "Create audio",
  summary: (lines: string, price: string) => `${lines} · ${price}`,
  nothing: "Everything is up to date",
  free: "free",
  snowcoins: (count: string) => (count === "1" ? "1 snowcoin" : `${count} snowcoins`),
  what: "What is made",
  counting: "Counting the lines…",
  lines: "Lines to speak",
  characters: "Characters",
  audio: "Audio",
  time: "Takes about",
  price: "Price",
  sounds: "Sounds",
  soundsAdded: "where the text reports them",
  soundsOff: "switched off",
  soundsChange: "Change",
  stays: "Stays as it is",
  staysLines: (count: string) => (count === "1" ? "1 line" : `${count} lines`),
  by: (provider: string, lines: string, price: string) => `${provider}: ${lines}, ${price}`,
  unprepared: "The text is read first: who speaks is found out, and voices are chosen.",
  scope: "Chapters",
  thisChapter: "This chapter",
  allChapters: (count: number) =>
    count === 1 ? "1 chapter without all its audio" : `All ${count} chapters without all their audio`,
  nextChapters: (count: number) => `The next ${count} chapters without all their audio`,
  chosenChapters: "Chosen chapters",
  toAccount: "Open Account",
  toEngines: "Open Account",
  toCast: "Open Cast",
  toScript: "Open Script",
  toLine: "Go to the line",
  start: "Create audio",
  cancel: "Cancel",
  continue: "Continue",
  balance: "Your balance",
  poor: (price: string, available: string) => `This needs ${price} snowcoins, and ${available} are available.`,
  poorHint: "Nothing was spent. Ask the person who runs this server for snowcoins, or choose free voices in Cast.",
  progress: "Audio",
  progressWords: (ready: string, total: string) => `${ready} of ${total} lines`,
  left: (time: string) => `${time} left`,
  cancelled: "Cancelled. Lines that were spoken stay.",
  started: "The audio is being made.",
  finished: "The audio is ready.",
  unfinished: "Not finished: see why",
  waits: "Waiting: see why",
  failed: "Some lines could not be spoken",
  failedLines: (count: number) => (count === 1 ? "1 line could not be spoken" : `${count} lines could not be spoken`),
  /** Words for the codes that a run ends with, in place of the words for programs. */
  causes: [
    [
      "PROVIDER_QUOTA_EXCEEDED",
      (engine: string) =>
        `${engine} has reached the limit of your account there. Raise it, or choose voices of another source; then continue.`,
    ],
    [
      "PROVIDER_ACCESS_DENIED",
      (engine: string) =>
        `${engine} refused the key of this server. Correct the key, or choose voices of another source; then continue.`,
    ],
    [
      "PROVIDER_UNAVAILABLE",
      (engine: string) =>
        `${engine} does not answer now. Wait a minute, or choose voices of another source; then continue.`,
    ],
    ["PROVIDER_AUDIO_INVALID", (engine: string) => `${engine} answered without usable speech. Continue to ask again.`],
    [
      "INSUFFICIENT_FUNDS",
      () => "The balance was not enough for the rest. Add snowcoins, or choose free voices in Cast; then continue.",
    ],
    ["PLAN_NOT_SUFFICIENT", () => "Your plan does not include these voices. Choose other voices, or another plan."],
    [
      "VOICE_UNAVAILABLE",
      () => "A person of this chapter has no voice that can be used. Choose another one in Cast; then continue.",
    ],
    [
      "ENGINE_REJECTED",
      (engine: string) =>
        `${engine} refuses the words of a line, and would refuse them again. Write them in another way, leave them out, or choose another voice; then continue.`,
    ],
    [
      "STORAGE_QUOTA_EXCEEDED",
      () => "Your storage is used up. Delete stories or sounds that you no longer need; then continue.",
    ],
    ["DOCUMENT_TOO_LARGE", () => "The chapter is too long. Divide it into several chapters."],
    ["LIMIT_EXCEEDED", () => "The chapter needs more memory or time than one chapter may use. Divide it into several."],
  ] as readonly (readonly [string, (engine: string) => string])[],
  otherVoices: "Speak them with other voices…",
  otherVoicesPrice: (lines: string, price: string) => `${lines} with the nearest voices of other sources: ${price}.`,
  otherVoicesNone: (count: number) =>
    count === 1
      ? "1 line waits: no other source has a voice in its language at the same price or less."
      : `${count} lines wait: no other source has a voice in their language at the same price or less.`,
  otherVoicesSpeak: "Speak them now",
  awayLines: (engine: string, lines: string) => `${engine} cannot speak now: ${lines}`,
  awayChoice: "What happens with them",
  awayWait: "They wait; the other lines are spoken",
  awayOthers: "The nearest other voices speak them",
  someEngine: "The speech engine",
  again: "Nothing is tried again by itself.",
  safe: "What was spoken stays.",
};
