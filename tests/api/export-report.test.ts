// The report on an audiobook shop's rules, and mastering for it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sharedAccount } from "./server.ts";
import { createStory, exportStory, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const report = (exportId: string) => client.call("readExportReport", { params: { exportId } });
const unavailable = (exportId: string) =>
  assert.rejects(report(exportId), (error: { code?: string; status?: number }) => {
    assert.deepEqual([error.status, error.code], [409, "EXPORT_REPORT_UNAVAILABLE"]);
    return true;
  });

describe("the report of an export", () => {
  test("has a number and a verdict for every rule; the preset acx passes, what is mastered by default does not", async () => {
    const story = await spokenStory(client);
    const first = await report((await exportStory(client, story, "mp3")).id);
    assert.equal(first.standard, "acx");
    assert.equal(first.passed, false);
    const failed = first.rules.filter((rule) => !rule.passed).map((rule) => rule.rule);
    assert.ok(failed.includes("room_tone") && failed.includes("head"), failed.join());
    const { mastering_version, profile } = await client.call("changeMasteringProfile", {
      params: { projectId: story.projectId },
      body: { ...studioMutation(), base_mastering_version: 1, preset: "acx", profile: { sfx_bus_gain_db: -2 } },
    });
    assert.equal(mastering_version, 2);
    assert.deepEqual(profile.room_tone, { level_db: -67, head_ms: 750, tail_ms: 2000 });
    assert.equal(profile.sfx_bus_gain_db, -2);
    const mastered = await exportStory(client, story, "mp3");
    const second = await report(mastered.id);
    assert.deepEqual(
      second.rules.filter((rule) => !rule.passed),
      [],
    );
    assert.equal(second.passed, true);
    assert.deepEqual(await report(mastered.id), second, "measured once, told again");
  });
  test("of a text format, or of an export without a file, is 409", async () => {
    const story = await spokenStory(client);
    await unavailable((await exportStory(client, story, "srt")).id);
    await unavailable((await exportStory(client, await createStory(client), "mp3")).id);
  });
});
