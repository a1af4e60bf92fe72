// What one answer settles in a conversation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Block, evidenceAnnotation } from "@fullcast/core/document";
import { conversationAround, settledBy } from "./conversation.ts";
import { ScriptModel } from "./script-model.ts";

const content = (text: string, evidence?: { readonly confidence: number; readonly candidates: readonly string[] }) => ({
  type: "text" as const,
  schema_version: "studio-ast-2" as const,
  text,
  annotations:
    evidence === undefined
      ? []
      : [
          evidenceAnnotation("e", text.length, {
            confidence: evidence.confidence,
            method: "turns",
            candidates: evidence.candidates.map((speaker_id) => ({ speaker_id, score: 0.5 })),
          }),
        ],
  points: [],
  delivery_control_sets: [],
});
const base = { block_version: 1, generation_profile_override: null, placement: null };

/** "A": a sure line of A; "a?": an unsure one; "?": one without a speaker; "-": narration. */
function scriptOf(shape: string): ScriptModel {
  const blocks = shape.split(" ").map((sign, index): Block => {
    const id = `${index}`;
    if (sign === "-")
      return { ...base, id, kind: "narration", speaker_id: "n", content: content("He sat.\n") } as Block;
    const isUnsure = sign.includes("?");
    const [who] = /[a-zA-Z]/.exec(sign) ?? [null];
    const evidence = { confidence: isUnsure ? 0.4 : 0.9, candidates: who === null ? [] : [who.toUpperCase()] };
    const said = content("“So.”\n", evidence);
    return { ...base, id, kind: "speech", speaker_id: who?.toUpperCase() ?? null, content: said } as Block;
  });
  const model = new ScriptModel();
  model.reset({ documentVersion: 1, title: "", count: blocks.length });
  model.fill(0, blocks);
  return model;
}
const settled = (shape: string, at: number, speaker: string) => {
  const model = scriptOf(shape);
  return Object.fromEntries(settledBy(model, conversationAround(model, at), at, speaker));
};

test("a conversation ends where nobody speaks for a while", () => {
  assert.deepEqual(conversationAround(scriptOf("A - B - - - A - - - - B"), 2), { from: 0, to: 6 });
});

test("two people answer each other: one answer settles the unsure turns beside it, up to a sure one", () => {
  assert.deepEqual(settled("A ? ? ? B ?", 1, "B"), { B: ["1", "3"], A: ["2"] });
});

test("the line that was asked about changes in any case; a sure turn beside it stays", () => {
  assert.deepEqual(settled("A b? A", 1, "C"), { C: ["1"] });
});

test("where three people talk only the line itself is settled", () => {
  assert.deepEqual(settled("A B C ? ?", 3, "A"), { A: ["3"] });
});

test("guesses name the second person where nothing is sure", () => {
  assert.deepEqual(settled("a? b? a?", 0, "A"), { A: ["0", "2"], B: ["1"] });
});
