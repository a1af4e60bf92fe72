// Drama mode: narration that only names the speaker is silent, and can be restored.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  exportStory,
  media,
  playbackManifest,
  readDocument,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const TEXT = [
  "Mara Quill came in. Tom Ash was there already, and he looked at Mara Quill.",
  "",
  "“The boat is gone,” said Mara, closing the door.",
  "",
  "“Gone,” said Tom, “since when?”",
  "",
  "“Since the storm,” said Mara.",
  "",
  "Tom asked, “Who saw it?”",
  "",
  "She sat down, and the fire spat.",
  "",
].join("\n");

const speak = async (projectId: string, spoken_tags: "keep" | "omit") => {
  const { mastering_version } = await client.call("readMasteringProfile", { params: { projectId } });
  return client.call("changeMasteringProfile", {
    params: { projectId },
    body: { ...studioMutation(), base_mastering_version: mastering_version, profile: { spoken_tags } },
  });
};
const wordsOf = (srt: string) => srt.replaceAll(/^\d+\n.* --> .*\n/gm, "").replaceAll(/\s+/g, " ");
const shownBy = async (story: { readonly projectId: string; readonly sectionId: string }) => {
  const over = await exportStory(client, story, "srt");
  const url = over.artifact?.download_url ?? assert.fail(JSON.stringify(over.error));
  return wordsOf(await (await fetch(url)).text());
};

describe("speech tags", () => {
  test("are heard unless the project says otherwise, and fall silent when it does", async () => {
    const story = await spokenStory(client, TEXT);
    const { projectId, sectionId } = story;
    const before = (await playbackManifest(client, story)).manifest;
    const shown = await shownBy(story);
    const profile = await speak(projectId, "omit");
    assert.deepEqual([profile.profile.spoken_tags, profile.mastering_version], ["omit", 2]);

    // Only what is more than a tag has to be said again; tags that were all of a block need nothing.
    const blocks = await media(client, sectionId);
    const stale = blocks.filter((block) => block.freshness === "stale");
    const { document } = await readDocument(client, sectionId);
    const textOf = (id: string) => {
      const content = document.blocks.find((block) => block.id === id)?.content;
      return content?.type === "text" ? content.text.trim() : "";
    };
    assert.deepEqual(
      stale.map((block) => [textOf(block.block_id), block.stale_reasons]),
      [["said Mara, closing the door.", ["excluded_text"]]],
    );
    await createAudio(client, projectId, sectionId);
    const silent = (await playbackManifest(client, story)).manifest;
    assert.equal(silent.completeness, "complete");
    const said = (manifest: typeof before) =>
      manifest.sequential_units.flatMap((unit) => (unit.unit_type === "asset" ? [textOf(unit.block_id)] : []));
    assert.deepEqual(
      said(before).filter((text) => !said(silent).includes(text)),
      ["said Tom,", "said Mara.", "Tom asked,"],
    );
    // The timeline stays contiguous, and is as much shorter as there is less to hear.
    let at = 0;
    for (const unit of silent.sequential_units) {
      assert.equal(unit.start_ms, at);
      at += unit.duration_ms;
    }
    assert.ok(silent.duration_ms < before.duration_ms - 1_000);
    // Readers see every word.
    const withoutNames = (text: string) =>
      text.replaceAll(/\p{Lu}{3,}(?: \p{Lu}+)?:/gu, "").replaceAll(/[^\p{L}]/gu, "");
    assert.equal(withoutNames(await shownBy(story)), withoutNames(shown));
    const epub = await exportStory(client, story, "epub");
    assert.equal(epub.status, "completed", JSON.stringify(epub.error));
  });
  test("are heard again, without anything being spoken, when the project wants them back", async () => {
    const story = await spokenStory(client, TEXT);
    const { projectId, sectionId } = story;
    const before = (await playbackManifest(client, story)).manifest;
    await speak(projectId, "omit");
    await createAudio(client, projectId, sectionId);
    await speak(projectId, "keep");
    const after = (await playbackManifest(client, story)).manifest;
    assert.deepEqual(after.sequential_units, before.sequential_units);
    const blocks = await media(client, sectionId);
    assert.ok(blocks.every((block) => block.freshness !== "stale" && block.freshness !== "absent"));
    await speak(projectId, "omit");
    const again = await media(client, sectionId);
    assert.ok(again.every((block) => block.freshness !== "stale"));
  });
  test("fall silent in what is structured later, too, and in what is edited", async () => {
    const story = await spokenStory(client, TEXT);
    const { projectId, sectionId } = story;
    await speak(projectId, "omit");
    await createAudio(client, projectId, sectionId);
    const { document } = await readDocument(client, sectionId);
    const tagged = document.blocks.find(({ content }) => content.type === "text" && /closing/.test(content.text));
    const silent = document.blocks.find(({ content }) => content.type === "text" && /said Tom/.test(content.text));
    assert.ok(tagged !== undefined && silent !== undefined);
    const change = { generation_profile_override: { options: { rate: 1.1 } } };
    await client.call("editDocument", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [tagged, silent].map((block) => ({
          op: "replace_block" as const,
          block_id: block.id,
          base_block_version: block.block_version,
          set: change,
        })),
      },
    });
    const blocks = await media(client, sectionId);
    const states = new Map(blocks.map((block) => [block.block_id, block]));
    assert.deepEqual(states.get(tagged.id)?.stale_reasons, ["generation_profile"]);
    assert.notEqual(states.get(silent.id)?.freshness, "stale");
  });
  test("take keep or omit and nothing else", async () => {
    const { projectId } = await spokenStory(client, "Once.");
    await refused(speak(projectId, "whisper" as "omit"), 400, "INVALID_REQUEST");
    assert.equal((await speak(projectId, "keep")).profile.spoken_tags, "keep");
  });
});
