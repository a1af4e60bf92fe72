// The nouns for a voice: "said a hoarse voice".

const VOICE = /^(?:voice|\p{Ll}*stimme|voix|voz|voce|głos|голос|stem|röst|rösten|stämma|stämman)$/u;

export function isVoiceNoun(word: string): boolean {
  return VOICE.test(word);
}
