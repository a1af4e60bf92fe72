// Stories and projects are made from text, exactly once, and keep it code unit by code unit.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { refused, sharedServer } from "./server.ts";
import { createBook, createStory, prepare, projection, readDocument, studioMutation, TEXT } from "./story.ts";

const server = await sharedServer();
const MEBIBYTE = 1024 * 1024;
const newSection = (fields: { [name: string]: unknown } = {}) => ({
  ...studioMutation(),
  title: "The Boat",
  raw_text: TEXT,
  ...fields,
});
const send = (body: unknown) =>
  server.request("/studio/sections", { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
const sendTo = (projectId: string, body: unknown) =>
  server.request(`/studio/projects/${projectId}/sections`, { method: "POST", body: JSON.stringify(body) });
const sectionsOf = (projectId: string) => server.client.call("readProjectSections", { params: { projectId } });
const standaloneStories = async () => (await server.client.call("listProjects")).unassigned_sections;
const invalid = async (answer: ReturnType<typeof send>, path: string) => {
  const { status, body } = await answer;
  assert.deepEqual([status, body.error?.code], [400, "INVALID_REQUEST"]);
  assert.deepEqual(
    body.error.details.issues.map((issue: { path: string }) => issue.path),
    [path],
  );
};

describe("creating a standalone story", () => {
  test("is 201 and holds the exact submitted text as one unparsed block", async () => {
    const { status, body } = await send(newSection());
    assert.equal(status, 201);
    const { section, document, project_id } = body.data;
    assert.deepEqual(
      [
        section.title,
        section.document_version,
        section.project_id,
        section.source_text_length,
        section.activity_status,
      ],
      ["The Boat", 1, project_id, TEXT.length, "needs_audio"],
    );
    assert.deepEqual(
      [body.data.section_order_version, body.data.speaker_registry_version, body.data.idempotent_replay],
      [1, 1, false],
    );
    assert.equal(document.blocks.length, 1);
    const [block] = document.blocks;
    assert.deepEqual(
      [block.kind, block.content.text, block.block_version, block.speaker_id],
      ["unparsed", TEXT, 1, null],
    );
    const read = await readDocument(server.client, section.id);
    assert.deepEqual(read.document, document);
    assert.equal(read.recovery_draft, null);
    assert.equal(read.actor_user_id, (await server.client.call("readProfile")).id);
  });
  test("lists it as an unassigned section, newest first", async () => {
    const older = await createStory(server.client);
    const newer = await createStory(server.client);
    const [first, second] = await standaloneStories();
    assert.deepEqual([first?.project_id, second?.project_id], [newer.projectId, older.projectId]);
    assert.equal(first?.section.id, newer.sectionId);
    assert.deepEqual((await sectionsOf(newer.projectId)).sections, [first?.section]);
  });
  test("keeps its text code unit by code unit", async () => {
    const texts = [
      "",
      " ",
      "\r\n\r\n\t\u00a0\u2028\u2029\r\f\v",
      "\ufeffA mark at the start, and one \ufeff inside.",
      "e\u0301 is not é; \u202eright to left\u202c; \u0001\u001f\u007f\u0085",
      "\u{1f6a2}\u{1f469}\u200d\u{1f467} \u{10ffff}\ufffe\uffff",
      '\\ " \\" \\u0000 {{}} %s \' -- ; drop table blocks',
      "漢字仮名交じり文。「はい」と彼は言った。",
    ];
    for (const text of texts) {
      const { sectionId, created } = await createStory(server.client, text, text.slice(0, 400));
      assert.equal(created.section.source_text_length, text.length);
      const read = await readDocument(server.client, sectionId);
      assert.equal(projection(read.document.blocks), text);
      assert.equal(read.document.title, text.slice(0, 400));
      assert.equal(read.source_text_length, text.length);
    }
  });
  test("of nothing but spaces is blank: there is nothing to generate", async () => {
    for (const text of ["", " \n\t\u00a0\u2003"]) {
      const { created, projectId } = await createStory(server.client, text);
      assert.equal(created.section.activity_status, "blank");
      assert.equal((await sectionsOf(projectId)).sections[0]?.activity_status, "blank");
    }
  });
  test("takes a title of up to 500 UTF-16 units", async () => {
    for (const title of ["", "t".repeat(500), "\u{1f6a2}".repeat(250)])
      assert.equal((await send(newSection({ title }))).status, 201);
    for (const title of ["t".repeat(501), "\u{1f6a2}".repeat(251)]) await invalid(send(newSection({ title })), "title");
  });
  test("refuses null characters and lone surrogates in title and text", async () => {
    for (const field of ["title", "raw_text"]) {
      for (const value of ["a\0b", "\ud800", "a\udc00b", "\udc00\ud800"]) {
        await invalid(send(newSection({ [field]: value })), field);
      }
    }
  });
  test("takes a body of 8 MiB and refuses one more byte as REQUEST_TOO_LARGE", async () => {
    const bodyOf = (bytes: number) => {
      const empty = JSON.stringify(newSection({ raw_text: "" }));
      return empty.replace(
        '"raw_text":""',
        () => `"raw_text":"${"word ".repeat(2 * MEBIBYTE).slice(0, bytes - empty.length)}"`,
      );
    };
    const limit = bodyOf(8 * MEBIBYTE);
    assert.equal(Buffer.byteLength(limit), 8 * MEBIBYTE);
    const { status, body } = await send(limit);
    assert.equal(status, 201);
    const read = await readDocument(server.client, body.data.section.id);
    assert.ok(projection(read.document.blocks) === JSON.parse(limit).raw_text);
    const refusal = await send(bodyOf(8 * MEBIBYTE + 1));
    assert.deepEqual([refusal.status, refusal.body.error.code], [400, "REQUEST_TOO_LARGE"]);
  });
  test("refuses an oversize body without a stated length, too", async () => {
    const piece = Buffer.alloc(MEBIBYTE, "word ");
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('{"raw_text":"'));
        for (let sent = 0; sent < 9; sent++) controller.enqueue(piece);
        controller.close();
      },
    });
    const init = { method: "POST", body: stream, duplex: "half" } as RequestInit;
    const { status, body } = await server.request("/studio/sections", init);
    assert.deepEqual([status, body.error.code], [400, "REQUEST_TOO_LARGE"]);
  });
});

describe("repeating a client_mutation_id", () => {
  test("with the same request is 200, the committed result, and idempotent_replay true", async () => {
    const body = newSection();
    const first = await send(body);
    const stories = (await standaloneStories()).length;
    const again = await send(body);
    assert.deepEqual([again.status, again.body.data.idempotent_replay], [200, true]);
    assert.deepEqual({ ...again.body.data, idempotent_replay: false }, first.body.data);
    assert.equal((await standaloneStories()).length, stories);
  });
  test("replays whatever the order of the keys, the spaces and the actor_session_id", async () => {
    const body = newSection();
    const first = await send(body);
    const other = Object.fromEntries(Object.entries({ ...body, actor_session_id: randomUUID() }).reverse());
    const again = await send(JSON.stringify(other, null, 4));
    assert.deepEqual([again.status, again.body.data.section.id], [200, first.body.data.section.id]);
  });
  test("replays after a restart and after the document went on", async () => {
    const body = newSection();
    const first = (await send(body)).body.data;
    await prepare(server.client, first.project_id, first.section.id);
    await server.restart();
    const again = await send(body);
    assert.equal(again.status, 200);
    assert.deepEqual({ ...again.body.data, idempotent_replay: false }, first);
  });
  test("for different content is 409 IDEMPOTENCY_CONFLICT and changes nothing", async () => {
    const body = newSection();
    await send(body);
    const stories = (await standaloneStories()).length;
    for (const change of [{ title: "Another" }, { raw_text: `${TEXT} ` }]) {
      const { status, body: answer } = await send({ ...body, ...change });
      assert.deepEqual([status, answer.error.code], [409, "IDEMPOTENCY_CONFLICT"]);
    }
    assert.equal((await standaloneStories()).length, stories);
  });
  test("at another endpoint is 409: mutation ids are unique per account over all endpoints", async () => {
    const body = newSection();
    await send(body);
    const { client_mutation_id } = body;
    const project = server.client.call("createProject", { body: { schema_version: 1, client_mutation_id, name: "x" } });
    await refused(project, 409, "IDEMPOTENCY_CONFLICT");
  });
  test("twenty times at once has exactly one effect", async () => {
    const body = JSON.stringify(newSection());
    const before = (await standaloneStories()).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    const statuses = answers.map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [...Array.from({ length: 19 }, () => 200), 201]);
    assert.equal(new Set(answers.map((answer) => answer.body.data.section.id)).size, 1);
    assert.equal((await standaloneStories()).length, before + 1);
  });
  test("of a refused request is a new request: a refusal is no effect", async () => {
    const { projectId } = await createBook(server.client, "One.");
    const body = newSection({ base_section_order_version: 1 });
    assert.equal((await sendTo(projectId, body)).status, 409);
    assert.equal((await sendTo(projectId, { ...body, base_section_order_version: 2 })).status, 201);
  });
});

describe("a named project", () => {
  const create = (name: string, client_mutation_id: string = randomUUID()) =>
    server.request("/projects", {
      method: "POST",
      body: JSON.stringify({ schema_version: 1, client_mutation_id, name }),
    });

  test("is created with a trimmed name of 1 to 120 units and listed newest first", async () => {
    const { status, body } = await create("  The Lighthouse \n");
    assert.deepEqual(
      [status, body.data.project.name, body.data.project.project_kind],
      [201, "The Lighthouse", "named"],
    );
    assert.equal((await create("n".repeat(120))).status, 201);
    const { projects } = await server.client.call("listProjects");
    assert.equal(
      projects.findIndex((project) => project.id === body.data.project.id),
      1,
    );
    for (const name of ["", "   ", "n".repeat(121), "a\0b", "\ud800"]) {
      assert.equal((await create(name)).status, 400, JSON.stringify(name.slice(0, 5)));
    }
  });
  test("is created once for one client_mutation_id", async () => {
    const id = randomUUID();
    const first = await create("Once", id);
    const again = await create(" Once", id);
    assert.deepEqual([again.status, again.body.data.idempotent_replay], [200, true]);
    assert.deepEqual(again.body.data.project, first.body.data.project);
    assert.equal((await create("Twice", id)).status, 409);
  });
  test("starts with its studio state initialised, without sections", async () => {
    const { projectId } = await createBook(server.client);
    const state = await sectionsOf(projectId);
    assert.deepEqual([state.initialized, state.section_order_version, state.speaker_registry_version], [true, 1, 1]);
    assert.deepEqual(state.sections, []);
    assert.ok(state.casting_defaults_mode !== null && state.default_automation_profile !== null);
  });
  test("takes sections at its end; each raises the order version by one", async () => {
    const { projectId, sectionIds } = await createBook(server.client, "One.", "Two.", "Three.");
    const state = await sectionsOf(projectId);
    assert.deepEqual(
      state.sections.map((section) => section.id),
      sectionIds,
    );
    assert.equal(state.section_order_version, 4);
  });
  test("refuses a stale or absent order version with 409, which states the current one", async () => {
    const { projectId } = await createBook(server.client, "One.");
    for (const expected of [1, 3, null]) {
      const { status, body } = await sendTo(projectId, newSection({ base_section_order_version: expected }));
      assert.deepEqual([status, body.error.code], [409, "VERSION_CONFLICT"]);
      assert.deepEqual(body.error.details, { field: "base_section_order_version", expected, current: 2 });
    }
    assert.equal((await sectionsOf(projectId)).sections.length, 1);
  });
  test("of ten sections sent at once for the same order version takes exactly one", async () => {
    const { projectId } = await createBook(server.client);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendTo(projectId, newSection({ base_section_order_version: 1 }))),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)]);
    assert.equal((await sectionsOf(projectId)).sections.length, 1);
  });
});

test("a second section in a standalone project is 400 STUDIO_COMMAND_REJECTED", async () => {
  const { projectId } = await createStory(server.client);
  const { status, body } = await sendTo(projectId, newSection({ base_section_order_version: 1 }));
  assert.deepEqual([status, body.error.code], [400, "STUDIO_COMMAND_REJECTED"]);
  assert.equal(
    body.error.message,
    "A standalone story holds exactly one section, and this would make 2. Promote it to a named project first.",
  );
  assert.deepEqual(body.error.details, { reason: "standalone_story", wanted: 2 });
  assert.equal((await sectionsOf(projectId)).sections.length, 1);
});
