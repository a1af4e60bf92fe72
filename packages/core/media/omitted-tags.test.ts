import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { type Annotation, AST_VERSION, type SpokenBlock, type TextContent } from "../document/document.ts";
import { blockIntentParts, freshness, intentOf, isGeneratable, optionsOf, sourceWords, spokenText } from "./media.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const VOICE = { provider: "espeak", model: "formant", engine_voice_id: "alto", engine_revision: "1" };
const OMIT = { omitTags: true };

/** Narration with a speech tag over `tag`. */
function narration(text: string, tag: string, more: readonly Annotation[] = []): SpokenBlock {
  const start_utf16 = text.indexOf(tag);
  const annotation: Annotation = {
    kind: "extension",
    id: "tag",
    start_utf16,
    end_utf16: start_utf16 + tag.length,
    namespace: "fullcast.tags",
    name: "speech_tag",
    version: 1,
    payload: null,
  };
  const content: TextContent = {
    type: "text",
    schema_version: AST_VERSION,
    text,
    annotations: [annotation, ...more],
    points: [],
    delivery_control_sets: [],
  };
  return {
    id: "block",
    kind: "narration",
    block_version: 1,
    content,
    generation_profile_override: null,
    placement: null,
    speaker_id: "narrator",
  };
}

const DOOR = narration("said Mara, closing the door.", "said Mara,");
const intent = (block: SpokenBlock, options = {}) =>
  intentOf(blockIntentParts(block, hash, options), VOICE, null, hash);

describe("a speech tag", () => {
  test("is spoken like other text unless tags are omitted; then only the rest of the block is spoken", () => {
    assert.equal(spokenText(DOOR.content).text, "said Mara, closing the door.");
    assert.equal(spokenText(DOOR.content, OMIT).text, "closing the door.");
  });
  test("that fills a block leaves no spoken text and no audio to make", () => {
    const block = narration("\n said Mara, ", "said Mara,");
    assert.equal(isGeneratable(blockIntentParts(block, hash)), true);
    assert.equal(isGeneratable(blockIntentParts(block, hash, OMIT)), false);
  });
  test("that becomes silent makes the audio stale with excluded_text; when it is spoken again, the audio is current", () => {
    const [kept, omitted] = [intent(DOOR), intent(DOOR, OMIT)];
    const take = (made: typeof kept) => ({ intent_hash: made.intent_hash ?? "", intent_parts: made.parts });
    assert.deepEqual(freshness(omitted, take(kept)), { freshness: "stale", stale_reasons: ["excluded_text"] });
    assert.deepEqual(freshness(kept, take(omitted)), { freshness: "stale", stale_reasons: ["excluded_text"] });
    assert.equal(freshness(intent(DOOR), take(kept)).freshness, "current");
  });
  test("changes neither the intent nor the stored parts of a block without a tag", () => {
    const plain = { ...DOOR, content: { ...DOOR.content, annotations: [] } };
    assert.deepEqual(intent(plain, OMIT), intent(plain));
    assert.equal(intent(DOOR).intent_hash, intent(plain).intent_hash);
  });
  test("is found again from the stored parts, so that words keep their positions in the text", () => {
    const parts = blockIntentParts(DOOR, hash, OMIT);
    const spoken = spokenText(DOOR.content, optionsOf(parts));
    const [first] = sourceWords(spoken, [{ start: 0, end: 7, start_ms: 0, end_ms: 300 }]);
    assert.deepEqual([first?.start_utf16, first?.end_utf16], [11, 18]);
    assert.deepEqual(optionsOf(blockIntentParts(DOOR, hash)), {});
  });
  test("joins an adjacent exclusion, and an alias over it is not spoken", () => {
    const exclusion: Annotation = { kind: "exclusion", id: "x", start_utf16: 11, end_utf16: 19, reason: "user" };
    assert.equal(
      spokenText(narration("said Mara, closing the door.", "said Mara,", [exclusion]).content, OMIT).text,
      "the door.",
    );
    const alias: Annotation = {
      kind: "pronunciation",
      id: "p",
      start_utf16: 5,
      end_utf16: 9,
      alphabet: "alias",
      value: "Maria",
    };
    const aliased = narration("said Mara, closing the door.", "said Mara,", [alias]).content;
    assert.equal(spokenText(aliased).text, "said Maria, closing the door.");
    assert.equal(spokenText(aliased, OMIT).text, "closing the door.");
  });
});
