// A real recogniser as the local command: Debian's PocketSphinx with its English model. Its error rate is high, so the test states
// only that most words of plain sentences are heard, and that a foreign take is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { poll, sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";

const server = await sharedServer({
  FULLCAST_RECOGNISER_COMMAND: JSON.stringify(["pocketsphinx_continuous", "-logfn", "/dev/null", "-infile", "{input}"]),
});
const { client } = server;

const TEXT = [
  "The people of the town went to the church in the morning.",
  "There was a great deal of water in the river, and the children were playing in the garden.",
  "He said that he would come back to the house in the evening.",
].join("\n\n");

test("PocketSphinx confirms words of a spoken story", async () => {
  const { projectId } = await spokenStory(client, TEXT);
  await client.call("startCertificate", { params: { projectId } });
  const end = await poll(
    () => client.call("readCertificate", { params: { projectId } }),
    ({ state }) => state !== "running",
  );
  assert.deepEqual([end.state, end.fault, end.heard_lines], ["done", null, end.lines]);
  const found = await client.call("readConfirmedWords", { params: { projectId } });
  console.log(`${found.confirmed_words} of ${found.words} words confirmed`);
  console.log(found.divergences.map(({ expected, heard }) => `${expected} | ${heard}`).join("\n"));
  assert.ok(found.words > 35);
  assert.ok(found.confirmed_words > found.words / 4, `${found.confirmed_words} of ${found.words}`);
  assert.ok(found.divergences.every(({ start_ms, end_ms }) => start_ms <= end_ms));
});
