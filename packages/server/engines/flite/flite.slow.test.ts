// The synthesiser itself, and the times of words: real sound.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import type { SpeakRequest } from "../engine.ts";
import { Stopped } from "../speaking-thread.ts";
import { measureVoice } from "../voice-acoustics.ts";
import { createFlite, type Flite } from "./flite-module.ts";
import { type Speaking, speakUtterance } from "./utterance.ts";
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
  return speakUtterance(speaking, findVoice(voice)!, request, stop);
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
    const { pcm, sample_rate } = speak("martin", { text });
    const tail = pcm.subarray(Math.max(0, pcm.length - Math.round(sample_rate * 0.3)));
    return measureVoice(tail, sample_rate).pitchHz;
  };
  assert.ok(ending("Are you going home?") > ending("You are going home.") * 1.15);
});

test("it stops between two sentences", () => {
  let asked = 0;
  assert.throws(() => speak("clara", {}, () => ++asked > 1), Stopped);
});
