// Sample sentences of previews without a text: one in each language of the embedded voices. Other languages use the English
// one.

const SENTENCES: { readonly [language: string]: (name: string) => string } = {
  en: (name) => `My name is ${name}. Once the lamp is lit, I will tell you a story.`,
  de: (name) => `Ich heiße ${name}. Wenn die Lampe brennt, erzähle ich dir eine Geschichte.`,
  fr: (name) => `Je m'appelle ${name}. Quand la lampe sera allumée, je te raconterai une histoire.`,
  es: (name) => `Me llamo ${name}. Cuando se encienda la lámpara, te contaré una historia.`,
  it: (name) => `Mi chiamo ${name}. Quando la lampada sarà accesa, ti racconterò una storia.`,
  nl: (name) => `Ik heet ${name}. Als de lamp brandt, vertel ik je een verhaal.`,
  pt: (name) => `O meu nome é ${name}. Quando a lâmpada se acender, conto-te uma história.`,
  pl: (name) => `Mam na imię ${name}. Gdy zapłonie lampa, opowiem ci historię.`,
  ru: (name) => `Меня зовут ${name}. Когда зажжётся лампа, я расскажу тебе историю.`,
  sv: (name) => `Jag heter ${name}. När lampan är tänd ska jag berätta en historia för dig.`,
};

/** @param language BCP 47 */
export function sampleSentence(language: string, name: string): string {
  const [primary = "en"] = language.toLowerCase().split("-");
  const sentence = Object.hasOwn(SENTENCES, primary) ? SENTENCES[primary] : undefined;
  return (sentence ?? SENTENCES.en!)(name);
}
