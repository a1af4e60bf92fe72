// Phonemes of eSpeak NG as the symbols that Kokoro was trained on (misaki's table "From espeak to Misaki").

/** Whole phonemes; a stress mark may stand before them. */
const ENGLISH: Readonly<Record<string, string>> = {
  aɪ: "I",
  aʊ: "W",
  eɪ: "A",
  ɔɪ: "Y",
  tʃ: "ʧ",
  dʒ: "ʤ",
  əl: "ᵊl",
  e: "A",
  r: "ɹ",
  x: "k",
  ç: "k",
  ɐ: "ə",
  ɚ: "əɹ",
  ɬ: "l",
  ʔ: "t",
};
const AMERICAN: Readonly<Record<string, string>> = { oʊ: "O", əʊ: "O", ɜː: "ɜɹ", ɜːɹ: "ɜɹ", ɪə: "iə" };
const BRITISH: Readonly<Record<string, string>> = { əʊ: "Q", oʊ: "Q", eə: "ɛː", iə: "ɪə" };

/** @param voice the voice of eSpeak NG that made the phonemes */
export function kokoroSymbols(symbols: readonly string[], voice: string): readonly string[] {
  const plain = symbols.map((symbol) => symbol.replace(/[\u0303\u0329\u0361]/gu, ""));
  if (!voice.startsWith("en")) return plain;
  const american = voice === "en-us";
  const own = american ? AMERICAN : BRITISH;
  return plain.map((symbol) => {
    const stress = /^[ˈˌ]+/.exec(symbol)?.[0] ?? "";
    const sound = symbol.slice(stress.length);
    const known = own[sound] ?? ENGLISH[sound] ?? sound.replace(/^r$/, "ɹ");
    return stress + (american ? known.replaceAll("ː", "") : known);
  });
}
