// The synthesiser itself, and the times of words: real sound.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DELIVERY_INTENTS, type Delivery, NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { analyse } from "@fullcast/core/sound";
import type { SpeakRequest } from "../engine.ts";
import { readSentences } from "../natural/sentences.ts";
import { speakUtterance } from "../natural/utterance.ts";
import { Stopped } from "../speaking-thread.ts";
import { measureVoice } from "../voice-acoustics.ts";
import type { PicoBase } from "./languages.ts";
import { soundsOf } from "./phones.ts";
import { createPico, type Pico } from "./pico-module.ts";
import { markupOf, TONGUES } from "./sentences.ts";
import { createPicoWordPhones, picoSpeaker } from "./speaker.ts";
import { findVoice, VOICES } from "./voices.ts";

let pico: Pico;
before(async () => {
  pico = await createPico();
});

const TEXTS: Readonly<Record<PicoBase, string>> = {
  en: "Who is there? On 3 May 1984 the seven boats of Mrs. Pell came home – HELP! – and the eighth didn’t.",
  de: "Wer ist da? Am 3. Mai 1984 kamen Frau Müllers sieben Boote nach Hause – HILFE! – und das achte nicht.",
  fr: "Qui est là ? Le 3 mai 1984, les sept bateaux de Mme Pell rentrèrent — AU SECOURS ! — et l’huitième, non.",
  es: "¿Quién es? El 3 de mayo de 1984 volvieron los siete barcos de la Sra. Pell, ¡SOCORRO!, y el octavo no.",
  it: "Chi è là? Il 3 maggio 1984 tornarono le sette barche della sig.ra Pell, AIUTO!, e l’ottava no.",
};
const NARRATORS: Readonly<Record<PicoBase, string>> = {
  en: "rosalind",
  de: "johanna",
  fr: "eleonore",
  es: "consuelo",
  it: "margherita",
};
const BASES = Object.keys(TEXTS) as PicoBase[];

const newSpeaker = (synthesiser: Pico, base: PicoBase) =>
  picoSpeaker(synthesiser, base, createPicoWordPhones(synthesiser, base));

function speak(
  id: string,
  changes: Partial<SpeakRequest> = {},
  stop = () => false,
  synthesiser = pico,
  speaker = newSpeaker(synthesiser, findVoice(id)!.base),
) {
  const voice = findVoice(id)!;
  const request: SpeakRequest = {
    model: "pico",
    voice: id,
    text: TEXTS[voice.base],
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
    ...changes,
  };
  return speakUtterance(speaker, voice, request, stop);
}

test("a used machine speaks exactly as a new one, whatever it said before", async () => {
  const used = BASES.map((base) => speak(NARRATORS[base]));
  const fresh = await createPico();
  for (const [i, base] of BASES.entries()) {
    speak(NARRATORS[base], { text: "Ja, 1.234 + 5, oui, sí, no? " }, undefined, fresh);
    assert.deepEqual(speak(NARRATORS[base], {}, undefined, fresh), used[i]);
  }
});

test("every word has its time, in order, inside the sound; a number has the time of all its words", () => {
  for (const base of BASES) {
    const text = TEXTS[base];
    const { words, pcm, sample_rate } = speak(NARRATORS[base]);
    const length = (pcm.length * 1000) / sample_rate;
    const found = words!.map(({ start, end }) => text.slice(start, end));
    const written = text.match(/[\p{L}\p{N}]+(?:[’.]\p{L}+)*/gu)!;
    assert.deepEqual(
      written.filter((word) => !found.includes(word)),
      [],
      base,
    );
    for (const [i, word] of words!.entries())
      assert.ok(
        word.start_ms >= (words![i - 1]?.end_ms ?? 0) && word.end_ms > word.start_ms && word.end_ms <= length + 1,
      );
    const year = words!.find(({ start, end }) => text.slice(start, end) === "1984")!;
    assert.ok(year.end_ms - year.start_ms > 900, `${base}: ${year.end_ms - year.start_ms} ms`);
  }
});

test("the pitch is the design's, a whisper has none and is 6 to 9 dB softer, a shout is louder", () => {
  for (const base of BASES) {
    const voice = findVoice(NARRATORS[base])!;
    const heard = (delivery: Delivery) => speak(voice.id, { delivery });
    const plain = heard(NEUTRAL_DELIVERY);
    const { pitchHz } = measureVoice(plain.pcm, plain.sample_rate);
    assert.ok(Math.abs(12 * Math.log2(pitchHz / voice.pitch)) < 1.5, `${base}: ${pitchHz} Hz`);
    const levelOf = ({ pcm, sample_rate }: typeof plain) => analyse(pcm, sample_rate).integrated_lufs ?? -70;
    const whisper = heard(DELIVERY_INTENTS.whisper);
    const softer = levelOf(plain) - levelOf(whisper);
    assert.ok(softer >= 6 && softer <= 9, `${base}: a whisper is ${softer.toFixed(1)} dB softer`);
    // Noise alone can pass for voiced in a frame or two.
    const { harmonicityDb } = measureVoice(plain.pcm, plain.sample_rate);
    assert.ok(measureVoice(whisper.pcm, whisper.sample_rate).harmonicityDb < harmonicityDb - 3);
    assert.ok(levelOf(heard(DELIVERY_INTENTS.shout)) > levelOf(plain) + 2);
  }
});

/** Words, and how each is pronounced. */
const PRONOUNCED: Readonly<Record<PicoBase, Readonly<Record<string, string>>>> = {
  en: { pike: "ˈpaɪk", coat: "ˈkəʊt", near: "ˈnɪə", bird: "ˈbɜːd", red: "ˈɹed", boy: "bɔɪ", church: "ˈtʃɜːtʃ" },
  de: { Boot: "ˈboːt", Zeit: "ˈtsaɪ̯t", rot: "ˈʁoːt", Kutsche: "ˈkʊtʃə", Pferd: "ˈpfeːɐ̯t" },
  fr: { bon: "bɔ̃", vin: "vɛ̃", blanc: "blɑ̃", brun: "bʁœ̃", nuit: "nɥi", oui: "wi" },
  es: { mismo: "ˈmizmo", bien: "ˈbjen", causa: "ˈkawsa", perro: "ˈpero", pero: "ˈpeɾo", noche: "ˈnotʃe" },
  it: { uomo: "ˈwɔmo", ieri: "ˈjɛːri", terra: "ˈterra", anno: "ˈanːo", gioco: "ˈdʒoːko", giro: "ˈdʒiːro" },
};

/** Pico's phones of a text, one after another. */
function phonesOf(base: PicoBase, text: string, pronunciations: SpeakRequest["pronunciations"] = []): string {
  const request: SpeakRequest = {
    model: "pico",
    voice: NARRATORS[base],
    text,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations,
    silences: [],
    options: {},
  };
  const { sentences, warnings } = readSentences(request, 0, text.length, TONGUES[base]);
  assert.deepEqual(warnings, [], text);
  const { phones } = pico.speak(base, markupOf(sentences[0]!, text, 1));
  return [...phones].filter((phone, i) => phone !== phones[i - 1]).join(" ");
}

test("a word's pronunciation sounds as the word that is read by itself, and nothing else is spoken", () => {
  for (const base of BASES)
    for (const [word, value] of Object.entries(PRONOUNCED[base])) {
      const said = phonesOf(base, "Pell.", [{ start: 0, end: 4, alphabet: "ipa", value }]);
      assert.equal(said, phonesOf(base, `${word}.`), `${word} [${value}]`);
    }
});

test("Pico speaks every sound that a pronunciation can have", () => {
  for (const base of BASES)
    for (const sound of soundsOf(base)) {
      const said = (value: string) => phonesOf(base, "Pell.", [{ start: 0, end: 4, alphabet: "x-sampa", value }]);
      const [before, vowel] = base === "en" ? ["m", "V"] : ["m", "a"];
      const heard = said(`${before}${vowel}${before}${sound}${before}`) !== said(`${before}${vowel}${before}${before}`);
      assert.ok(heard || sound === before, `${base}: ${sound}`);
    }
});

test("a pronunciation with a sound that the voice does not have is reported", () => {
  for (const base of BASES)
    assert.match(
      speak(NARRATORS[base], {
        text: "Pell, Pell.",
        pronunciations: [{ start: 0, end: 4, alphabet: "ipa", value: "ɕɕ" }],
      }).warnings.join(),
      /sounds that this voice does not have/,
    );
});

test("a slower delivery takes longer, and an utterance can be stopped", () => {
  const seconds = (rate: number) => {
    const { pcm, sample_rate } = speak("friedrich", { delivery: { ...NEUTRAL_DELIVERY, rate } });
    return pcm.length / sample_rate;
  };
  const usual = seconds(1);
  assert.ok(Math.abs(seconds(0.75) / usual - 1 / 0.75) < 0.15);
  assert.ok(Math.abs(seconds(1.5) / usual - 1 / 1.5) < 0.12);
  assert.throws(() => speak("friedrich", {}, () => true), Stopped);
});

test("all voices of all languages are about as loud as each other", () => {
  // As in the worker, one speaker for each language remembers the words of its texts.
  const speakers = new Map(BASES.map((base) => [base, newSpeaker(pico, base)]));
  const levels = VOICES.map((voice) => {
    const { pcm, sample_rate } = speak(voice.id, {}, undefined, pico, speakers.get(voice.base));
    return { name: voice.name, level: analyse(pcm, sample_rate).integrated_lufs ?? -70 };
  });
  for (const { name, level } of levels) assert.ok(level > -28 && level < -21, `${name}: ${level.toFixed(1)} LUFS`);
});

test("words keep their times when the remembered ones are dropped", () => {
  const all = createPicoWordPhones(pico, "de", 1);
  const tokens = (...words: string[]) => words.map((spoken) => ({ spoken, phones: null }) as never);
  const [first] = all.of(tokens("Haus", "Boot"));
  assert.ok(first!.length > 1);
  assert.deepEqual(all.of(tokens("Haus", "Wind"))[0], first);
});

test("a sentence of many short words that were never said before is spoken, and each has its time", () => {
  const numbers = "one two three four five six seven eight nine ten eleven twelve";
  const small = "a cat and dog ran to him but we saw it go by old oak or elm so you may sit at my red hut";
  const text = `${numbers} ${small}.`;
  const { words } = speak("rosalind", { text });
  assert.deepEqual(
    words!.map(({ start, end }) => text.slice(start, end)),
    text.slice(0, -1).split(" "),
  );
});
