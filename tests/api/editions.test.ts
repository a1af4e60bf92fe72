// New editions of a book: POST /studio/projects/{projectId}/imports.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedServer } from "./server.ts";
import { createAudio, media, prepare, projection, readDocument, studioMutation } from "./story.ts";

const server = await sharedServer();
const { client } = server;
type Upload = Parameters<typeof client.call<"updateFromBook">>[1]["upload"];

const ONE = [
  "The storm came over the hill before noon, and Mara closed the shutters of the mill.",
  "“Is the boat back?” asked Mara.",
  "“Not yet,” said Tom. “She was at the bar an hour ago.”",
  "Mara looked at the lamp, which had been dark for three nights.",
];
const TWO = [
  "In the morning the sea was as flat as a plate, and the gulls had come back.",
  "“Tom,” said Mara, “bring me the long ladder and the yellow rope.”",
];
const markdown = (...chapters: readonly (readonly string[])[]) =>
  chapters.map((paragraphs, index) => `# Chapter ${index + 1}\n\n${paragraphs.join("\n\n")}\n`).join("\n");

async function importedBook(text = markdown(ONE, TWO)) {
  const { project, sections } = await client.call("importBook", {
    headers: { "idempotency-key": randomUUID() },
    query: { filename: "mill.md" },
    upload: upload(text),
  });
  return { projectId: project.id, sectionIds: sections.map((one) => one.section_id) };
}
const upload = (text: string) => ({ contentType: "text/markdown", bytes: new TextEncoder().encode(text) }) as Upload;
type Query = Partial<Parameters<typeof client.call<"updateFromBook">>[1]["query"]>;
const update = (projectId: string, text: string, query: Query = {}, key: string = randomUUID(), as = client) =>
  as.call("updateFromBook", {
    params: { projectId },
    headers: { "idempotency-key": key },
    query: { mode: "apply", filename: "mill.md", ...query },
    upload: upload(text),
  });
const sectionsOf = async (projectId: string) =>
  (await client.call("readProjectSections", { params: { projectId } })).sections;
const texts = async (projectId: string) => {
  const found = [];
  for (const { id } of await sectionsOf(projectId))
    found.push(projection((await readDocument(client, id)).document.blocks).trim());
  return found;
};

async function spokenBook() {
  const story = await importedBook();
  await prepare(client, story.projectId, ...story.sectionIds);
  const { run } = await createAudio(client, story.projectId, ...story.sectionIds);
  assert.equal(run.status, "completed");
  return story;
}
const freshness = async (sectionId: string) =>
  Object.fromEntries((await media(client, sectionId)).map((one) => [one.block_id, one.freshness]));

test("a preview has the first passages of many, and counts the others", async () => {
  const paragraph = (number: number, word: string) =>
    `The ${word} was counted ${number} times before the boats came in.`;
  const book = (word: string) =>
    markdown(Array.from({ length: LIMITS.edition_passages + 20 }, (_, at) => paragraph(at, word)));
  const { projectId, sectionIds } = await importedBook(book("rope"));
  await prepare(client, projectId, ...sectionIds);
  const { passages, passages_left_out } = await update(projectId, book("line"), { mode: "preview" });
  assert.deepEqual([passages.length, passages_left_out], [LIMITS.edition_passages, 20]);
  assert.deepEqual(passages[3], {
    chapter_index: 0,
    change: "changed",
    before: paragraph(3, "rope"),
    after: paragraph(3, "line"),
  });
});

describe("a spoken story and a new edition of its book", () => {
  test("that is the same: nothing changes", async () => {
    const { projectId } = await importedBook();
    const before = await sectionsOf(projectId);
    const answer = await update(projectId, markdown(ONE, TWO));
    assert.deepEqual(
      answer.chapters.map((one) => one.change),
      ["same", "same"],
    );
    assert.deepEqual([answer.characters_to_speak, answer.snowcoins, answer.counts.lines_changed], [0, 0, 0]);
    assert.deepEqual(await sectionsOf(projectId), before);
  });

  test("with a corrected line: the preview states it and changes nothing; the update makes that line stale alone", async () => {
    const { projectId, sectionIds } = await spokenBook();
    const [first = ""] = sectionIds;
    const before = await readDocument(client, first);
    const text = markdown(ONE.with(2, "“Not yet,” said Tom. “She was at the bar two hours ago.”"), TWO);
    const preview = await update(projectId, text, { mode: "preview" });
    assert.deepEqual([preview.applied, preview.counts.lines_changed, preview.counts.lines_gone], [false, 1, 0]);
    assert.deepEqual(
      preview.chapters.map((one) => [one.change, one.section_id]),
      [
        ["changed", first],
        ["same", sectionIds[1]],
      ],
    );
    const [line, ...others] = preview.passages;
    assert.deepEqual([line?.chapter_index, line?.change, others, preview.passages_left_out], [0, "changed", [], 0]);
    assert.match(line?.before ?? "", /^“She was at the bar .*”$/);
    assert.equal(line?.after, "“She was at the bar two hours ago.”");
    assert.equal((await readDocument(client, first)).document.document_version, before.document.document_version);

    const done = await update(projectId, text, { comparison: preview.comparison });
    assert.deepEqual([done.applied, done.passages], [true, []]);
    const { document } = await readDocument(client, first);
    assert.equal(document.document_version, before.document.document_version + 1);
    const changed = document.blocks.filter(
      (block) => block.block_version !== before.document.blocks.find((one) => one.id === block.id)?.block_version,
    );
    assert.deepEqual(
      changed.map((block) => block.content.type === "text" && block.content.text.trim()),
      ["“She was at the bar two hours ago.”"],
    );
    assert.equal(changed[0]?.speaker_id, before.document.blocks.find((one) => one.id === changed[0]?.id)?.speaker_id);
    const states = await freshness(first);
    assert.deepEqual(
      document.blocks.filter((block) => states[block.id] === "stale").map((block) => block.id),
      [changed[0]?.id],
    );
    assert.deepEqual(await texts(projectId), (await importedTexts(text)) as string[]);
    // The history has the update: it can be undone.
    const history = await client.call("readDocumentHistory", { params: { sectionId: first } });
    assert.equal(history.entries.at(0)?.summary, "Updated from a new edition");
  });

  test("with a chapter that is split and corrected: what a person decided for a corrected line of its second half stays", async () => {
    const { projectId, sectionIds } = await spokenBook();
    const [first = ""] = sectionIds;
    const { document } = await readDocument(client, first);
    const line = document.blocks.find((one) => projection([one]).includes("She was")) ?? assert.fail("no line");
    const mara = document.blocks.find((one) => projection([one]).includes("Is the boat"))?.speaker_id ?? null;
    await client.call("editDocument", {
      params: { sectionId: first },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [{ op: "assign_speaker", block_ids: [line.id], speaker_id: mara }],
      },
    });
    const corrected = ONE.with(2, ONE[2]?.replace("an hour", "half an hour") ?? "");
    const done = await update(projectId, markdown(corrected.slice(0, 2), corrected.slice(2), TWO));
    // The line, and the heading of the chapter that is now the third one.
    assert.deepEqual([done.counts.lines_changed, done.counts.lines_gone], [2, 0]);
    const second = done.chapters[1]?.section_id ?? assert.fail("no section");
    assert.notEqual(second, first);
    const moved = (await readDocument(client, second)).document.blocks.find((one) =>
      projection([one]).includes("She was"),
    );
    assert.equal(moved?.speaker_id, mara);
    const states = await freshness(second);
    assert.equal(states[moved?.id ?? ""], "stale");
  });

  test("with corrected lines in several chapters: one undo takes all of it back, and a redo does it again", async () => {
    const { projectId, sectionIds } = await spokenBook();
    const before = await texts(projectId);
    const corrected = (lines: readonly string[]) => lines.map((line) => line.replaceAll("Mara", "Mara Voss"));
    await update(projectId, markdown(corrected(ONE), corrected(TWO)));
    const after = await texts(projectId);
    assert.ok(after.every((text, at) => text !== before[at]));
    const version = async (sectionId: string) => (await readDocument(client, sectionId)).document.document_version;
    const [one = "", two = ""] = sectionIds;
    const undone = await client.call("undoDocument", {
      params: { sectionId: two },
      body: { ...studioMutation(), base_document_version: await version(two) },
    });
    assert.deepEqual([undone.entry.summary, undone.entry.scope], ["Updated from a new edition", "project"]);
    assert.deepEqual(await texts(projectId), before);
    for (const id of sectionIds) assert.ok(Object.values(await freshness(id)).every((state) => state === "current"));
    await client.call("redoDocument", {
      params: { sectionId: one },
      body: { ...studioMutation(), base_document_version: await version(one) },
    });
    assert.deepEqual(await texts(projectId), after);
  });

  test("with a chapter that is split: its lines move with their audio, and stay fresh", async () => {
    const { projectId, sectionIds } = await spokenBook();
    const text = markdown(ONE.slice(0, 2), ONE.slice(2), TWO);
    const done = await update(projectId, text);
    // The heading of the last chapter is another one, and so is the title of its section.
    assert.deepEqual([done.counts.lines_gone, done.counts.lines_changed], [0, 1]);
    assert.ok(done.counts.lines_moved >= 3);
    const sections = await sectionsOf(projectId);
    assert.deepEqual(
      sections.map((one) => one.id),
      [sectionIds[0], done.chapters[1]?.section_id, sectionIds[1]],
    );
    assert.deepEqual(
      sections.map((one) => one.title),
      ["Chapter 1", "Chapter 2", "Chapter 3"],
    );
    assert.deepEqual(await texts(projectId), await importedTexts(text));
    const made = sections[1]?.id ?? "";
    const states = Object.values(await freshness(made));
    assert.ok(states.filter((one) => one === "current").length >= 3, JSON.stringify(states));
    assert.ok(!states.includes("stale"), JSON.stringify(states));
    // Only the heading of the new chapter is spoken.
    await prepare(client, projectId, made);
    const { run } = await createAudio(client, projectId, ...sections.map((one) => one.id));
    assert.equal(run.status, "completed");
    // The section that the lines left is deleted: the lines keep their audio.
    const { section_order_version } = await client.call("readProjectSections", { params: { projectId } });
    await client.call("deleteSection", {
      params: { projectId, sectionId: sectionIds[0] ?? "" },
      body: {
        ...studioMutation(),
        base_section_order_version: section_order_version ?? 0,
        base_document_version: (await readDocument(client, sectionIds[0] ?? "")).document.document_version,
      },
    });
    const takes = (await media(client, made)).filter((one) => one.freshness === "current");
    assert.ok(takes.length >= 4);
    for (const { block_id: blockId } of takes) {
      const held = await client.call("listTakes", { params: { sectionId: made, blockId } });
      assert.equal((await fetch(held.takes[0]?.url ?? "")).status, 200);
    }
  });

  test("with two chapters in one: the empty section is deleted, and its lines keep their takes and their locks", async () => {
    const { projectId, sectionIds } = await spokenBook();
    const [first = "", second = ""] = sectionIds;
    const blockId = (await readDocument(client, second)).document.blocks.at(-1)?.id ?? "";
    await client.call("setTakeLock", {
      params: { sectionId: second, blockId },
      body: { ...studioMutation(), locked: true },
    });
    const text = `${markdown(ONE)}\n${TWO.join("\n\n")}\n`;
    const done = await update(projectId, text);
    assert.deepEqual(
      done.chapters.map((one) => [one.change, one.section_id]),
      [
        ["changed", first],
        ["deleted", null],
      ],
    );
    assert.deepEqual(
      (await sectionsOf(projectId)).map((one) => one.id),
      [first],
    );
    const last = (await readDocument(client, first)).document.blocks.at(-1)?.id ?? "";
    const takes = await client.call("listTakes", { params: { sectionId: first, blockId: last } });
    assert.deepEqual([takes.takes.length, takes.locked], [1, true]);
    assert.equal((await fetch(takes.takes[0]?.url ?? "")).status, 200);
  });

  test("that has only the next chapter: it is added, and the others stay", async () => {
    const { projectId, sectionIds } = await importedBook();
    const next = "# Chapter 3\n\nThe ship came in at dusk, with all her lamps lit.\n";
    const done = await update(projectId, next);
    assert.deepEqual(
      done.chapters.map((one) => one.change),
      ["not_in_file", "not_in_file", "new"],
    );
    assert.deepEqual((await sectionsOf(projectId)).map((one) => one.id).slice(0, 2), sectionIds);
    const again = await update(projectId, next);
    assert.deepEqual(
      again.chapters.map((one) => one.change),
      ["not_in_file", "not_in_file", "same"],
    );
  });

  test("that is another book: the preview states it, for the same headings and for another author", async () => {
    const { projectId, sectionIds } = await importedBook();
    await prepare(client, projectId, ...sectionIds);
    const other = markdown(
      [1, 2, 3, 4, 5, 6].map(
        (day) => `On day ${day} the caravan crossed the white desert without a word of complaint.`,
      ),
      [1, 2, 3, 4, 5, 6].map((day) => `At night ${day} the camels slept beside the wells of the old fort.`),
    );
    const preview = await update(projectId, other, { mode: "preview" });
    assert.equal(preview.is_other_book, true);
    assert.ok(preview.counts.lines_gone > 0);
    const next = "# Chapter 3\n\nThe ship came in at dusk, with all her lamps lit.\n";
    assert.equal((await update(projectId, next, { mode: "preview" })).is_other_book, false);
    await client.call("changeBook", {
      params: { projectId },
      body: { ...studioMutation(), author: "Ann Ash" },
    });
    const stated = (author: string) => `---\ntitle: A file\nauthor: ${author}\n---\n${next}`;
    assert.equal((await update(projectId, stated("Tom Hale"), { mode: "preview" })).is_other_book, true);
    assert.equal((await update(projectId, stated("ANN  Ash"), { mode: "preview" })).is_other_book, false);
  });

  test("with chapters in another order: the sections move", async () => {
    const { projectId, sectionIds } = await importedBook();
    const swapped = `# Chapter 2\n\n${TWO.join("\n\n")}\n\n# Chapter 1\n\n${ONE.join("\n\n")}\n`;
    const preview = await update(projectId, swapped, { mode: "preview" });
    assert.deepEqual(
      preview.chapters.map(({ change }) => change),
      ["same", "same"],
    );
    assert.equal(preview.chapters.filter((one) => one.is_moved).length, 1);
    await update(projectId, swapped);
    assert.deepEqual(
      (await sectionsOf(projectId)).map((one) => one.id),
      [...sectionIds].reverse(),
    );
  });
});

describe("decisions of a person", () => {
  test("stay where the file did not change, also over several editions", async () => {
    const { projectId, sectionIds } = await importedBook();
    await prepare(client, projectId, ...sectionIds);
    const [first = ""] = sectionIds;
    const { document, speakers } = await readDocument(client, first);
    const tom = speakers.find((one) => one.name === "Tom")?.id ?? "";
    const line = document.blocks.find((one) => one.content.type === "text" && /Is the boat/.test(one.content.text));
    const storm = document.blocks.find((one) => one.content.type === "text" && /The storm/.test(one.content.text));
    assert.ok(line?.content.type === "text" && storm?.content.type === "text");
    await client.call("editDocument", {
      params: { sectionId: first },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [
          { op: "assign_speaker", block_ids: [line.id], speaker_id: tom },
          {
            op: "replace_block",
            block_id: storm.id,
            base_block_version: storm.block_version,
            set: { content: { ...storm.content, text: storm.content.text.replace("the hill", "Gull Hill") } },
          },
        ],
      },
    });
    const corrected = ONE.with(3, "Mara looked at the lamp, which had been dark for four nights.");
    const done = await update(projectId, markdown(corrected, TWO));
    assert.deepEqual([done.counts.lines_changed, done.counts.paragraphs_kept_as_edited], [1, 0]);
    const both = await update(projectId, markdown(corrected.with(0, ONE[0]?.replace("noon", "dusk") ?? ""), TWO));
    assert.deepEqual([both.counts.lines_changed, both.counts.paragraphs_kept_as_edited], [0, 1]);
    const now = (await readDocument(client, first)).document.blocks;
    assert.equal(now.find((one) => one.id === line.id)?.speaker_id, tom);
    const kept = now.find((one) => one.id === storm.id);
    assert.match(kept?.content.type === "text" ? kept.content.text : "", /Gull Hill before noon/);
  });
});

describe("refused", () => {
  test("a preview that no longer holds is 409; another account and another project are 404", async () => {
    const { projectId } = await importedBook();
    const text = markdown(ONE, [...TWO, "The lamp burned all night, and nobody slept."]);
    const { comparison } = await update(projectId, text, { mode: "preview" });
    await update(projectId, markdown(ONE, [...TWO, "It was the first day of the year."]));
    await refused(update(projectId, text, { comparison }), 409, "VERSION_CONFLICT");
    await refused(update(randomUUID(), text), 404, "NOT_FOUND");
  });

  test("a chapter that the file does not have is 400, and so is a file that is no book", async () => {
    const { projectId } = await importedBook();
    await refused(update(projectId, markdown(ONE), { chapters: "0,7" }), 400, "INVALID_REQUEST");
    await refused(update(projectId, "\u0000\u0001\u0002"), 400, "BOOK_UNREADABLE");
  });

  test("the same request again returns the first answer; another file with its key is 409", async () => {
    const { projectId } = await importedBook();
    const key = randomUUID();
    const text = markdown(ONE, [...TWO, "The lamp burned all night."]);
    const first = await update(projectId, text, {}, key);
    const again = await update(projectId, text, {}, key);
    assert.deepEqual(again, { ...first, idempotent_replay: true });
    await refused(update(projectId, markdown(ONE), {}, key), 409, "IDEMPOTENCY_CONFLICT");
  });

  test("some chapters of the file can be left out", async () => {
    const { projectId } = await importedBook();
    const done = await update(projectId, markdown(ONE, TWO, ["Notes for the printer."]), { chapters: "0-1" });
    assert.deepEqual(
      done.chapters.map((one) => one.change),
      ["same", "same"],
    );
  });
});

/** What an import of the same file has as texts. */
async function importedTexts(text: string): Promise<string[]> {
  return texts((await importedBook(text)).projectId);
}
