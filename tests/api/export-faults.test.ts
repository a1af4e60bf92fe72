// Exports on a disk with lost files: a clear error, the service continues, no partial file remains.

import assert from "node:assert/strict";
import { readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { poll, sharedServer } from "./server.ts";
import { exportEnded, exportStory, longText, playbackManifest, spokenStory, startExport } from "./story.ts";

const server = await sharedServer();
const { client } = server;
const leftovers = (): string[] => readdirSync(join(server.dataDir, "temp"));

/** Where the audio of a story's second spoken unit lies on disk. */
async function fileOfUnit(story: { readonly projectId: string; readonly sectionId: string }): Promise<string> {
  const { manifest } = await playbackManifest(client, story);
  const units = manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
  const hash = units[1]?.asset_content_hash ?? assert.fail("no audio");
  return join(server.dataDir, "objects", hash.slice(0, 2), hash);
}

const faults: { readonly [name: string]: (path: string) => void } = {
  missing: (path) => rmSync(path),
  "cut short": (path) => truncateSync(path, statSync(path).size >> 1),
};
for (const [name, damage] of Object.entries(faults)) {
  test(`a take whose file is ${name} fails only the export, which names it; the service continues`, async () => {
    const story = await spokenStory(client, `${longText(4)}\nThis one is ${name}.\n`);
    damage(await fileOfUnit(story));
    for (const format of ["mp3", "epub"] as const) {
      const ended = await exportStory(client, story, format);
      assert.deepEqual([ended.status, ended.error?.code, ended.artifact], ["failed", "EXPORT_FAILED", null]);
      assert.match(ended.error?.message ?? "", /audio of (?:the section|an asset)/);
      assert.ok(!(ended.error?.message ?? "").includes(server.dataDir), "no path");
    }
    // Subtitles need no sound.
    assert.equal((await exportStory(client, story, "srt")).status, "completed");
    assert.deepEqual(leftovers(), []);
  });
}

test("a cancelled export leaves no file, and its section exports again", async () => {
  const story = await spokenStory(client, longText(50));
  const running = await startExport(client, story, "m4b");
  await poll(
    () => client.call("readExport", { params: { exportId: running.id } }),
    (one) => one.percent >= 2 && leftovers().length > 0,
  );
  await client.call("cancelExport", { params: { exportId: running.id } });
  assert.equal((await exportEnded(client, running.id)).status, "cancelled");
  assert.deepEqual(leftovers(), []);
  assert.equal((await exportStory(client, story, "m4b")).status, "completed");
});
