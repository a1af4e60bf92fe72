// Tests of every engine. An engine's test file calls `engineConformance` with a function that creates the engine. The suite
// checks every rule of the contract (engine.ts), with real sound.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { writeUnitWav } from "@fullcast/core/audio-files";
import { type Delivery, NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { analyse } from "@fullcast/core/sound";
import {
  type EngineDescription,
  EngineError,
  type EngineModel,
  type PcmSpeech,
  type SpeakRequest,
  type SpeechEngine,
} from "./engine.ts";
import { record, samplesOf } from "./record.ts";
import { measureVoice } from "./voice-acoustics.ts";

export interface ConformanceOptions {
  /** Voice to speak with; by default the engine's first voice. */
  readonly voice?: string;
  /** Skip what costs money: long and repeated requests. */
  readonly frugal?: boolean;
}

const TEXT = "Seven boats came home at noon, and the eighth did not; nobody on the wall said a word.";

function errorOfKind(kind: EngineError["kind"]) {
  return (error: unknown) => error instanceof EngineError && error.kind === kind;
}

function seconds(result: PcmSpeech): number {
  return result.pcm.length / result.sample_rate;
}

function levelDb(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, pcm.length) + 1e-9);
}

function bytes(result: PcmSpeech): Buffer {
  return Buffer.from(result.pcm.buffer, result.pcm.byteOffset, result.pcm.byteLength);
}

function checkSound(result: PcmSpeech, text: string): void {
  assert.ok(result.pcm instanceof Int16Array);
  assert.ok(Number.isInteger(result.sample_rate) && result.sample_rate >= 8000 && result.sample_rate <= 48_000);
  // No voice speaks more than 40 letters a second.
  assert.ok(seconds(result) > text.length / 40, `${seconds(result)} s for ${text.length} characters`);
  assert.ok(levelDb(result.pcm) > 30, "the sound is all but silent");
  assert.ok(result.warnings.every((warning) => typeof warning === "string" && !warning.includes(text)));
}

function checkWords(result: PcmSpeech, text: string): void {
  assert.ok(result.words !== null);
  const length = seconds(result) * 1000;
  let time = 0;
  let offset = 0;
  let covered = 0;
  for (const word of result.words) {
    assert.ok(
      word.start_ms >= time && word.end_ms > word.start_ms && word.end_ms <= length + 1,
      JSON.stringify({ word, time, length }),
    );
    assert.ok(word.start >= offset && word.end > word.start && word.end <= text.length, JSON.stringify(word));
    assert.match(text.slice(word.start, word.end), /[\p{L}\p{N}]/u);
    covered += (text.slice(word.start, word.end).match(/[\p{L}\p{N}]/gu) ?? []).length;
    time = word.end_ms;
    offset = word.end;
  }
  const letters = (text.match(/[\p{L}\p{N}]/gu) ?? []).length;
  assert.ok(covered >= letters * 0.95, `words cover ${covered} of ${letters} letters`);
}

/** Declares the suite. Call it at the top of a test file. */
export function engineConformance(
  name: string,
  create: () => SpeechEngine | Promise<SpeechEngine>,
  options: ConformanceOptions = {},
): void {
  describe(`${name} keeps the engine contract`, () => {
    let engine: SpeechEngine;
    let voice: string;
    let description: EngineDescription;
    let model: EngineModel;
    const request = (text: string, changes: Partial<SpeakRequest> = {}): SpeakRequest => ({
      model: model.id,
      voice,
      text,
      delivery: NEUTRAL_DELIVERY,
      emphasis: [],
      pronunciations: [],
      silences: [],
      options: {},
      ...changes,
    });
    const delivered = (change: Partial<Delivery>) =>
      speak(request(TEXT, { delivery: { ...NEUTRAL_DELIVERY, ...change } }));
    const honours = (control: string) => model.controls.includes(control);

    /** Speaks, checks what every answer must hold, and decodes it. */
    const speak = async (wanted: SpeakRequest, signal?: AbortSignal): Promise<PcmSpeech> => {
      const result = await engine.speak(wanted, signal);
      assert.ok(Number.isInteger(result.billed_characters) && result.billed_characters >= 0);
      assert.ok(result.request_id === null || result.request_id.length > 0);
      return samplesOf(result, signal);
    };

    before(async () => {
      engine = await create();
      description = await engine.describe(new AbortController().signal);
      model = description.models[0]!;
      voice = options.voice ?? description.voices[0]!.id;
    });
    after(async () => {
      await engine[Symbol.asyncDispose]();
    });

    test("it says what it is", async () => {
      assert.match(engine.provider, /^[a-z][a-z0-9-]*$/);
      assert.ok(engine.name.length > 0 && description.models.length > 0 && model.revision.length > 0);
      assert.ok(Number.isInteger(engine.concurrency) && engine.concurrency >= 1);
      assert.ok(model.max_characters >= 300);
      assert.equal(description.status, "available");
      assert.deepEqual(await engine.describe(new AbortController().signal), description);
    });

    test("its voices have ids of their own, a known model and a language", async () => {
      const { models, voices } = description;
      assert.equal(new Set(voices.map((each) => each.id)).size, voices.length);
      for (const each of voices) {
        assert.ok(each.models.length > 0 && each.models.every((id) => models.some((one) => one.id === id)));
        assert.ok(each.languages.length > 0 && each.revision.length > 0);
        for (const language of each.languages) {
          assert.ok(model.languages.includes(language), language);
          assert.equal(new Intl.Locale(language).toString(), language);
        }
        assert.ok(each.name.length > 0 && each.license.length > 0);
        assert.ok(each.features === null || each.features.every(Number.isFinite));
      }
      const lengths = new Set(voices.flatMap((each) => (each.features === null ? [] : [each.features.length])));
      assert.ok(lengths.size <= 1, "features of all voices share one scale");
    });

    test("it speaks, and times the words truly or not at all", async () => {
      const result = await speak(request(TEXT));
      checkSound(result, TEXT);
      if (model.word_timings) checkWords(result, TEXT);
      else assert.equal(result.words, null);
    });

    test("the same request gives the same bytes, alone or among others", async (t) => {
      if (engine.kind !== "embedded") return t.skip("only embedded engines promise it");
      const texts = [TEXT, "No.", "A very different line comes between!", TEXT, "Yes, in 1813 — so they say…", TEXT];
      const alone = [];
      for (const text of texts) alone.push(await speak(request(text)));
      const together = await Promise.all(texts.map((text) => speak(request(text))));
      for (const [i, result] of together.entries()) {
        assert.ok(bytes(result).equals(bytes(alone[i]!)), `line ${i}`);
        assert.deepEqual(result.words, alone[i]!.words);
      }
      assert.ok(bytes(alone[0]!).equals(bytes(alone[3]!)));
    });

    test("what it records is what it speaks: the file, its hash, its measure and its words", async () => {
      const { pcm, sample_rate, words, warnings } = await speak(request(TEXT));
      const { recording, file: made } = await record(engine, request(TEXT));
      const { samples, sha256, size_bytes, integrated_lufs, sample_peak_dbfs, words_json } = recording;
      const file = Buffer.from(made);
      assert.equal(size_bytes, file.length);
      assert.equal(sha256, createHash("sha256").update(file).digest("hex"));
      assert.deepEqual(
        file,
        Buffer.from(writeUnitWav(new Int16Array(file.buffer, file.byteOffset + 44, samples), recording.sample_rate)),
      );
      if (engine.kind === "embedded") {
        assert.deepEqual(file, Buffer.from(writeUnitWav(pcm, sample_rate)));
        assert.deepEqual({ integrated_lufs, sample_peak_dbfs }, analyse(pcm, sample_rate));
        assert.deepEqual([recording.sample_rate, recording.warnings], [sample_rate, warnings]);
        assert.deepEqual([recording.billed_characters, recording.request_id], [0, null]);
        assert.deepEqual(
          JSON.parse(words_json ?? "null"),
          words?.map(({ start, end, start_ms, end_ms }) => [start, end, start_ms, end_ms]) ?? null,
        );
      }

      await assert.rejects(record(engine, request("")), errorOfKind("rejected"));
      const reason = new Error("enough");
      await assert.rejects(record(engine, request(TEXT), AbortSignal.abort(reason)), reason);
    });

    test("many calls at once all come back, each with its own words", async (t) => {
      if (options.frugal) return t.skip("costs money");
      const texts = Array.from(
        { length: engine.concurrency * 2 + 1 },
        (_, i) => `Number ${i} of the lines is here${" and goes on".repeat(i % 4)}.`,
      );
      const results = await Promise.all(texts.map((text) => speak(request(text))));
      for (const [i, result] of results.entries()) {
        checkSound(result, texts[i]!);
        if (result.words !== null) checkWords(result, texts[i]!);
      }
    });

    test("what cannot be spoken is refused as rejected", async () => {
      const refused = (changes: Partial<SpeakRequest>, text = TEXT) =>
        assert.rejects(speak(request(text, changes)), errorOfKind("rejected"), JSON.stringify(changes).slice(0, 80));
      await refused({}, "");
      await refused({}, " … — !");
      await refused({}, "a".repeat(model.max_characters + 1));
      await refused({}, "half \ud800 of a character");
      await refused({ voice: "nobody-of-that-name" });
      await refused({ voice: "../../etc" });
      await refused({ model: "no-such-model" });
      await refused({ delivery: { ...NEUTRAL_DELIVERY, rate: Number.NaN } });
      await refused({ delivery: { ...NEUTRAL_DELIVERY, rate: 100 } });
      await refused({ silences: [{ offset: TEXT.length + 5, duration_ms: 10 }] });
      await refused({ emphasis: [{ start: 4, end: 2 }] });
    });

    test("nothing in a text acts as markup or a command", async () => {
      const plain = await speak(request("go on, then, right now"));
      const hostile = [
        'go <break time="60s"/> on',
        '<speak><prosody rate="1%">go on</prosody></speak>',
        "go [[h@l'oU]] on",
        "go \u0001100P on \u0000 then \u001b[2J",
        "go &amp; on &#1; &lt;x&gt;",
        "]]></prosody></speak> go on",
        '<audio src="file:///etc/passwd"/> go on',
        "<mark name='x'/>go on<",
        "\u202ego on\u202c \ue000\ufffe",
      ];
      for (const text of hostile) {
        const result = await speak(request(text));
        assert.ok(
          seconds(result) > 0.1 && seconds(result) < seconds(plain) * 12,
          `${JSON.stringify(text)}: ${seconds(result)} s`,
        );
        if (result.words !== null) for (const word of result.words) assert.ok(word.end <= text.length);
      }
    });

    test("an aborted call rejects with the signal's reason and harms no other", async () => {
      const reason = new Error("enough");
      await assert.rejects(speak(request(TEXT), AbortSignal.abort(reason)), reason);
      const controller = new AbortController();
      const long = `${TEXT} `.repeat(options.frugal ? 2 : Math.floor(model.max_characters / (TEXT.length + 1)));
      const call = speak(request(long.trim()), controller.signal);
      const other = speak(request("A short line beside it."));
      setImmediate(() => controller.abort(reason));
      await assert.rejects(call, reason);
      checkSound(await other, "A short line beside it.");
      checkSound(await speak(request("And one after it.")), "And one after it.");
    });

    test("the rate it honours is heard", async (t) => {
      if (!honours("rate")) return t.skip("not declared");
      const [slow, usual, quick] = [
        await delivered({ rate: 0.7 }),
        await delivered({}),
        await delivered({ rate: 1.5 }),
      ];
      assert.ok(seconds(slow) > seconds(usual) * 1.15 && seconds(quick) < seconds(usual) * 0.85);
    });

    test("the pitch it honours is heard", async (t) => {
      if (!honours("pitch_semitones")) return t.skip("not declared");
      const hz = async (change: Partial<Delivery>) => {
        const result = await delivered(change);
        return measureVoice(result.pcm, result.sample_rate).pitchHz;
      };
      const [low, usual, high] = [await hz({ pitch_semitones: -5 }), await hz({}), await hz({ pitch_semitones: 5 })];
      const steps = [12 * Math.log2(usual / low), 12 * Math.log2(high / usual)];
      for (const step of steps) assert.ok(step > 3 && step < 7.5, `${steps} semitones for 5`);
    });

    test("the volume it honours is heard", async (t) => {
      if (!honours("volume_db")) return t.skip("not declared");
      const [soft, usual] = [await delivered({ volume_db: -12 }), await delivered({})];
      assert.ok(Math.abs(levelDb(usual.pcm) - levelDb(soft.pcm) - 12) < 1);
      assert.ok(levelDb((await delivered({ volume_db: 4 })).pcm) > levelDb(usual.pcm) + 2);
    });

    test("the melody and the whisper it honours are heard", async (t) => {
      if (!honours("range") && !honours("whisper")) return t.skip("not declared");
      const measured = async (change: Partial<Delivery>) => {
        const result = await delivered(change);
        return measureVoice(result.pcm, result.sample_rate);
      };
      const usual = await measured({});
      if (honours("range")) {
        const [flat, lively] = [await measured({ range: 0 }), await measured({ range: 2 })];
        assert.ok(
          flat.melodySemitones < usual.melodySemitones * 0.6 && lively.melodySemitones > usual.melodySemitones * 1.3,
        );
      }
      if (honours("whisper")) {
        const whisper = await measured({ whisper: true });
        assert.ok(
          whisper.pitchHz === 0 || whisper.harmonicityDb < usual.harmonicityDb - 3,
          JSON.stringify({ usual, whisper }),
        );
      }
    });

    test("stress and pronunciations it honours change what is heard", async (t) => {
      if (!honours("emphasis") && !honours("pronunciation")) return t.skip("not declared");
      const usual = bytes(await speak(request(TEXT)));
      if (honours("emphasis")) {
        const stressed = await speak(request(TEXT, { emphasis: [{ start: 34, end: 40 }] }));
        assert.ok(!bytes(stressed).equals(usual));
        if (stressed.words !== null) checkWords(stressed, TEXT);
      }
      if (honours("pronunciation")) {
        for (const [alphabet, value] of [
          ["ipa", "bəʊts"],
          ["x-sampa", "b@Uts"],
          ["cmu", "B OW1 T S"],
        ] as const) {
          const said = await speak(request(TEXT, { pronunciations: [{ start: 39, end: 45, alphabet, value }] }));
          assert.ok(!bytes(said).equals(usual), alphabet);
          if (said.words !== null) checkWords(said, TEXT);
        }
      }
    });

    test("a wish that it cannot follow is a warning that a person can read, and the line is spoken", async () => {
      const wishes: readonly (readonly [control: string, Partial<SpeakRequest>])[] = [
        ["rate", { delivery: { ...NEUTRAL_DELIVERY, rate: 1.3 } }],
        ["pitch_semitones", { delivery: { ...NEUTRAL_DELIVERY, pitch_semitones: 3 } }],
        ["volume_db", { delivery: { ...NEUTRAL_DELIVERY, volume_db: -6 } }],
        ["range", { delivery: { ...NEUTRAL_DELIVERY, range: 0.5 } }],
        ["whisper", { delivery: { ...NEUTRAL_DELIVERY, whisper: true } }],
        ["emphasis", { emphasis: [{ start: 34, end: 40 }] }],
        ["pronunciation", { pronunciations: [{ start: 39, end: 45, alphabet: "ipa", value: "bəʊts" }] }],
      ];
      assert.deepEqual((await speak(request(TEXT))).warnings, []);
      for (const [control, changes] of wishes) {
        if (honours(control)) continue;
        const { warnings } = await speak(request(TEXT, changes));
        assert.equal(warnings.length, 1, control);
        assert.match(warnings[0]!, /^[A-Z].*[.]$/, control);
      }
      const { warnings } = await speak(request(TEXT, { seed: 7 }));
      assert.equal(warnings.length, model.seed ? 0 : 1);
    });

    test("hints that only some models read change nothing else", async () => {
      const hints = {
        language: description.voices.find((each) => each.id === voice)!.languages[0]!,
        instructions: "softly",
        previous_text: "They waited at the harbour.",
        next_text: "Then the bell rang.",
        previous_request_ids: ["an-id-of-before"],
      };
      checkSound(await speak(request(TEXT, hints)), TEXT);
    });

    test("authored pauses are as long as asked", async () => {
      const at = TEXT.indexOf(" and");
      const usual = await speak(request(TEXT));
      const [short, long] = [
        await speak(request(TEXT, { silences: [{ offset: at, duration_ms: 300 }] })),
        await speak(request(TEXT, { silences: [{ offset: at, duration_ms: 1300 }] })),
      ];
      assert.ok(Math.abs(seconds(long) - seconds(short) - 1) < 0.02, `${seconds(short)} s, ${seconds(long)} s`);
      assert.ok(seconds(long) > seconds(usual) + 0.7);
      if (long.words !== null) checkWords(long, TEXT);
    });

    test("after it is closed it refuses", async () => {
      const other = await create();
      await other[Symbol.asyncDispose]();
      await assert.rejects(other.speak(request(TEXT)), errorOfKind("unavailable"));
    });
  });
}
