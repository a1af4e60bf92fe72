// Every stale reason follows from exactly its cause, and reverting the cause makes the old audio current again without new
// speech. Causes and blocks are random, one cause at a time.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { CallOf, Document, Endpoints, StaleReason } from "@fullcast/contract";
import fc from "fast-check";
import { sharedAccount } from "./server.ts";
import { media, readDocument, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
type Operation = CallOf<Endpoints["editDocument"]>["body"]["operations"][number];
type Block = Document["blocks"][number];
type Text = Extract<Block["content"], { type: "text" }>;

const story = await spokenStory(client);
const { sectionId, projectId } = story;
const { voices } = await client.call("listVoices");

const edit = async (...operations: Operation[]) => {
  const { document } = await readDocument(client, sectionId);
  const body = { ...studioMutation(), base_document_version: document.document_version, operations };
  await client.call("editDocument", { params: { sectionId }, body });
};
const present = async (id: string) => {
  const block = (await readDocument(client, sectionId)).document.blocks.find((one) => one.id === id);
  return block ?? assert.fail("the block is gone");
};
const set = async (id: string, change: Extract<Operation, { op: "replace_block" }>["set"]) =>
  edit({ op: "replace_block", block_id: id, base_block_version: (await present(id)).block_version, set: change });

/** The first and the last word inside the quotation marks, as offsets. */
const words = (text: string) =>
  [...text.matchAll(/[A-Za-z]{2,}/g)].map((match) => ({
    start_utf16: match.index,
    end_utf16: match.index + match[0].length,
  }));

type Cause = Exclude<StaleReason, "block_kind" | "voice" | "generation_profile" | "sound_effect">;
const changes: { readonly [cause in Cause]: (content: Text) => Text } = {
  text: (content) => ({ ...content, text: content.text.replace(/[A-Za-z]{2,}/, "Wood") }),
  pronunciation: (content) => ({
    ...content,
    annotations: [
      ...content.annotations,
      { kind: "pronunciation", id: randomUUID(), ...words(content.text)[0]!, alphabet: "alias", value: "zebra" },
    ],
  }),
  excluded_text: (content) => ({
    ...content,
    annotations: [
      ...content.annotations,
      { kind: "exclusion", id: randomUUID(), ...words(content.text)[0]!, reason: "user" },
    ],
  }),
  timing: (content) => ({
    ...content,
    points: [
      ...content.points,
      { kind: "timed_silence", id: randomUUID(), offset_utf16: words(content.text)[0]!.end_utf16, duration_ms: 900 },
    ],
  }),
  delivery_controls: (content) => ({
    ...content,
    delivery_control_sets: [
      {
        id: randomUUID(),
        schema_version: "studio-delivery-control-set-2",
        provider: "fullcast",
        model: "any",
        format: "fullcast-delivery-1",
        capability_revision: "1",
        directives: [],
        settings: [{ name: "rate", value: 1.9 }],
        source_fingerprint: null,
        source_utf16_length: null,
      },
    ],
  }),
};

test("each stale reason arises from exactly its cause, and undoing the cause makes the old take current again", async () => {
  const { document, speakers } = await readDocument(client, sectionId);
  const before = await media(client, sectionId);
  const spoken = document.blocks.filter(
    (block) => block.kind === "speech" && words(block.content.type === "text" ? block.content.text : "").length > 1,
  );
  const causes: StaleReason[] = [...(Object.keys(changes) as Cause[]), "block_kind", "voice", "generation_profile"];
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(...causes), async (at, cause) => {
      const block = spoken[at % spoken.length]!;
      assert.ok(block.content.type === "text");
      const touched = new Set([block.id]);
      let undo = () => set(block.id, { content: block.content });
      if (cause === "block_kind") {
        await set(block.id, { kind: "narration" });
        undo = () => set(block.id, { kind: "speech" });
      } else if (cause === "generation_profile") {
        await set(block.id, { generation_profile_override: { options: { rate: 1.5 } } });
        undo = () => set(block.id, { generation_profile_override: null });
      } else if (cause === "voice") {
        const speaker = speakers.find((one) => one.id === block.speaker_id);
        for (const one of document.blocks) if (one.speaker_id === block.speaker_id) touched.add(one.id);
        const cast = async (voice_id: string) => {
          const { speaker_registry_version: base_speaker_registry_version } = await readDocument(client, sectionId);
          return client.call("castSpeaker", {
            params: { projectId, speakerId: speaker?.id ?? "" },
            body: { ...studioMutation(), base_speaker_registry_version, voice_id },
          });
        };
        const own = speaker?.casting?.voice_id ?? "";
        const { stale_block_count } = await cast(voices.find((voice) => voice.voice_id !== own)?.voice_id ?? "");
        assert.equal(stale_block_count, touched.size);
        undo = async () => {
          assert.equal((await cast(own)).stale_block_count, 0);
        };
      } else await set(block.id, { content: changes[cause as Cause](block.content) });
      for (const [index, one] of (await media(client, sectionId)).entries()) {
        const stale = touched.has(one.block_id);
        const expected = stale ? ["stale", [cause]] : [before[index]?.freshness, before[index]?.stale_reasons];
        assert.deepEqual([one.freshness, one.stale_reasons], expected, cause);
      }
      await undo();
      const after = await media(client, sectionId);
      const takes = (entries: typeof after) =>
        entries.map((one) => [one.block_id, one.freshness, one.active_rendition_id, one.audio_version_count]);
      assert.deepEqual(takes(after), takes(before), cause);
    }),
    { numRuns: 24, examples: causes.map((cause, index) => [index, cause]) },
  );
});
