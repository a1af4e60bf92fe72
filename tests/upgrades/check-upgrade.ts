// Tests that this version opens the data of an earlier release, for either database.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createClient } from "@fullcast/contract";
import { createLog, readSettings, startServer } from "@fullcast/server";
import { openDatabase } from "../../packages/server/db/db.ts";
import { refused } from "../api/server.ts";
import { createAudio, exportStory, finished, media, readDocument, studioMutation } from "../api/story.ts";
import { DUMP, type FixtureKind, releases, unpackFixture } from "./fixture.ts";
import { ask, differences, type UpgradeRecord } from "./record.ts";

const log = createLog("error", process.stderr);

/** @param databaseOf URL of a database made from the dump; null for the embedded one in the data folder. */
export function upgradeBehaviour(kind: FixtureKind, databaseOf: (dumpFile: string) => Promise<string | null>): void {
  for (const release of releases()) {
    test(`data of ${release} opens, answers as before and goes on`, async (t) => {
      const { record, baseUrl } = await opened(t, release, kind, databaseOf);
      await t.test("every key opens what it opened, a revoked one nothing", () => keysWork(baseUrl, record));
      await t.test("documents, casts, takes, shares, exports and sounds are as before", () =>
        answersAreAsBefore(baseUrl, record),
      );
      await t.test("every voice id is still there", () => voicesStay(baseUrl, record));
      await t.test("the public page plays", () => publicPagePlays(baseUrl, record));
      await t.test("a run that was under way is finished", () => runIsFinished(baseUrl, record));
      await t.test("an edited line is made anew, the others keep their audio, and an export follows", () =>
        workGoesOn(baseUrl, record),
      );
    });
  }
}

async function opened(
  t: TestContext,
  release: string,
  kind: FixtureKind,
  databaseOf: (dumpFile: string) => Promise<string | null>,
) {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-test-"));
  const { record, dataDir } = unpackFixture(release, kind, folder);
  const url = await databaseOf(join(folder, DUMP));
  // Files of exports are kept for some days only, and the fixture gets older.
  const db = await openDatabase({ dataDir, url, log });
  await db.script("update export_artifacts set expires_at = now() + interval '1 day'");
  await db[Symbol.asyncDispose]();
  const settings = readSettings(
    {
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: record.keys.owner,
      ...(url === null ? {} : { FULLCAST_DATABASE_URL: url }),
    },
    dataDir,
  );
  const server = await startServer(settings, { log, cores: 1 });
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { record, baseUrl: `${server.url}/v1` };
}

async function keysWork(baseUrl: string, { keys }: UpgradeRecord): Promise<void> {
  const me = (apiKey: string) => createClient({ baseUrl, apiKey }).call("listProjects");
  for (const key of [keys.owner, keys.reader, keys.guest]) await me(key);
  await refused(me(keys.revoked), 401, "UNAUTHENTICATED");
  await refused(me(randomBytes(24).toString("hex")), 401, "UNAUTHENTICATED");
}

async function answersAreAsBefore(baseUrl: string, { keys, answers }: UpgradeRecord): Promise<void> {
  const found: string[] = [];
  for (const before of answers) {
    const now = await ask(baseUrl, keys, before.key, before.path);
    found.push(...differences(before, now).map((difference) => `${before.path}${difference}`));
  }
  assert.deepEqual(found, []);
}

async function voicesStay(baseUrl: string, { keys, voiceIds }: UpgradeRecord): Promise<void> {
  const { voices } = await createClient({ baseUrl, apiKey: keys.owner }).call("listVoices");
  const now = new Set(voices.map((voice) => voice.voice_id));
  assert.deepEqual(
    voiceIds.filter((id) => !now.has(id)),
    [],
  );
}

async function publicPagePlays(baseUrl: string, { story }: UpgradeRecord): Promise<void> {
  const page = `${new URL(baseUrl).origin}/s/${story.shareSlug}`;
  assert.equal((await fetch(page)).status, 200);
  const section = `${page}/sections/${story.sectionId}`;
  const { data } = (await (await fetch(`${section}/mix.json`)).json()) as { data: { mix: string } };
  const segment = await fetch(`${section}/mix/${data.mix}/0.m4s`);
  assert.equal(Buffer.from(await segment.arrayBuffer()).toString("latin1", 4, 8), "moof");
}

async function runIsFinished(baseUrl: string, { keys, unfinishedRunId }: UpgradeRecord): Promise<void> {
  const client = createClient({ baseUrl, apiKey: keys.owner });
  const { run } = await finished(client, unfinishedRunId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
}

async function workGoesOn(baseUrl: string, { keys, story }: UpgradeRecord): Promise<void> {
  const client = createClient({ baseUrl, apiKey: keys.owner });
  const { sectionId, projectId } = story;
  const before = new Map((await media(client, sectionId)).map((one) => [one.block_id, one]));
  const { document } = await readDocument(client, sectionId);
  const block = document.blocks.find((one) => before.get(one.id)?.freshness === "current" && one.kind === "narration");
  assert.ok(block?.content.type === "text");
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
          set: { content: { ...block.content, text: "She waited for an answer. ", annotations: [] } },
        },
      ],
    },
  });
  const { run } = await createAudio(client, projectId, sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  for (const one of await media(client, sectionId)) {
    const was = before.get(one.block_id);
    if (was === undefined || one.freshness === "unsupported") continue;
    assert.equal(one.freshness, "current");
    const isNew: boolean = one.block_id === block.id || was.freshness !== "current";
    assert.equal(one.active_rendition_id !== was.active_rendition_id, isNew, `block ${one.block_id}`);
  }
  assert.equal((await exportStory(client, story, "mp3")).status, "completed");
}
