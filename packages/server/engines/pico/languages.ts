// The recorded speakers of Pico: a woman for each language. Figures by measurement (`npm run measure:voices`).

import type { BaseVoice } from "../natural/voice-design.ts";

export type PicoBase = "de" | "en" | "fr" | "es" | "it";

interface PicoLanguage extends BaseVoice {
  /** Its text analysis and its sound, in `lingware/`. */
  readonly files: readonly [text: string, sound: string];
  /** What voiced frames gain beside others, in dB: see frame-levels.ts. */
  readonly voicedDb: number;
  /** Words, in small letters, behind which a full stop ends no sentence. */
  readonly abbreviations: ReadonlySet<string>;
  /** Whether a number with a full stop is an ordinal. */
  readonly dottedOrdinals: boolean;
  /** Small letters beside a to z that its texts have; others get their plain form. */
  readonly letters: string;
  /** How symbols are said. */
  readonly symbols: Readonly<Record<string, string>>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const SOUND = { whisperDb: -6, sharpness: 0.4 } as const;

export const LANGUAGES: Readonly<Record<PicoBase, PicoLanguage>> = {
  de: {
    ...SOUND,
    whisperNoiseDb: 1.2,
    voicedDb: 7,
    letters: "äöüßé",
    pitch: 168,
    melody: 1.05,
    rate: 0.92,
    language: "de-DE",
    accent: null,
    files: ["de-DE_ta.bin", "de-DE_gl0_sg.bin"],
    abbreviations: words("dr hr fr frl prof st nr bzw usw ca evtl ggf str abs art bd hrsg jh u a z b d h s o v n"),
    dottedOrdinals: true,
    symbols: { "&": "und", "%": "Prozent", "+": "plus", "=": "gleich", "@": "at" },
  },
  en: {
    ...SOUND,
    // An outside recogniser misunderstands 7.9 % of the words of both narrators; with 0.4 it is 10 % (`npm run bench hearing`).
    sharpness: 0,
    whisperNoiseDb: 1,
    voicedDb: 7,
    letters: "",
    pitch: 175,
    melody: 1,
    rate: 0.83,
    language: "en-GB",
    accent: "British",
    files: ["en-GB_ta.bin", "en-GB_kh0_sg.bin"],
    abbreviations: words("mr mrs ms dr st prof rev capt col gen lt sgt hon jr sr no vol vs etc co"),
    dottedOrdinals: false,
    symbols: { "&": "and", "%": "per cent", "+": "plus", "=": "equals", "@": "at" },
  },
  fr: {
    ...SOUND,
    whisperNoiseDb: 2.6,
    voicedDb: 5.5,
    letters: "àâæçèéêëîïôœùûüÿ",
    pitch: 190,
    melody: 1.35,
    rate: 0.8,
    language: "fr-FR",
    accent: null,
    files: ["fr-FR_ta.bin", "fr-FR_nk0_sg.bin"],
    abbreviations: words("m mm mme mmes mlle mlles dr pr st ste me mgr etc cf p ex n art vol ch"),
    dottedOrdinals: false,
    symbols: { "&": "et", "%": "pour cent", "+": "plus", "=": "égale", "@": "arobase" },
  },
  es: {
    ...SOUND,
    whisperNoiseDb: 0.6,
    voicedDb: 8,
    letters: "áéíñóúü",
    pitch: 198,
    melody: 1.2,
    rate: 0.95,
    language: "es-ES",
    accent: "European",
    files: ["es-ES_ta.bin", "es-ES_zl0_sg.bin"],
    abbreviations: words("sr sra srta dr dra d dña ud uds vd vds prof gral cap etc pág vol núm av"),
    dottedOrdinals: false,
    symbols: { "&": "y", "%": "por ciento", "+": "más", "=": "igual a", "@": "arroba" },
  },
  it: {
    ...SOUND,
    whisperNoiseDb: 1,
    voicedDb: 7,
    letters: "àèéìíòóùú",
    pitch: 177,
    melody: 1.15,
    rate: 0.95,
    language: "it-IT",
    accent: null,
    files: ["it-IT_ta.bin", "it-IT_cm0_sg.bin"],
    abbreviations: words("sig sigg dott prof avv ing on ecc pag vol cap art s ss"),
    dottedOrdinals: false,
    symbols: { "&": "e", "%": "per cento", "+": "più", "=": "uguale a", "@": "chiocciola" },
  },
};
