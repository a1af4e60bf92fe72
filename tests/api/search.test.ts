// Search and replace over all sections of a project.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, media, readDocument, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const search = (projectId: string, query: object) =>
  client.call("searchProject", { params: { projectId }, query: { q: "", ...query } });
const replacing = (q: string, replacement: string, more: object = {}) => ({ q, replacement, ...more });
const preview = (projectId: string, body: ReturnType<typeof replacing>) =>
  client.call("previewReplacement", { params: { projectId }, body });
const replace = (projectId: string, body: ReturnType<typeof bodyOf>) =>
  client.call("replaceText", { params: { projectId }, body });
const bodyOf = (
  q: string,
  replacement: string,
  sections: readonly (readonly [section_id: string, base_document_version: number])[],
  more: object = {},
) => ({
  ...studioMutation(),
  q,
  replacement,
  sections: sections.map(([section_id, base_document_version]) => ({ section_id, base_document_version })),
  ...more,
});
const texts = async (sectionId: string) =>
  (await readDocument(client, sectionId)).document.blocks
    .map(({ content }) => (content.type === "text" ? content.text : ""))
    .join("");

describe("search", () => {
  test("finds places in all sections in order, page by page, with their excerpt", async () => {
    const { projectId, sectionIds } = await createBook(
      client,
      "Tom ran. Old tom slept.",
      "Nothing.",
      "The tomcat and Tom.",
    );
    const all = await search(projectId, { q: "tom" });
    assert.deepEqual(
      [all.place_count, all.block_count, all.next_from, all.sections.map((one) => [one.section_id, one.place_count])],
      [
        4,
        2,
        null,
        [
          [sectionIds[0], 2],
          [sectionIds[2], 2],
        ],
      ],
    );
    assert.deepEqual(
      all.places.map((one) => [one.section_id, one.start_utf16, one.end_utf16, one.excerpt.text]),
      [
        [sectionIds[0], 0, 3, "Tom ran. Old tom slept."],
        [sectionIds[0], 13, 16, "Tom ran. Old tom slept."],
        [sectionIds[2], 4, 7, "The tomcat and Tom."],
        [sectionIds[2], 15, 18, "The tomcat and Tom."],
      ],
    );
    const pages = [];
    for (let from: number | null = 0; from !== null; ) {
      const page = await search(projectId, { q: "tom", from, limit: 3 });
      pages.push(...page.places);
      from = page.next_from;
    }
    assert.deepEqual(pages, all.places);
    const exact = await search(projectId, { q: "Tom", case_sensitive: true, whole_words: true });
    assert.deepEqual(
      exact.places.map((one) => one.start_utf16),
      [0, 15],
    );
    assert.equal((await search(projectId, { q: "nobody here" })).place_count, 0);
    await refused(search(projectId, { q: "" }), 400, "INVALID_REQUEST");
    await refused(search(randomUUID(), { q: "x" }), 404, "NOT_FOUND");
  });
});

describe("replacing", () => {
  test("shows the lines and which lose their audio, and then changes exactly these", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const { document } = await readDocument(client, sectionId);
    const shown = await preview(projectId, replacing("boat", "ship", { whole_words: true }));
    assert.deepEqual(
      shown.lines.map(({ before, after, becomes_stale, place_count }) => [
        before.text.trim(),
        after.text.trim(),
        becomes_stale,
        place_count,
      ]),
      [['"Is the boat back?"', '"Is the ship back?"', true, 1]],
    );
    assert.deepEqual([shown.place_count, shown.block_count, shown.stale_block_count, shown.snowcoins], [1, 1, 1, 0]);
    assert.deepEqual((await readDocument(client, sectionId)).document, document);
    const version = shown.sections[0]?.document_version ?? 0;
    const body = bodyOf("boat", "ship", [[sectionId, version]], { whole_words: true });
    const done = await replace(projectId, body);
    assert.deepEqual(done, {
      project_id: projectId,
      place_count: 1,
      block_count: 1,
      stale_block_count: 1,
      sections: [{ section_id: sectionId, document_version: version + 1, place_count: 1, block_count: 1 }],
      idempotent_replay: false,
    });
    assert.match(await texts(sectionId), /Is the ship back/u);
    const stale = (await media(client, sectionId)).filter((one) => one.freshness === "stale");
    assert.deepEqual(
      stale.map((one) => one.block_id),
      [shown.lines[0]?.block_id],
    );
    assert.deepEqual(await replace(projectId, body), { ...done, idempotent_replay: true });
    await refused(replace(projectId, { ...body, replacement: "raft" }), 409, "IDEMPOTENCY_CONFLICT");
    const late = await refused(
      replace(projectId, bodyOf("hour", "day", [[sectionId, version]])),
      409,
      "VERSION_CONFLICT",
    );
    assert.deepEqual(late.details, { field: "base_document_version", expected: version, current: version + 1 });
    const undone = await client.call("undoDocument", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: version + 1 },
    });
    assert.equal(undone.entry.summary, "Replaced text at 1 place");
    assert.match(await texts(sectionId), /Is the boat back/u);
    assert.deepEqual(
      (await media(client, sectionId)).filter((one) => one.freshness === "stale"),
      [],
    );
  });

  test("is one version for each section that changes, and none at all when one section is at another version", async () => {
    const { projectId, sectionIds } = await createBook(client, "Tom ran.", "Nothing.", "Tom and Tom.");
    const named = sectionIds.map((id) => [id, 1] as const);
    await refused(
      replace(projectId, bodyOf("Tom", "Tobias", [...named.slice(0, 2), [sectionIds[2]!, 2]])),
      409,
      "VERSION_CONFLICT",
    );
    assert.equal(await texts(sectionIds[0]!), "Tom ran.");
    const { place_count, sections } = await replace(projectId, bodyOf("Tom", "Tobias", named));
    assert.equal(place_count, 3);
    assert.deepEqual(
      sections.map((one) => [one.section_id, one.document_version]),
      [
        [sectionIds[0], 2],
        [sectionIds[2], 2],
      ],
    );
    assert.deepEqual(await Promise.all(sectionIds.map(texts)), ["Tobias ran.", "Nothing.", "Tobias and Tobias."]);
  });

  test("leaves out the places and sections that the request leaves out", async () => {
    const { projectId, sectionIds } = await createBook(client, "Tom and Tom.", "Tom.");
    const [first = "", second = ""] = sectionIds;
    const { places } = await search(projectId, { q: "Tom" });
    const leave_out = places.slice(0, 1).map(({ block_id, start_utf16 }) => ({ block_id, start_utf16 }));
    const shown = await preview(projectId, replacing("Tom", "Ann", { leave_out, section_ids: [first] }));
    assert.deepEqual(
      shown.lines.map((one) => one.after.text),
      ["Tom and Ann."],
    );
    await replace(projectId, bodyOf("Tom", "Ann", [[first, 1]], { leave_out }));
    assert.deepEqual([await texts(first), await texts(second)], ["Tom and Ann.", "Tom."]);
    await refused(preview(projectId, replacing("a", "b", { section_ids: [randomUUID()] })), 404, "NOT_FOUND");
  });

  test("moves sounds along with the words they start at, and takes marks along", async () => {
    const { projectId, sectionIds } = await createBook(client, "x");
    const [sectionId = ""] = sectionIds;
    await client.call("importScript", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: 1, text: "ANN: The boat, the boat sinks.\n" },
    });
    const { document } = await readDocument(client, sectionId);
    const [line] = document.blocks;
    assert.ok(line?.content.type === "text");
    const at = line.content.text.indexOf("sinks");
    const placement = {
      anchor_block_id: line.id,
      anchor: "offset" as const,
      offset_utf16: at,
      offset_ms: 0,
      gain_db: 0,
      fade_in_ms: 0,
      fade_out_ms: 0,
    };
    await client.call("editDocument", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: 2,
        operations: [
          {
            op: "insert_block",
            after_block_id: line.id,
            block: {
              kind: "sfx",
              content: {
                type: "sfx",
                schema_version: "studio-ast-2",
                prompt: "splash",
                duration_ms: 1_000,
                seed: null,
              },
              placement,
            },
          },
        ],
      },
    });
    await replace(projectId, bodyOf("boat", "steamer", [[sectionId, 3]]));
    const { document: after } = await readDocument(client, sectionId);
    const [spoken, sound] = after.blocks;
    assert.ok(spoken?.content.type === "text" && sound?.kind === "sfx");
    assert.equal(spoken.content.text.slice(sound.placement?.offset_utf16).trim(), "sinks.");
    const label = spoken.content.annotations.find((one) => one.kind === "exclusion");
    assert.equal(spoken.content.text.slice(label?.start_utf16, label?.end_utf16).trim(), "ANN:");
  });

  test("refuses what would make a line too long", async () => {
    const { projectId, sectionIds } = await createBook(client, "x");
    const [sectionId = ""] = sectionIds;
    await client.call("importScript", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: 1, text: `ANN: ${"a ".repeat(1_000)}\n` },
    });
    const body = bodyOf("a", "b".repeat(1_000), [[sectionId, 2]], { case_sensitive: true });
    const error = await refused(replace(projectId, body), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(error.details), /65536 UTF-16 units/u);
    assert.equal((await readDocument(client, sectionId)).document.document_version, 2);
  });
});

describe("the limits of search and replacement", () => {
  test("words, pages and lists are taken up to their limits and not one beyond", async () => {
    const { projectId } = await createBook(client, "a ".repeat(700));
    await search(projectId, { q: "x".repeat(LIMITS.search_units) });
    await refused(search(projectId, { q: "x".repeat(LIMITS.search_units + 1) }), 400, "INVALID_REQUEST");
    assert.equal((await search(projectId, { q: "a" })).places.length, LIMITS.search_page_default);
    const whole = await search(projectId, { q: "a", limit: LIMITS.search_page });
    assert.deepEqual([whole.places.length, whole.next_from], [LIMITS.search_page, LIMITS.search_page]);
    assert.ok(whole.places.every((one) => one.excerpt.text.length === LIMITS.search_excerpt_units));
    await refused(search(projectId, { q: "a", limit: LIMITS.search_page + 1 }), 400, "INVALID_REQUEST");
    await preview(projectId, replacing("b", "x".repeat(LIMITS.replacement_units)));
    await refused(preview(projectId, replacing("b", "x".repeat(LIMITS.replacement_units + 1))), 400, "INVALID_REQUEST");
    const left = (count: number) =>
      replacing("b", "x", {
        leave_out: Array.from({ length: count }, (_, start_utf16) => ({ block_id: projectId, start_utf16 })),
      });
    await preview(projectId, left(LIMITS.replace_left_out));
    await refused(preview(projectId, left(LIMITS.replace_left_out + 1)), 400, "INVALID_REQUEST");
  });

  test("a request changes at most LIMITS.replace_places places", async () => {
    const { projectId, sectionIds } = await createBook(client, "a ".repeat(LIMITS.replace_places), "a");
    const [first = "", second = ""] = sectionIds;
    assert.equal((await search(projectId, { q: "a" })).place_count, LIMITS.replace_places + 1);
    await refused(
      replace(
        projectId,
        bodyOf("a", "b", [
          [first, 1],
          [second, 1],
        ]),
      ),
      400,
      "INVALID_REQUEST",
    );
    assert.equal(await texts(second), "a");
    assert.equal((await replace(projectId, bodyOf("a", "b", [[first, 1]]))).place_count, LIMITS.replace_places);
  });

  test("a request changes at most LIMITS.replace_lines lines", async () => {
    const { projectId, sectionIds } = await createBook(client, "x", "x");
    const [first = "", second = ""] = sectionIds;
    const script = (sectionId: string, lines: number) =>
      client.call("importScript", {
        params: { sectionId },
        body: { ...studioMutation(), base_document_version: 1, text: "ANN: Yes.\n".repeat(lines) },
      });
    await script(first, LIMITS.replace_lines);
    await script(second, 1);
    await refused(preview(projectId, replacing("yes", "No")), 400, "INVALID_REQUEST");
    const done = await replace(projectId, bodyOf("yes", "No", [[first, 2]]));
    assert.equal(done.block_count, LIMITS.replace_lines);
  });

  test("a request changes at most LIMITS.replace_text_units of text", async () => {
    const words = "z".repeat(LIMITS.replacement_units);
    const { projectId, sectionIds } = await createBook(client, ...Array.from({ length: 7 }, () => "a ".repeat(2_600)));
    assert.ok(7 * 2_600 * words.length > LIMITS.replace_text_units);
    const named = sectionIds.map((id) => [id, 1] as const);
    await refused(replace(projectId, bodyOf("a", words, named)), 400, "INVALID_REQUEST");
    assert.equal((await replace(projectId, bodyOf("a", words, named.slice(0, 6)))).sections.length, 6);
  });
});
