// One registry of people over all sections of a project.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sharedAccount } from "./server.ts";
import { createBook, prepare, readDocument, studioMutation } from "./story.ts";

const { client } = await sharedAccount();

const FIRST = [
  "Mr. Thomas Lowe kept the ferry, and Professor Ada Grey came down to it every morning.",
  '"You are late again, Thomas," said Professor Grey.',
  '"The tide is late, ma\'am," said Mr. Lowe.',
  "She laughed at that.",
  '"Ma says the tide is never late," said a boy called Pip, who was nine years old.',
  '"Then row us over," said Ada.',
].join("\n\n");

const SECOND = [
  "Lowe was asleep in the boat when they came back.",
  '"Wake up," cried the Professor.',
  '"I was only resting," said Lowe.',
  '"Ma says that too," said Pip.',
].join("\n\n");

type Script = Awaited<ReturnType<typeof readDocument>>;

function said(document: Script, words: string) {
  for (const block of document.document.blocks) {
    if (block.kind === "speech" && block.content.type === "text" && block.content.text.includes(words)) {
      return { block, name: document.speakers.find((speaker) => speaker.id === block.speaker_id)?.name ?? null };
    }
  }
  throw new Error(`nobody says ${words}`);
}

describe("one registry over all sections of a project", () => {
  test("a later section finds the people of an earlier one, whatever it calls them", async () => {
    const { projectId, sectionIds } = await createBook(client, FIRST, SECOND);
    const [firstId = "", secondId = ""] = sectionIds;
    await prepare(client, projectId, ...sectionIds);
    const [first, second] = [await readDocument(client, firstId), await readDocument(client, secondId)];
    const lowe = said(first, "The tide is late").block.speaker_id;
    const grey = said(first, "You are late again").block.speaker_id;
    assert.ok(lowe !== null && grey !== null && lowe !== grey);
    assert.equal(said(first, "Then row us over").block.speaker_id, grey);
    assert.equal(said(second, "only resting").block.speaker_id, lowe);
    assert.equal(said(second, "Wake up").block.speaker_id, grey);
    assert.equal(said(second, "Ma says that").block.speaker_id, said(first, "Ma says the tide").block.speaker_id);
    const people = second.speakers.filter((speaker) => speaker.role === "character");
    assert.equal(people.length, 3, people.map(({ name }) => name).join(", "));
    const pip = people.find(({ name }) => name === "Pip");
    assert.equal(pip?.age, "child");
  });

  test("a line, a name and an age that a person set stay as they are, and count for the sections after", async () => {
    const { projectId, sectionIds } = await createBook(client, FIRST, SECOND);
    const [firstId = "", secondId = ""] = sectionIds;
    await prepare(client, projectId, firstId);
    const before = await readDocument(client, firstId);
    const lowe = said(before, "The tide is late").block.speaker_id!;
    const own = said(before, "You are late again").block.id;
    await client.call("editDocument", {
      params: { sectionId: firstId },
      body: {
        ...studioMutation(),
        base_document_version: before.document.document_version,
        operations: [{ op: "assign_speaker", block_ids: [own], speaker_id: lowe }],
      },
    });
    await client.call("changeSpeaker", {
      params: { projectId, speakerId: lowe },
      body: {
        ...studioMutation(),
        base_speaker_registry_version: before.speaker_registry_version,
        name: "The Ferryman",
        aliases: ["Lowe"],
        age: "old",
      },
    });
    await prepare(client, projectId, ...sectionIds);
    const [first, second] = [await readDocument(client, firstId), await readDocument(client, secondId)];
    assert.equal(said(first, "You are late again").block.speaker_id, lowe);
    assert.equal(said(second, "only resting").block.speaker_id, lowe);
    const ferryman = second.speakers.find(({ id }) => id === lowe);
    assert.deepEqual([ferryman?.name, ferryman?.aliases, ferryman?.age], ["The Ferryman", ["Lowe"], "old"]);
  });
});
