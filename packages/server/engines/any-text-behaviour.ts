// Whatever is written, an embedded engine speaks it or states why it does not: tests for each of them.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import { EMBEDDED_MODEL } from "./embedded-model.ts";
import { EngineError, type SpeakRequest, type SpeechEngine } from "./engine.ts";
import { speakPcm } from "./record.ts";

const units = [
  fc.constantFrom(
    ".",
    ",",
    "!",
    "?",
    "…",
    "—",
    "“",
    "”",
    "'",
    "(",
    ")",
    ";",
    ":",
    "*",
    "/",
    "\\",
    "<",
    ">",
    "&",
    "%",
    "#",
  ),
  fc.constantFrom("🙂", "👩‍🚀", "🏴‍☠️", "❤️", "✂", "½", "№", "€", "∞", "→"),
  fc.constantFrom("море", "海", "وقت", "שלום", "こんにちは", "ตลาด", "naïve", "Łódź", "Ærø", "e\u0301"),
  fc.constantFrom(
    "stone",
    "and",
    "I",
    "a",
    "x",
    "1984",
    "3.14",
    "1,000,000",
    "-7",
    "2nd",
    "0x1F",
    "NASA",
    "don’t",
    "co-op",
  ),
  fc.constantFrom("<speak>", "</prosody>", "<break/>", "&lt;", "[[h@l'oU]]", "%s", "\u0000", "\u200b", "\u202e", "\t"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
];
const texts = fc
  .array(fc.tuple(fc.oneof(...units), fc.constantFrom("", " ", " ", "\n")), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.map(([part, between]) => part + between).join(""))
  .map((text) => (text.trim() === "" ? "?" : text));

/** `voices`: some of the engine, whose one model has the provider's name; the first speaks where one is enough. */
export function anyTextTests(engine: SpeechEngine, voices: readonly [string, ...string[]]): void {
  after(() => engine[Symbol.asyncDispose]());

  function request(text: string, voice = voices[0]!): SpeakRequest {
    return {
      model: engine.provider,
      voice,
      text,
      delivery: NEUTRAL_DELIVERY,
      emphasis: [],
      pronunciations: [],
      silences: [],
      options: {},
    };
  }

  /** Seconds of sound, or the message of the refusal. */
  async function saidOf(text: string, voice?: string): Promise<number | string> {
    try {
      const { pcm, sample_rate, words } = await speakPcm(engine, request(text, voice));
      assert.ok(
        // A plosive alone ("th", read as German) is soft.
        pcm.some((sample) => Math.abs(sample) > 100),
        "the sound is silent",
      );
      for (const { start, end } of words ?? []) assert.ok(start >= 0 && end > start && end <= text.length);
      return pcm.length / sample_rate;
    } catch (error) {
      assert.ok(error instanceof EngineError, String(error));
      assert.equal(error.kind, "rejected");
      assert.match(error.message, /^[A-Z].*\.$/s);
      return error.message;
    }
  }

  test("100 generated texts of marks, signs, scripts and words give sound or a clear message", async () => {
    let spoken = 0;
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...voices), async (text, voice) => {
        if (typeof (await saidOf(text, voice)) === "number") spoken += 1;
      }),
      { numRuns: 100 },
    );
    assert.ok(spoken > 40, `only ${spoken} were spoken`);
  });

  test("marks alone and signs alone are refused with the reason", async () => {
    for (const text of ["...", "?!", "—", "🙂🙂", "* * *"])
      assert.equal(await saidOf(text), "The text has nothing that can be said.");
  });

  test("a quotation in another script is spoken, and so is a long text of one", async () => {
    for (const text of ["Я не знаю, где она.", "海と空", "안녕하세요", "שלום", "سلام عليكم", "Γειά σου"])
      assert.equal(typeof (await saidOf(text)), "number", text);
    const long = [
      ["Я не знаю, где она. ", 40, 60],
      ["ሰላም ለሁሉም ሰዎች። ", 60, 60],
      ["海和天空是蓝色的因为阳光", 40, 60],
    ] as const;
    for (const [sentence, times, least] of long) {
      const seconds = await saidOf(sentence.repeat(times));
      assert.ok(typeof seconds === "number" && seconds > least, `${sentence}: ${seconds}`);
    }
  });

  test("a text without a space is spoken in pieces, one without any mark to its 300th character; a longer one is refused", async () => {
    const longest = EMBEDDED_MODEL.max_characters;
    // As one sentence this takes a minute: the synthesiser's time grows with the square of a sentence.
    const joined = await saidOf("abcdefghij,".repeat(600));
    assert.ok(typeof joined === "number" && joined > 300, String(joined));
    const { pcm, sample_rate, warnings } = await speakPcm(engine, request("abcdefghij".repeat(6_000)));
    const seconds = pcm.length / sample_rate;
    assert.ok(seconds > 5 && seconds < 60, `${seconds} s`);
    assert.match(warnings.join(), /^A word of 60000 characters \("abcdefghijab…"\) is spoken to its 300th character/);
    assert.match(String(await saidOf("a".repeat(longest + 1))), /^The text is longer than \d+ characters\.$/);
  });
}
