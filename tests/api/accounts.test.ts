// Accounts: creation, lists, changes, grants and capabilities.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Client, SCOPES } from "@fullcast/contract";
import { refused, sharedServer } from "./server.ts";

const server = await sharedServer();
const admin = () => server.client;
const createAccount = (body: { username?: string; snowcoins?: number; plan?: "free" | "creator" } = {}) =>
  admin().call("createAccount", {
    body: { username: `u-${randomUUID()}`, display_name: "Someone", plan: "free", ...body },
  });
const grant = (
  accountId: string,
  body: { client_mutation_id?: string; snowcoins?: number; kind?: "account" | "promotional"; note?: string } = {},
) =>
  admin().call("grantSnowcoins", {
    params: { accountId },
    body: { client_mutation_id: randomUUID(), snowcoins: 10, kind: "account", ...body },
  });
const balanceOf = async (client: Client) => (await client.call("readBalance")).balance;

describe("creating an account", () => {
  test("answers the account and a raw key that holds every scope but admin", async () => {
    const { account, raw_key } = await createAccount({ username: "Mara.1", snowcoins: 40, plan: "creator" });
    assert.match(raw_key, /^fc_\S{40,}$/);
    assert.deepEqual(
      [account.username, account.display_name, account.email, account.plan, account.balance],
      ["Mara.1", "Someone", null, "creator", { snowcoins: 40, available_snowcoins: 40 }],
    );
    const client = server.withKey(raw_key);
    const { balance: _, is_owner, disabled_at, ...profile } = account;
    assert.deepEqual([is_owner, disabled_at], [false, null]);
    assert.deepEqual(await client.call("readProfile"), profile);
    const { api_keys } = await client.call("listApiKeys");
    assert.deepEqual(
      api_keys.map((key) => [...key.scopes].sort()),
      [SCOPES.filter((scope) => scope !== "admin").sort()],
    );
    await refused(client.call("listAccounts"), 403, "INSUFFICIENT_SCOPE");
  });
  test("with a username that another account has, in any case, is 409; of ten concurrent requests exactly one succeeds", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        createAccount({ username: "tom" }).then(
          () => 201,
          (error) => error.status,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), [201, ...Array.from({ length: 9 }, () => 409)]);
    await refused(createAccount({ username: "TOM" }), 409, "USERNAME_TAKEN");
    await refused(createAccount({ username: "owner" }), 409, "USERNAME_TAKEN");
  });
  test("leaves no account behind when it is refused", async () => {
    const before = (await admin().call("listAccounts")).accounts.length;
    await refused(createAccount({ username: "tom", snowcoins: 5 }), 409, "USERNAME_TAKEN");
    assert.equal((await admin().call("listAccounts")).accounts.length, before);
  });
});

describe("the list of accounts", () => {
  test("holds every account once over pages of any size, oldest first, with balances", async () => {
    for (let index = 0; index < 5; index++) await createAccount({ snowcoins: index });
    const { accounts: all } = await admin().call("listAccounts");
    assert.equal(all[0]?.username, "owner");
    const paged = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor === null ? {} : { cursor }) };
      const page: Awaited<ReturnType<typeof listPage>> = await listPage(query);
      assert.ok(page.accounts.length <= 2);
      paged.push(...page.accounts);
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(paged, all);
    assert.equal(all.at(-1)?.balance.snowcoins, 4);
  });
  test("refuses an invalid cursor: 400", async () => {
    for (const cursor of ["!!", Buffer.from("2026-13-41T99:00:00.000Z x").toString("base64url")]) {
      await refused(listPage({ limit: 1, cursor }), 400, "INVALID_REQUEST");
    }
  });
});
const listPage = (query: { limit: number; cursor?: string }) => admin().call("listAccounts", { query });

describe("changing an account", () => {
  test("changes only the given fields, with immediate effect", async () => {
    const { account, raw_key } = await createAccount();
    const client = server.withKey(raw_key);
    await client.call("readProfile");
    const params = { accountId: account.id };
    const changed = await admin().call("changeAccount", { params, body: { plan: "studio", email: "a@example.org" } });
    assert.deepEqual(changed.account, { ...account, plan: "studio", email: "a@example.org" });
    const profile = await client.call("readProfile");
    assert.deepEqual([profile.plan, profile.email, profile.username], ["studio", "a@example.org", account.username]);
    assert.equal((await client.call("readAccountCapabilities")).plan.id, "studio");
  });
  test("without a field is 400; of an unknown account 404; to a taken name 409", async () => {
    const { account } = await createAccount();
    const change = (accountId: string, body: object) =>
      admin().call("changeAccount", { params: { accountId }, body: body as { username?: string } });
    await refused(change(account.id, {}), 400, "INVALID_REQUEST");
    await refused(change(randomUUID(), { plan: "free" }), 404, "NOT_FOUND");
    await refused(change(account.id, { username: "OWNER" }), 409, "USERNAME_TAKEN");
    await change(account.id, { username: account.username.toUpperCase() });
  });
});

describe("a grant", () => {
  test("adds snowcoins to the balance; the same request again adds nothing and returns the same grant", async () => {
    const { account, raw_key } = await createAccount();
    const body = { client_mutation_id: randomUUID(), snowcoins: 25, note: "November" };
    const first = await grant(account.id, body);
    assert.deepEqual(
      [first.account_id, first.snowcoins, first.kind, first.balance, first.idempotent_replay],
      [account.id, 25, "account", { snowcoins: 25, available_snowcoins: 25 }, false],
    );
    assert.deepEqual(await grant(account.id, body), { ...first, idempotent_replay: true });
    assert.deepEqual(await balanceOf(server.withKey(raw_key)), first.balance);
    await grant(account.id, { client_mutation_id: randomUUID(), snowcoins: 5 });
    assert.deepEqual(await grant(account.id, body), { ...first, idempotent_replay: true }, "as it was answered");
  });
  test("sent twenty times at once is granted once", async () => {
    const { account, raw_key } = await createAccount();
    const client_mutation_id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => grant(account.id, { client_mutation_id })));
    assert.equal(new Set(answers.map((answer) => answer.grant_id)).size, 1);
    assert.equal(answers.filter((answer) => !answer.idempotent_replay).length, 1);
    assert.equal((await balanceOf(server.withKey(raw_key))).snowcoins, 10);
  });
  test("whose mutation id was used for another amount, kind or account is 409", async () => {
    const [one, other] = [await createAccount(), await createAccount()];
    const client_mutation_id = randomUUID();
    await grant(one.account.id, { client_mutation_id });
    await refused(grant(one.account.id, { client_mutation_id, snowcoins: 11 }), 409, "IDEMPOTENCY_CONFLICT");
    await refused(grant(one.account.id, { client_mutation_id, kind: "promotional" }), 409, "IDEMPOTENCY_CONFLICT");
    await refused(grant(other.account.id, { client_mutation_id }), 409, "IDEMPOTENCY_CONFLICT");
  });
  test("to an unknown account is 404; of no or too many snowcoins 400; beyond what an account can hold 409", async () => {
    const { account } = await createAccount();
    await refused(grant(randomUUID()), 404, "NOT_FOUND");
    for (const snowcoins of [0, -1, 0.5, 1_000_000_001]) {
      await refused(grant(account.id, { snowcoins }), 400, "INVALID_REQUEST");
    }
    await grant(account.id, { snowcoins: 1_000_000_000 });
    await refused(grant(account.id, { snowcoins: 1 }), 409, "BALANCE_LIMIT_REACHED");
  });
});

describe("account capabilities", () => {
  test("describe funding by kind, words, plan and advisory actions, uncached", async () => {
    const { account, raw_key } = await createAccount({ snowcoins: 30, plan: "creator" });
    await grant(account.id, { snowcoins: 5, kind: "promotional" });
    const answer = await server.request("/studio/account-capabilities", { key: raw_key });
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const { studio_funding, plan, actions } = answer.body.data;
    assert.equal(studio_funding.account_snowcoins, 30);
    assert.ok(studio_funding.promotional_snowcoins >= 5);
    assert.equal(
      studio_funding.total_available_snowcoins,
      studio_funding.account_snowcoins + studio_funding.promotional_snowcoins,
    );
    assert.ok(studio_funding.total_available_words > 0);
    assert.deepEqual(plan, { id: "creator", name: "Creator" });
    assert.deepEqual(actions.create_audio, { allowed: true, reason: null });
    assert.equal(actions.clone_voice.allowed, false);
    assert.ok(actions.clone_voice.reason.length > 0);
  });
  test("claim the welcome grant once per account, for any number of concurrent and repeated reads", async () => {
    const { raw_key } = await createAccount();
    const client = server.withKey(raw_key);
    assert.equal((await balanceOf(client)).snowcoins, 0);
    const read = () => client.call("readAccountCapabilities");
    const funding = (await Promise.all(Array.from({ length: 20 }, read))).map((answer) => answer.studio_funding);
    const [first] = funding;
    assert.ok(first !== undefined && first.promotional_snowcoins > 0);
    for (const one of funding) assert.deepEqual(one, first);
    await server.restart();
    assert.deepEqual((await server.withKey(raw_key).call("readAccountCapabilities")).studio_funding, first);
    assert.deepEqual(await balanceOf(server.withKey(raw_key)), {
      snowcoins: first.total_available_snowcoins,
      available_snowcoins: first.total_available_snowcoins,
    });
  });
  test("as_of names the snapshot: the same until something changes", async () => {
    const { account, raw_key } = await createAccount();
    const asOf = async () => (await server.withKey(raw_key).call("readAccountCapabilities")).as_of;
    const first = await asOf();
    assert.equal(await asOf(), first);
    await grant(account.id);
    assert.notEqual(await asOf(), first);
  });
});
