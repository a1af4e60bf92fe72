// Undo and redo of what people did to a script, its cast and its lexicon; and what changed since a version.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type CallOf, type Client, type Document, type Endpoints, LIMITS } from "@fullcast/contract";
import { refused, sharedServer } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  finished,
  media,
  prepare,
  readDocument,
  spokenStory,
  studioMutation,
  TEXT,
} from "./story.ts";

const server = await sharedServer();
// The server listens on another port after a restart.
const client = { call: (...call: Parameters<Client["call"]>) => server.client.call(...call) } as Client;
type Operation = CallOf<Endpoints["editDocument"]>["body"]["operations"][number];
type Block = Document["blocks"][number];

const edit = async (sectionId: string, ...operations: Operation[]) => {
  const { document } = await readDocument(client, sectionId);
  const body = { ...studioMutation(), base_document_version: document.document_version, operations };
  return client.call("editDocument", { params: { sectionId }, body });
};
const step = (direction: "undoDocument" | "redoDocument") => async (sectionId: string, entry_id?: string) => {
  const { document } = await readDocument(client, sectionId);
  const base = { ...studioMutation(), base_document_version: document.document_version };
  const body = entry_id === undefined ? base : { ...base, entry_id };
  return client.call(direction, { params: { sectionId }, body });
};
const undo = step("undoDocument");
const redo = step("redoDocument");
const history = async (sectionId: string) =>
  (await client.call("readDocumentHistory", { params: { sectionId } })).entries;
const known = (block: Block | undefined) => ({
  block_id: block?.id ?? "",
  base_block_version: block?.block_version ?? 0,
});
const content = (text: string) => ({
  type: "text" as const,
  schema_version: "studio-ast-2" as const,
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
});
/** The document without version numbers. */
const seen = async (sectionId: string) => {
  const { document, sound_effects_enabled } = await readDocument(client, sectionId);
  const blocks = document.blocks.map(({ block_version: _version, ...block }) => block);
  return { title: document.title, sound_effects_enabled, blocks };
};
const blocksOf = async (sectionId: string) => (await readDocument(client, sectionId)).document.blocks;

/** Numbers that repeat from run to run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One random edit that fits the script. */
function randomEdit(
  blocks: readonly Block[],
  speakers: readonly string[],
  pick: (below: number) => number,
): Operation[] {
  const block = blocks[pick(blocks.length)];
  const spoken = blocks.filter(({ kind }) => kind === "speech" || kind === "narration");
  const line = spoken[pick(spoken.length)];
  const insert = (after: string | null, text: string): Operation => ({
    op: "insert_block",
    after_block_id: after,
    block: {
      kind: "narration",
      content: content(text),
      generation_profile_override: null,
      placement: null,
      speaker_id: speakers[0] ?? null,
    },
  });
  switch (pick(7)) {
    case 0:
      return [insert(pick(4) === 0 ? null : (block?.id ?? null), `Line ${pick(1_000)}.`)];
    case 1:
      return blocks.length < 4 ? [insert(block?.id ?? null, "More.")] : [{ op: "delete_block", ...known(block) }];
    case 2:
      return [
        { op: "move_block", ...known(block), after_block_id: blocks.find(({ id }) => id !== block?.id)?.id ?? null },
      ];
    case 3:
      return [
        { op: "assign_speaker", block_ids: [line?.id ?? ""], speaker_id: speakers[pick(speakers.length)] ?? null },
      ];
    case 4:
      return [{ op: "replace_block", ...known(line), set: { content: content(`Said again ${pick(1_000)}.`) } }];
    case 5:
      return [{ op: "set_title", title: `Title ${pick(1_000)}` }];
    default: {
      const text = line?.content.type === "text" ? line.content.text : "";
      if (text.length < 2) return [{ op: "set_sound_effects_enabled", enabled: pick(2) === 0 }];
      return [{ op: "split_block", ...known(line), offset_utf16: 1 }];
    }
  }
}

describe("undo and redo", () => {
  test("go through any edits one by one, back to the beginning and forward again, also after a restart", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    const pick = numbers(7);
    const states = [await seen(sectionId)];
    for (let count = 0; count < 40; count++) {
      await edit(
        sectionId,
        ...randomEdit(
          await blocksOf(sectionId),
          speakers.map(({ id }) => id),
          pick,
        ),
      );
      states.push(await seen(sectionId));
    }
    assert.equal((await history(sectionId)).length, 40);
    for (let count = 39; count >= 0; count--) {
      if (count === 20) await server.restart();
      const { entry } = await undo(sectionId);
      assert.equal(entry.undone, true);
      assert.deepEqual(await seen(sectionId), states[count], `after undoing edit ${count + 1}: ${entry.summary}`);
    }
    await refused(undo(sectionId), 409, "NOTHING_TO_UNDO");
    for (let count = 1; count <= 40; count++) {
      const { entry } = await redo(sectionId);
      assert.deepEqual(await seen(sectionId), states[count], `after redoing edit ${count}: ${entry.summary}`);
    }
    await refused(redo(sectionId), 409, "NOTHING_TO_UNDO");
  });

  test("keep a deleted line in its place when twenty-five lines were put beside it since", async () => {
    const { sectionId } = await createStory(client, "First. Second. Third.");
    const [only] = await blocksOf(sectionId);
    await edit(sectionId, { op: "split_block", ...known(only), offset_utf16: 7 });
    const [, second] = await blocksOf(sectionId);
    await edit(sectionId, { op: "split_block", ...known(second), offset_utf16: 8 });
    const [first, middle] = await blocksOf(sectionId);
    await edit(sectionId, { op: "delete_block", ...known(middle) });
    const [deletion] = await history(sectionId);
    for (let count = 0; count < 60; count++) {
      await edit(sectionId, {
        op: "insert_block",
        after_block_id: first?.id ?? null,
        block: {
          kind: "note",
          content: { type: "note", schema_version: "studio-ast-2", text: `${count}` },
          generation_profile_override: null,
          placement: null,
          speaker_id: null,
        },
      });
    }
    await undo(sectionId, deletion?.id);
    const texts = (await blocksOf(sectionId)).flatMap(({ content: one }) => (one.type === "text" ? [one.text] : []));
    assert.deepEqual(texts, ["First. ", "Second. ", "Third."]);
  });

  test("revert one entry and keep later edits of other lines or other parts of the line; otherwise it is a conflict", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    const line = (await blocksOf(sectionId)).find(({ kind }) => kind === "narration");
    await edit(sectionId, { op: "set_title", title: "First title" });
    await edit(sectionId, {
      op: "replace_block",
      ...known(line),
      set: { generation_profile_override: { fallback: "strict" } },
    });
    const [profile] = await history(sectionId);
    await edit(sectionId, {
      op: "assign_speaker",
      block_ids: [line?.id ?? ""],
      speaker_id: speakers.at(-1)?.id ?? null,
    });
    await edit(sectionId, { op: "set_title", title: "Second title" });
    await undo(sectionId, profile?.id);
    const now = (await blocksOf(sectionId)).find(({ id }) => id === line?.id);
    assert.deepEqual([now?.generation_profile_override, now?.speaker_id], [null, speakers.at(-1)?.id]);
    await refused(undo(sectionId, profile?.id), 409, "NOTHING_TO_UNDO");
    const title = (await history(sectionId)).find(({ summary, undone }) => summary === "Set the title" && !undone);
    const older = (await history(sectionId)).filter(({ summary }) => summary === "Set the title").at(-1);
    assert.notEqual(title?.id, older?.id);
    await refused(undo(sectionId, older?.id), 409, "UNDO_CONFLICT");
    await refused(undo(sectionId, randomUUID()), 404, "NOT_FOUND");
  });

  test("an entry that a later change blocks is named with what changed, and skipped so that older entries can be undone", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const line = (await blocksOf(sectionId)).find(({ kind }) => kind === "narration");
    const block_ids = [line?.id ?? ""];
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    const [one, other] = speakers.slice(-2).map(({ id }) => id);
    await edit(sectionId, { op: "set_title", title: "The oldest edit" });
    await edit(sectionId, { op: "assign_speaker", block_ids, speaker_id: one ?? null });
    const [assigned] = await history(sectionId);
    // A later edit that was skipped is what a run does: it leaves no entry to undo first.
    await edit(sectionId, { op: "assign_speaker", block_ids, speaker_id: other ?? null });
    const [later] = await history(sectionId);
    const skip = (entryId: string, skipped = true) =>
      client.call("changeHistoryEntry", { params: { sectionId, entryId }, body: { schema_version: 1, skipped } });
    assert.equal((await skip(later?.id ?? "")).entry.skipped, true);
    const error = await refused(undo(sectionId), 409, "UNDO_CONFLICT");
    assert.deepEqual(error.details, {
      entry_id: assigned?.id,
      summary: assigned?.summary,
      changed: ["lines"],
      section_id: sectionId,
      block_ids,
    });
    const skipped = await skip(assigned?.id ?? "");
    assert.deepEqual(await skip(assigned?.id ?? ""), skipped);
    assert.equal((await undo(sectionId)).entry.summary, "Set the title");
    assert.equal((await blocksOf(sectionId)).find(({ id }) => id === line?.id)?.speaker_id, other);
    await refused(undo(sectionId), 409, "NOTHING_TO_UNDO");
    // By name it is tried, and it counts again from then on.
    const named = await undo(sectionId, later?.id);
    assert.deepEqual([named.entry.skipped, named.entry.undone], [false, true]);
    await skip(assigned?.id ?? "", false);
    assert.equal((await undo(sectionId)).entry.id, assigned?.id);
    await refused(skip(randomUUID()), 404, "NOT_FOUND");
    const foreign = await createStory(client);
    const params = { sectionId: foreign.sectionId, entryId: assigned?.id ?? "" };
    const body = { schema_version: 1, skipped: true } as const;
    await refused(client.call("changeHistoryEntry", { params, body }), 404, "NOT_FOUND");
  });

  test("are one step each for a repeated request, and 409 on a stale version", async () => {
    const { sectionId } = await createStory(client);
    for (const title of ["a", "b"]) await edit(sectionId, { op: "set_title", title });
    const body = { ...studioMutation(), base_document_version: 3 };
    const first = await client.call("undoDocument", { params: { sectionId }, body });
    const again = await client.call("undoDocument", { params: { sectionId }, body });
    assert.deepEqual({ ...again, idempotent_replay: false }, { ...first, idempotent_replay: false });
    assert.equal((await seen(sectionId)).title, "a");
    const stale = client.call("undoDocument", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: 3 },
    });
    await refused(stale, 409, "VERSION_CONFLICT");
  });

  test("a new edit clears redo; changes of workflows are not in the history", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    assert.deepEqual(await history(sectionId), []);
    for (const title of ["a", "b"]) await edit(sectionId, { op: "set_title", title });
    await undo(sectionId);
    await edit(sectionId, { op: "set_title", title: "c" });
    await refused(redo(sectionId), 409, "NOTHING_TO_UNDO");
    assert.deepEqual(
      (await history(sectionId)).map(({ undone }) => undone),
      [false, false],
    );
  });

  test("make audio current again that was made for the line", async () => {
    const story = await spokenStory(client);
    const { sectionId } = story;
    const line = (await blocksOf(sectionId)).find(({ kind }) => kind === "narration");
    const freshness = async () =>
      (await media(client, sectionId)).find(({ block_id }) => block_id === line?.id)?.freshness;
    await edit(sectionId, { op: "replace_block", ...known(line), set: { content: content("Something else.") } });
    assert.equal(await freshness(), "stale");
    await undo(sectionId);
    assert.equal(await freshness(), "current");
  });

  test("hold at most LIMITS.history_entries entries in one answer", async () => {
    const { sectionId } = await createStory(client, "Short.");
    for (let count = 0; count <= LIMITS.history_entries; count++)
      await edit(sectionId, { op: "set_title", title: `${count}` });
    assert.equal((await history(sectionId)).length, LIMITS.history_entries);
  });
});

describe("undo of takes", () => {
  const play = (params: { sectionId: string; blockId: string }) => client.call("listTakes", { params });
  const choose = (params: { sectionId: string; blockId: string; takeId: string }) =>
    client.call("activateTake", { params, body: studioMutation() });
  const lock = (params: { sectionId: string; blockId: string }, locked: boolean) =>
    client.call("setTakeLock", { params, body: { ...studioMutation(), locked } });

  /** A line of the first chapter of two, with two takes of which the first plays. */
  async function lineWithTakes() {
    const { projectId, sectionIds } = await createBook(client, TEXT, "“Yes,” said Mara.\n");
    await prepare(client, projectId, ...sectionIds);
    await createAudio(client, projectId, ...sectionIds);
    const [sectionId = "", other = ""] = sectionIds;
    const block = (await blocksOf(sectionId)).find(({ kind }) => kind === "speech") ?? assert.fail("no speech");
    const place = { sectionId, blockId: block.id };
    const { run } = await client.call("requestTakes", { params: place, body: { ...studioMutation(), count: 1 } });
    await finished(client, run.id);
    const { takes, active_take_id: first } = await play(place);
    const second = takes.find(({ id }) => id !== first)?.id ?? assert.fail("no second take");
    return { sectionId, other, place, block, first: first ?? "", second };
  }

  test("makes no version and belongs to the history of its own section", async () => {
    const { sectionId, other, place, first, second } = await lineWithTakes();
    const version = (await readDocument(client, sectionId)).document.document_version;
    await choose({ ...place, takeId: second });
    await edit(other, { op: "set_title", title: "Kept" });
    const { entry, document_version, blocks } = await undo(sectionId);
    assert.deepEqual(
      [entry.scope, entry.summary, document_version, blocks],
      ["section", "Chose a take: “Is the boat back?”", version, []],
    );
    assert.equal((await play(place)).active_take_id, first);
    assert.deepEqual(
      (await history(other)).map(({ summary }) => summary),
      ["Set the title"],
    );
    // An edit of the other chapter leaves what can be done again here.
    await edit(other, { op: "set_title", title: "Kept too" });
    await redo(sectionId);
    assert.equal((await play(place)).active_take_id, second);
    await undo(sectionId);
    await edit(sectionId, { op: "set_title", title: "New" });
    await refused(redo(sectionId), 409, "NOTHING_TO_UNDO");
  });

  test("is refused with the line when it plays something else by now, and keeps other edits of its takes", async () => {
    const { sectionId, place, block, first, second } = await lineWithTakes();
    await choose({ ...place, takeId: second });
    const [chosen] = await history(sectionId);
    await lock(place, true);
    const [locked] = await history(sectionId);
    assert.equal(locked?.summary, "Locked a line: “Is the boat back?”");
    await undo(sectionId, chosen?.id);
    assert.deepEqual(await stateOf(place), [first, true]);
    await choose({ ...place, takeId: second });
    await lock(place, false);
    const error = await refused(undo(sectionId, locked?.id), 409, "UNDO_CONFLICT");
    assert.deepEqual(error.details.block_ids, [block.id]);
    assert.deepEqual(await stateOf(place), [second, false]);
  });

  test("changes nothing for a take that plays already and a lock that is there already", async () => {
    const { sectionId, place, first } = await lineWithTakes();
    await choose({ ...place, takeId: first });
    await lock(place, false);
    assert.deepEqual(await history(sectionId), []);
  });

  async function stateOf(place: { sectionId: string; blockId: string }) {
    const { active_take_id, locked } = await play(place);
    return [active_take_id, locked];
  }
});

describe("undo of the book, the name and the order", () => {
  const setBook = (projectId: string, body: { title?: string; author?: string }) =>
    client.call("changeBook", { params: { projectId }, body: { schema_version: 1, ...body } });
  const sectionsOf = (projectId: string) => client.call("readProjectSections", { params: { projectId } });
  const order = async (projectId: string) => (await sectionsOf(projectId)).sections.map(({ id }) => id);

  test("keeps other fields of the book that changed since; the same field is a conflict", async () => {
    const { projectId, sectionId } = await createStory(client);
    await setBook(projectId, { title: "First" });
    const [first] = await history(sectionId);
    assert.deepEqual([first?.summary, first?.scope], ["Changed the title of the book", "project"]);
    await setBook(projectId, { author: "A. Writer" });
    await undo(sectionId, first?.id);
    const { book } = await client.call("readBook", { params: { projectId } });
    assert.deepEqual([book.title, book.author], [null, "A. Writer"]);
    await redo(sectionId);
    await setBook(projectId, { title: "Second" });
    await refused(undo(sectionId, first?.id), 409, "UNDO_CONFLICT");
  });

  test("has no entry for a book that stays the same, nor for the name that makes a story a project of chapters", async () => {
    const { projectId, sectionId } = await createStory(client);
    const name = (text: string) =>
      client.call("changeProject", { params: { projectId }, body: { schema_version: 1, name: text } });
    await setBook(projectId, {});
    await name("The Boat");
    await name("The Boat");
    assert.deepEqual(await history(sectionId), []);
    await name("The Ferry");
    await undo(sectionId);
    const { projects } = await client.call("listProjects");
    assert.equal(projects.find(({ id }) => id === projectId)?.name, "The Boat");
  });

  test("puts a moved chapter back beside chapters that were added and deleted since", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.", "C.");
    const [a = "", b = "", c = ""] = sectionIds;
    const base = async () => ({
      ...studioMutation(),
      base_section_order_version: (await sectionsOf(projectId)).section_order_version ?? 0,
    });
    await client.call("moveSection", {
      params: { projectId, sectionId: c },
      body: { ...(await base()), to_index: 0 },
    });
    const { section } = await client.call("createSection", {
      params: { projectId },
      body: { ...(await base()), title: "D", raw_text: "D." },
    });
    const { document } = await readDocument(client, b);
    await client.call("deleteSection", {
      params: { projectId, sectionId: b },
      body: { ...(await base()), base_document_version: document.document_version },
    });
    assert.deepEqual(await order(projectId), [c, a, section.id]);
    const { section_order_version: version = 0 } = await sectionsOf(projectId);
    await undo(a);
    assert.deepEqual(await order(projectId), [a, c, section.id]);
    assert.equal((await sectionsOf(projectId)).section_order_version, (version ?? 0) + 1);
    await redo(section.id);
    assert.deepEqual(await order(projectId), [c, a, section.id]);
  });
});

describe("undo of the cast and the lexicon", () => {
  test("brings voices, names, deleted and merged speakers back, in all chapters, and takes it away again", async () => {
    const { projectId, sectionIds } = await createBook(
      client,
      "“Yes,” said Mara.\n\n“No,” said Tom.\n",
      "“Tom?” asked Mara.\n",
    );
    const [sectionId = "", other = ""] = sectionIds;
    for (const id of sectionIds) await prepare(client, projectId, id);
    const cast = async () => {
      const { speakers } = await client.call("listSpeakers", { params: { projectId } });
      return speakers;
    };
    const registry = async () =>
      (await client.call("listSpeakers", { params: { projectId } })).speaker_registry_version;
    const named = async (name: string) => (await cast()).find((speaker) => speaker.name === name)?.id ?? "";
    const mutation = async () => ({ ...studioMutation(), base_speaker_registry_version: await registry() });
    const { voices } = await client.call("listVoices", { query: { limit: 1 } });
    const states = [await everything()];
    async function everything() {
      const { entries } = await client.call("readLexicon", { params: { projectId } });
      return { cast: await cast(), one: await seen(sectionId), two: await seen(other), entries };
    }
    const did = async (work: Promise<unknown>) => {
      await work;
      states.push(await everything());
    };
    const [mara, tom] = [await named("Mara"), await named("Tom")];
    await did(
      client.call("castSpeaker", {
        params: { projectId, speakerId: mara },
        body: { ...(await mutation()), voice_id: voices[0]?.voice_id ?? "" },
      }),
    );
    await did(
      client.call("changeSpeaker", {
        params: { projectId, speakerId: tom },
        body: { ...(await mutation()), name: "Thomas" },
      }),
    );
    await did(client.call("createSpeaker", { params: { projectId }, body: { ...(await mutation()), name: "Ines" } }));
    await did(
      client.call("deleteSpeaker", { params: { projectId, speakerId: await named("Ines") }, body: await mutation() }),
    );
    const { lexicon_version } = await client.call("readLexicon", { params: { projectId } });
    await did(
      client.call("changeLexicon", {
        params: { projectId },
        body: {
          ...studioMutation(),
          base_lexicon_version: lexicon_version,
          upsert: [
            { term: "Mara", case_sensitive: true, alphabet: "alias", value: "Mahra", language: null, speaker_id: tom },
          ],
          delete: [],
        },
      }),
    );
    await did(
      client.call("mergeSpeakers", {
        params: { projectId },
        body: { ...(await mutation()), from_speaker_ids: [tom], into_speaker_id: mara },
      }),
    );
    await did(
      client.call("changeProjectCasting", { params: { projectId }, body: { schema_version: 1, narrator_only: true } }),
    );
    assert.equal((await history(other)).length, 7);
    for (let count = 6; count >= 0; count--) {
      const { entry } = await undo(count % 2 === 0 ? sectionId : other);
      assert.equal(entry.scope, "project");
      assert.deepEqual(await everything(), states[count], entry.summary);
    }
    for (let count = 1; count <= 7; count++) {
      const { entry } = await redo(sectionId);
      assert.deepEqual(await everything(), states[count], entry.summary);
    }
  });

  test("does not remove a speaker that has lines by now, and changes nothing then", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
    const { speaker } = await client.call("createSpeaker", {
      params: { projectId },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, name: "Ines" },
    });
    const [added] = await history(sectionId);
    const line = (await blocksOf(sectionId)).find(({ kind }) => kind === "speech");
    await edit(sectionId, { op: "assign_speaker", block_ids: [line?.id ?? ""], speaker_id: speaker.id });
    const before = await seen(sectionId);
    await refused(undo(sectionId, added?.id), 409, "UNDO_CONFLICT");
    assert.deepEqual(await seen(sectionId), before);
    await undo(sectionId);
    await undo(sectionId);
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    assert.ok(speakers.every(({ id }) => id !== speaker.id));
  });
});

describe("changes since a version", () => {
  test("bring a client that has any earlier version to the present one", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    const pick = numbers(11);
    const copies = [(await readDocument(client, sectionId)).document];
    for (let count = 0; count < 25; count++) {
      if (count % 5 === 4) await undo(sectionId);
      else
        await edit(
          sectionId,
          ...randomEdit(
            await blocksOf(sectionId),
            speakers.map(({ id }) => id),
            pick,
          ),
        );
      copies.push((await readDocument(client, sectionId)).document);
    }
    const now = copies.at(-1);
    for (const copy of copies) {
      const changes = await client.call("readDocumentChanges", {
        params: { sectionId },
        query: { since: copy.document_version },
      });
      const gone = new Set(changes.deleted_block_ids);
      const byId = new Map([...copy.blocks, ...changes.blocks].map((block) => [block.id, block]));
      const order = changes.order ?? copy.blocks.map(({ id }) => id).filter((id) => !gone.has(id));
      assert.deepEqual(
        order.map((id) => byId.get(id)),
        now?.blocks,
      );
      assert.deepEqual([changes.title, changes.document_version], [now?.title, now?.document_version]);
      if (copy === now) assert.deepEqual([changes.blocks, changes.order], [[], null]);
    }
    await refused(
      client.call("readDocumentChanges", { params: { sectionId }, query: { since: 999 } }),
      404,
      "NOT_FOUND",
    );
  });
});
