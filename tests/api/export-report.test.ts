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
    // The levels pass; the voices are machines, which this shop refuses.
    assert.deepEqual([second.narration, second.shop.machine_voices], ["machine", "refused"]);
    assert.deepEqual(await report(mastered.id), second, "measured once, told again");
  });
  test("states the rules of the chosen shop, their source and their date; one without known rules passes nothing", async () => {
    const story = await spokenStory(client);
    const { id } = await exportStory(client, story, "wav");
    const of = (shop: "google-play" | "kobo" | "inaudio") =>
      client.call("readExportReport", { params: { exportId: id }, query: { shop } });
    const google = await of("google-play");
    assert.equal(google.standard, "google-play");
    assert.deepEqual(
      google.rules.map(({ rule, passed }) => [rule, passed]),
      [
        ["codec", true],
        ["sample_rate", true],
      ],
    );
    assert.deepEqual(
      [google.shop.source_kind, google.shop.rules_as_of, google.shop.read_on],
      ["shop", null, "2026-11-25"],
    );
    const inaudio = await of("inaudio");
    assert.equal(inaudio.passed, false);
    assert.ok(
      inaudio.rules.some(({ rule, passed, minimum }) => rule === "codec" && !passed && minimum === "mp3, flac"),
    );
    const kobo = await of("kobo");
    assert.deepEqual([kobo.passed, kobo.rules], [null, []]);
    await assert.rejects(
      client.call("readExportReport", { params: { exportId: id }, query: { shop: "lulu" as "kobo" } }),
      (error: { status?: number }) => error.status === 422 || error.status === 400,
    );
  });
  test("of a text format, or of an export without a file, is 409", async () => {
    const story = await spokenStory(client);
    await unavailable((await exportStory(client, story, "srt")).id);
    await unavailable((await exportStory(client, await createStory(client), "mp3")).id);
  });
});
