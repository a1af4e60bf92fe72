// Administration of other accounts: their keys, disabling, deletion, the export of their data.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Client } from "@fullcast/contract";
import { strFromU8, unzipSync } from "fflate";
import { PNG } from "./images.ts";
import { inDatabase } from "./in-database.ts";
import { refused, sharedServer } from "./server.ts";
import { link, readySound } from "./sound.ts";
import { createStory, longText, playbackManifest, prepare, spokenStory, startAudio } from "./story.ts";

const server = await sharedServer();
const admin = () => server.client;

async function newAccount() {
  const { account, raw_key } = await admin().call("createAccount", {
    body: { username: `u-${randomUUID()}`, display_name: "Mara Example", email: "mara@example.org", plan: "free" },
  });
  return { id: account.id, username: account.username, key: raw_key, client: server.withKey(raw_key) };
}
const at = (accountId: string) => ({ params: { accountId } });
const ownerId = async () => (await admin().call("readProfile")).id;

async function publish(client: Client, projectId: string): Promise<string> {
  const { share_link } = await client.call("publishProject", {
    params: { projectId },
    body: { schema_version: 1, client_mutation_id: randomUUID() },
  });
  return `${server.url}/s/${share_link?.slug}`;
}

const status = async (url: string) => (await fetch(url)).status;

describe("the keys of another account", () => {
  test("are listed without raw keys and revoked at once; other keys of the account keep working", async () => {
    const mara = await newAccount();
    const second = await mara.client.call("createApiKey", {
      body: { name: "second", scopes: ["account:read"], expires_in_days: null },
    });
    const { api_keys } = await admin().call("listAccountApiKeys", at(mara.id));
    assert.deepEqual(api_keys.map(({ name }) => name).sort(), ["first", "second"]);
    const { api_key } = await admin().call("revokeAccountApiKey", {
      params: { accountId: mara.id, keyId: second.api_key.id },
    });
    assert.ok(api_key.revoked_at !== null);
    await refused(server.withKey(second.raw_key).call("readProfile"), 401, "UNAUTHENTICATED");
    assert.equal((await mara.client.call("readProfile")).id, mara.id);
  });
  test("of an unknown account, or an unknown key of an account, are 404; without the scope admin 403", async () => {
    const mara = await newAccount();
    await refused(admin().call("listAccountApiKeys", at(randomUUID())), 404, "NOT_FOUND");
    const params = { accountId: mara.id, keyId: randomUUID() };
    await refused(admin().call("revokeAccountApiKey", { params }), 404, "NOT_FOUND");
    const [own] = (await admin().call("listApiKeys")).api_keys;
    await refused(
      admin().call("revokeAccountApiKey", { params: { accountId: mara.id, keyId: own!.id } }),
      404,
      "NOT_FOUND",
    );
    await refused(mara.client.call("listAccountApiKeys", at(mara.id)), 403, "INSUFFICIENT_SCOPE");
  });
});

describe("a disabled account", () => {
  test("has no access and no public pages from the answer on; its runs stop; enabling restores it", async () => {
    const mara = await newAccount();
    const spoken = await spokenStory(mara.client);
    const page = await publish(mara.client, spoken.projectId);
    const mediaUrl = (await playbackManifest(mara.client, spoken)).assets[0]?.url ?? assert.fail("no asset");
    assert.deepEqual([await status(page), await status(mediaUrl)], [200, 200]);
    const long = await createStory(mara.client, longText(400));
    await prepare(mara.client, long.projectId, long.sectionId);
    const { run } = await startAudio(mara.client, long.projectId, [long.sectionId]);

    const sound = await readySound(mara.client, { name: "Public bell", is_public: true });
    const listed = async () => {
      const { sounds } = await admin().call("listCatalogSounds", { query: {} });
      const all = await admin().call("listSounds", { query: { scope: "public" } });
      return [sounds, all.sounds].map((some) => some.some(({ id }) => id === sound.id));
    };
    assert.deepEqual(await listed(), [true, true]);

    const { account } = await admin().call("disableAccount", at(mara.id));
    assert.ok(account.disabled_at !== null);
    assert.deepEqual(await listed(), [false, false]);
    await refused(admin().call("readSound", { params: { soundId: sound.id }, query: {} }), 404, "NOT_FOUND");
    await refused(mara.client.call("readProfile"), 403, "ACCOUNT_DISABLED");
    assert.deepEqual([await status(page), await status(mediaUrl)], [404, 403]);
    const again = await admin().call("disableAccount", at(mara.id));
    assert.equal(again.account.disabled_at, account.disabled_at);

    assert.equal((await admin().call("enableAccount", at(mara.id))).account.disabled_at, null);
    assert.equal((await mara.client.call("readProfile")).id, mara.id);
    assert.deepEqual([await status(page), await status(mediaUrl)], [200, 200]);
    assert.deepEqual(await listed(), [true, true]);
    const stopped = await mara.client.call("readWorkflow", { params: { workflowRunId: run.id } });
    assert.match(stopped.run.status, /^(canceling|cancelled)$/);
  });
  test("is never the owner: 409; an unknown one is 404", async () => {
    await refused(admin().call("disableAccount", at(await ownerId())), 409, "OWNER_PROTECTED");
    await refused(admin().call("deleteAccount", at(await ownerId())), 409, "OWNER_PROTECTED");
    await refused(admin().call("disableAccount", at(randomUUID())), 404, "NOT_FOUND");
    await refused(admin().call("enableAccount", at(randomUUID())), 404, "NOT_FOUND");
    await refused(admin().call("deleteAccount", at(randomUUID())), 404, "NOT_FOUND");
  });
});

describe("a deleted account", () => {
  test("leaves only its ledger under a pseudonym and sounds that others use", async () => {
    const mara = await newAccount();
    const tom = await newAccount();
    await admin().call("grantSnowcoins", {
      params: { accountId: mara.id },
      body: { client_mutation_id: randomUUID(), snowcoins: 7, kind: "account" },
    });
    const story = await spokenStory(mara.client);
    const page = await publish(mara.client, story.projectId);
    const { assets } = await playbackManifest(mara.client, story);
    const used = await readySound(mara.client, { name: "used by Tom", is_public: true });
    const unused = await readySound(mara.client, { name: "unused" });
    const toms = await createStory(tom.client);
    await link(tom.client, toms.projectId, used.id, 1);
    await mara.client.call("uploadFeedbackAttachment", { upload: { contentType: "image/png", bytes: PNG } });
    await mara.client.call("createCatalogueLink", { body: { schema_version: 1, name: "Mara's phone" } });
    await mara.client.call("createPairing", {
      body: { schema_version: 1, client_mutation_id: randomUUID(), kind: "listening" },
    });

    const deletion = await admin().call("deleteAccount", at(mara.id));
    const { files_deleted: _, ...counts } = deletion;
    assert.deepEqual(counts, {
      account_id: mara.id,
      deleted: true,
      projects_deleted: 1,
      sounds_deleted: 1,
      sounds_kept: 1,
    });
    await refused(mara.client.call("readProfile"), 401, "UNAUTHENTICATED");
    assert.equal(await status(page), 404);
    for (const { url } of assets) assert.equal(await status(url), 403);
    await refused(admin().call("deleteAccount", at(mara.id)), 404, "NOT_FOUND");
    const { accounts } = await admin().call("listAccounts");
    assert.ok(!accounts.some(({ id }) => id === mara.id));
    await refused(tom.client.call("readSound", { params: { soundId: unused.id } }), 404, "NOT_FOUND");
    const kept = await tom.client.call("readSound", { params: { soundId: used.id }, query: {} });
    assert.equal(kept.is_public, false);
    const preview = await tom.client.call("createSoundPreviewUrl", { params: { soundId: used.id } });
    assert.equal(await status(preview.url), 200);

    await inDatabase(server, async (db) => {
      const count = async (sql: string) =>
        ((await db.execute(sql, [mara.id])).rows as { n: number }[]).map(({ n }) => Number(n))[0];
      assert.equal(await count("select count(*) as n from ledger_transactions where account_id = $1"), 1);
      const { rows: tables } = await db.execute(
        `select table_name as name from information_schema.columns where column_name = 'account_id' and table_schema = 'public'`,
        [],
      );
      const left = /^(ledger_.*|sounds|media_assets)$/;
      const emptied = (tables as { name: string }[]).map(({ name }) => name).filter((name) => !left.test(name));
      assert.ok(emptied.length > 25, `${emptied.length} tables`);
      for (const table of emptied)
        assert.equal(await count(`select count(*) as n from ${table} where account_id = $1`), 0, table);
      assert.equal(
        await count("select count(*) as n from media_assets where account_id = $1"),
        1,
        "the sound that stays",
      );
      const { rows } = await db.execute("select * from accounts where id = $1", [mara.id]);
      assert.doesNotMatch(JSON.stringify(rows), /mara|Mara|example\.org/);
    });
  });
});

describe("the export of an account", () => {
  test("contains its rows, its texts and its files, and no hash of a key", async () => {
    const mara = await newAccount();
    const story = await spokenStory(mara.client);
    const { assets } = await playbackManifest(mara.client, story);
    const answer = await server.request(`/admin/accounts/${mara.id}/export`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/zip");
    assert.match(answer.headers.get("content-disposition") ?? "", /attachment; filename="u-.*\.zip"/);
    const entries = unzipSync(new Uint8Array(answer.body as Buffer));
    const text = (name: string) => strFromU8(entries[name] ?? assert.fail(name));
    assert.equal(JSON.parse(text("account.json")).username, mara.username);
    assert.equal(text("stories/0001 The Boat.txt"), story.text);
    const rows = (table: string) =>
      text(`tables/${table}.jsonl`)
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    assert.equal(rows("projects")[0]?.id, story.projectId);
    assert.ok(rows("blocks").length > 5 && rows("renditions").length > 0 && rows("workflow_steps").length > 0);
    assert.deepEqual(Object.keys(rows("api_keys")[0]).includes("key_hash"), false);
    const files = Object.keys(entries).filter((name) => name.startsWith("files/"));
    assert.equal(files.length, new Set(rows("media_assets").map(({ sha256 }) => sha256)).size);
    assert.ok(assets.length > 0 && files.length > 0);
    for (const name of files) {
      const hash = createHash("sha256").update(entries[name]!).digest("hex");
      assert.equal(name, `files/${hash}.wav`);
    }
  });
  test("of an unknown account is 404; of the owner it works too", async () => {
    await refused(admin().call("exportAccount", at(randomUUID())), 404, "NOT_FOUND");
    assert.equal((await server.request(`/admin/accounts/${await ownerId()}/export`)).status, 200);
    assert.ok(existsSync(join(server.dataDir, "temp")));
  });
});
