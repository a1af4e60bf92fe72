// The real embedded engine.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { engineConformance } from "../conformance.ts";
import { EngineError, type SpeakRequest } from "../engine.ts";
import { speakPcm } from "../record.ts";
import { createSpeakingPool } from "../speaking-pool.ts";
import { createEspeakEngine } from "./espeak.ts";

engineConformance("the embedded engine", () => createEspeakEngine({ threads: 2 }));

function request(text: string, changes: Partial<SpeakRequest> = {}): SpeakRequest {
  return {
    model: "espeak-ng",
    voice: "ada",
    text,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
    ...changes,
  };
}

function level(pcm: Int16Array, from: number, to: number): number {
  let peak = 0;
  for (let i = Math.max(0, from); i < Math.min(pcm.length, to); i++) peak = Math.max(peak, Math.abs(pcm[i]!));
  return peak;
}

describe("the embedded engine", () => {
  test("every voice speaks, aloud and in a whisper", async () => {
    await using engine = createEspeakEngine({ threads: 1 });
    const { voices } = await engine.describe(new AbortController().signal);
    const text = "The old lamp was lit.";
    await Promise.all(
      voices.flatMap((voice) =>
        [false, true].map(async (whisper) => {
          const result = await speakPcm(
            engine,
            request(text, { voice: voice.id, delivery: { ...NEUTRAL_DELIVERY, whisper } }),
          );
          assert.ok(
            result.pcm.length > 22_050 * 0.8 && result.pcm.length < 22_050 * 4,
            `${voice.name}: ${result.pcm.length} samples`,
          );
          // Voices of other languages may read two English words as one.
          if (voice.languages[0]?.startsWith("en")) assert.equal(result.words?.length, 5, voice.name);
          else assert.ok(result.words!.length >= 3, voice.name);
        }),
      ),
    );
  });

  test("a voice sounds the same after voices with large dictionaries", async () => {
    // The dictionaries of Russian (8.5 MB) and Chinese (1.6 MB) lie where other voices have their memory.
    const texts = new Map([
      ["olga", "Старая лампа над дверью горела до четырёх."],
      ["meilin", "老灯在门上一直亮到四点。"],
      ["greta", "Die alte Lampe brannte bis vier Uhr."],
      ["ada", "The old lamp was lit until four o'clock."],
      ["galina", "Старая лампа над дверью горела до четырёх."],
    ]);
    const speak = async (engine: ReturnType<typeof createEspeakEngine>, voice: string) =>
      (await speakPcm(engine, request(texts.get(voice)!, { voice }))).pcm;
    const alone = new Map<string, Int16Array>();
    for (const voice of texts.keys()) {
      await using engine = createEspeakEngine({ threads: 1 });
      alone.set(voice, await speak(engine, voice));
    }
    await using engine = createEspeakEngine({ threads: 1 });
    for (const before of texts.keys()) {
      for (const voice of texts.keys()) {
        await speak(engine, before);
        assert.deepEqual(await speak(engine, voice), alone.get(voice), `${voice} after ${before}`);
      }
    }
  });
  test("sound begins at once and ends soon: spacing is the timeline's business", async () => {
    await using engine = createEspeakEngine({ threads: 1 });
    for (const text of ["Hello there.", "Yes!", "Far away, somewhere…", "So —"]) {
      const { pcm } = await speakPcm(engine, request(text));
      assert.ok(level(pcm, 0, 240) > 0 || level(pcm, 0, 480) > 8, "no silence before");
      assert.ok(level(pcm, pcm.length - 600, pcm.length) >= 8, "no silence after");
    }
  });

  test("words of figures, compounds and other scripts keep exact offsets", async () => {
    await using engine = createEspeakEngine({ threads: 1 });
    const text = "In 1813 a well-known man — 𝔘𝔫𝔦 é — said don’t, of the best.";
    const { words } = await speakPcm(engine, request(text));
    const heard = words!.map((word) => text.slice(word.start, word.end));
    for (const word of ["In", "1813", "well-known", "man", "é", "said", "don’t", "of", "the", "best"])
      assert.ok(heard.includes(word), `${word} in ${heard}`);
  });

  test("words begin where the sound begins", async () => {
    await using engine = createEspeakEngine({ threads: 1 });
    const text = "Above, over, under; after, every, only.";
    const { pcm, sample_rate, words } = await speakPcm(engine, request(text));
    for (const word of words!.slice(1)) {
      const at = Math.round((word.start_ms * sample_rate) / 1000);
      // These words begin with vowels: loud within 60 ms of the time given, quiet in the 40 ms before it.
      assert.ok(level(pcm, at, at + 1323) > 600, text.slice(word.start, word.end));
      assert.ok(level(pcm, at - 882, at - 110) < 300, text.slice(word.start, word.end));
    }
  });

  test("the longest text is spoken whole", async () => {
    await using engine = createEspeakEngine({ threads: 1 });
    const line = "It goes on and on, as long texts do. ";
    const text = line.repeat(Math.floor(65_536 / line.length)).trimEnd();
    const result = await speakPcm(engine, request(text, { delivery: { ...NEUTRAL_DELIVERY, rate: 2 } }));
    assert.equal(result.words!.length, text.split(" ").length);
    assert.ok(result.words!.at(-1)!.end_ms <= (result.pcm.length / result.sample_rate) * 1000);
    const unbroken = await speakPcm(engine, request("a".repeat(5000)));
    assert.ok(unbroken.pcm.length > 22_050);
  });

  test("a text of any length and any characters never breaks the engine", async () => {
    await using engine = createEspeakEngine({ threads: 2 });
    const before = await speakPcm(engine, request("Steady as she goes."));
    const odd = [
      "&".repeat(3000),
      "<".repeat(3000),
      "[".repeat(3000),
      "\u0001\u0002".repeat(500),
      "🦀".repeat(500),
      "ñ漢字かな한글اللغةעברית".repeat(50),
      "'".repeat(3000),
      "1".repeat(3000),
      "-".repeat(3000),
    ];
    await Promise.allSettled(odd.map((text) => speakPcm(engine, request(`go ${text} on`))));
    const afterwards = await speakPcm(engine, request("Steady as she goes."));
    assert.deepEqual(afterwards.pcm, before.pcm);
  });
});

describe("a worker that dies", () => {
  const long = "The tide went out and came back in again, and still they waited. ".repeat(60).trim();
  const workers: Worker[] = [];
  const pool = (threads: number) =>
    createSpeakingPool({
      program: new URL("./worker.ts", import.meta.url),
      threads,
      start: (program, options) => {
        const worker = new Worker(program, options);
        workers.push(worker);
        return worker;
      },
    });

  test("in mid-utterance costs nothing: it is spoken again on a new one, and waiting ones are kept", async () => {
    workers.length = 0;
    await using speakers = pool(1);
    const first = speakPcm(speakers, request("A line before."));
    const calls = [long, "First of those that wait.", "Second of those that wait.", "Third."].map((text) =>
      speakPcm(speakers, request(text)),
    );
    // The long utterance waits at the worker and starts when the line before it ends.
    await first;
    await workers[0]!.terminate();
    const results = await Promise.all(calls);
    assert.equal(workers.length, 2);
    assert.ok(results.every((result) => result.pcm.length > 5000));
    const again = await speakPcm(speakers, request(long));
    assert.deepEqual(again.pcm, results[0]!.pcm);
  });

  test("in mid-utterance leaves no torn recording: the one that comes in the end is whole", async () => {
    workers.length = 0;
    await using speakers = pool(1);
    const first = speakPcm(speakers, request("A line before."));
    const call = speakers.record(request(long));
    await first;
    await workers[0]!.terminate();
    const { recording, file } = await call;
    assert.equal(workers.length, 2);
    assert.equal(createHash("sha256").update(file).digest("hex"), recording.sha256);
    assert.equal(file.length, 44 + 2 * recording.samples);
  });

  test("twice under the same utterance refuses that one as unavailable and keeps the others", async () => {
    workers.length = 0;
    await using speakers = pool(1);
    const call = speakPcm(speakers, request(long));
    const other = speakPcm(speakers, request("The one that waits."));
    for (const dying of [0, 1]) {
      while (workers[dying] === undefined) await new Promise((resolve) => setImmediate(resolve));
      await workers[dying].terminate();
    }
    await assert.rejects(call, (error: unknown) => error instanceof EngineError && error.kind === "unavailable");
    assert.ok((await other).pcm.length > 5000);
  });
});
