// The synthesiser itself, and the times of words: real sound.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DELIVERY_INTENTS, type Delivery, NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { analyse } from "@fullcast/core/sound";
import type { SpeakRequest } from "../engine.ts";
import { speakUtterance } from "../natural/utterance.ts";
import { Stopped } from "../speaking-thread.ts";
import { measureVoice } from "../voice-acoustics.ts";
import { createFlite, type Flite } from "./flite-module.ts";
import { fliteSpeaker, recordedOf, type Speaking } from "./speaker.ts";
import { findVoice, VOICES } from "./voices.ts";
import { createWordPhones } from "./word-times.ts";

let flite: Flite;
let speaking: Speaking;
before(async () => {
  flite = await createFlite();
  speaking = { flite, wordPhones: createWordPhones(flite) };
});

const TEXT = "Who’s there? In 1984, Mr. Pell’s seven boats came home at noon—HELP!—and the eighth did not.";

function speak(voice: string, changes: Partial<SpeakRequest> = {}, stop = () => false) {
  const request: SpeakRequest = {
    model: "flite",
    voice,
    text: TEXT,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
    ...changes,
  };
  const design = findVoice(voice)!;
  return speakUtterance(fliteSpeaker(speaking, recordedOf(design.base)), design, request, stop);
}

test("a used machine speaks exactly as a new one, whatever it said before", async () => {
  const bases = ["rms", "slt", "awb"] as const;
  const used = bases.map((base) => flite.speak({ base, markup: "Hello there, my friend.", stretch: 1 }));
  const fresh = await createFlite();
  fresh.speak({ base: "awb", markup: "Something else, 1,234 of them.", stretch: 1.4 });
  for (const [i, base] of bases.entries()) {
    const again = fresh.speak({ base, markup: "Hello there, my friend.", stretch: 1 });
    assert.deepEqual(again, used[i]);
  }
});

test("every word has its time, in order, inside the sound; a number has the time of all its words", () => {
  const { words, pcm, sample_rate } = speak("martin");
  assert.ok(words !== null);
  assert.deepEqual(
    words.map(({ start, end }) => TEXT.slice(start, end)),
    TEXT.match(/[\p{L}\p{N}]+(?:’\p{L}+)?/gu),
  );
  const length = (pcm.length * 1000) / sample_rate;
  for (const [i, word] of words.entries()) {
    assert.ok(word.start_ms >= (words[i - 1]?.end_ms ?? 0) && word.end_ms > word.start_ms && word.end_ms <= length + 1);
  }
  const year = words.find((word) => TEXT.slice(word.start, word.end) === "1984")!;
  assert.ok(year.end_ms - year.start_ms > 700);
});

test("every voice speaks at the pitch of its design", () => {
  for (const voice of VOICES) {
    const { pcm, sample_rate } = speak(voice.id);
    const measured = measureVoice(pcm, sample_rate).pitchHz;
    assert.ok(
      Math.abs(12 * Math.log2(measured / voice.pitch)) < 1.5,
      `${voice.name}: ${measured} Hz for ${voice.pitch}`,
    );
  }
});

test("a question that wants yes or no ends higher than the statement", () => {
  const ending = (text: string) => {
    const { pcm, sample_rate, words } = speak("martin", { text });
    const end = Math.round((words!.at(-1)!.end_ms * sample_rate) / 1000);
    return measureVoice(pcm.subarray(end - Math.round(sample_rate * 0.26), end), sample_rate).pitchHz;
  };
  assert.ok(ending("Are you going home?") > ending("You are going home.") * 1.15);
});

test("whatever speaker a voice is made of, a question that wants yes or no ends above its middle, a statement well below", () => {
  const ending = (voice: string, text: string) => {
    const { pcm, sample_rate, words } = speak(voice, { text });
    const last = words!.at(-1)!.end_ms / 1000;
    const [from, to] = [0.22, -0.02].map((seconds) => Math.max(0, Math.round((last - seconds) * sample_rate)));
    const [end, middle] = [pcm.subarray(from, to), pcm].map((sound) => measureVoice(sound, sample_rate).pitchHz);
    return 12 * Math.log2(end! / middle!);
  };
  for (const voice of ["martin", "clara", "alasdair"]) {
    for (const text of ["Did he see the boats in the harbour?", "Is that your lamp?"])
      assert.ok(ending(voice, text) > 0.5, `${voice}, ${text} ${ending(voice, text)}`);
    for (const text of ["The lamp was lit before four.", "He had never seen so many boats in the harbour."])
      assert.ok(ending(voice, text) < -2.5, `${voice}, ${text} ${ending(voice, text)}`);
  }
});

const LINE = "The lamp was lit before four, and the boats came in along the wall.";

/** What is heard of a line in a delivery. */
function heard(voice: string, change: Partial<Delivery>) {
  const { pcm, sample_rate } = speak(voice, { text: LINE, delivery: { ...NEUTRAL_DELIVERY, ...change } });
  const { integrated_lufs, sample_peak_dbfs } = analyse(pcm, sample_rate);
  return { ...measureVoice(pcm, sample_rate), lufs: integrated_lufs, peak: sample_peak_dbfs };
}
const VARIOUS = ["martin", "clara", "alasdair", "agnes", "mordecai", "tilly"];

test("a whisper is 6 to 9 dB softer than the voice, without its pitch, with or without the direction's own level", () => {
  for (const voice of VARIOUS) {
    const usual = heard(voice, {});
    for (const volume_db of [0, -6]) {
      const whisper = heard(voice, { whisper: true, volume_db });
      const softer = usual.lufs - whisper.lufs;
      assert.ok(softer > 5.5 && softer < 9.5, `${voice}: ${softer.toFixed(1)} dB`);
      // Noise alone can pass for voiced in a frame or two; such frames lie just above the threshold of 6 dB.
      assert.ok(whisper.harmonicityDb < usual.harmonicityDb - 3, `${voice}: ${whisper.harmonicityDb} dB`);
    }
  }
});

test("a shout is louder, higher, livelier and brighter, and does not clip", () => {
  for (const voice of VARIOUS) {
    const usual = heard(voice, {});
    const shout = heard(voice, DELIVERY_INTENTS.shout);
    assert.ok(shout.lufs > usual.lufs + 3, `${voice}: ${shout.lufs - usual.lufs} dB`);
    assert.ok(shout.pitchHz > usual.pitchHz * 1.1);
    assert.ok(shout.peak < -0.1);
    // The first coefficient of the mel cepstrum is the fall of the spectrum.
    assert.ok(shout.cepstrum[0]! < usual.cepstrum[0]!, `${voice}: ${shout.cepstrum[0]} and ${usual.cepstrum[0]}`);
  }
});

test("every direction is heard, and none is grotesque: pitch within 5 semitones, pace within a third, level within 10 dB", () => {
  for (const voice of ["martin", "clara"]) {
    const usual = heard(voice, {});
    for (const [intent, effect] of Object.entries(DELIVERY_INTENTS)) {
      if (effect.whisper) continue;
      const said = heard(voice, effect);
      const moved = {
        pitch: 12 * Math.log2(said.pitchHz / usual.pitchHz),
        pace: said.seconds / usual.seconds,
        level: said.lufs - usual.lufs,
      };
      const name = `${voice}, ${intent}: ${JSON.stringify(moved)}`;
      assert.ok(Math.abs(moved.pitch) < 5 && moved.pace > 0.66 && moved.pace < 1.5 && Math.abs(moved.level) < 10, name);
      assert.ok(Math.abs(moved.pitch - effect.pitch_semitones) < 1, name);
      assert.ok(Math.abs(moved.level - effect.volume_db) < 2.5, name);
      assert.ok(Math.abs(moved.pace * effect.rate - 1) < 0.12, name);
    }
  }
});

test("a stressed word is higher and longer", () => {
  const text = "I never said that to him.";
  const word = { start: 2, end: 7 };
  const spoken = (emphasis: readonly { start: number; end: number }[]) => {
    const { pcm, sample_rate, words } = speak("martin", { text, emphasis });
    const { start_ms, end_ms } = words!.find(({ start }) => start === word.start)!;
    const sound = pcm.subarray((start_ms * sample_rate) / 1000, (end_ms * sample_rate) / 1000);
    return { hz: measureVoice(sound, sample_rate).pitchHz, ms: end_ms - start_ms };
  };
  const [plain, stressed] = [spoken([]), spoken([word])];
  assert.ok(stressed.hz > plain.hz * 1.06, `${stressed.hz} and ${plain.hz} Hz`);
  assert.ok(stressed.ms > plain.ms * 1.1, `${stressed.ms} and ${plain.ms} ms`);
});

test("a long sentence has a pause between its clauses", () => {
  const text =
    "The captain of the seven boats came up the narrow path from the harbour because he had seen a light in the window.";
  const { words } = speak("martin", { text });
  const at = words!.findIndex(({ start }) => text.startsWith("because", start));
  assert.ok(words![at]!.start_ms - words![at - 1]!.end_ms > 80);
});

test("no word's ending is cut: a line begins and ends in silence", () => {
  for (const voice of VARIOUS) {
    for (const text of ["You said it was a cow.", "Said his uncle.", "They stood behind him.", "I can stand."]) {
      const { pcm, sample_rate } = speak(voice, { text });
      const power = (sound: Int16Array) => sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length;
      const edge = Math.round(sample_rate * 0.005);
      for (const part of [pcm.subarray(0, edge), pcm.subarray(-edge)]) {
        const below = 10 * Math.log10((power(part) + 1e-3) / power(pcm));
        assert.ok(below < -30, `${voice}, ${text} ${below.toFixed(1)} dB`);
      }
    }
  }
});

test("a stressed word is higher with every recorded speaker", () => {
  const text = "She wanted the blue boat, not the red one.";
  const word = { start: text.indexOf("blue"), end: text.indexOf("blue") + 4 };
  for (const voice of ["martin", "clara", "alasdair", "ruth"]) {
    const hz = (emphasis: readonly { start: number; end: number }[]) => {
      const { pcm, sample_rate, words } = speak(voice, { text, emphasis });
      const { start_ms, end_ms } = words!.find(({ start }) => start === word.start)!;
      return measureVoice(pcm.subarray((start_ms * sample_rate) / 1000, (end_ms * sample_rate) / 1000), sample_rate)
        .pitchHz;
    };
    const semitones = 12 * Math.log2(hz([word]) / hz([]));
    assert.ok(semitones > 1.2, `${voice}: ${semitones.toFixed(1)} semitones`);
  }
});

test("a word with a pronunciation or a stress keeps the pause behind it, and its length at an end", () => {
  const text = "They lit the lamp, and left the lamp.";
  const first = { start: text.indexOf("lamp"), end: text.indexOf("lamp") + 4 };
  const last = { start: text.lastIndexOf("lamp"), end: text.lastIndexOf("lamp") + 4 };
  for (const voice of ["martin", "clara", "silvan"]) {
    const timesOf = (changes: Partial<SpeakRequest>) => {
      const words = speak(voice, { text, ...changes }).words!;
      const at = words.findIndex(({ start }) => start === first.start);
      const [word, next, ending] = [words[at]!, words[at + 1]!, words.at(-1)!];
      return { pause: next.start_ms - word.end_ms, ending: ending.end_ms - ending.start_ms };
    };
    const plain = timesOf({});
    const said = (span: typeof first) => ({ ...span, alphabet: "cmu" as const, value: "L AE1 M P" });
    const pronounced = timesOf({ pronunciations: [said(first), said(last)] });
    assert.ok(Math.abs(pronounced.pause - plain.pause) < 30, `${voice}: ${pronounced.pause} and ${plain.pause} ms`);
    assert.ok(Math.abs(pronounced.ending - plain.ending) < 20, `${voice}: ${pronounced.ending}, ${plain.ending} ms`);
    const stressed = timesOf({ emphasis: [first, last] });
    assert.ok(Math.abs(stressed.pause - plain.pause) < 30, `${voice}: ${stressed.pause} and ${plain.pause} ms`);
    assert.ok(stressed.ending > plain.ending * 1.05, `${voice}: ${stressed.ending} and ${plain.ending} ms`);
  }
});

test("laughter is heard beside pace and pitch: the voice swells and ebbs", () => {
  for (const voice of ["martin", "clara"]) {
    const envelope = (laughter: number) => {
      const delivery = { ...NEUTRAL_DELIVERY, ...(laughter > 0 ? { laughter } : {}) };
      const { pcm, sample_rate } = speak(voice, { text: LINE, delivery });
      const size = Math.round(sample_rate / 50);
      return Array.from({ length: Math.floor(pcm.length / size) }, (_, i) => {
        const part = pcm.subarray(i * size, (i + 1) * size);
        return 10 * Math.log10(part.reduce((sum, sample) => sum + sample ** 2, 1) / size);
      });
    };
    const [plain, laughing] = [envelope(0), envelope(1)];
    const loud = Math.max(...plain) - 20;
    const moved = plain.flatMap((level, i) =>
      level > loud && laughing[i] !== undefined ? [laughing[i]! - level] : [],
    );
    const mean = moved.reduce((sum, db) => sum + db, 0) / moved.length;
    const spread = Math.sqrt(moved.reduce((sum, db) => sum + (db - mean) ** 2, 0) / moved.length);
    assert.ok(spread > 1 && spread < 4, `${voice}: ${spread.toFixed(2)} dB`);
  }
});

test("it stops between two sentences", () => {
  let asked = 0;
  assert.throws(() => speak("clara", {}, () => ++asked > 1), Stopped);
});

test("words keep their times when the remembered ones are dropped", () => {
  const all = createWordPhones(flite, 1);
  const tokens = (...words: string[]) => words.map((spoken) => ({ spoken, phones: null }) as never);
  const [first] = all.of(tokens("house", "boat"));
  assert.ok(first!.length > 1);
  assert.deepEqual(all.of(tokens("house", "wind"))[0], first);
});
