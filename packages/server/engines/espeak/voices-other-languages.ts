// Voices of other languages. Each reads its own language, and texts in another language with its accent.

import { design, type VoiceDesign } from "./voice-design.ts";

export const OTHER_LANGUAGES: readonly VoiceDesign[] = [
  design("Greta", ["female", "adult", "german"], [142, 208, 112, 100], "German, clear.", ["clear", "narrator"]),
  design("Karl", ["male", "adult", "german"], [80, 118, 99, 90], "German, low.", ["clear"]),
  design("Camille", ["female", "adult", "french"], [148, 215, 114, 100], "French, light.", ["clear", "narrator"]),
  design("Luc", ["male", "adult", "french"], [86, 126, 101, 90], "French, calm.", ["clear"]),
  design("Lucía", ["female", "adult", "spanish"], [150, 218, 113, 110], "Spanish, lively.", ["clear", "narrator"]),
  design("Mateo", ["male", "adult", "spanish"], [84, 124, 100, 100], "Spanish, firm.", ["clear"]),
  design("Giulia", ["female", "adult", "italian"], [152, 222, 113, 110], "Italian, bright.", ["clear", "narrator"]),
  design("Marco", ["male", "adult", "italian"], [86, 128, 100, 100], "Italian, warm.", ["clear"]),
  design("Sanne", ["female", "adult", "dutch"], [144, 210, 112, 95], "Dutch, even.", ["clear", "narrator"]),
  design("Pieter", ["male", "adult", "dutch"], [82, 120, 100, 95], "Dutch, even.", ["clear"]),
  design("Inês", ["female", "adult", "portuguese"], [146, 212, 112, 95], "Portuguese, soft.", ["clear", "narrator"]),
  design("Rafael", ["male", "adult", "brazilian"], [84, 124, 101, 100], "Brazilian, easy.", ["clear", "narrator"]),
  design("Zofia", ["female", "adult", "polish"], [146, 212, 112, 100], "Polish, clear.", ["clear", "narrator"]),
  design("Olga", ["female", "adult", "russian"], [144, 210, 112, 95], "Russian, full.", ["clear", "narrator"]),
  design("Dmitri", ["male", "adult", "russian"], [78, 116, 98, 90], "Russian, deep.", ["clear"]),
  design("Astrid", ["female", "adult", "swedish"], [148, 216, 113, 100], "Swedish, clear.", ["clear", "narrator"]),
];
