// `fullcast structure` shows what the service makes of a book: the same lines, speakers and texts, chapter by chapter.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { structureReport } from "../../packages/cli/commands/structure.ts";
import { storyFromBytes } from "../../packages/cli/story/story-file.ts";
import { structureSections } from "../../packages/cli/story/structure-sections.ts";
import { sharedAccount } from "./server.ts";
import { createAudio, createBook, prepare } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const BOOK = `# One: “The Sluice”

“Who opened the sluice?” asked Marian Hart. “It was shut at noon.”

“Not I,” said Tobias. “I was at the mill.”

“You were not,” said Marian.

# Two

“Light the lamp, Tobias,” said Marian.

“With what?” he asked.

“With your wits,” she said.

A stranger stood at the door. “Good evening,” said the ferryman.

# Three – “I Will Not Go”

“Come,” said the ferryman.

“I will not go,” said Marian.

“Then I will,” said Tobias.
`;

test("a book of three chapters", async () => {
  const { project, sections } = await client.call("importBook", {
    headers: { "idempotency-key": randomUUID() },
    query: {},
    upload: { contentType: "text/markdown", bytes: new Uint8Array(Buffer.from(BOOK)) },
  });
  await prepare(client, project.id, ...sections.map(({ section_id }) => section_id));
  const { speakers } = await client.call("listSpeakers", { params: { projectId: project.id } });
  const nameOf = new Map(speakers.map(({ id, name, role }) => [id, role === "narrator" ? null : name]));
  const served: [string, string | null, string][] = [];
  for (const { section_id } of sections) {
    const { document } = await client.call("readDocument", { params: { sectionId: section_id } });
    for (const { kind, speaker_id, content } of document.blocks) {
      served.push([kind, nameOf.get(speaker_id ?? "") ?? null, "text" in content ? content.text.trim() : ""]);
    }
  }
  const story = await storyFromBytes(Buffer.from(BOOK), "Book", "book.md");
  const { text, structured, sections: places } = structureSections(story.chapters, "\n\n");
  const report = structureReport(structured);
  assert.deepEqual(
    report.blocks.map(({ kind, speaker, start_utf16, end_utf16 }) => [
      kind,
      speaker,
      text.slice(start_utf16, end_utf16).trim(),
    ]),
    served,
  );
  assert.equal(report.blocks.map(({ start_utf16, end_utf16 }) => text.slice(start_utf16, end_utf16)).join(""), text);
  assert.deepEqual(
    places.map(({ title, start_utf16, end_utf16 }) => [title, text.slice(start_utf16, end_utf16)]),
    story.chapters.map((chapter) => [chapter.title, chapter.text]),
  );
  assert.deepEqual(
    report.characters.map(({ name }) => name).toSorted(),
    speakers.flatMap(({ name, role }) => (role === "narrator" ? [] : [name])).toSorted(),
  );
});

test("a line of a crowd has a speaker of its own, named as the crowd, with the role group, in every chapter", async () => {
  const chapter = (line: string) =>
    `“Who shut the sluice?” asked Marian.\n\n“${line}” cried the crowd.\n\n“Not I,” said Tobias.\n`;
  const { projectId, sectionIds } = await createBook(client, chapter("Shame on him!"), chapter("To the mill!"));
  const crowds = async () => {
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    return speakers.filter(({ role }) => role === "group");
  };
  await prepare(client, projectId, ...sectionIds);
  const [crowd, ...others] = await crowds();
  assert.deepEqual([crowd?.name, crowd?.usage.block_count, others], ["the crowd", 2, []]);
  await createAudio(client, projectId, ...sectionIds);
  assert.equal((await crowds())[0]?.casting?.source, "automatic");
  // Text that is structured, cast and spoken in one step.
  const other = await createBook(client, chapter("Shame on him!"));
  await createAudio(client, other.projectId, ...other.sectionIds);
  const { speakers } = await client.call("listSpeakers", { params: { projectId: other.projectId } });
  assert.deepEqual(speakers.map(({ role, casting }) => [role, casting !== null]).toSorted(), [
    ["character", true],
    ["character", true],
    ["group", true],
    ["narrator", true],
  ]);
});
