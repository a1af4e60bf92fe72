// prepare_sections turns raw text into narration and dialogue without changing the text by a single code unit.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Document } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, createStory, longText, prepare, projection, readDocument, TEXT } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const window = (sectionId: string, query: { from_index?: number; limit?: number }) =>
  client.call("readDocument", { params: { sectionId }, query });
type Block = Document["blocks"][number];
const textOf = (block: Block) => (block.content.type === "text" ? block.content.text : "");

const story = await createStory(client);
const prepared = await prepare(client, story.projectId, story.sectionId);
const read = await readDocument(client, story.sectionId);
const { blocks } = read.document;

describe("after prepare_sections a document", () => {
  test("has the source text as its projection, code unit by code unit", () => {
    assert.equal(prepared.run.status, "completed");
    assert.equal(projection(blocks), TEXT);
    assert.equal(read.source_text_length, TEXT.length);
  });
  test("has one version more, the same in document, section list and step", async () => {
    assert.equal(read.document.document_version, 2);
    const { sections } = await client.call("readProjectSections", { params: { projectId: story.projectId } });
    assert.equal(sections[0]?.document_version, 2);
    assert.deepEqual(
      prepared.steps.map((step) => [step.requested_document_version, step.execution_document_version]),
      [[1, 1]],
    );
  });
  test("has no unparsed text left, and blocks with ids of their own", () => {
    assert.ok(blocks.length >= 5);
    assert.ok(blocks.every((block) => block.kind !== "unparsed"));
    assert.equal(new Set(blocks.map((block) => block.id)).size, blocks.length);
  });
  test("assigns speech to its speakers and the rest to the narrator", () => {
    const names = new Map(read.speakers.map((speaker) => [speaker.id, speaker]));
    const narrators = read.speakers.filter((speaker) => speaker.role === "narrator");
    assert.equal(narrators.length, 1);
    const lines = blocks.flatMap((block) =>
      block.kind === "speech" ? [[names.get(block.speaker_id ?? "")?.name, textOf(block).match(/"(.*?)"/)?.[1]]] : [],
    );
    assert.deepEqual(
      lines.map(([name, words]) => [/mara/i.test(name ?? "") ? "Mara" : /tom/i.test(name ?? "") ? "Tom" : name, words]),
      [
        ["Mara", "Is the boat back?"],
        ["Tom", "Not yet,"],
        ["Tom", "Give it an hour."],
        ["Mara", "You said that an hour ago!"],
      ],
    );
    for (const block of blocks.filter((one) => one.kind === "narration")) {
      assert.equal(names.get(block.speaker_id ?? "")?.role, "narrator", textOf(block));
    }
  });
  test("has on every speech block the confidence of the attribution, with at most three candidates", () => {
    const ids = new Set(read.speakers.map((speaker) => speaker.id));
    for (const block of blocks) {
      if (block.content.type !== "text") continue;
      const evidence = block.content.annotations.filter(
        (one) => one.kind === "extension" && one.namespace === "fullcast.attribution",
      );
      assert.equal(evidence.length, block.kind === "speech" ? 1 : 0, textOf(block));
      for (const one of evidence) {
        assert.ok(one.kind === "extension" && one.payload !== null);
        assert.deepEqual(
          [one.name, one.version, one.start_utf16, one.end_utf16],
          ["evidence", 1, 0, textOf(block).length],
        );
        const { confidence, method, candidates } = one.payload as {
          confidence: number;
          method: unknown;
          candidates: { speaker_id: string; score: number }[];
        };
        assert.ok(confidence >= 0 && confidence <= 1);
        assert.equal(typeof method, "string");
        assert.ok(candidates.length <= 3);
        for (const candidate of candidates)
          assert.ok(ids.has(candidate.speaker_id) && Number.isFinite(candidate.score));
      }
    }
  });
  test("keeps every annotation, point and direction inside its text", () => {
    for (const { content } of blocks) {
      if (content.type !== "text") continue;
      for (const { start_utf16, end_utf16 } of content.annotations) {
        assert.ok(start_utf16 <= end_utf16 && end_utf16 <= content.text.length);
      }
    }
  });
});

describe("a window of a document", () => {
  test("holds the blocks from from_index on, at most limit, and states how many there are", async () => {
    for (const [from_index, limit] of [
      [0, 2],
      [3, 1],
      [1, 5_000],
    ] as const) {
      const part = await window(story.sectionId, { from_index, limit });
      assert.deepEqual(part.document.blocks, blocks.slice(from_index, from_index + limit));
      assert.equal(part.block_count, blocks.length);
      assert.equal(part.document.document_version, read.document.document_version);
    }
    assert.equal(read.block_count, undefined);
  });
  test("beyond the end is empty", async () => {
    const part = await window(story.sectionId, { from_index: 1_000_000 });
    assert.deepEqual([part.document.blocks, part.block_count], [[], blocks.length]);
  });
  test("takes a limit of 1 to 5000 and an index of 0 or more", async () => {
    for (const query of [{ limit: 0 }, { limit: 5_001 }, { from_index: -1 }, { limit: 2.5 }]) {
      await refused(window(story.sectionId, query), 400, "INVALID_REQUEST");
    }
  });
  test("all windows together are the whole document", async () => {
    const text = longText(400);
    const long = await createStory(client, text);
    await prepare(client, long.projectId, long.sectionId);
    const whole = (await readDocument(client, long.sectionId)).document.blocks;
    const parts: Block[] = [];
    for (let from_index = 0; from_index < whole.length; from_index += 97) {
      parts.push(...(await window(long.sectionId, { from_index, limit: 97 })).document.blocks);
    }
    assert.deepEqual(parts, whole);
    assert.equal(projection(parts), text);
  });
});

test("preparing keeps the projection of whatever it is given, and no block is longer than 65,536 units", async () => {
  const texts = [
    "No dialogue at all. Only a narrator who talks and talks.",
    '"Only." "Speech." "And more of it."',
    '"A quotation that is never closed.\n\nAnd the next paragraph.',
    'Closed" before it was opened" and "so" on"".',
    "“Curly,” she said, ‘with an inner one.’ «Guillemets», „deutsch“, 「鉤括弧」.",
    '\r\n\r\n"CRLF," said Ann.\r\n   Indented.\r\n\r\n* * *\r\n\r\nAfter the break.\r\n',
    "\ufeffCHAPTER I\n\n\n\n\tTabs\u00a0and\u2028separators\u2029everywhere \u{1f6a2}\u{1f469}\u200d\u{1f467}!\n",
    "\u202eright to left\u202c e\u0301 \u0001\u001f\u007f\u0085\ufffe\uffff",
    "word ".repeat(40_000),
    `"${"never a full stop ".repeat(10_000)}" said Ann.`,
    "\u{1f6a2}".repeat(70_000),
    "x\n".repeat(3_000),
    "ANN: A script line.\nBOB (whispering): Another.\n[SFX: rain, 4s]\n[PAUSE 2s]\n",
    ".",
  ];
  const book = await createBook(client, ...texts);
  const { run, steps } = await prepare(client, book.projectId, ...book.sectionIds);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  assert.deepEqual(
    steps.map((step) => [step.section_id, step.step_kind]),
    book.sectionIds.map((id) => [id, "prepare_section"]),
  );
  for (const [index, sectionId] of book.sectionIds.entries()) {
    const { document, source_text_length } = await readDocument(client, sectionId);
    const text = texts[index] ?? "";
    assert.ok(projection(document.blocks) === text, `the projection of text ${index}`);
    assert.equal(source_text_length, text.length);
    for (const block of document.blocks) {
      assert.ok(textOf(block).length <= 65_536 && textOf(block).isWellFormed(), `a block of text ${index}`);
    }
  }
});

test("preparing a section without unparsed text is skipped with the reason and changes nothing", async () => {
  const again = await prepare(client, story.projectId, story.sectionId);
  assert.equal(again.run.status, "completed");
  assert.deepEqual(
    again.steps.map((step) => [step.status, typeof step.result_summary.reason]),
    [["skipped", "string"]],
  );
  assert.deepEqual((await readDocument(client, story.sectionId)).document, read.document);
});

test("preparing an empty section, or one of spaces, is skipped", async () => {
  const book = await createBook(client, "", " \n\t\u00a0\n");
  const { run, steps } = await prepare(client, book.projectId, ...book.sectionIds);
  assert.equal(run.status, "completed");
  assert.deepEqual(
    steps.map((step) => step.status),
    ["skipped", "skipped"],
  );
});

test("the people of one section are recognised in the next", async () => {
  const book = await createBook(
    client,
    '"One," said Mara.\n\n"Two," said Tom.',
    '"Three," said Mara.\n\n"Four," said Tom.',
  );
  await prepare(client, book.projectId, ...book.sectionIds);
  const { speakers } = await client.call("listSpeakers", { params: { projectId: book.projectId } });
  assert.deepEqual(speakers.map((speaker) => speaker.name).sort(), ["Mara", "Narrator", "Tom"]);
  assert.deepEqual(
    speakers.filter((speaker) => speaker.role === "character").map((speaker) => speaker.usage.section_count),
    [2, 2],
  );
});

test("the document of an unknown section is 404", async () => {
  const unknown = client.call("readDocument", { params: { sectionId: randomUUID() } });
  await refused(unknown, 404, "NOT_FOUND");
});
