// A public page offers a story in the narrator's voice where takes of every line in it are there. Nothing is spoken for it.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { poll, sharedAccount } from "./server.ts";
import { createAudio, createStory, prepare } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

async function pageOf(sectionId: string) {
  const body = { schema_version: 1 as const, client_mutation_id: randomUUID(), make_files: false };
  const { share_link } = await client.call("publishSection", { params: { sectionId }, body });
  const url = share_link?.url ?? assert.fail("no link");
  return { url, html: await (await fetch(url)).text(), below: `${url}/sections/${sectionId}` };
}
// biome-ignore lint/suspicious/noExplicitAny: outlines and words, read by name.
const json = async (url: string) => ((await (await fetch(url)).json()) as { readonly data: any }).data;

test("the narrator's mix is offered when its takes are there, has the same words, other times, and speaks nothing", async () => {
  const { projectId, sectionId } = await createStory(client);
  await prepare(client, projectId, sectionId);
  await createAudio(client, projectId, sectionId);
  assert.ok(!(await pageOf(sectionId)).html.includes("data-narrator"), "a cast alone has no such takes");
  for (const narrator_only of [true, false]) {
    await client.call("changeProjectCasting", { params: { projectId }, body: { schema_version: 1, narrator_only } });
    await createAudio(client, projectId, sectionId);
  }
  const { html, below } = await pageOf(sectionId);
  assert.match(html, /data-narrator="[^"]*\/narrator\.json"/);
  const [cast, narrator] = [await json(`${below}/mix.json`), await json(`${below}/narrator.json`)];
  assert.notEqual(cast.mix, narrator.mix);
  const words = async (query: string) => (await json(`${below}/timeline.json${query}`)).words;
  const [own, other] = [await words(""), await words("?narrator")];
  assert.deepEqual(
    own.map(({ text }: { text: string }) => text),
    other.map(({ text }: { text: string }) => text),
  );
  assert.notDeepEqual(own, other);
  const segment = await fetch(`${below}/narrator/${narrator.mix}/0.m4s`);
  assert.equal(segment.status, 200);
  assert.ok((await segment.arrayBuffer()).byteLength > 1_000);
  const asked = await client.call("readSectionMedia", { params: { sectionId } });
  assert.ok(asked.blocks.length > 0);
});

test("a mix for the owner states whether one narrator can be heard, and plays the narrator's takes at their own times", async () => {
  const { projectId, sectionId } = await createStory(client);
  await prepare(client, projectId, sectionId);
  await createAudio(client, projectId, sectionId);
  const heard = async (one_narrator: boolean) => {
    const { preview_id } = await client.call("createMixPreview", { params: { sectionId }, body: { one_narrator } });
    return poll(
      () => client.call("readMixPreview", { params: { previewId: preview_id }, query: { wait_ms: 2_000 } }),
      ({ state }) => state === "complete",
    );
  };
  assert.equal((await heard(false)).narrator_takes, false, "a cast alone has no such takes");
  for (const narrator_only of [true, false]) {
    await client.call("changeProjectCasting", { params: { projectId }, body: { schema_version: 1, narrator_only } });
    await createAudio(client, projectId, sectionId);
  }
  const [cast, narrator] = [await heard(false), await heard(true)];
  assert.deepEqual([cast.narrator_takes, narrator.narrator_takes], [true, true]);
  const { url } = await pageOf(sectionId);
  for (const [mix, query] of [
    [cast, ""],
    [narrator, "?narrator"],
  ] as const) {
    const { words } = await json(`${url}/sections/${sectionId}/timeline.json${query}`);
    const starts = mix.segments.flatMap(({ lines }) =>
      lines.flatMap((line) => line.words.map((word) => word.start_ms)),
    );
    assert.deepEqual(
      starts.slice(0, 20),
      words.slice(0, 20).map((word: { readonly start_ms: number }) => word.start_ms),
    );
  }
  // A time is a place in the mix that is wanted.
  const last = narrator.segments.flatMap(({ lines }) => lines).at(-1) ?? assert.fail("no line");
  const { preview_id } = await client.call("createMixPreview", {
    params: { sectionId },
    body: { from_ms: last.start_ms + 1, one_narrator: true },
  });
  const there = await poll(
    () => client.call("readMixPreview", { params: { previewId: preview_id }, query: { wait_ms: 2_000 } }),
    ({ segments }) => segments.length > 0,
  );
  assert.equal(there.segments[0]?.lines[0]?.block_id, last.block_id);
});
