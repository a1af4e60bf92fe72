// Paid audio: a hold before synthesis, settled by the sent text, released on failure and cancellation. FULLCAST_PRICES
// gives the embedded engine a price here.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Client, LIMITS } from "@fullcast/contract";
import { spokenText } from "@fullcast/core/media";
import { poll, refused, sharedServer } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  finished,
  longText,
  media,
  prepare,
  readDocument,
  startAudio,
  studioMutation,
  TEXT,
} from "./story.ts";

/** Snowcoins per 1,000 characters. */
const PRICE = 250;
const server = await sharedServer({ FULLCAST_PRICES: JSON.stringify({ flite: PRICE, espeak: PRICE }) });

async function payer(snowcoins: number): Promise<Client & { readonly accountId: string }> {
  const { account, raw_key } = await server.client.call("createAccount", {
    body: { username: `u-${randomUUID()}`, display_name: "Payer", plan: "free", snowcoins },
  });
  return Object.assign(server.withKey(raw_key), { accountId: account.id });
}
const grant = (accountId: string, snowcoins: number, kind: "account" | "promotional" = "account") =>
  server.client.call("grantSnowcoins", {
    params: { accountId },
    body: { client_mutation_id: randomUUID(), snowcoins, kind },
  });
const balanceOf = async (client: Client) => (await client.call("readBalance")).balance;
const all = (snowcoins: number) => ({ snowcoins, available_snowcoins: snowcoins });

/** The price of a section's spoken text in whole snowcoins; with `made`, only of blocks with current audio. */
async function costOf(client: Client, sectionId: string, made = false): Promise<number> {
  const { document } = await readDocument(client, sectionId);
  const current = new Set(
    (await media(client, sectionId)).filter((one) => one.freshness === "current").map((one) => one.block_id),
  );
  const characters = document.blocks
    .filter((block) => ["speech", "narration"].includes(block.kind) && (!made || current.has(block.id)))
    .map((block) => (block.content.type === "text" ? spokenText(block.content).text : ""))
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  return Math.ceil((characters.join("").length * PRICE) / 1_000);
}

const resume = (client: Client, workflowRunId: string) =>
  client.call("resumeWorkflow", { params: { workflowRunId }, body: studioMutation() });

describe("the entries of a balance", () => {
  test("list grants and charges, newest first, in pages, and add up to the balance", async () => {
    const client = await payer(1_000);
    await grant(client.accountId, 7, "promotional");
    const { projectId, sectionId } = await createStory(client, TEXT);
    await prepare(client, projectId, sectionId);
    const { run } = await createAudio(client, projectId, sectionId);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    const { entries, next_cursor } = await client.call("listBalanceEntries");
    assert.equal(next_cursor, null);
    assert.deepEqual(
      entries
        .filter(({ kind }) => kind === "grant")
        .map(({ snowcoins, work_id, purpose }) => [snowcoins, work_id, purpose]),
      [
        [7, null, null],
        [1_000, null, null],
      ],
    );
    const charges = entries.filter(({ kind }) => kind === "charge");
    assert.ok(charges.length > 0);
    assert.ok(charges.every(({ snowcoins, purpose }) => snowcoins < 0 && purpose === "workflow_step"));
    assert.equal(new Set(charges.map(({ work_id }) => work_id)).size, 1);
    assert.equal(
      entries.reduce((sum, { snowcoins }) => sum + snowcoins, 0),
      (await balanceOf(client)).snowcoins,
    );
    const paged = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof client.call<"listBalanceEntries">>> = await client.call(
        "listBalanceEntries",
        { query: { limit: 1, ...(cursor === null ? {} : { cursor }) } },
      );
      paged.push(...page.entries);
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(paged, entries);
    const other = await payer(0);
    assert.deepEqual((await other.call("listBalanceEntries")).entries, []);
    const most = LIMITS.balance_entry_page;
    assert.deepEqual((await client.call("listBalanceEntries", { query: { limit: most } })).entries, entries);
    await refused(client.call("listBalanceEntries", { query: { limit: most + 1 } }), 400, "INVALID_REQUEST");
    await refused(client.call("listBalanceEntries", { query: { cursor: "no-cursor" } }), 400, "INVALID_REQUEST");
  });
});

describe("audio that costs something", () => {
  test("charges the sent text, rounded up once; existing audio is not charged again", async () => {
    const client = await payer(1_000);
    const { projectId, sectionId } = await createStory(client, TEXT);
    await prepare(client, projectId, sectionId);
    assert.deepEqual(await balanceOf(client), all(1_000), "preparing costs nothing");
    const { run } = await createAudio(client, projectId, sectionId);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    const cost = await costOf(client, sectionId);
    assert.ok(cost > 10, `${cost}`);
    assert.deepEqual(await balanceOf(client), all(1_000 - cost));
    await createAudio(client, projectId, sectionId);
    assert.deepEqual(await balanceOf(client), all(1_000 - cost));
  });

  test("that cannot be paid fails its step with STUDIO_WORKFLOW_INSUFFICIENT_FUNDS and is not begun; the run is resumable", async () => {
    const client = await payer(3);
    const { projectId, sectionId } = await createStory(client, TEXT);
    await prepare(client, projectId, sectionId);
    const { run, steps } = await createAudio(client, projectId, sectionId);
    assert.deepEqual([run.status, run.resumable], ["partially_completed", true]);
    const step = steps.find((one) => one.step_kind === "generate_stale_audio");
    assert.deepEqual([step?.status, step?.error_code], ["failed", "STUDIO_WORKFLOW_INSUFFICIENT_FUNDS"]);
    assert.match(step?.error_message ?? "", /needs \d+ snowcoins, 3 are available/);
    assert.deepEqual(await balanceOf(client), all(3));
    for (const one of await media(client, sectionId)) {
      if (one.freshness !== "unsupported") assert.deepEqual([one.freshness, one.activity], ["absent", "failed"]);
    }

    await grant(client.accountId, 1_000);
    const again = await finished(client, (await resume(client, run.id)).run.id);
    assert.equal(again.run.status, "completed", JSON.stringify(again.run.error_summary));
    assert.deepEqual(await balanceOf(client), all(1_003 - (await costOf(client, sectionId))));
  });

  test("finished audio of other sections stays when the snowcoins end", async () => {
    const client = await payer(60);
    const { projectId, sectionIds } = await createBook(client, "The boat was late.", longText(20));
    await prepare(client, projectId, ...sectionIds);
    const { run } = await createAudio(client, projectId, ...sectionIds);
    assert.equal(run.status, "partially_completed");
    const [short = "", long = ""] = sectionIds;
    assert.ok((await media(client, short)).every((one) => one.freshness !== "absent"));
    assert.ok((await media(client, long)).every((one) => one.freshness !== "current"));
    assert.deepEqual(await balanceOf(client), all(60 - (await costOf(client, short))));
  });

  test("is held while it is made; a cancelled run releases the unsent part", async () => {
    const client = await payer(100_000);
    const { projectId, sectionId } = await createStory(client, longText(60));
    await prepare(client, projectId, sectionId);
    const { run } = await startAudio(client, projectId, [sectionId]);
    const held = await poll(
      () => balanceOf(client),
      (balance) => balance.available_snowcoins < balance.snowcoins,
    );
    assert.ok(held.snowcoins - held.available_snowcoins <= (await costOf(client, sectionId)));
    await client.call("cancelWorkflow", { params: { workflowRunId: run.id } }).catch(() => undefined);
    await finished(client, run.id);
    assert.deepEqual(await balanceOf(client), all(100_000 - (await costOf(client, sectionId, true))));
  });

  test("takes promotional snowcoins first", async () => {
    const client = await payer(500);
    await grant(client.accountId, 20, "promotional");
    const funding = async () => (await client.call("readAccountCapabilities")).studio_funding;
    const before = await funding();
    const { projectId, sectionId } = await createStory(client, "The boat was late again.");
    await createAudio(client, projectId, sectionId);
    const after = await funding();
    const cost = await costOf(client, sectionId);
    assert.ok(cost > 0 && cost < before.promotional_snowcoins);
    assert.deepEqual(
      [after.account_snowcoins, after.promotional_snowcoins],
      [500, before.promotional_snowcoins - cost],
    );
  });

  test("two runs for the same lines at the same moment charge them once", async () => {
    const client = await payer(10_000);
    const { projectId, sectionId } = await createStory(client, longText(12));
    await prepare(client, projectId, sectionId);
    const runs = await Promise.all([1, 2, 3].map(() => startAudio(client, projectId, [sectionId])));
    for (const { run } of runs) await finished(client, run.id);
    const { snowcoins, available_snowcoins } = await balanceOf(client);
    const cost = await costOf(client, sectionId);
    assert.equal(snowcoins, available_snowcoins);
    // Each run that stored some of the lines rounds its own share up once.
    assert.ok(
      10_000 - snowcoins >= cost && 10_000 - snowcoins < cost + runs.length,
      `${10_000 - snowcoins} for ${cost}`,
    );
  });
});

describe("a quote", () => {
  const quote = (client: Client, projectId: string, ...section_ids: string[]) =>
    client.call("quoteWorkflow", {
      params: { projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", section_ids },
    });
  // What is spoken of figures and abbreviations is longer than what is written.
  const FIGURES = Array.from({ length: 12 }, (_, n) => `On 1${n}/11/1924 Dr. Quill paid $1,${n}99.50 at ${n}:45 p.m.`);

  test("of prepared sections is the charge, section by section", async () => {
    const client = await payer(100_000);
    const { projectId, sectionIds } = await createBook(client, FIGURES.join("\n\n"), "The boat was late.", TEXT);
    await prepare(client, projectId, ...sectionIds);
    const quoted = await quote(client, projectId, ...sectionIds);
    const before = await balanceOf(client);
    const { run } = await createAudio(client, projectId, ...sectionIds);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    assert.equal(before.snowcoins - (await balanceOf(client)).snowcoins, quoted.snowcoins);
    assert.deepEqual(
      quoted.by_provider.map((one) => [one.provider, one.characters, one.blocks]),
      [["flite", quoted.characters, quoted.blocks]],
    );
    const again = await quote(client, projectId, ...sectionIds);
    assert.deepEqual([again.snowcoins, again.characters, again.blocks], [0, 0, 0]);
  });

  test("of text that is not structured yet is not exceeded by the charge, and near it", async () => {
    const client = await payer(100_000);
    const { projectId, sectionId } = await createStory(client, `${FIGURES.join("\n\n")}\n\n${TEXT}`);
    const quoted = await quote(client, projectId, sectionId);
    const before = await balanceOf(client);
    const { run } = await createAudio(client, projectId, sectionId);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    const charged = before.snowcoins - (await balanceOf(client)).snowcoins;
    assert.ok(charged <= quoted.snowcoins && charged > quoted.snowcoins * 0.9, `${charged} of ${quoted.snowcoins}`);
  });
});

describe("a preview that costs something", () => {
  test("is charged when it is made and never again; without snowcoins it is 409 and nothing is held", async () => {
    const { voices } = await server.client.call("listVoices", { query: { limit: 1 } });
    const voiceId = voices[0]?.voice_id ?? "";
    const client = await payer(7);
    const preview = (text: string) => client.call("previewVoice", { params: { voiceId }, body: { text } });
    await preview("Twenty characters ok");
    assert.deepEqual(await balanceOf(client), all(2));
    await preview("Twenty characters ok");
    assert.deepEqual(await balanceOf(client), all(2));
    const refusal = await refused(preview("Thirty characters are too many"), 409, "INSUFFICIENT_FUNDS");
    assert.deepEqual(refusal.details, { needed: 8, available: 2 });
    assert.deepEqual(await balanceOf(client), all(2));
  });
});
