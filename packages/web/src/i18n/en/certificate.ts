// The listening certificate.

const number = (value: number) => new Intl.NumberFormat("en").format(value);
const counted = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;

export const certificate = {
  title: "Listening certificate",
  hint: "A recogniser of speech listens to each line, and its words are compared with the text. A difference is a place to listen to, not always a fault: recognisers mishear names and rare words.",
  back: "To the story",
  missing:
    "This server has no recogniser. The person who runs it can configure one: docs/certificate.md describes how.",
  noAudio: "There is no audio yet. Create audio first.",
  start: "Listen to all lines",
  again: "Listen to the other lines",
  stop: "Stop",
  by: (recogniser: string) => `Recogniser: ${recogniser}`,
  confirmed: (confirmed: number, all: number) => `${number(confirmed)} of ${counted(all, "word", "words")} confirmed`,
  heard: (heard: number, all: number) => `${number(heard)} of ${counted(all, "line", "lines")} heard`,
  listening: "The recogniser listens…",
  progress: "Lines heard",
  failed: "The check ended before all lines were heard.",
  cancelled: "The check was stopped. What was heard is kept.",
  differences: (count: number) => counted(count, "place differs", "places differ"),
  none: "Every word was heard as it is written.",
  unsaid: "nothing",
  expected: "Expected",
  heardAs: "Heard",
  play: "Play",
  pause: "Pause",
  speakAgain: "Speak again",
  speaking: "Speaking…",
  use: "Use the new take",
  used: "The new take plays. Listen to the other lines to check it.",
  goToLine: "Go to line",
  more: "Show more",
  safe: "Your story is unchanged.",
};
