// The lexicon of a project: pronunciations of terms wherever they occur.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type CallResult, LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createStory,
  media,
  playbackManifest,
  prepare,
  readDocument,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;

type Upsert = Parameters<typeof client.call<"changeLexicon">>[1]["body"]["upsert"];
const entry = (term: string, value: string, more: object = {}) => ({
  term,
  alphabet: "alias" as const,
  value,
  ...more,
});
const bodyOf = (upsert: Upsert, base_lexicon_version = 1, deleted: string[] = []) => ({
  ...studioMutation(),
  base_lexicon_version,
  upsert,
  delete: deleted,
});
const change = (projectId: string, body: ReturnType<typeof bodyOf>) =>
  client.call("changeLexicon", { params: { projectId }, body });
const preview = (projectId: string, body: ReturnType<typeof bodyOf>) =>
  client.call("previewLexicon", { params: { projectId }, body });
const read = (projectId: string) => client.call("readLexicon", { params: { projectId } });

/** The texts of the lines that are stale, with their reasons. */
async function stale(sectionId: string): Promise<string[]> {
  const { document } = await readDocument(client, sectionId);
  const texts = new Map(
    document.blocks.map(({ id, content }) => [id, content.type === "text" ? content.text.trim() : ""]),
  );
  return (await media(client, sectionId)).flatMap(({ block_id, freshness, stale_reasons }) =>
    freshness === "stale" ? [`${texts.get(block_id)} ${stale_reasons?.join(" ")}`] : [],
  );
}

describe("a lexicon", () => {
  test("is empty at first; a change is its next version, and documents keep theirs", async () => {
    const { projectId, sectionId } = await createStory(client);
    assert.deepEqual(await read(projectId), { project_id: projectId, lexicon_version: 1, entries: [] });
    const body = bodyOf([
      entry("Tom", "Thomas"),
      entry("Mara", "x", { alphabet: "ipa", language: "en", case_sensitive: true }),
    ]);
    const changed = await change(projectId, body);
    assert.deepEqual([changed.lexicon_version, changed.stale_block_count, changed.idempotent_replay], [2, 0, false]);
    assert.deepEqual(
      changed.entries.map(({ id: _id, ...one }) => one),
      [
        { term: "Mara", case_sensitive: true, alphabet: "ipa", value: "x", language: "en", speaker_id: null },
        { term: "Tom", case_sensitive: false, alphabet: "alias", value: "Thomas", language: null, speaker_id: null },
      ],
    );
    const { entries, lexicon_version, project_id } = changed;
    assert.deepEqual(await read(projectId), { project_id, lexicon_version, entries });
    assert.deepEqual(await change(projectId, body), { ...changed, idempotent_replay: true });
    await refused(change(projectId, { ...body, delete: [entries[0]?.id ?? ""] }), 409, "IDEMPOTENCY_CONFLICT");
    const conflict = await refused(change(projectId, bodyOf([entry("Ines", "x")])), 409, "VERSION_CONFLICT");
    assert.deepEqual(conflict.details, { field: "base_lexicon_version", expected: 1, current: 2 });
    assert.equal((await readDocument(client, sectionId)).document.document_version, 1);
    const rest = await change(
      projectId,
      bodyOf([entry("Tom", "Tommy", { id: entries[1]?.id })], 2, [entries[0]?.id ?? ""]),
    );
    assert.deepEqual(
      rest.entries.map(({ term, value }) => [term, value]),
      [["Tom", "Tommy"]],
    );
  });

  test("refuses a value that is not written in its alphabet, with the value, also in a preview and in a sample", async () => {
    const { projectId } = await createStory(client);
    const ipa = entry("Mara", "MARA", { alphabet: "ipa" });
    const message = "must be written in IPA symbols, for example həˈloʊ; “MARA” has “M” (U+004D)";
    const body = bodyOf([entry("Tom", "Thomas"), ipa, entry("Ann", "AE9", { alphabet: "cmu" })]);
    for (const call of [change, preview]) {
      const { details } = await refused(call(projectId, body), 400, "INVALID_REQUEST");
      assert.deepEqual(details, {
        issues: [
          { path: "upsert.1.value", message },
          {
            path: "upsert.2.value",
            message: "must be written in phones of the CMU dictionary, for example HH AH0 L OW1; “AE9” has “AE9”",
          },
        ],
      });
    }
    assert.deepEqual((await read(projectId)).entries, []);
    const { voices } = await client.call("listVoices", { query: { limit: 1 } });
    const sample = client.call("previewVoice", {
      params: { voiceId: voices[0]?.voice_id ?? "" },
      body: {
        client_mutation_id: randomUUID(),
        text: "Mara",
        pronunciations: [{ term: "Mara", alphabet: "ipa", value: "MARA" }],
      },
    });
    assert.match(JSON.stringify((await refused(sample, 400, "INVALID_REQUEST")).details), /MARA/);
  });

  test("makes only the lines with the term stale, with pronunciation; after a revert they are current", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const body = bodyOf([entry("boat", "bo at")]);
    assert.deepEqual(await preview(projectId, body), {
      occurrences: 1,
      block_count: 1,
      stale_block_count: 1,
      snowcoins: 0,
    });
    assert.deepEqual(await stale(sectionId), []);
    const { stale_block_count, entries } = await change(projectId, body);
    assert.equal(stale_block_count, 1);
    assert.deepEqual(await stale(sectionId), ['"Is the boat back?" pronunciation']);
    await change(projectId, bodyOf([], 2, [entries[0]?.id ?? ""]));
    assert.deepEqual(await stale(sectionId), []);
    // Spoken that way once, both ways have audio.
    await change(projectId, bodyOf([entry("BOAT", "bo at")], 3));
    await createAudio(client, projectId, sectionId);
    assert.deepEqual(await stale(sectionId), []);
    const again = await read(projectId);
    assert.equal((await change(projectId, bodyOf([], 4, [again.entries[0]?.id ?? ""]))).stale_block_count, 0);
    assert.deepEqual(await stale(sectionId), []);
  });

  test("applies to later lines, only to its speaker, and yields to an annotation", async () => {
    const { projectId, sectionId } = await createStory(client);
    const script = await client.call("importScript", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: 1, text: "ANN: Slough is far.\n\nBEN: Slough is near.\n" },
    });
    const ann = script.speakers_created.find(({ name }) => name === "ANN")?.id ?? "";
    await createAudio(client, projectId, sectionId);
    await change(projectId, bodyOf([entry("Slough", "slau", { speaker_id: ann })]));
    assert.deepEqual(await stale(sectionId), ["ANN: Slough is far. pronunciation"]);
    const { document } = await readDocument(client, sectionId);
    const [line] = document.blocks;
    assert.ok(line?.content.type === "text");
    const { text } = line.content;
    const at = text.indexOf("Slough");
    const annotation = {
      kind: "pronunciation" as const,
      id: randomUUID(),
      start_utf16: at,
      end_utf16: at + 6,
      alphabet: "alias" as const,
      value: "Slough",
    };
    await client.call("editDocument", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [
          {
            op: "replace_block",
            block_id: line.id,
            base_block_version: line.block_version,
            set: { content: { ...line.content, annotations: [...line.content.annotations, annotation] } },
          },
        ],
      },
    });
    assert.deepEqual(await stale(sectionId), []);
    const set = await client.call("readScript", { params: { sectionId } });
    await client.call("importScript", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: set.document_version,
        text: `${set.text}\nANN: Slough again.\n\nBEN: Slough again.\n`,
      },
    });
    await createAudio(client, projectId, sectionId);
    const words = await timedWords(projectId, sectionId);
    assert.ok(words.includes("Slough"), words.join(" "));
  });

  test("keeps words in the offsets of the text", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    await change(projectId, bodyOf([entry("boat", "very old sailing boat")]));
    await createAudio(client, projectId, sectionId);
    const texts = await timedWords(projectId, sectionId);
    assert.ok(texts.includes("boat") && !texts.includes("sailing"), texts.join(" "));
  });

  test("follows speakers that are merged", async () => {
    const { projectId, sectionId } = await createStory(client);
    const { speakers_created, speaker_registry_version } = await client.call("importScript", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: 1, text: "ANN: Slough is far.\n\nBEN: Slough is near.\n" },
    });
    const [ann = "", ben = ""] = ["ANN", "BEN"].map((name) => speakers_created.find((one) => one.name === name)?.id);
    await createAudio(client, projectId, sectionId);
    await change(projectId, bodyOf([entry("Slough", "slau", { speaker_id: ann })]));
    const { speaker_registry_version: now } = await readDocument(client, sectionId);
    assert.ok(now >= speaker_registry_version);
    await client.call("mergeSpeakers", {
      params: { projectId },
      body: { ...studioMutation(), base_speaker_registry_version: now, from_speaker_ids: [ann], into_speaker_id: ben },
    });
    const { entries, lexicon_version } = await read(projectId);
    assert.deepEqual([entries.map(({ speaker_id }) => speaker_id), lexicon_version], [[ben], 3]);
    assert.equal((await stale(sectionId)).filter((one) => one.includes("pronunciation")).length, 2);
  });

  test("of one language holds when the book is in it", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    await change(projectId, bodyOf([entry("boat", "Boot", { language: "de" })]));
    assert.deepEqual(await stale(sectionId), []);
    await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, language: "de-AT" } });
    assert.deepEqual(await stale(sectionId), ['"Is the boat back?" pronunciation']);
    await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, language: "en" } });
    assert.deepEqual(await stale(sectionId), []);
  });
});

describe("the language of a book", () => {
  const setLanguage = (projectId: string, language: string) =>
    client.call("changeBook", { params: { projectId }, body: { schema_version: 1, language } });

  test("decides how figures of unspoken lines are read; lines with audio keep their words until they are edited", async () => {
    const { projectId, sectionId } = await createStory(client, "Im Jahr 1813 kam er.");
    await prepare(client, projectId, sectionId);
    const characters = async () => {
      const body = {
        ...studioMutation(),
        schema_version: 2 as const,
        workflow_kind: "create_audio" as const,
        section_ids: [sectionId],
      };
      return (await client.call("quoteWorkflow", { params: { projectId }, body })).characters;
    };
    assert.equal(await characters(), "Im Jahr eighteen thirteen kam er.".length);
    await setLanguage(projectId, "de-AT");
    assert.equal(await characters(), "Im Jahr achtzehnhundertdreizehn kam er.".length);
    await createAudio(client, projectId, sectionId);
    for (const language of ["en", "fr", "de"]) {
      await setLanguage(projectId, language);
      assert.deepEqual(await stale(sectionId), []);
      assert.equal(await characters(), 0);
    }
  });
});

describe("a change of the lexicon", () => {
  test("is refused as a whole with its faults", async () => {
    const { projectId } = await createStory(client);
    const faults: [Upsert, string[], RegExp][] = [
      [[entry("a", "x"), entry("A", "y")], [], /"path":"upsert.1.term","message":"the lexicon has an entry for/],
      [[entry("a", "x", { id: randomUUID() })], [], /"path":"upsert.0.id"/],
      [[entry("a", "x", { speaker_id: randomUUID() })], [], /"path":"upsert.0.speaker_id"/],
      [[], [randomUUID()], /"path":"delete.0"/],
      [[], [], /must change at least one entry/],
      [[entry("a", "x", { language: "not a language" })], [], /BCP 47/],
      [
        [entry("a", "x", { language: `de-${"a".repeat(LIMITS.lexicon_language_units)}` })],
        [],
        /"path":"upsert.0.language"/,
      ],
      [[entry(" ", "x")], [], /"path":"upsert.0.term"/],
      [[entry("a".repeat(LIMITS.lexicon_term_units + 1), "x")], [], /"path":"upsert.0.term"/],
      [[entry("a", "x".repeat(LIMITS.pronunciation_units + 1))], [], /"path":"upsert.0.value"/],
    ];
    for (const [upsert, deleted, message] of faults) {
      for (const call of [change, preview]) {
        const { details } = await refused(call(projectId, bodyOf(upsert, 1, deleted)), 400, "INVALID_REQUEST");
        assert.match(JSON.stringify(details), message);
      }
    }
    await refused(read(randomUUID()), 404, "NOT_FOUND");
    assert.equal((await read(projectId)).lexicon_version, 1);
  });

  test("makes at most 2,000 entries", async () => {
    const { projectId } = await createStory(client);
    const entries = Array.from({ length: LIMITS.lexicon_entries }, (_, index) => entry(`term ${index}`, "x"));
    assert.equal((await change(projectId, bodyOf(entries))).entries.length, LIMITS.lexicon_entries);
    const { details } = await refused(change(projectId, bodyOf([entry("one more", "x")], 2)), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(details), /makes 2001 entries, a lexicon holds 2000/);
    await refused(change(projectId, bodyOf([...entries, entry("one more", "x")], 2)), 400, "INVALID_REQUEST");
  });

  test("of five on one version has exactly one winner", async () => {
    const { projectId } = await createStory(client);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => change(projectId, bodyOf([entry(`term ${index}`, "x")]))),
    );
    const won = outcomes.filter(
      (one): one is PromiseFulfilledResult<CallResult<"changeLexicon">> => one.status === "fulfilled",
    );
    assert.equal(won.length, 1);
    assert.equal((await read(projectId)).entries.length, 1);
  });
});

/** The words of all takes, as the text has them. */
async function timedWords(projectId: string, sectionId: string): Promise<string[]> {
  const manifest = await playbackManifest(client, { projectId, sectionId }, 2);
  return (manifest.unit_word_timings ?? []).flatMap(({ words }) => words.map(({ text }) => text));
}
