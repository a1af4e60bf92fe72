import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { hiss, vowel } from "../voice/synthetic-speech.ts";
import {
  endsRepeating,
  expectedMs,
  type FindingKind,
  isUnusable,
  msPerUnit,
  spokenUnits,
  type TakeText,
  takeFacts,
  takeFindings,
  USUAL_RATE,
  withTake,
} from "./quality.ts";

const RATE = 16_000;
const TEXT = "She had counted the boats twice already, and there was still one too few in the harbour.";
const VOWELS = [
  [730, 1_090],
  [270, 2_290],
  [300, 870],
  [530, 1_840],
].flatMap((formants) =>
  [105, 120, 135].map((hz) => vowel({ sampleRate: RATE, seconds: 0.25, pitch: () => hz, formants })),
);
const CONSONANT = hiss(RATE);

/** Syllables of a consonant and a vowel with pauses between words: what a voice's level and sound look like. */
function speech(seed: number, seconds = 5.4): Int16Array {
  let state = seed + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pcm = new Int16Array(Math.round(seconds * RATE));
  for (let at = Math.round(RATE * 0.01); ; ) {
    const loud = 9_000 + next(6_000);
    const parts = [
      { sound: CONSONANT.subarray(next(2_000)), length: RATE * (0.03 + next(6) / 100), gain: 0.3 * loud },
      {
        sound: VOWELS[next(VOWELS.length)]!,
        length: RATE * (0.06 + next(14) / 100),
        gain: loud,
      },
    ];
    for (const { sound, length, gain } of parts) {
      const whole = Math.round(length);
      if (at + whole + RATE * 0.05 > pcm.length) return pcm;
      for (let i = 0; i < whole; i++) {
        const fade = Math.min(1, i / 160, (whole - i) / 160);
        pcm[at + i] = Math.round(sound[i]! * gain * fade);
      }
      at += whole;
    }
    at += next(3) === 0 ? Math.round(RATE * (0.04 + next(20) / 100)) : 0;
  }
}

const textOf = (text: string, changes: Partial<TakeText> = {}): TakeText => ({
  units: spokenUnits(text),
  repeats: endsRepeating(text),
  silences_ms: 0,
  rate: 1,
  ms_per_unit: msPerUnit(USUAL_RATE),
  ...changes,
});

const kindsOf = (pcm: Int16Array, text = textOf(TEXT)) =>
  takeFindings(takeFacts(pcm, RATE), text).map(({ kind }) => kind);

function joined(...parts: readonly Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

/** All seeds up to 10,000 were tried: the random syllables of these two repeat their ending by chance. */
const BY_CHANCE = new Set([8_947, 9_466]);

describe("a take", () => {
  test("that is speech of a fitting length has no finding, whatever its level and pauses", () => {
    const seed = fc.nat(10_000).filter((one) => !BY_CHANCE.has(one));
    const takes = fc.record({ seed, gain: fc.double({ min: 0.1, max: 1.3, noNaN: true }) });
    fc.assert(
      fc.property(takes, ({ seed: one, gain }) => {
        assert.deepEqual(kindsOf(speech(one).map((sample) => sample * gain)), []);
      }),
      { numRuns: 40 },
    );
  });

  const good = speech(7);
  const faults: { readonly [kind in FindingKind]: Int16Array } = {
    silence: new Int16Array(good.length),
    excess_length: joined(...Array.from({ length: 6 }, (_, i) => speech(i))),
    noise: Int16Array.from({ length: good.length }, (_, i) => ((Math.imul(i + 1, 2_654_435_761) >> 16) % 6_000) | 0),
    long: joined(speech(1), speech(2), speech(3)),
    short: good.slice(0, RATE * 1.2),
    clipping: good.map((sample) => Math.max(-32_768, Math.min(32_767, sample * 12))),
    cut_ending: endingIn(good),
    repeated_ending: joined(good, good.slice(-RATE * 1.2)),
    level_jump: good.map((sample, i) => (i < good.length / 2 ? sample : sample * 0.2)),
  };
  for (const [kind, pcm] of Object.entries(faults)) {
    test(`with ${kind.replace("_", " ")} has that finding`, () =>
      assert.ok(kindsOf(pcm).includes(kind as FindingKind), String(kindsOf(pcm))));
  }

  test("is spoken again only for silence and excess length", () => {
    const again = Object.values(faults).flatMap((pcm) =>
      takeFindings(takeFacts(pcm, RATE), textOf(TEXT)).filter(isUnusable),
    );
    assert.deepEqual(new Set(again.map(({ kind }) => kind)), new Set(["silence", "excess_length"]));
  });

  test("of a short line is judged leniently: an interjection may be drawn out, a long vowel is no noise", () => {
    const drawn = vowel({ sampleRate: RATE, seconds: 2.4, pitch: () => 180, formants: [730, 1_090] });
    const pcm = Int16Array.from(drawn, (sample, i) => sample * 12_000 * Math.min(1, (drawn.length - i) / 3_000));
    assert.deepEqual(kindsOf(pcm, textOf("Aaaah!")), []);
  });

  test("may repeat its ending where its text does", () => {
    const text = "The clock on the landing went on as it always had: tick, tock, tick, tock.";
    assert.ok(endsRepeating(text) && endsRepeating("No, no!") && !endsRepeating(TEXT));
    assert.ok(!kindsOf(faults.repeated_ending, textOf(text)).includes("repeated_ending"));
  });

  test("has an expected length from its text, its pace and its pauses", () => {
    const slow = joined(...[1, 2].map((seed) => speech(seed)));
    assert.ok(!kindsOf(slow, textOf(TEXT, { rate: 0.5 })).includes("long"));
    const paused = joined(speech(1), new Int16Array(RATE * 20), speech(2).slice(0, RATE));
    assert.ok(kindsOf(paused).includes("long"));
    assert.ok(!kindsOf(paused, textOf(TEXT, { silences_ms: 20_000 })).includes("long"));
  });

  test("that is empty or shorter than a frame is silence", () => {
    assert.deepEqual(kindsOf(new Int16Array(0)), ["silence"]);
    assert.deepEqual(kindsOf(new Int16Array(20)), ["silence"]);
  });
});

describe("the running rate of a voice", () => {
  test("follows its takes, so that a slow reader is not always too long", () => {
    const slow = { ...takeFacts(speech(1, 10.8), RATE), repeated_ms: 0 };
    const text = textOf(TEXT);
    let rate = USUAL_RATE;
    for (let i = 0; i < 60; i++) rate = withTake(rate, slow, text);
    const expected = expectedMs({ ...text, ms_per_unit: msPerUnit(rate) });
    assert.ok(Math.abs(expected - 10_800) < 500, String(expected));
  });

  test("is not changed by an interjection", () => {
    assert.equal(withTake(USUAL_RATE, takeFacts(speech(1), RATE), textOf("Oh!")), USUAL_RATE);
  });
});

test("figures, spelled words and scripts without letters have more to say than they have characters", () => {
  assert.ok(spokenUnits("1984") >= 16);
  assert.ok(spokenUnits("BBC") > spokenUnits("bbc"));
  assert.ok(spokenUnits("春眠不覺曉") > 15);
  assert.equal(spokenUnits(""), 0);
});

/** The take up to its loudest moment in the last third. */
function endingIn(pcm: Int16Array): Int16Array {
  const from = Math.floor((pcm.length * 2) / 3);
  const loudest = pcm
    .subarray(from)
    .reduce((best, sample, i, part) => (Math.abs(sample) > Math.abs(part[best]!) ? i : best), 0);
  return pcm.slice(0, from + loudest + 2);
}
