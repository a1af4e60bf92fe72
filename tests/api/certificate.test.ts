// The listening certificate: a stand-in for a recogniser hears takes well, badly and not at all; a program does the same.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import { type Client, LIMITS } from "@fullcast/contract";
import { removeOldHeard } from "../../packages/server/certificates/certificates.ts";
import { type HeardRequest, startRecogniserStandIn } from "../../packages/server/certificates/stand-in.ts";
import { inDatabase } from "./in-database.ts";
import { poll, pollEnd, refused, sharedServer, startTestServer, type TestServer } from "./server.ts";
import { createAudio, createStory, exportStory, readDocument, replaceBlock, spokenStory } from "./story.ts";

const KEY = "sk-key-of-the-recogniser";
const recogniser = await startRecogniserStandIn();
after(() => recogniser[Symbol.asyncDispose]());
const server = await sharedServer({
  FULLCAST_RECOGNISER_BASE_URL: `${recogniser.url}/v1`,
  FULLCAST_RECOGNISER_API_KEY: KEY,
});
/** The account of a test: the same words in another story of an account are heard already. */
let client: Client;

beforeEach(async () => {
  client = (await server.ofNewAccount()).client;
  Object.assign(recogniser, { usual: "hears", hear: () => "" });
  for (const list of [recogniser.next, recogniser.requests]) list.length = 0;
});

interface Story {
  readonly projectId: string;
  readonly sectionId: string;
}

/** Audio of the lines by its length at 16 kHz: the stand-in recognises takes by it. */
async function truth({ sectionId }: Story, on: Client = client) {
  const { blocks } = await on.call("readSectionMedia", { params: { sectionId } });
  const { document } = await readDocument(on, sectionId);
  const found: { readonly id: string; readonly text: string; readonly duration: number }[] = [];
  for (const { id, content } of document.blocks) {
    const url = blocks.find(({ block_id }) => block_id === id)?.playback_url;
    if (content.type !== "text" || url === null || url === undefined) continue;
    const wav = Buffer.from(await (await fetch(url)).arrayBuffer());
    found.push({ id, text: content.text, duration: ((wav.length - 44) / 2 / wav.readUInt32LE(24)) * 1_000 });
  }
  return found;
}

async function hearsTruth(story: Story, change: (text: string) => string = (text) => text) {
  const lines = await truth(story);
  assert.ok(lines.length > 3);
  recogniser.hear = ({ wav }: HeardRequest) => {
    assert.deepEqual([wav.toString("latin1", 0, 4), wav.readUInt32LE(24), wav.readUInt16LE(22)], ["RIFF", 16_000, 1]);
    const ms = (wav.length - 44) / 32;
    const nearest = lines.toSorted((a, b) => Math.abs(a.duration - ms) - Math.abs(b.duration - ms))[0]!;
    assert.ok(Math.abs(nearest.duration - ms) < 10, `a take of ${ms} ms`);
    return change(nearest.text);
  };
  return lines;
}

const start = ({ projectId }: Story, on: Client = client) => on.call("startCertificate", { params: { projectId } });
const words = ({ projectId }: Story, query = {}, on: Client = client) =>
  on.call("readConfirmedWords", { params: { projectId }, query });
async function certified(story: Story, on: Client = client) {
  await start(story, on);
  return pollEnd(
    () => on.call("readCertificate", { params: { projectId: story.projectId } }),
    ({ state }) => state !== "running",
  );
}

describe("a certificate", () => {
  test("confirms every word of takes that say their lines, and asks about no take twice", async () => {
    const story = await spokenStory(client);
    const lines = await hearsTruth(story);
    const none = await client.call("readCertificate", { params: { projectId: story.projectId } });
    assert.deepEqual([none.state, none.lines, none.heard_lines], ["none", lines.length, 0]);
    const end = await certified(story);
    assert.deepEqual([end.state, end.heard_lines, end.recogniser], ["done", lines.length, "whisper-1"]);
    const found = await words(story);
    assert.deepEqual([found.confirmed_words, found.divergences], [found.words, []]);
    assert.ok(found.words > 40);
    const { headers, path, fields } = recogniser.requests[0]!;
    assert.deepEqual(
      [headers.authorization, path, fields.model, fields.response_format],
      [`Bearer ${KEY}`, "/v1/audio/transcriptions", "whisper-1", "json"],
    );
    const asked = recogniser.requests.length;
    assert.equal(asked, lines.length);
    assert.equal((await certified(story)).state, "done");
    assert.equal(recogniser.requests.length, asked);
  });

  test("shows whole words around a place, with a sign where the line is longer", async () => {
    const long = "the water under the bridge was slow and brown and wide and grey and cold and deep";
    const all = `All night ${long}, and three men watched it, for ${long} that night.`;
    const story = await spokenStory(client, `It rained.\n\n${all}\n\nThe men went home.\n\nThe rain stopped.\n`);
    await hearsTruth(story, (text) => text.replace("three", "free"));
    await certified(story);
    const [place] = (await words(story)).divergences;
    assert.equal(place?.words, "three");
    assert.match(place!.before, /^… [a-z]+ .*deep, and $/u);
    assert.match(place!.after, /^ men watched it, .* [a-z]+ …$/u);
    for (const part of [place!.before, place!.after]) {
      const edge = part.replace(/^… | …$/gu, "").trim();
      assert.match(all, new RegExp(`(?:^|\\s)${edge}(?:\\s|$)`, "u"));
    }
  });

  test("lists words that differ with line, time and words, also by section and page, and the report of a file has the sums", async () => {
    const story = await spokenStory(client);
    const lines = await hearsTruth(story, (text) =>
      text.replace("three days", "free days").replace("fire spat", "fire"),
    );
    await certified(story);
    const found = await words(story);
    assert.deepEqual(
      found.divergences.map(({ expected, heard }) => [expected, heard]),
      [
        ["three", "free"],
        ["spat", ""],
      ],
    );
    assert.equal(found.confirmed_words, found.words - 2);
    const [first] = found.divergences;
    const line = lines.find(({ id }) => id === first?.block_id);
    assert.equal(line?.text.slice(first!.start_utf16, first!.end_utf16), "three");
    assert.equal(first!.words, "three");
    const around = `${first!.before}${first!.words}${first!.after}`.replace(/^… | …$/gu, "");
    assert.ok(line.text.includes(around) && first!.before !== "");
    assert.ok(first!.start_ms > 0 && first!.start_ms < first!.end_ms && first!.end_ms <= line!.duration);
    const page = await words(story, { from: 1, limit: LIMITS.divergence_page, section_id: story.sectionId });
    assert.deepEqual([page.divergence_count, page.divergences, page.next_from], [2, [found.divergences[1]], null]);
    assert.equal((await words(story, { limit: 1 })).next_from, 1);
    await refused(words(story, { limit: LIMITS.divergence_page + 1 }), 400, "INVALID_REQUEST");
    const { id } = await exportStory(client, story, "mp3");
    const { certificate } = await client.call("readExportReport", { params: { exportId: id } });
    const { lines: all, heard_lines, words: counted, confirmed_words } = found;
    assert.deepEqual(certificate, { lines: all, heard_lines, words: counted, confirmed_words });
  });

  test("of a changed line counts as not heard, and only its new take is sent", async () => {
    const story = await spokenStory(client);
    const lines = await hearsTruth(story);
    await certified(story);
    const { document } = await readDocument(client, story.sectionId);
    const block = document.blocks.find(
      ({ content }) => content.type === "text" && content.text.includes("three days"),
    )!;
    const { content } = block;
    assert.equal(content.type, "text");
    await replaceBlock(client, story.sectionId, document, block, {
      content: { ...content, text: content.text.replace("The rain", "All of the rain"), annotations: [] },
    });
    await createAudio(client, story.projectId, story.sectionId);
    const before = recogniser.requests.length;
    const changed = await client.call("readCertificate", { params: { projectId: story.projectId } });
    assert.deepEqual([changed.lines, changed.heard_lines], [lines.length, lines.length - 1]);
    await hearsTruth(story);
    await certified(story);
    assert.equal(recogniser.requests.length, before + 1);
  });

  test("can be cancelled, continues with the rest, and survives a restart", async () => {
    const own = await server.ofNewAccount();
    client = own.client;
    const story = await spokenStory(client);
    const lines = await hearsTruth(story);
    recogniser.next.push("hears");
    recogniser.usual = "hangs";
    const running = await start(story);
    assert.equal(running.state, "running");
    await poll(
      () => client.call("readCertificate", { params: { projectId: story.projectId } }),
      ({ heard_lines }) => heard_lines === 1,
    );
    const stopped = await client.call("cancelCertificate", { params: { projectId: story.projectId } });
    assert.deepEqual([stopped.state, stopped.heard_lines], ["cancelled", 1]);
    await start(story);
    await server.restart();
    recogniser.usual = "hears";
    const end = await poll(
      () => server.withKey(own.key).call("readCertificate", { params: { projectId: story.projectId } }),
      ({ state }) => state !== "running",
    );
    assert.deepEqual([end.state, end.heard_lines], ["done", lines.length]);
  });

  test("fails with a reason and without the key when the recogniser does, and continues when it is started again", async () => {
    const story = await spokenStory(client);
    const lines = await truth(story);
    for (const [mode, fault] of [
      ["refuses-key", /refuses the key/],
      ["redirects", /redirects to another address/],
      ["html", /answered in an unknown form/],
      ["refuses-file", /refuses this request/],
    ] as const) {
      recogniser.usual = mode;
      const end = await certified(story);
      assert.equal(end.state, "failed", mode);
      assert.match(end.fault ?? "", fault);
      assert.ok(!(end.fault ?? "").includes(KEY));
      assert.equal(end.heard_lines, 0);
    }
    recogniser.next.push("busy", "fails");
    recogniser.usual = "hears";
    const end = await certified(story);
    assert.deepEqual([end.state, end.heard_lines, end.fault], ["done", lines.length, null]);
  });

  test("of a story without audio is done at once; nothing is sent", async () => {
    const story = await createStory(client);
    const end = await certified(story);
    assert.deepEqual([end.state, end.lines], ["done", 0]);
    assert.equal(recogniser.requests.length, 0);
  });
});

describe("a program as the recogniser", () => {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-recogniser-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const withProgram = async (body: string, work: (own: TestServer) => Promise<void>) => {
    const path = join(folder, "hears.cjs");
    writeFileSync(path, `const fs = require("node:fs"); const [input, trap] = process.argv.slice(2);\n${body}`);
    const command = [process.execPath, path, "{input}", `; touch ${join(folder, "trap")}`];
    await using own = await startTestServer({ FULLCAST_RECOGNISER_COMMAND: JSON.stringify(command) });
    await work(own);
    own.assertContract();
  };

  test("prints what it hears, and no shell reads its arguments", async () => {
    const body = `if (fs.readFileSync(input).readUInt32LE(24) !== 16000) process.exit(3);
      console.log(JSON.stringify({ text: "the rain had not stopped" })); console.log(JSON.stringify({ text: "for three days" }));`;
    await withProgram(body, async (own) => {
      const story = await spokenStory(own.client, "The rain had not stopped for three days.");
      assert.equal((await certified(story, own.client)).state, "done");
      const { words: all, confirmed_words } = await words(story, {}, own.client);
      assert.deepEqual([all, confirmed_words], [8, 8]);
      assert.ok(!existsSync(join(folder, "trap")));
    });
  });

  test("that fails, or prints without end, ends the check with its reason", async () => {
    const body = "for (;;) fs.writeSync(1, 'words '.repeat(10000));";
    await withProgram(body, async (own) => {
      const story = await spokenStory(own.client);
      const end = await certified(story, own.client);
      assert.deepEqual([end.state, end.heard_lines], ["failed", 0]);
      assert.match(end.fault ?? "", /prints more than 1 MiB/);
    });
  });

  for (const [what, body, fault] of [
    ["fails for every line of a short story", "process.exit(1);", /^The recogniser ended with code 1\.$/],
    [
      "prints a web page",
      "console.log('<!doctype html><html><head><title>502 Bad Gateway</title></head></html>');",
      /^The recogniser answered with a web page instead of the text\.$/,
    ],
  ] as const)
    test(`that ${what} ends the check with its reason`, async () => {
      await withProgram(body, async (own) => {
        const story = await spokenStory(own.client, "The rain had stopped.");
        const end = await certified(story, own.client);
        assert.deepEqual([end.state, end.heard_lines], ["failed", 0]);
        assert.match(end.fault ?? "", fault);
      });
    });

  test("that does not exist is reported", async () => {
    await using own = await startTestServer({ FULLCAST_RECOGNISER_COMMAND: '["no-such-recogniser", "{input}"]' });
    const end = await certified(await spokenStory(own.client, "The rain had stopped."), own.client);
    assert.deepEqual([end.state, end.fault], ["failed", "The recogniser cannot be started: its program is not there."]);
    own.assertContract();
  });
});

test("without a recogniser the check is refused and the rest is empty", async () => {
  await using own = await startTestServer();
  const story = await createStory(own.client);
  const error = await refused(start(story, own.client), 409, "RECOGNISER_MISSING");
  assert.match(error.message, /FULLCAST_RECOGNISER_BASE_URL/);
  const { state, recogniser: name } = await own.client.call("readCertificate", {
    params: { projectId: story.projectId },
  });
  assert.deepEqual([state, name], ["none", null]);
  assert.equal((await words(story, {}, own.client)).words, 0);
  own.assertContract();
});

test("what was heard is kept while a line has the file, and a day longer; older texts without a line are removed", async () => {
  const story = await spokenStory(client);
  await hearsTruth(story);
  await certified(story);
  const now = new Date();
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await inDatabase(server, async (db) => {
    const { account_id } = await db.q
      .selectFrom("projects")
      .select("account_id")
      .where("id", "=", story.projectId)
      .executeTakeFirstOrThrow();
    const kept = db.q.selectFrom("heard_texts").select(["sha256", "heard_at"]).where("account_id", "=", account_id);
    const ofLines = (await kept.execute()).map(({ sha256 }) => sha256).toSorted();
    assert.ok(ofLines.length > 3);
    // Long ago, but their lines are there.
    await db.q
      .updateTable("heard_texts")
      .set({ heard_at: ago(1_000) })
      .where("account_id", "=", account_id)
      .execute();
    const strays = { old: "a".repeat(64), edge: "b".repeat(64), fresh: "c".repeat(64) };
    for (const [sha256, hours] of [
      [strays.old, 25],
      [strays.edge, 24],
      [strays.fresh, 1],
    ] as const) {
      const row = { account_id, sha256, recogniser_key: "k", text: "Not yet.", heard_at: ago(hours) };
      await db.q.insertInto("heard_texts").values(row).execute();
    }
    await removeOldHeard({ db, clock: () => now });
    const left = (await kept.execute()).map(({ sha256 }) => sha256).toSorted();
    assert.deepEqual(left, [...ofLines, strays.edge, strays.fresh].toSorted());
  });
});
