import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type {
  Annotation,
  DeliveryControlSet,
  Point,
  SfxBlock,
  SpokenBlock,
  TextContent,
} from "../document/document.ts";
import { activeRendition, freshness, type StaleReason } from "./freshness.ts";
import { blockIntentParts, type Intent, type IntentProfile, type IntentVoice, intentOf } from "./intent.ts";
import { optionsOf } from "./intent-parts.ts";
import { spokenText } from "./spoken-text.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const ID = "00000000-0000-4000-8000-000000000001";
const ALTO: IntentVoice = { provider: "espeak", model: "formant", engine_voice_id: "alto", engine_revision: "1" };

function content(text: string, over: Partial<TextContent> = {}): TextContent {
  return {
    type: "text",
    schema_version: "studio-ast-2",
    text,
    annotations: [],
    points: [],
    delivery_control_sets: [],
    ...over,
  };
}

interface Take {
  readonly kind: "speech" | "narration";
  readonly content: TextContent;
  readonly voice: IntentVoice | null;
  readonly profile: IntentProfile | null;
}

function intent(take: Take): Intent {
  const block: SpokenBlock = {
    id: ID,
    block_version: 1,
    generation_profile_override: null,
    kind: take.kind,
    content: take.content,
    placement: null,
    speaker_id: null,
  };
  return intentOf(blockIntentParts(block, hash), take.voice, take.profile, hash);
}

/** The freshness of audio made for `then` when the block is `now`. */
function verdict(now: Take, then: Take) {
  const made = intent(then);
  assert.ok(made.intent_hash !== null);
  return freshness(intent(now), { intent_hash: made.intent_hash, intent_parts: made.parts });
}

const exclusion = (start_utf16: number, end_utf16: number): Annotation => ({
  kind: "exclusion",
  id: ID,
  start_utf16,
  end_utf16,
  reason: "user",
});
const pronunciation = (
  start_utf16: number,
  end_utf16: number,
  value: string,
  alphabet: "ipa" | "alias",
): Annotation => ({
  kind: "pronunciation",
  id: ID,
  start_utf16,
  end_utf16,
  alphabet,
  value,
});
const silence = (offset_utf16: number, duration_ms: number): Point => ({
  kind: "timed_silence",
  id: ID,
  offset_utf16,
  duration_ms,
});
const directed = (provider: string, intentName: string, strength: number): DeliveryControlSet => ({
  id: ID,
  schema_version: "studio-delivery-control-set-2",
  provider,
  model: "any",
  format: "fullcast-delivery-1",
  capability_revision: "1",
  directives: [{ id: ID, start_utf16: 0, end_utf16: 65536, intent: intentName, strength }],
  settings: [],
  source_fingerprint: null,
  source_utf16_length: null,
});

const PLAIN: Take = {
  kind: "speech",
  content: content("“The _old_ house had 12 rooms,” said Mr. Finch."),
  voice: ALTO,
  profile: null,
};
const withContent = (take: Take, over: Partial<TextContent>): Take => ({
  ...take,
  content: { ...take.content, ...over },
});
const stale = (...stale_reasons: StaleReason[]) => ({ freshness: "stale", stale_reasons });
const CURRENT = { freshness: "current", stale_reasons: [] };

test("each cause gives exactly its reason, and reverting it makes the audio current again", () => {
  const text = PLAIN.content.text;
  const at = (word: string): [number, number] => [text.indexOf(word), text.indexOf(word) + word.length];
  const changes: readonly [StaleReason, Take][] = [
    ["block_kind", { ...PLAIN, kind: "narration" }],
    ["text", withContent(PLAIN, { text: text.replace("house", "castle") })],
    ["text", withContent(PLAIN, { text: text.replace("_old_", "old") })],
    ["pronunciation", withContent(PLAIN, { annotations: [pronunciation(...at("Finch"), "fɪnʃ", "ipa")] })],
    ["pronunciation", withContent(PLAIN, { annotations: [pronunciation(...at("Finch"), "Fink", "alias")] })],
    ["excluded_text", withContent(PLAIN, { annotations: [exclusion(...at("said Mr. Finch."))] })],
    ["timing", withContent(PLAIN, { points: [silence(at("house")[1], 500)] })],
    ["voice", { ...PLAIN, voice: { ...ALTO, engine_voice_id: "bass" } }],
    ["voice", { ...PLAIN, voice: { ...ALTO, provider: "piper", model: "medium" } }],
    ["voice", { ...PLAIN, voice: { ...ALTO, engine_revision: "2" } }],
    ["voice", { ...PLAIN, voice: null }],
    ["generation_profile", { ...PLAIN, profile: { options: { speed: 1.2 } } }],
    ["generation_profile", { ...PLAIN, profile: { model: "large" } }],
    ["delivery_controls", withContent(PLAIN, { delivery_control_sets: [directed("fullcast", "whisper", 1)] })],
    ["delivery_controls", withContent(PLAIN, { delivery_control_sets: [directed("espeak", "sad", 0.5)] })],
    [
      "delivery_controls",
      withContent(PLAIN, {
        delivery_control_sets: [{ ...directed("espeak", "sad", 0), provider_text_override: "Something else." }],
      }),
    ],
  ];
  for (const [reason, changed] of changes) {
    assert.deepEqual(verdict(changed, PLAIN), stale(reason), reason);
    assert.deepEqual(
      verdict(changed.voice === null ? PLAIN : changed, changed.voice === null ? PLAIN : changed),
      CURRENT,
    );
    if (changed.voice !== null) assert.deepEqual(verdict(PLAIN, changed), stale(reason), `${reason}, taken back`);
  }
});

test("changes that are silent, outside of the audio or for another engine leave the audio current", () => {
  const { text } = PLAIN.content;
  const unheard: readonly Take[] = [
    withContent(PLAIN, { text: text.replaceAll(/[“”]/g, '"') }),
    withContent(PLAIN, { points: [silence(0, 2000), silence(text.length, 700)] }),
    withContent(PLAIN, { delivery_control_sets: [directed("piper", "shout", 1)] }),
    withContent(PLAIN, { delivery_control_sets: [directed("fullcast", "shout", 0)] }),
    withContent(PLAIN, { delivery_control_sets: [{ ...directed("espeak", "shout", 1), format: "vendor-tags-3" }] }),
    withContent(PLAIN, {
      annotations: [
        {
          kind: "extension",
          id: ID,
          start_utf16: 0,
          end_utf16: text.length,
          namespace: "fullcast.attribution",
          name: "evidence",
          version: 1,
          payload: { confidence: 0.5, method: "tag", candidates: [] },
        },
      ],
    }),
    { ...PLAIN, profile: { options: {} } },
  ];
  for (const take of unheard) assert.deepEqual(verdict(take, PLAIN), CURRENT);
});

test("an edit that shifts exclusions, pronunciations and pauses changes the text only", () => {
  const text = "One word here, another word there, and a last word.";
  const noted = (source: string): Take => {
    const at = (word: string): [number, number] => [source.indexOf(word), source.indexOf(word) + word.length];
    return {
      ...PLAIN,
      content: content(source, {
        annotations: [exclusion(...at("another word")), pronunciation(...at("last"), "lɑːst", "ipa")],
        points: [silence(at("there")[0], 300)],
        delivery_control_sets: [{ ...directed("fullcast", "sad", 1), directives: [half] }],
      }),
    };
  };
  const half = { id: ID, start_utf16: 0, end_utf16: 20, intent: "sad", strength: 1 };
  assert.deepEqual(verdict(noted(`Well. ${text}`), noted(text)), stale("text"));
});

test("moving an exclusion, a pronunciation or a pause is a change of it", () => {
  const take = (over: Partial<TextContent>) => withContent({ ...PLAIN, content: content("row row row row") }, over);
  const cases: readonly [StaleReason, Take, Take][] = [
    ["timing", take({ points: [silence(3, 100)] }), take({ points: [silence(7, 100)] })],
    ["timing", take({ points: [silence(3, 100)] }), take({ points: [silence(3, 200)] })],
    [
      "pronunciation",
      take({ annotations: [pronunciation(0, 3, "raʊ", "ipa")] }),
      take({ annotations: [pronunciation(4, 7, "raʊ", "ipa")] }),
    ],
    ["excluded_text", take({ annotations: [exclusion(0, 3)] }), take({ annotations: [exclusion(0, 7)] })],
  ];
  for (const [reason, then, now] of cases) assert.deepEqual(verdict(now, then), stale(reason));
});

test("letters inside an exclusion do not matter", () => {
  const take = (source: string) =>
    withContent({ ...PLAIN, content: content(source) }, { annotations: [exclusion(6, source.length)] });
  assert.deepEqual(verdict(take("Hello [waves]"), take("Hello [bows deeply]")), CURRENT);
});

test("directions are compared for the old audio's provider: a recast alone is a change of voice", () => {
  const both = withContent(PLAIN, {
    delivery_control_sets: [directed("espeak", "sad", 1), directed("piper", "angry", 1)],
  });
  const recast = { ...both, voice: { ...ALTO, provider: "piper", model: "medium" } };
  assert.deepEqual(verdict(recast, both), stale("voice"));
});

test("blocks without audio are unsupported, blocks without a rendition absent", () => {
  const unparsed = intentOf(
    blockIntentParts(
      {
        id: ID,
        block_version: 1,
        generation_profile_override: null,
        kind: "unparsed",
        content: content("Once."),
        placement: null,
        speaker_id: null,
      },
      hash,
    ),
    null,
    null,
    hash,
  );
  assert.equal(freshness(unparsed, null).freshness, "unsupported");
  assert.deepEqual(freshness(intent(PLAIN), null), { freshness: "absent", stale_reasons: [] });
  const silent = intent({ ...PLAIN, content: content("“ … ” \n\n") });
  assert.equal(silent.intent_hash, null, "nothing to say wants no audio");
});

test("a sound effect is stale when its prompt, length, seed or recording changes, not when it is placed elsewhere", () => {
  const effect: SfxBlock = {
    id: ID,
    block_version: 1,
    generation_profile_override: null,
    kind: "sfx",
    content: { type: "sfx", schema_version: "studio-ast-2", prompt: "rain", duration_ms: 4000, seed: 7 },
    placement: null,
    speaker_id: null,
  };
  const of = (block: SfxBlock) => intentOf(blockIntentParts(block, hash), null, null, hash);
  const made = of(effect);
  assert.ok(made.intent_hash);
  const rendition = { intent_hash: made.intent_hash, intent_parts: made.parts };
  const moved = {
    anchor_block_id: ID,
    anchor: "start",
    offset_ms: 100,
    gain_db: -6,
    fade_in_ms: 0,
    fade_out_ms: 0,
  } as const;
  assert.deepEqual(freshness(of({ ...effect, placement: moved }), rendition), CURRENT);
  const source = { kind: "project_sound", sound_effect_id: ID, sound_effect_revision_id: ID } as const;
  for (const over of [{ prompt: "wind" }, { duration_ms: 4001 }, { seed: 8 }, { seed: null, source }]) {
    const changed = of({ ...effect, content: { ...effect.content, ...over } });
    assert.deepEqual(freshness(changed, rendition), stale("sound_effect"));
  }
  assert.deepEqual(freshness(intent(PLAIN), rendition), stale("block_kind"), "it became a line");
});

test("the rendition of the present intent is active however old it is; without one the newest is", () => {
  const now = intent(PLAIN);
  const renditions = [{ intent_hash: "newest" }, { intent_hash: "older" }];
  assert.equal(activeRendition(renditions, now)?.intent_hash, "newest");
  const mine = { intent_hash: now.intent_hash ?? "" };
  assert.equal(activeRendition([...renditions, mine], now), mine);
  assert.equal(activeRendition([], now), null);
  assert.equal(activeRendition(renditions, intent({ ...PLAIN, content: content("…") })), null);
});

const WORDS = ["the", "house", "42", "“Yes,”", "Mr.", "_very_", "quiet", "—", "rain’s", "£5", "naïve"];

/** A block of words, some of them excluded, pronounced or followed by a pause; and the same with one thing changed. */
const takes = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 12 }),
  excluded: fc.option(fc.nat(11), { nil: null }),
  pronounced: fc.option(fc.record({ at: fc.nat(11), value: fc.constantFrom("a", "b") }), { nil: null }),
  pause: fc.option(fc.record({ at: fc.nat(11), ms: fc.integer({ min: 1, max: 3 }) }), { nil: null }),
  direction: fc.option(fc.constantFrom("sad", "angry"), { nil: null }),
  voice: fc.constantFrom("alto", "bass"),
  speed: fc.constantFrom(1, 2),
  kind: fc.constantFrom<"speech" | "narration">("speech", "narration"),
});
type Drawn = typeof takes extends fc.Arbitrary<infer T> ? T : never;

function take(drawn: Drawn): Take {
  const text = drawn.words.join(" ");
  const span = (index: number): [number, number] => {
    const word = index % drawn.words.length;
    const start = drawn.words.slice(0, word).join(" ").length + (word > 0 ? 1 : 0);
    return [start, start + drawn.words[word]!.length];
  };
  const { excluded, pronounced, pause, direction } = drawn;
  return {
    kind: drawn.kind,
    content: content(text, {
      annotations: [
        ...(excluded === null ? [] : [exclusion(...span(excluded))]),
        ...(pronounced === null ? [] : [pronunciation(...span(pronounced.at), pronounced.value, "alias")]),
      ],
      points: pause === null ? [] : [silence(span(pause.at)[1], pause.ms)],
      delivery_control_sets: direction === null ? [] : [directed("fullcast", direction, 1)],
    }),
    voice: { ...ALTO, engine_voice_id: drawn.voice },
    profile: { options: { speed: drawn.speed } },
  };
}

const REASON_OF: { readonly [field in keyof Drawn]: StaleReason } = {
  words: "text",
  excluded: "excluded_text",
  pronounced: "pronunciation",
  pause: "timing",
  direction: "delivery_controls",
  voice: "voice",
  speed: "generation_profile",
  kind: "block_kind",
};

test("for any block, one change gives at most its own reason, and reverting it gives current", () => {
  const fields = fc.constantFrom(...(Object.keys(REASON_OF) as (keyof Drawn)[]));
  fc.assert(
    fc.property(takes, takes, fields, (drawn, other, field) => {
      // Positions are counted in words, so other words would move annotations. The case with other words has none.
      const before = field === "words" ? { ...drawn, excluded: null, pronounced: null, pause: null } : drawn;
      const then = take(before);
      if (intent(then).intent_hash === null) return;
      const now = take({ ...before, [field]: other[field] });
      assert.deepEqual(verdict(then, then), CURRENT);
      const same = intent(now).intent_hash === intent(then).intent_hash;
      assert.deepEqual(verdict(now, then), same ? CURRENT : stale(REASON_OF[field]));
    }),
    { numRuns: 150 },
  );
});

test("the rules of a language join the intent of new lines only; audio that was made without them stays current", () => {
  const block = (text: string): SpokenBlock => ({
    id: ID,
    block_version: 1,
    generation_profile_override: null,
    kind: "narration",
    content: content(text),
    placement: null,
    speaker_id: null,
  });
  const made = (text: string, language?: string) =>
    intentOf(blockIntentParts(block(text), hash, language === undefined ? {} : { language }), ALTO, null, hash);
  // Stored parts state the language by which they were made, and nothing else decides how the line is spoken again.
  assert.equal("language" in made("Es war 1813.").parts, false);
  assert.equal("language" in made("It was 1813.", "en-GB").parts, false);
  assert.equal("language" in made("1813 år", "da").parts, false);
  assert.equal(made("Es war 1813.", "de-AT").parts.language, "de");
  const words = (text: string, language?: string) =>
    spokenText(content(text), optionsOf(made(text, language).parts)).text;
  assert.equal(words("Es war 1813."), "Es war eighteen thirteen.");
  assert.equal(words("Es war 1813.", "de-AT"), "Es war achtzehnhundertdreizehn.");
  // A line without figures has one intent, with the language and without it.
  assert.equal(made("Es war spät.").intent_hash, made("Es war spät.", "de").intent_hash);
  const old = made("Es war 1813.");
  assert.ok(old.intent_hash !== null);
  const take = { intent_hash: old.intent_hash, intent_parts: old.parts };
  assert.equal(freshness(old, take).freshness, "current");
  assert.deepEqual(freshness(made("Es war 1813.", "de"), take).stale_reasons, ["text"]);
});
