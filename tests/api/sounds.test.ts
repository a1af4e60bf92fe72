// The sound library over HTTP: its limits, lists and changes, and who may do what.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { fileOf, link, newSound, newUpload, put, readSound, readySound, SHORT_WAV, sent, unlink } from "./sound.ts";
import { createBook } from "./story.ts";

const server = await sharedAccount();
const { raw_key: strangerKey } = await server.owner.call("createAccount", {
  body: { username: "stranger", display_name: "Stranger", plan: "free" },
});
const { client } = server;
const ready = await readySound(client);

const incoming = () => readdirSync(join(server.dataDir, "incoming"));

describe("limits", () => {
  const body = () => ({
    schema_version: "studio-sound-upload-1",
    client_mutation_id: randomUUID(),
    name: "n",
    description: "d",
    tags: ["t"],
    is_public: false,
    rights_acknowledgment_version: "studio-sound-rights-1",
    file: fileOf(SHORT_WAV),
  });
  const create = (change: object) =>
    server.request("/studio/sounds", { method: "POST", body: JSON.stringify({ ...body(), ...change }) });
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  const within: readonly object[] = [
    { name: "n".repeat(120) },
    { description: "d".repeat(1_000) },
    { tags: tags(12) },
    { file: { ...fileOf(SHORT_WAV), filename: "f".repeat(255) } },
    { file: { ...fileOf(SHORT_WAV), size_bytes: 1 } },
    { file: { ...fileOf(SHORT_WAV), size_bytes: LIMITS.sound_upload_bytes } },
    { file: { ...fileOf(SHORT_WAV), content_type: "audio/webm" } },
  ];
  const beyond: readonly [string, object][] = [
    ["name", { name: "n".repeat(121) }],
    ["name", { name: " " }],
    ["description", { description: "d".repeat(1_001) }],
    ["description", { description: "" }],
    ["tags", { tags: tags(13) }],
    ["tags", { tags: [] }],
    ["tags", { tags: ["a", "a"] }],
    ["file.filename", { file: { ...fileOf(SHORT_WAV), filename: "f".repeat(256) } }],
    ["file.filename", { file: { ...fileOf(SHORT_WAV), filename: "" } }],
    ["file.size_bytes", { file: { ...fileOf(SHORT_WAV), size_bytes: 0 } }],
    ["file.size_bytes", { file: { ...fileOf(SHORT_WAV), size_bytes: 268_435_457 } }],
    ["file.content_type", { file: { ...fileOf(SHORT_WAV), content_type: "text/plain" } }],
    ["rights_acknowledgment_version", { rights_acknowledgment_version: "studio-sound-rights-2" }],
    ["duration_ms", { duration_ms: 1_000 }],
    ["name", { name: "a\u0000b" }],
    ["tags.0", { tags: ["\ud800"] }],
  ];
  test("name 1-120; description 1-1000; tags 1-12 unique; filename 1-255; file 1 byte to 256 MiB", async () => {
    for (const change of within) assert.equal((await create(change)).status, 201, JSON.stringify(change));
    for (const [path, change] of beyond) {
      const { status, body: answer } = await create(change);
      assert.equal(status, 400, JSON.stringify(change));
      assert.equal(answer.error.details.issues[0].path, path);
    }
  });
  test("a client duration is not accepted", async () => {
    assert.equal((await create({ file: { ...fileOf(SHORT_WAV), duration_ms: 5 } })).status, 400);
  });
  test("q max 200; cursor max 500; limit 1-100", async () => {
    for (const query of [`q=${"q".repeat(200)}`, "limit=1", "limit=100"]) {
      assert.equal((await server.request(`/studio/sounds?${query}`)).status, 200, query);
    }
    for (const query of [`q=${"q".repeat(201)}`, "cursor=abc", "limit=0", "limit=101"]) {
      assert.equal((await server.request(`/studio/sounds?${query}`)).status, 400, query);
    }
    const refusalOfUnits = async (units: number) =>
      (await server.request(`/studio/sounds?cursor=${"c".repeat(units)}`)).body.error.details.issues[0].message;
    assert.match(await refusalOfUnits(LIMITS.cursor_units), /next_cursor/, "no cursor of a page, but not too long");
    assert.match(await refusalOfUnits(LIMITS.cursor_units + 1), new RegExp(`${LIMITS.cursor_units}`));
    assert.equal((await server.request("/studio/sounds?in_project=true")).status, 400);
  });
});

describe("metadata", () => {
  const change = (soundId: string, body: object, key?: string) =>
    server.request(`/studio/sounds/${soundId}`, {
      method: "PATCH",
      body: JSON.stringify(body),
      ...(key === undefined ? {} : { key }),
    });
  test("PATCH updates name, description, tags or is_public; the body is open", async () => {
    const sound = await readySound(server.client);
    const { status, body } = await change(sound.id, { name: " New ", tags: ["x"], whatever: { deep: 1 } });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.data.name, body.data.tags, body.data.description, body.data.metadata_version],
      ["New", ["x"], sound.description, sound.metadata_version + 1],
    );
    assert.equal((await change(sound.id, { whatever: 1 })).status, 400);
    assert.equal((await change(sound.id, { name: "" })).status, 400);
    assert.equal((await change(sound.id, { is_public: "yes" })).status, 400);
  });
  test("of several changes of one version exactly one wins", async () => {
    const sound = await readySound(server.client);
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        change(sound.id, { name, expected_metadata_version: sound.metadata_version, client_mutation_id: randomUUID() }),
      ),
    );
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409]);
    const stale = answers.find((answer) => answer.status === 409);
    assert.deepEqual(stale?.body.error.details, {
      field: "expected_metadata_version",
      expected: sound.metadata_version,
      current: sound.metadata_version + 1,
    });
    const winner = answers.find((answer) => answer.status === 200)?.body.data;
    assert.equal((await readSound(server.client, sound.id)).name, winner.name);
  });
  test("a repeated change with the same client_mutation_id has one effect", async () => {
    const sound = await readySound(server.client);
    const body = { name: "once", client_mutation_id: randomUUID() };
    await change(sound.id, body);
    const { body: again } = await change(sound.id, body);
    assert.equal(again.data.metadata_version, sound.metadata_version + 1);
    assert.equal((await change(sound.id, { ...body, name: "twice" })).status, 409);
  });
  test("publishing a sound that is uploading or processing returns 409", async () => {
    const { sound } = await newSound(server.client, SHORT_WAV);
    const answer = await change(sound.id, { is_public: true });
    assert.deepEqual([answer.status, answer.body.error.code], [409, "SOUND_NOT_READY"]);
  });
  test("is_public lists the sound in the public catalogue once it is ready, for every account", async () => {
    const other = server.withKey(strangerKey);
    const word = `k${randomUUID().slice(0, 8)}`;
    const created = await newSound(server.client, SHORT_WAV, { name: word, is_public: true });
    const listed = async () => (await other.call("listCatalogSounds", { query: { q: word } })).sounds;
    assert.deepEqual(await listed(), []);
    await sent(server.client, created, SHORT_WAV);
    const [seen] = await listed();
    assert.deepEqual(
      [seen?.id, seen?.can_edit, seen?.can_delete, seen?.can_share, seen?.is_owned_by_user, seen?.incoming_share],
      [created.sound.id, false, false, false, false, null],
    );
    const scoped = await other.call("listSounds", { query: { scope: "public", q: word } });
    assert.deepEqual(scoped.sounds, [seen]);
    assert.deepEqual(await other.call("readCatalogSound", { params: { soundId: created.sound.id } }), seen);
    await change(created.sound.id, { is_public: false });
    assert.deepEqual(await listed(), []);
    await refused(other.call("readCatalogSound", { params: { soundId: created.sound.id } }), 404, "NOT_FOUND");
    await refused(readSound(other, created.sound.id), 404, "NOT_FOUND");
  });
});

describe("deletion", () => {
  const remove = (soundId: string, version: number, id: string = randomUUID()) =>
    server.client.call("deleteSound", {
      params: { soundId },
      body: { schema_version: "studio-sound-mutation-1", client_mutation_id: id, expected_metadata_version: version },
    });
  test("is of one version, idempotent, and takes the sound out of everything", async () => {
    const sound = await readySound(server.client);
    const { url } = await server.client.call("createSoundPreviewUrl", { params: { soundId: sound.id } });
    await refused(remove(sound.id, sound.metadata_version + 1), 409, "VERSION_CONFLICT");
    const id = randomUUID();
    assert.deepEqual(await remove(sound.id, sound.metadata_version, id), { sound_effect_id: sound.id, deleted: true });
    assert.deepEqual(await remove(sound.id, sound.metadata_version, id), { sound_effect_id: sound.id, deleted: true });
    await refused(remove(sound.id, sound.metadata_version), 404, "NOT_FOUND");
    await refused(readSound(server.client, sound.id), 404, "NOT_FOUND");
    assert.equal((await fetch(url)).status, 403);
  });
  test("while a file is on its way or being processed leaves nothing of it", async () => {
    const before = incoming();
    const { sound, upload } = await newSound(server.client, SHORT_WAV);
    assert.equal((await put(upload, SHORT_WAV)).status, 200);
    assert.equal(incoming().length, before.length + 1);
    await remove(sound.id, 1);
    assert.deepEqual(incoming(), before);
    assert.equal((await put(upload, SHORT_WAV)).status, 403);
  });
});

describe("another account", () => {
  test("neither sees nor changes a private sound, and cannot distinguish it from a missing one", async () => {
    const other = server.withKey(strangerKey);
    const params = { soundId: ready.id };
    await refused(readSound(other, ready.id), 404, "NOT_FOUND");
    await refused(other.call("createSoundPreviewUrl", { params }), 404, "NOT_FOUND");
    await refused(other.call("readLatestSoundUpload", { params }), 404, "NOT_FOUND");
    await refused(other.call("changeSound", { params, body: { name: "mine" } }), 404, "NOT_FOUND");
    await refused(newUpload(other, ready.id, SHORT_WAV), 404, "NOT_FOUND");
    assert.deepEqual((await other.call("listSounds", { query: {} })).sounds, []);
  });
  test("may hear a public sound and link it, but not change, delete or share it", async () => {
    const other = server.withKey(strangerKey);
    const sound = await readySound(server.client, { is_public: true });
    const params = { soundId: sound.id };
    await other.call("createSoundPreviewUrl", { params });
    await refused(other.call("changeSound", { params, body: { name: "mine" } }), 404, "NOT_FOUND");
    await refused(other.call("shareSound", { params, body: { username: "owner" } }), 404, "NOT_FOUND");
    const book = await createBook(other, "A chapter.");
    assert.equal((await link(other, book.projectId, sound.id, 1)).linked, true);
    // What a project links stays usable for it when the sound leaves the catalogue.
    await server.client.call("changeSound", { params, body: { is_public: false } });
    assert.equal((await readSound(other, sound.id)).id, sound.id);
    assert.equal((await unlink(other, book.projectId, sound.id, 2)).linked, false);
    await refused(readSound(other, sound.id), 404, "NOT_FOUND");
  });
  test("a shared sound is seen, heard, accepted and linked; declined, it is gone", async () => {
    const other = server.withKey(strangerKey);
    const sound = await readySound(server.client);
    const params = { soundId: sound.id };
    const { share } = await server.client.call("shareSound", { params, body: { username: "stranger" } });
    assert.deepEqual([share.status, share.username, share.sound_effect_id], ["pending", "stranger", sound.id]);
    assert.deepEqual((await server.client.call("shareSound", { params, body: { username: "stranger" } })).share, share);
    const [offered] = (await other.call("listSounds", { query: { scope: "shared" } })).sounds;
    assert.deepEqual(
      [offered?.id, offered?.is_shared_with_user, offered?.incoming_share, offered?.owner_display_name !== null],
      [sound.id, true, { id: share.id, status: "pending" }, true],
    );
    const book = await createBook(other, "A chapter.");
    await refused(link(other, book.projectId, sound.id, 1), 403, "FORBIDDEN");
    const accepted = await other.call("acceptSoundShare", { params: { shareId: share.id } });
    assert.equal(accepted.incoming_share?.status, "accepted");
    assert.equal((await link(other, book.projectId, sound.id, 1)).linked, true);
    assert.equal((await unlink(other, book.projectId, sound.id, 2)).linked, false);
    await other.call("declineSoundShare", { params: { shareId: share.id } });
    assert.deepEqual((await other.call("listSounds", { query: { scope: "shared" } })).sounds, []);
    await refused(readSound(other, sound.id), 404, "NOT_FOUND");
    await refused(server.client.call("acceptSoundShare", { params: { shareId: share.id } }), 404, "NOT_FOUND");
    const { share: again } = await server.client.call("shareSound", { params, body: { username: "stranger" } });
    assert.deepEqual([again.id, again.status], [share.id, "pending"]);
    await refused(server.client.call("shareSound", { params, body: { username: "nobody" } }), 404, "NOT_FOUND");
    const { username } = await server.client.call("readProfile");
    await refused(server.client.call("shareSound", { params, body: { username } }), 400, "INVALID_REQUEST");
  });
});

describe("the shares of a sound", () => {
  test("the owner lists the shares of a sound and ends one; others can do neither", async () => {
    const other = server.withKey(strangerKey);
    const sound = await readySound(server.client);
    const params = { soundId: sound.id };
    assert.deepEqual((await server.client.call("listSoundShares", { params })).shares, []);
    const { share } = await server.client.call("shareSound", { params, body: { username: "stranger" } });
    assert.deepEqual((await server.client.call("listSoundShares", { params })).shares, [share]);
    await refused(other.call("listSoundShares", { params }), 404, "NOT_FOUND");
    await other.call("acceptSoundShare", { params: { shareId: share.id } });
    const ending = { params: { shareId: share.id } };
    await refused(other.call("endSoundShare", ending), 404, "NOT_FOUND");
    const book = await createBook(other, "A chapter.");
    assert.equal((await link(other, book.projectId, sound.id, 1)).linked, true);
    const ended = await server.client.call("endSoundShare", ending);
    assert.deepEqual([ended.share.id, ended.share.username], [share.id, "stranger"]);
    await refused(server.client.call("endSoundShare", ending), 404, "NOT_FOUND");
    assert.deepEqual((await server.client.call("listSoundShares", { params })).shares, []);
    const { sounds } = await other.call("listSounds", { query: { scope: "shared" } });
    assert.ok(sounds.every(({ id }) => id !== sound.id));
    // The story that uses it keeps it.
    assert.equal((await readSound(other, sound.id)).id, sound.id);
    assert.equal((await unlink(other, book.projectId, sound.id, 2)).linked, false);
    await refused(readSound(other, sound.id), 404, "NOT_FOUND");
  });
});

describe("lists", () => {
  test("have 30 sounds of the library on a page when no limit is said", async () => {
    const word = `d${randomUUID().slice(0, 8)}`;
    const { client: now } = server;
    for (let made = 0; made <= LIMITS.sound_page_default; made++) await newSound(now, SHORT_WAV, { name: word });
    const page = await now.call("listSounds", { query: { q: word } });
    assert.deepEqual([page.sounds.length, page.next_cursor === null], [LIMITS.sound_page_default, false]);
  });
  test("paging neither skips nor repeats while rows come and go", async () => {
    const word = `p${randomUUID().slice(0, 8)}`;
    const { client: now } = server;
    const made: string[] = [];
    const add = async () => {
      const { sound } = await newSound(now, SHORT_WAV, { name: `${word} ${made.length}` });
      made.push(sound.id);
    };
    for (let index = 0; index < 7; index++) await add();
    const expected = made.toReversed();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let turn = 0; ; turn++) {
      const page = await now.call("listSounds", { query: { q: word, limit: 2, ...(cursor ? { cursor } : {}) } });
      seen.push(...page.sounds.map((sound) => sound.id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
      // Rows come at the front, the row that the cursor stands on goes, and one is renamed.
      await add();
      const last = seen.at(-1) ?? "";
      await now.call("changeSound", { params: { soundId: last }, body: { description: `turn ${turn}` } });
      const { metadata_version } = await readSound(now, last);
      await now.call("deleteSound", {
        params: { soundId: last },
        body: {
          schema_version: "studio-sound-mutation-1",
          client_mutation_id: randomUUID(),
          expected_metadata_version: metadata_version,
        },
      });
    }
    assert.deepEqual(seen, expected);
  });
  test("q finds every word in name, description or tags, whatever its case, and takes nothing for a pattern", async () => {
    const { client: now } = server;
    const word = `Q${randomUUID().slice(0, 8)}`;
    const { sound } = await newSound(now, SHORT_WAV, {
      name: `${word} Glocke`,
      description: "Läutet 100%",
      tags: ["Turm"],
    });
    const found = async (q: string) => (await now.call("listSounds", { query: { q } })).sounds.map((one) => one.id);
    assert.deepEqual(await found(`${word.toLowerCase()} LÄUTET turm`), [sound.id]);
    assert.deepEqual(await found(`${word} 100%`), [sound.id]);
    assert.deepEqual(await found(`${word} 1_0`), []);
    assert.deepEqual(await found(`${word} flute`), []);
  });
});

describe("a project's sounds", () => {
  test("are linked and unlinked by version, idempotently, and counted in sound_source_registry_version", async () => {
    const { client: now } = server;
    const { projectId } = await createBook(now, "A chapter.");
    const empty = await now.call("listProjectSounds", { params: { projectId }, query: {} });
    assert.deepEqual([empty.sounds, empty.sound_source_registry_version], [[], 1]);
    const body = {
      schema_version: "studio-project-sound-source-1" as const,
      client_mutation_id: randomUUID(),
      sound_effect_id: ready.id,
      expected_registry_version: 1,
    };
    const raw = () =>
      server.request(`/studio/projects/${projectId}/sounds`, { method: "POST", body: JSON.stringify(body) });
    const first = await raw();
    assert.equal(first.status, 201);
    assert.deepEqual(first.body.data, {
      schema_version: "studio-project-sound-source-1",
      project_id: projectId,
      sound_effect_id: ready.id,
      linked: true,
      sound_source_registry_version: 2,
    });
    const replay = await raw();
    assert.deepEqual([replay.status, replay.body.data], [200, first.body.data]);
    await refused(link(now, projectId, ready.id, 1), 409, "VERSION_CONFLICT");
    const { sounds } = await now.call("listProjectSounds", { params: { projectId }, query: {} });
    assert.deepEqual(
      sounds.map((sound) => [sound.id, sound.is_in_project]),
      [[ready.id, true]],
    );
    const outside = await now.call("listSounds", { query: { project_id: projectId, in_project: false, limit: 100 } });
    assert.ok(outside.sounds.length > 0 && outside.sounds.every((sound) => !sound.is_in_project));
    const inside = await now.call("listSounds", { query: { project_id: projectId, in_project: true } });
    assert.deepEqual(inside.sounds, sounds);
    const gone = await unlink(now, projectId, ready.id, 2);
    assert.deepEqual([gone.linked, gone.sound_source_registry_version], [false, 3]);
    assert.equal((await readSound(now, ready.id)).status, "ready");
  });
  test("only ready sounds are linked, and of several at one version one wins", async () => {
    const { client: now } = server;
    const { projectId } = await createBook(now, "A chapter.");
    const { sound } = await newSound(now, SHORT_WAV);
    await refused(link(now, projectId, sound.id, 1), 409, "SOUND_NOT_READY");
    await refused(link(now, projectId, randomUUID(), 1), 404, "NOT_FOUND");
    await refused(link(server.withKey(strangerKey), projectId, ready.id, 1), 404, "NOT_FOUND");
    const others = await Promise.all([readySound(now), readySound(now), readySound(now)]);
    const results = await Promise.allSettled(others.map((one) => link(now, projectId, one.id, 1)));
    assert.deepEqual(results.map((one) => one.status).sort(), ["fulfilled", "rejected", "rejected"]);
  });
});
