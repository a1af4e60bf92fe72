import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Block, DeliveryControlSet } from "../document/document.ts";
import { DELIVERY_FORMAT, deliveryOf, isNeutral } from "./delivery.ts";
import { DELIVERY_INTENTS } from "./delivery-intents.ts";
import { directEmotion } from "./emotion.ts";
import { ENGLISH_ADVERBS, ENGLISH_PARTICIPLES, ENGLISH_PHRASES, ENGLISH_VERBS } from "./english-delivery.ts";

/** A script in which quoted text is speech, by Ann unless a name precedes a bar. */
function script(...texts: readonly string[]): Block[] {
  return texts.map((raw, index): Block => {
    const speech = raw.includes("“");
    const [, name = "ann", text = raw] = /^(\w+)\|(.*)$/s.exec(raw) ?? [];
    return {
      id: `b${index}`,
      block_version: 1,
      generation_profile_override: null,
      kind: speech ? "speech" : "narration",
      content: {
        type: "text",
        schema_version: "studio-ast-2",
        text,
        annotations: [],
        points: [],
        delivery_control_sets: [],
      },
      placement: null,
      speaker_id: speech ? name : "narrator",
    };
  });
}

/** "b0: whisper 1" for each direction. */
function directions(...texts: readonly string[]): string[] {
  return directEmotion(script(...texts)).map(
    ({ block_id, control_set }) =>
      `${block_id}: ${control_set.directives.map(({ intent, strength }) => `${intent} ${strength}`).join(", ")}`,
  );
}

test("the verb after a line directs it", () => {
  assert.deepEqual(directions("“Come in,” ", "she whispered.\n\n"), ["b0: whisper 1"]);
  assert.deepEqual(directions("“Fire!” ", "roared the old captain from the deck."), ["b0: shout 1"]);
  assert.deepEqual(directions("“Why?” ", "the boy in the torn coat sobbed."), ["b0: sob 0.9"]);
  assert.deepEqual(directions("“Come in,” ", "she said.\n\n"), []);
});

test("the verb before a line directs it", () => {
  assert.deepEqual(directions("The rain fell. Then Ann whispered, ", "“Come in.”"), ["b1: whisper 1"]);
  assert.deepEqual(directions("He whispered to the dog. Ann looked up. ", "“Come in.”"), [], "that was another line");
});

test("adverbs and phrases count beside a verb of speaking only", () => {
  assert.deepEqual(directions("“Come in,” ", "said Mr. Finch very coldly."), ["b0: cold 0.8"]);
  assert.deepEqual(directions("“Come in,” ", "said Ann, with a little laugh."), ["b0: laugh 0.5"]);
  assert.deepEqual(directions("“Come in,” ", "she hissed furiously."), ["b0: angry 0.9, whisper 0.6"]);
  assert.deepEqual(directions("“Come in,” ", "said Ann, and the dog barked angrily at the door."), []);
  assert.deepEqual(directions("“Come in,” ", "said Ann faintly smiling."), ["b0: cheerful 0.4"]);
  assert.deepEqual(directions("“Come in,” ", "said Ann with a face no less smiling than his."), []);
  assert.deepEqual(directions("“Come in.” ", "Ann angrily threw the door shut."), []);
});

test("a denied manner is not directed", () => {
  assert.deepEqual(directions("“Come in,” ", "she did not whisper, she said."), []);
  assert.deepEqual(directions("“Come in,” ", "said Ann, not unkindly and not angrily."), []);
});

test("after a full stop comes an action, not a tag", () => {
  assert.deepEqual(directions("“Come in.” ", "The wind howled."), []);
});

test("a short tag inside a speech applies to both parts; a longer one and a change of speaker do not", () => {
  const both = ["b0: whisper 1", "b2: whisper 1"];
  assert.deepEqual(directions("“Stop,” ", "he whispered. ", "“They hear us.”"), both);
  assert.deepEqual(directions("“Stop,” ", "he whispered. He stood up and went to the door. ", "“Nobody.”"), [
    "b0: whisper 1",
  ]);
  assert.deepEqual(directions("“Stop,” ", "he whispered. ", "ben|“Why?”"), ["b0: whisper 1"]);
});

test("a tag applies only within its paragraph", () => {
  assert.deepEqual(directions("“Stop,” ", "he whispered.\n\n", "“Why?”"), ["b0: whisper 1"]);
});

test("the letters of a line direct it: capitals, marks, stammering", () => {
  assert.deepEqual(directions("“GET OUT OF HERE!”"), ["b0: shout 0.7"]);
  assert.deepEqual(directions("“What?!”"), ["b0: surprised 0.4"]);
  assert.deepEqual(directions("“No!!”"), ["b0: shout 0.5"]);
  assert.deepEqual(directions("“W-what is it?”"), ["b0: hesitant 0.4"]);
  assert.deepEqual(directions("“MY DEAR NIECE,”"), [], "a letter");
  assert.deepEqual(directions("“I like the USA and NATO.”"), []);
  assert.deepEqual(directions("“Come in!”"), [], "an exclamation mark alone is the engine's business");
  assert.deepEqual(directions("“Well-known”"), []);
});

test("narration is never directed, and a line that has directions keeps them", () => {
  assert.deepEqual(directions("She whispered and SHOUTED AND SCREAMED!!"), []);
  const blocks = script("“Come in,” ", "she whispered.");
  const [first, tag] = blocks;
  assert.ok(first?.kind === "speech" && tag);
  const own: DeliveryControlSet = {
    id: "c",
    schema_version: "studio-delivery-control-set-2",
    provider: "espeak",
    model: "any",
    format: DELIVERY_FORMAT,
    capability_revision: "1",
    directives: [],
    settings: [],
    source_fingerprint: null,
    source_utf16_length: null,
  };
  const directed: Block = { ...first, content: { ...first.content, delivery_control_sets: [own] } };
  assert.deepEqual(directEmotion([directed, tag]), []);
});

test("tags are read in English only", () => {
  const blocks = script("“Come in,” ", "she whispered.", "“NEIN, NIEMALS!”");
  assert.deepEqual(
    directEmotion(blocks, { language: "de" }).map(({ block_id }) => block_id),
    ["b2"],
  );
});

test("every word of the lexicon has a known intent that changes the voice", () => {
  const lexicons = [ENGLISH_VERBS, ENGLISH_ADVERBS, ENGLISH_PARTICIPLES].flatMap((words) => [...words.values()]);
  const meanings = [...lexicons, ...ENGLISH_PHRASES.map(({ said }) => said)];
  for (const { intent, strength } of meanings.flat()) {
    assert.ok(intent in DELIVERY_INTENTS, intent);
    assert.ok(strength > 0 && strength <= 1);
  }
});

test("directing again after the suggestions are applied suggests nothing; every suggestion is heard", () => {
  const verbs = [...ENGLISH_VERBS.keys()];
  const adverbs = ["", ...ENGLISH_ADVERBS.keys()];
  const drawn = fc.array(
    fc.record({
      line: fc.constantFrom("“Come in,” ", "“Stop!” ", "“I-I do.” ", "“NEVER AGAIN!” "),
      verb: fc.constantFrom(...verbs),
      adverb: fc.constantFrom(...adverbs),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(drawn, (lines) => {
      const blocks = script(...lines.flatMap(({ line, verb, adverb }) => [line, `Ann ${verb} ${adverb}.\n\n`]));
      const suggested = new Map(directEmotion(blocks).map((one) => [one.block_id, one.control_set]));
      const applied = blocks.map((block): Block => {
        const set = suggested.get(block.id);
        if (set === undefined || block.kind !== "speech") return block;
        const whole = { ...set, id: "c", directives: set.directives.map((one) => ({ ...one, id: "d" })) };
        assert.ok(!isNeutral(deliveryOf([whole], "espeak", block.content.text.length)));
        return { ...block, content: { ...block.content, delivery_control_sets: [whole] } };
      });
      assert.deepEqual(directEmotion(applied), []);
    }),
    { numRuns: 60 },
  );
});
