// Listening while the audio is made: segments of the mix, speech on demand, interruptions and ownership.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Client } from "@fullcast/contract";
import { decodeFile, likeness, offsetAt } from "../audio/decode.ts";
import { poll, refused, sharedServer, startTestServer } from "./server.ts";
import { createAudio, createStory, exportStory, finished, longText, media, startPrepare, TEXT } from "./story.ts";

const server = await sharedServer();

async function listen(client: Client, sectionId: string, body: { [key: string]: unknown } = {}) {
  const { preview_id } = await client.call("createMixPreview", {
    params: { sectionId },
    body: { from_block_id: null, ...body },
  });
  return preview_id;
}

/** All segments of a preview, requested as a player requests them. */
async function heard(client: Client, previewId: string) {
  const segments: Awaited<ReturnType<typeof read>>["segments"][number][] = [];
  const read = (after: number) =>
    client.call("readMixPreview", { params: { previewId }, query: { after, wait_ms: 2_000 } });
  const end = await poll(
    async () => {
      const answer = await read(segments.at(-1)?.index ?? -1);
      segments.push(...answer.segments);
      return answer;
    },
    (answer) => answer.segments.length === 0 && answer.state !== "working",
  );
  return { segments, end };
}

async function bytesOf(segments: readonly { readonly url: string }[]) {
  const parts = await Promise.all(segments.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  return Buffer.concat(parts);
}

async function decoded(bytes: Buffer, name: string) {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-listening-"));
  try {
    writeFileSync(join(folder, name), bytes);
    return await decodeFile(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportOf(client: Client, projectId: string, sectionId: string, format: "wav" | "m4b") {
  const done = await exportStory(client, { projectId, sectionId }, format);
  assert.equal(done.status, "completed", JSON.stringify(done.error));
  return Buffer.from(await (await fetch(done.artifact!.download_url)).arrayBuffer());
}

/** The lines and the cast of a story in names instead of ids. */
async function preparedStory(client: Client, { projectId, sectionId }: { projectId: string; sectionId: string }) {
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const { document } = await client.call("readDocument", { params: { sectionId } });
  const names = new Map(speakers.map((speaker) => [speaker.id, speaker.name]));
  return {
    cast: speakers.map(({ name, aliases, gender, age, casting }) => ({ name, aliases, gender, age, casting })),
    lines: document.blocks.map((block) => ({
      kind: block.kind,
      speaker: names.get(block.speaker_id ?? ""),
      text: block.content.type === "text" ? block.content.text : null,
      directions:
        block.content.type === "text"
          ? block.content.delivery_control_sets.flatMap((set) => set.directives.map(({ id: _, ...rest }) => rest))
          : [],
    })),
  };
}

describe("listening to unprepared text", () => {
  test("prepares, casts and speaks it, and plays to the end what an export mixes", async () => {
    const { client } = server;
    const { projectId, sectionId } = await createStory(client);
    const { segments, end } = await heard(client, await listen(client, sectionId));
    assert.equal(end.state, "complete");
    assert.equal(end.waiting, null);
    assert.equal(end.is_estimate, false);
    assert.deepEqual(end.unmade, []);
    assert.ok(segments.length >= 2);
    let at = 0;
    for (const [index, segment] of segments.entries()) {
      assert.equal(segment.index, index);
      assert.equal(segment.start_ms, at);
      at += segment.duration_ms;
    }
    assert.equal(at, Math.round(end.duration_ms!));
    const spoken = (await media(client, sectionId))
      .filter((block) => block.freshness === "current")
      .map((block) => block.block_id);
    assert.deepEqual(
      segments.flatMap((segment) => segment.block_ids),
      spoken,
    );
    const words = segments.flatMap((segment) => segment.lines.flatMap((line) => line.words));
    assert.ok(words.length > 30 && words.every((word) => word.end_ms >= word.start_ms));

    const stream = await decoded(await bytesOf(segments), "stream.mp4");
    const wav = await decoded(await exportOf(client, projectId, sectionId, "wav"), "export.wav");
    assert.ok(Math.abs(stream.length - wav.length) < 2_048, `${stream.length} and ${wav.length} samples`);
    for (const from of [4_096, Math.floor(wav.length / 2), wav.length - 60_000]) {
      assert.equal(offsetAt(wav, stream, from, 30_000), 0);
    }
    assert.ok(likeness(wav, stream, 2_048, wav.length - 4_096) > 12);
  });

  test("is prepared once when a run prepares the chapter at the same time: the script is written with its cast", async () => {
    const { client } = server;
    const { projectId, sectionId } = await createStory(client, longText(2_000));
    const [started, previewId] = await Promise.all([
      startPrepare(client, projectId, sectionId),
      listen(client, sectionId),
    ]);
    const { run } = await finished(client, started.run.id);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    const first = await client.call("readMixPreview", { params: { previewId }, query: { after: -1, wait_ms: 10_000 } });
    assert.ok(first.segments.length > 0 || first.state === "working", JSON.stringify(first.waiting));
    const { document } = await client.call("readDocument", { params: { sectionId }, query: { limit: 1 } });
    assert.equal(document.document_version, 2, "one version after the text: nothing was written twice");
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    assert.ok(speakers.length > 4 && speakers.every(({ casting }) => casting !== null));
  });

  test("gives the script, the cast and the directions that Create Audio gives", async () => {
    const { client } = server;
    const text = [
      "CHAPTER I",
      ...["Anna", "Bela", "Clara"].map((name) => `"Come here, ${name}!" shouted the old captain. ${name} ran.`),
      '"No," whispered Anna, and her mother laughed. "Why should I?" asked Bela.',
      longText(40),
    ].join("\n\n");
    const played = await createStory(client, text);
    const made = await createStory(client, text);
    await heard(client, await listen(client, played.sectionId, { from_block_id: null }));
    await createAudio(client, made.projectId, made.sectionId);
    const [one, other] = await Promise.all([played, made].map((story) => preparedStory(client, story)));
    assert.ok(one!.lines.some((line) => line.directions.length > 0) && one!.cast.length >= 3);
    assert.deepEqual(one, other);
  });

  test("a long text: the first sound comes with an estimate of the whole, and goes on as the whole", async () => {
    const { client } = server;
    const { sectionId } = await createStory(client, longText(1_200));
    const previewId = await listen(client, sectionId);
    const read = (after: number) =>
      client.call("readMixPreview", { params: { previewId }, query: { after, wait_ms: 5_000 } });
    const first = await poll(
      () => read(-1),
      ({ segments }) => segments.length > 0,
    );
    const later = await poll(
      () => read(first.segments[0]!.index),
      ({ segments }) => segments.length > 0,
    );
    for (const { is_estimate, unmade, duration_ms } of [first, later]) {
      assert.ok(is_estimate);
      assert.equal(unmade.at(-1)![1], duration_ms);
    }
    const ratio = first.duration_ms! / later.duration_ms!;
    assert.ok(ratio > 0.9 && ratio < 1.1, `${first.duration_ms} ms estimated, then ${later.duration_ms} ms`);
    const lines = [...first.segments, ...later.segments].flatMap((segment) => segment.block_ids);
    const { document } = await client.call("readDocument", { params: { sectionId } });
    assert.deepEqual(
      lines,
      document.blocks.slice(0, lines.length).map((block) => block.id),
    );
  });

  test("from a line on: times are the section's when everything is there", async () => {
    const { client } = server;
    const { sectionId } = await createStory(client);
    const first = await heard(client, await listen(client, sectionId));
    const lines = first.segments.flatMap((segment) => segment.lines);
    const from = lines[3]!;
    const again = await heard(client, await listen(client, sectionId, { from_block_id: from.block_id }));
    assert.deepEqual(
      again.segments.flatMap((segment) => segment.lines),
      lines.slice(3),
    );
    assert.ok(Math.abs(again.segments[0]!.start_ms - from.start_ms) <= 24);
  });

  test("is one file with ranges once it was exported as it is", async () => {
    const { client } = server;
    const { projectId, sectionId } = await createStory(client);
    await heard(client, await listen(client, sectionId));
    await exportOf(client, projectId, sectionId, "m4b");
    const { end } = await heard(client, await listen(client, sectionId));
    assert.ok(end.file !== null);
    assert.equal(end.file.duration_ms, end.duration_ms);
    const part = await fetch(end.file.url, { headers: { range: "bytes=0-99" } });
    assert.equal(part.status, 206);
    const voices = await heard(client, await listen(client, sectionId, { voice_only: true }));
    assert.equal(voices.end.file, null, "another mix has no file");
  });
});

describe("a long text", () => {
  test("is made a window ahead of the listener, and continues with the listener's requests", async () => {
    const { client } = server;
    const { sectionId } = await createStory(client, longText(60));
    const previewId = await listen(client, sectionId);
    const read = (after: number) =>
      client.call("readMixPreview", { params: { previewId }, query: { after, wait_ms: 5_000 } });
    const start = await poll(
      () => read(-1),
      (answer) => answer.segments.length >= 7,
    );
    assert.equal(start.state, "working");
    assert.equal(start.is_estimate, true);
    assert.ok(start.unmade.length > 0 && start.duration_ms! > 60_000);
    const made = await media(client, sectionId);
    const missing = made.filter((block) => block.freshness !== "current");
    assert.ok(missing.length > 10, "the rest is not spoken yet");
    const later = await poll(
      () => read(6),
      (answer) => answer.segments.length >= 1,
    );
    assert.equal(later.segments[0]!.index, 7);
  });
});

describe("a mix", () => {
  test("belongs to its account; the third of an account ends the first, and those of other accounts continue", async () => {
    const { client } = server;
    const created = await client.call("createAccount", {
      body: { username: `listener-${randomUUID().slice(0, 8)}`, display_name: "Listener", plan: "unlimited" },
    });
    const other = server.withKey(created.raw_key);
    const mine = await createStory(client, longText(40));
    const theirs = await createStory(other, TEXT);
    await refused(listen(other, mine.sectionId), 404, "NOT_FOUND");
    await refused(listen(client, mine.sectionId, { from_block_id: randomUUID() }), 404, "NOT_FOUND");
    const previews = [];
    for (let i = 0; i < 3; i++) previews.push(await listen(client, mine.sectionId));
    const theirOwn = await listen(other, theirs.sectionId);
    await refused(other.call("readMixPreview", { params: { previewId: previews[2]! }, query: {} }), 404, "NOT_FOUND");
    const states = await Promise.all(
      previews.map((previewId) => client.call("readMixPreview", { params: { previewId }, query: {} })),
    );
    assert.deepEqual(
      states.map((one) => one.state === "ended"),
      [true, false, false],
    );
    assert.equal((await heard(other, theirOwn)).end.state, "complete");
  });

  test("is deleted with its section, and so are its segments", async () => {
    const { client } = server;
    const { projectId, sectionId } = await createStory(client);
    const previewId = await listen(client, sectionId);
    const { segments } = await heard(client, previewId);
    assert.equal((await fetch(segments[0]!.url)).status, 200);
    await client.call("deleteProject", {
      params: { projectId },
      body: { schema_version: 1, expected_project_kind: "standalone", delete_ai_designed_voices: true },
    });
    await refused(client.call("readMixPreview", { params: { previewId }, query: {} }), 404, "NOT_FOUND");
    assert.equal((await fetch(segments[0]!.url)).status, 403);
  });
});

describe("lines that have a price", () => {
  test("are not spoken: the mix stops, names the line, and continues when the line has audio", async () => {
    const priced = await startTestServer({ FULLCAST_PRICES: JSON.stringify({ flite: 5, espeak: 5 }) });
    try {
      const { client } = priced;
      const { projectId, sectionId } = await createStory(client);
      const previewId = await listen(client, sectionId);
      const { segments, end } = await heard(client, previewId);
      assert.deepEqual(segments, []);
      assert.equal(end.state, "waiting");
      assert.equal(end.waiting?.reason, "price");
      const blocks = await media(client, sectionId);
      assert.ok(blocks.every((block) => block.freshness !== "current"));
      assert.ok(blocks.some((block) => block.block_id === end.waiting?.block_id));
      const { id: accountId } = await client.call("readProfile", {});
      await client.call("grantSnowcoins", {
        params: { accountId },
        body: { client_mutation_id: randomUUID(), snowcoins: 1_000, kind: "account" },
      });
      await createAudio(client, projectId, sectionId);
      const after = await heard(client, previewId);
      assert.equal(after.end.state, "complete");
      assert.ok(after.segments.length >= 2);
    } finally {
      await priced[Symbol.asyncDispose]();
    }
  });
});
