// The check of a manuscript, of a story and of a file before its import, and the mends that a person chose.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, media, prepare, projection, readDocument, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
type Query = Partial<Parameters<typeof client.call<"checkManuscript">>[1]["query"]>;
type Upload = Parameters<typeof client.call<"previewImport">>[1]["upload"];

const check = (projectId: string, query: Query = {}) =>
  client.call("checkManuscript", { params: { projectId }, query });
type Check = Awaited<ReturnType<typeof check>>;
/** The request that applies findings as they were proposed. */
const mendsOf = ({ sections, findings }: Check) => ({
  ...studioMutation(),
  sections: sections.map(({ section_id, document_version }) => ({
    section_id,
    base_document_version: document_version,
  })),
  mends: findings.flatMap(({ block_id, start_utf16, end_utf16, mend }) =>
    mend === null ? [] : [{ block_id, start_utf16, end_utf16, text: mend }],
  ),
});
const mend = (projectId: string, body: ReturnType<typeof mendsOf>) =>
  client.call("mendManuscript", { params: { projectId }, body });
const textOf = async (sectionId: string) => projection((await readDocument(client, sectionId)).document.blocks);

const GOOD = "“We wait for the boat,” said Mara.\n\nThe harbour lay still.\n\n“It comes at nine,” said Tobias.";
const ONE = `${GOOD}\n\nTom &amp; Mara sat on  the quay. [TODO: more about the sea] The wind rose.`;
const TWO = `${GOOD}\n\n[TODO: a whole paragraph]\n\nThe gr\u0435y water moved.`;
const shown = ({ findings }: Check) => findings.map(({ kind, words, mend: to }) => [kind, words, to]);
const ALL = [
  ["stray_symbol", "&amp;", "&"],
  ["doubled_space", "  ", " "],
  ["author_note", " [TODO: more about the sea]", ""],
  ["author_note", "[TODO: a whole paragraph]", ""],
  ["unspeakable_word", "gr\u0435y", "grey"],
];

describe("the check of a story", () => {
  test("lists the places of all sections with the words around them, before and after the text is prepared", async () => {
    const { projectId, sectionIds } = await createBook(client, ONE, GOOD, TWO);
    const raw = await check(projectId);
    assert.deepEqual(shown(raw), ALL);
    assert.deepEqual(
      raw.sections.map(({ section_id, title, finding_count }) => [section_id, title, finding_count]),
      [
        [sectionIds[0], "Chapter 1", 3],
        [sectionIds[2], "Chapter 3", 2],
      ],
    );
    assert.deepEqual(raw.kinds, [
      { kind: "stray_symbol", count: 1, mendable: 1 },
      { kind: "author_note", count: 2, mendable: 2 },
      { kind: "doubled_space", count: 1, mendable: 1 },
      { kind: "unspeakable_word", count: 1, mendable: 1 },
    ]);
    assert.match(raw.findings[0]?.before ?? "", /Tobias\.\n\nTom $/);
    assert.equal(raw.findings[0]?.after.slice(0, 10), " Mara sat ");
    await prepare(client, projectId, ...sectionIds);
    const prepared = await check(projectId);
    assert.deepEqual(shown(prepared), ALL);
    for (const one of prepared.findings) {
      const { document } = await readDocument(client, one.section_id);
      const block = document.blocks.find(({ id }) => id === one.block_id);
      assert.ok(block?.content.type === "text" && block.block_version === one.block_version);
      assert.equal(block.content.text.slice(one.start_utf16, one.end_utf16), one.words);
    }
  });

  test("comes page by page, and of one kind", async () => {
    const { projectId } = await createBook(client, ONE, TWO);
    const pages: unknown[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: Check = await check(projectId, { from, limit: 2 });
      assert.ok(page.findings.length <= 2);
      pages.push(...shown(page));
      from = page.next_from;
    }
    assert.deepEqual(pages, ALL);
    const notes = await check(projectId, { kind: "author_note", limit: 1 });
    assert.deepEqual([shown(notes), notes.next_from], [[ALL[2]], 1]);
    assert.equal(notes.kinds.length, 4);
    await refused(check(projectId, { kind: "spelling" as never }), 400, "INVALID_REQUEST");
  });

  test("leaves out what no voice speaks, and words of the lexicon", async () => {
    const { projectId, sectionIds } = await createBook(client, `${GOOD}\n\nThe grxzkq lay on the  quay.`);
    const [sectionId = ""] = sectionIds;
    await prepare(client, projectId, sectionId);
    assert.deepEqual(
      (await check(projectId)).findings.map(({ kind }) => kind),
      ["unspeakable_word", "doubled_space"],
    );
    const { lexicon_version } = await client.call("readLexicon", { params: { projectId } });
    await client.call("changeLexicon", {
      params: { projectId },
      body: {
        ...studioMutation(),
        base_lexicon_version: lexicon_version,
        upsert: [{ term: "grxzkq", alphabet: "alias", value: "grixick" }],
      } as never,
    });
    const [space] = (await check(projectId)).findings;
    assert.equal(space?.kind, "doubled_space");
    const { document } = await readDocument(client, sectionId);
    const block = document.blocks.find(({ id }) => id === space?.block_id);
    assert.ok(block !== undefined);
    await client.call("editDocument", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [
          {
            op: "replace_block",
            block_id: block.id,
            base_block_version: block.block_version,
            set: { kind: "excluded", speaker_id: null },
          },
        ],
      } as never,
    });
    const clean = await check(projectId);
    assert.deepEqual([clean.findings, clean.kinds, clean.sections, clean.next_from], [[], [], [], null]);
  });
});

describe("mends", () => {
  test("change only what was chosen, and only the changed lines lose their audio", async () => {
    const story = await spokenStory(client, ONE);
    const before = await check(story.projectId);
    const chosen = { ...before, findings: before.findings.filter(({ kind }) => kind === "stray_symbol") };
    const changed = new Set(chosen.findings.map(({ block_id }) => block_id));
    const done = await mend(story.projectId, mendsOf(chosen));
    assert.deepEqual([done.place_count, done.block_count, done.stale_block_count], [1, 1, 1]);
    assert.equal(await textOf(story.sectionId), ONE.replace("&amp;", "&"));
    const states = await media(client, story.sectionId);
    assert.ok(states.length > 3);
    for (const one of states) assert.equal(one.freshness === "current", !changed.has(one.block_id), one.block_id);
  });

  test("of several chapters are one entry: one undo takes all of it back, and a redo does it again", async () => {
    const { projectId, sectionIds } = await createBook(client, ONE, GOOD, TWO);
    const [one = "", , three = ""] = sectionIds;
    await prepare(client, projectId, ...sectionIds);
    const body = mendsOf(await check(projectId));
    const done = await mend(projectId, body);
    assert.equal(done.place_count, 5);
    assert.equal(await textOf(one), `${GOOD}\n\nTom & Mara sat on the quay. The wind rose.`);
    // A line that is only a note keeps its text and is not spoken.
    assert.equal(await textOf(three), TWO.replace("\u0435", "e"));
    const note = (await readDocument(client, three)).document.blocks.find(
      ({ content }) => content.type === "text" && content.text.includes("TODO"),
    );
    assert.deepEqual([note?.kind, note?.speaker_id], ["excluded", null]);
    assert.deepEqual((await check(projectId)).findings, []);
    const again = await mend(projectId, body);
    assert.deepEqual([again.idempotent_replay, again.sections], [true, done.sections]);

    const version = async (sectionId: string) => (await readDocument(client, sectionId)).document.document_version;
    const undone = await client.call("undoDocument", {
      params: { sectionId: three },
      body: { ...studioMutation(), base_document_version: await version(three) },
    });
    assert.equal(undone.entry.summary, "Mended text at 5 places");
    assert.deepEqual([await textOf(one), await textOf(three)], [ONE, TWO]);
    assert.deepEqual(shown(await check(projectId)), ALL);
    await client.call("redoDocument", {
      params: { sectionId: one },
      body: { ...studioMutation(), base_document_version: await version(one) },
    });
    assert.deepEqual((await check(projectId)).findings, []);
  });

  test("are refused as a whole when a section changed, a block is another one, or places overlap", async () => {
    const { projectId, sectionIds } = await createBook(client, ONE, TWO);
    const body = mendsOf(await check(projectId));
    const stale = body.sections.map((one, at) => (at === 1 ? { ...one, base_document_version: 9 } : one));
    await refused(mend(projectId, { ...body, sections: stale }), 409, "VERSION_CONFLICT");
    const [first] = body.mends;
    assert.ok(first !== undefined);
    await refused(mend(projectId, { ...body, mends: [{ ...first, block_id: randomUUID() }] }), 404, "NOT_FOUND");
    for (const mends of [
      [first, { ...first, text: "and" }],
      [{ ...first, end_utf16: 1_000_000 }],
      [{ ...first, start_utf16: first.end_utf16, end_utf16: first.start_utf16 }],
    ]) {
      await refused(mend(projectId, { ...body, ...studioMutation(), mends }), 400, "INVALID_REQUEST");
    }
    assert.deepEqual([await textOf(sectionIds[0] ?? ""), await textOf(sectionIds[1] ?? "")], [ONE, TWO]);
  });
});

describe("limits", () => {
  test("pages and mends are taken up to their limits and not one beyond", async () => {
    const { projectId, sectionIds } = await createBook(client, "one  two, ".repeat(LIMITS.manuscript_page / 2 + 1));
    assert.equal((await check(projectId)).findings.length, LIMITS.manuscript_page_default);
    const page = await check(projectId, { limit: LIMITS.manuscript_page });
    assert.equal(page.findings.length, LIMITS.manuscript_page / 2 + 1);
    await refused(check(projectId, { limit: LIMITS.manuscript_page + 1 }), 400, "INVALID_REQUEST");
    const body = mendsOf(page);
    const [first] = body.mends;
    assert.ok(first !== undefined);
    const places = (count: number) => Array.from({ length: count }, () => ({ ...first, end_utf16: first.start_utf16 }));
    const long = [{ ...first, text: "x".repeat(LIMITS.manuscript_mend_units + 1) }];
    await refused(mend(projectId, { ...body, mends: long }), 400, "INVALID_REQUEST");
    const many = { ...body, ...studioMutation(), mends: places(LIMITS.manuscript_mends + 1) };
    await refused(mend(projectId, many), 400, "INVALID_REQUEST");
    const most = await mend(projectId, { ...body, ...studioMutation(), mends: places(LIMITS.manuscript_mends) });
    assert.equal(most.place_count, LIMITS.manuscript_mends);
    assert.equal((await readDocument(client, sectionIds[0] ?? "")).document.document_version, 2);
  });
});

describe("the check of a file before its import", () => {
  test("lists the places by chapter and line, and makes nothing", async () => {
    const before = (await client.call("listProjects")).projects.length;
    const file = `# One\n\n${GOOD}\n\nTom &amp;amp; Mara sat still.\n\n# Two\n\n${GOOD}\n\nHe said [TODO: what?] nothing.\n`;
    const { import_id: importId, chapters } = await client.call("previewImport", {
      query: { filename: "book.md" },
      upload: { contentType: "text/markdown", bytes: new TextEncoder().encode(file) } as Upload,
    });
    assert.equal(chapters.length, 2);
    const found = await client.call("checkImport", { params: { importId }, query: {} });
    assert.deepEqual(
      found.findings.map(({ kind, chapter, words }) => [kind, chapter, words]),
      [
        ["stray_symbol", 0, "&amp;"],
        ["author_note", 1, " [TODO: what?]"],
      ],
    );
    assert.ok(found.findings.every(({ line }) => line > 1));
    assert.equal((await client.call("listProjects")).projects.length, before);
    await refused(client.call("checkImport", { params: { importId: randomUUID() }, query: {} }), 404, "NOT_FOUND");
  });
});

describe("ignored findings", () => {
  const ignore = (
    projectId: string,
    findings: readonly Pick<Check["findings"][number], "kind" | "before" | "words" | "after">[],
  ) =>
    client.call("ignoreFindings", {
      params: { projectId },
      body: {
        schema_version: 1,
        findings: findings.map(({ kind, before, words, after }) => ({ kind, before, words, after })),
      },
    });
  const ignored = (all: Check) => all.findings.filter((one) => one.ignored).map(({ words }) => words);

  test("are marked as ignored on every device: words everywhere, others at their place; all of them come back together", async () => {
    const { projectId } = await createBook(client, `${ONE} &amp; a gr\u0435y gull.`, TWO);
    const found = await check(projectId);
    assert.deepEqual(ignored(found), []);
    const of = (words: string) => found.findings.filter((one) => one.words === words);
    assert.deepEqual([of("&amp;").length, of("gr\u0435y").length], [2, 2]);
    const some = [of("&amp;")[0]!, of("gr\u0435y")[0]!];
    const once = await ignore(projectId, some);
    assert.deepEqual([once, await ignore(projectId, some)], [once, once]);
    assert.equal(once.ignored_count, 2);
    assert.deepEqual(ignored(await check(projectId)).sort(), ["&amp;", "gr\u0435y", "gr\u0435y"]);
    const { ignored_count } = await client.call("restoreFindings", { params: { projectId } });
    assert.deepEqual([ignored_count, ignored(await check(projectId))], [0, []]);
  });

  test("are ignored up to the limit of a request, and the oldest ones go first", async () => {
    const { projectId } = await createBook(client, ONE);
    const [first] = (await check(projectId)).findings;
    assert.ok(first !== undefined);
    await ignore(projectId, [first]);
    const many = Array.from({ length: LIMITS.ignored_findings }, (_, at) => ({ ...first, before: `${at} ` }));
    await refused(ignore(projectId, [...many, first]), 400, "INVALID_REQUEST");
    assert.equal((await ignore(projectId, many)).ignored_count, LIMITS.ignored_findings);
    assert.deepEqual(ignored(await check(projectId)), []);
  });
});
