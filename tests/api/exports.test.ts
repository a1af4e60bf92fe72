// Exports: from the timeline of a section to a file.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Export, LIMITS } from "@fullcast/contract";
import { EpubCheck } from "@likecoin/epubcheck-ts";
import { unzipSync } from "fflate";
import { poll, refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createStory,
  exportEnded,
  exportStory,
  longText,
  playbackManifest,
  prepare,
  spokenStory,
  startExport,
  studioMutation,
  versions,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const cancel = (exportId: string) => client.call("cancelExport", { params: { exportId } });
const list = (query: { [name: string]: unknown } = {}) => client.call("listExports", { query });
const story = await spokenStory(client, undefined, "The Boat / Part 1: “Rain”?");
const send = async (change: { [field: string]: unknown } = {}, key: string | null = randomUUID()) =>
  server.request("/studio/exports", {
    method: "POST",
    headers: key === null ? {} : { "idempotency-key": key },
    body: JSON.stringify({
      schema_version: 1,
      section_id: story.sectionId,
      ...(await versions(client, story)),
      format: "mp3",
      ...change,
    }),
  });
const download = async (one: Export) => {
  const url = one.artifact?.download_url ?? assert.fail(`no artifact: ${JSON.stringify(one.error)}`);
  return server.request(url, { key: null });
};

describe("an export", () => {
  const starts: { [format: string]: (file: Buffer) => boolean } = {
    mp3: (file) => file.subarray(0, 3).toString("latin1") === "ID3",
    wav: (file) =>
      file.subarray(0, 4).toString("latin1") === "RIFF" && file.subarray(8, 12).toString("latin1") === "WAVE",
    m4b: (file) => file.subarray(4, 8).toString("latin1") === "ftyp",
    opus: (file) => file.subarray(0, 4).toString("latin1") === "OggS",
    // The container begins with its media type (OCF 4.3).
    epub: (file) => file.subarray(30, 58).toString("latin1") === "mimetypeapplication/epub+zip",
    srt: (file) =>
      file
        .toString("utf8")
        .replace(/^\ufeff/, "")
        .startsWith("1\n00:00:"),
    vtt: (file) => file.toString("utf8").startsWith("WEBVTT\n\n1\n00:00:"),
  };
  /** Where a file of each format has its cover: the PNG that was drawn from the title. */
  const covers: { readonly [format: string]: string } = {
    mp3: "APIC",
    m4b: "covr",
    opus: "METADATA_BLOCK_PICTURE=",
    epub: "EPUB/cover.png",
  };
  for (const format of ["mp3", "wav", "m4b", "opus", "epub", "srt", "vtt"] as const) {
    test(`to ${format} is 202, then completed with an artifact that downloads whole and in parts`, async () => {
      const { status, body } = await send({ format });
      assert.equal(status, 202);
      const queued = body.data;
      assert.deepEqual(
        [queued.format, queued.section_id, queued.project_id, queued.cache_result, queued.artifact],
        [format, story.sectionId, story.projectId, "miss", null],
      );
      assert.deepEqual(queued.authority, { ...(await versions(client, story)), is_current: true });
      let percent = 0;
      const ended = await poll(
        async () => {
          const now = await client.call("readExport", { params: { exportId: queued.id } });
          assert.ok(now.percent >= percent);
          percent = now.percent;
          return now;
        },
        (now) => now.completed_at !== null,
      );
      assert.deepEqual([ended.status, ended.phase, ended.percent, ended.error], ["completed", "complete", 100, null]);
      assert.ok(ended.started_at !== null && ended.artifact !== null);
      const { artifact } = ended;
      const hours = (until: string) => Math.ceil((Date.parse(until) - Date.now()) / 3_600_000);
      assert.equal(hours(artifact.download_url_expires_at), LIMITS.export_url_hours);
      assert.equal(hours(artifact.artifact_expires_at), LIMITS.export_kept_days * 24);
      assert.ok(artifact.filename.endsWith(`.${format}`) && artifact.filename.includes("The Boat"));
      assert.ok(!/[/\\:*?"<>|]/.test(artifact.filename), artifact.filename);

      const file = await download(ended);
      assert.equal(file.status, 200);
      assert.equal(file.body.length, artifact.size_bytes);
      assert.equal(file.headers.get("content-type"), artifact.content_type);
      assert.match(file.headers.get("content-disposition") ?? "", /^attachment; filename=/);
      assert.ok(starts[format]?.(file.body), file.body.subarray(0, 16).toString("latin1"));
      const cover = covers[format];
      if (cover !== undefined) {
        const at = file.body.indexOf(cover);
        // In Vorbis comments the picture is base64. There the letters PNG begin a group of three bytes.
        const png = format === "opus" ? "UE5H" : "\x89PNG";
        assert.ok(at > 0 && file.body.indexOf(png, at, "latin1") > at, `no cover in ${format}`);
      }
      const part = await server.request(artifact.download_url, { key: null, headers: { range: "bytes=8-15" } });
      assert.deepEqual([part.status, part.body.equals(file.body.subarray(8, 16))], [206, true]);
    });
  }
  test("to WAV is 44.1 kHz 16-bit and exactly as long as its timeline", async () => {
    const ended = await exportStory(client, story, "wav");
    const { body: wav } = await download(ended);
    const { manifest } = await playbackManifest(client, story);
    assert.deepEqual([wav.readUInt32LE(24), wav.readUInt16LE(34)], [44_100, 16]);
    const data = wav.indexOf("data", 12, "latin1");
    const frames = wav.readUInt32LE(data + 4) / wav.readUInt16LE(32);
    assert.ok(Math.abs(frames - (manifest.duration_ms * 44_100) / 1_000) <= 1, `${frames} frames`);
  });
  test("to EPUB is valid, and its overlays last as long as the timeline", async () => {
    const { body } = await download(await exportStory(client, story, "epub"));
    const { valid, messages } = await EpubCheck.validate(new Uint8Array(body));
    assert.deepEqual([valid, messages], [true, []]);
    const { manifest } = await playbackManifest(client, story);
    const files = unzipSync(new Uint8Array(body));
    const opf = Buffer.from(files["EPUB/package.opf"] ?? []).toString("utf8");
    const total = /<meta property="media:duration">0:00:(\d\d\.\d{3})</.exec(opf)?.[1];
    assert.equal(Math.round(Number(total) * 1000), manifest.duration_ms);
    const page = Buffer.from(files["EPUB/page-0001.xhtml"] ?? []).toString("utf8");
    const text = page.slice(page.indexOf("<section")).replaceAll(/<[^>]*>/g, " ");
    const words = (of: string) => of.match(/[A-Za-z]+/g)?.join(" ");
    assert.equal(words(text), words(story.text));
  });
  test("to SRT has cues in order, of at most two lines of 42 characters, that hold every word", async () => {
    const { body } = await download(await exportStory(client, story, "srt"));
    const cues = body.toString("utf8").replaceAll("\r\n", "\n").trim().split("\n\n") as string[];
    let at = "";
    for (const [index, cue] of cues.entries()) {
      const [number, times = "", ...lines] = cue.split("\n");
      assert.equal(number, String(index + 1));
      const [, start = "", end = ""] =
        /^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})$/.exec(times) ?? assert.fail(times);
      assert.ok(start >= at && end > start, times);
      at = start;
      assert.ok(lines.length >= 1 && lines.length <= 2 && lines.every((line) => line.length <= 42), cue);
    }
    const words = cues.flatMap((cue) => cue.split("\n").slice(2)).join(" ");
    for (const word of ["CHAPTER", "boat", "Not yet", "hour", "spat"]) assert.ok(words.includes(word), word);
  });
  test("has a file whose asset_id opens at access-url for its account alone, for twelve hours", async () => {
    const ended = await exportStory(client, story, "srt");
    const { artifact } = ended;
    assert.ok(artifact !== null);
    const call = { params: { assetId: artifact.asset_id } };
    const access = await client.call("createMediaAccessUrl", call);
    assert.deepEqual(
      [access.asset_id, access.content_type, access.size_bytes],
      [artifact.asset_id, artifact.content_type, artifact.size_bytes],
    );
    const hours = (Date.parse(access.expires_at) - Date.now()) / 3_600_000;
    assert.ok(Math.abs(hours - LIMITS.export_url_hours) < 0.1, access.expires_at);
    const { body: file } = await server.request(access.url, { key: null });
    assert.deepEqual(file, (await download(ended)).body);
    const { raw_key } = await server.owner.call("createAccount", {
      body: { username: "exports-other", display_name: "Other", plan: "free" },
    });
    await refused(server.withKey(raw_key).call("createMediaAccessUrl", call), 404, "NOT_FOUND");
  });
  test("to an unknown format is 400", async () => {
    assert.equal((await send({ format: "ogg" })).status, 400);
  });
  test("of stale versions is 409 VERSION_CONFLICT and names the field", async () => {
    for (const field of ["document_version", "speaker_registry_version", "mastering_version"]) {
      const current = (await versions(client, story))[field as "document_version"];
      const { status, body } = await send({ [field]: 99 });
      assert.deepEqual([status, body.error.code], [409, "VERSION_CONFLICT"]);
      assert.deepEqual(body.error.details, { field, expected: 99, current });
    }
  });
  test("of an unknown section is 404; an unknown export is 404", async () => {
    assert.equal((await send({ section_id: randomUUID() })).status, 404);
    await refused(client.call("readExport", { params: { exportId: randomUUID() } }), 404, "NOT_FOUND");
    await refused(cancel(randomUUID()), 404, "NOT_FOUND");
  });
  test("is no longer current when the cast changes, and keeps its file", async () => {
    const own = await spokenStory(client);
    const ended = await exportStory(client, own, "srt");
    const { speakers, speaker_registry_version } = await client.call("listSpeakers", {
      params: { projectId: own.projectId },
    });
    await client.call("castSpeaker", {
      params: { projectId: own.projectId, speakerId: speakers[0]?.id ?? "" },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: null },
    });
    const now = await client.call("readExport", { params: { exportId: ended.id } });
    assert.deepEqual([now.authority.is_current, now.status], [false, "completed"]);
    assert.equal((await download(now)).status, 200);
  });
});

describe("an identical request", () => {
  test("while the file exists is 200 and reused, with the same artifact", async () => {
    const first = await exportStory(client, story, "mp3");
    const { status, body } = await send();
    assert.deepEqual([status, body.data.cache_result, body.data.status], [200, "reused", "completed"]);
    assert.notEqual(body.data.id, first.id);
    assert.equal(body.data.artifact.asset_id, first.artifact?.asset_id);
    assert.ok((await download(body.data)).body.equals((await download(first)).body));
  });
  test("while the work is under way is coalesced: one file for all", async () => {
    const own = await spokenStory(client, longText(10));
    const started = await Promise.all([1, 2, 3].map(() => startExport(client, own, "mp3")));
    assert.deepEqual(started.map((one) => one.cache_result).sort(), ["coalesced", "coalesced", "miss"]);
    const ended = await Promise.all(started.map((one) => exportEnded(client, one.id)));
    for (const one of ended) assert.equal(one.status, "completed");
    assert.equal(new Set(ended.map((one) => one.artifact?.asset_id)).size, 1);
  });
  test("with other audio under the same versions makes a new file", async () => {
    const first = await exportStory(client, story, "mp3");
    const other = await spokenStory(client);
    const second = await exportStory(client, other, "mp3");
    assert.equal(second.cache_result, "miss");
    assert.notEqual(second.artifact?.asset_id, first.artifact?.asset_id);
  });
});

describe("the Idempotency-Key", () => {
  test("is required: 1 to 255 characters", async () => {
    for (const key of [null, "k".repeat(256)]) {
      const { status, body } = await send({}, key);
      assert.deepEqual([status, body.error.code], [400, "INVALID_REQUEST"]);
    }
    for (const key of ["k", "k".repeat(255)]) assert.ok([200, 202].includes((await send({}, key)).status));
  });
  test("replays the same request safely, also twenty times at once", async () => {
    const own = await spokenStory(client);
    const key = randomUUID();
    const started = await Promise.all(Array.from({ length: 20 }, () => startExport(client, own, "srt", key)));
    assert.equal(new Set(started.map((one) => one.id)).size, 1);
    const ended = await exportEnded(client, started[0]?.id ?? "");
    const again = await startExport(client, own, "srt", key);
    assert.deepEqual([again.id, again.status], [ended.id, "completed"]);
    assert.equal((await list({ section_id: own.sectionId })).exports.length, 1);
  });
  test("reused for a different request is 409 IDEMPOTENCY_CONFLICT", async () => {
    const key = randomUUID();
    await send({ format: "srt" }, key);
    const { status, body } = await send({ format: "wav" }, key);
    assert.deepEqual([status, body.error.code], [409, "IDEMPOTENCY_CONFLICT"]);
  });
});

describe("an export without complete audio", () => {
  test("is accepted and fails with EXPORT_AUDIO_INCOMPLETE, naming the first gap", async () => {
    const own = await createStory(client);
    await prepare(client, own.projectId, own.sectionId);
    const ended = await exportStory(client, own, "mp3");
    const { manifest } = await playbackManifest(client, own);
    assert.deepEqual(
      [ended.status, ended.phase, ended.error?.code, ended.artifact],
      ["failed", "failed", "EXPORT_AUDIO_INCOMPLETE", null],
    );
    const [gap] = manifest.gaps;
    assert.match(
      ended.error?.message ?? "",
      new RegExp(`the first is block ${(gap?.block_index ?? 0) + 1} \\(${gap?.block_id}\\)`),
    );
    await refused(cancel(ended.id), 409, "EXPORT_NOT_CANCELLABLE");
    assert.equal((await createAudio(client, own.projectId, own.sectionId)).run.status, "completed");
    assert.equal((await exportStory(client, own, "mp3")).status, "completed");
  });
  test("because nothing was prepared, or nothing can be spoken, also fails", async () => {
    for (const text of ["Nobody prepared this.", " \n "]) {
      const ended = await exportStory(client, await createStory(client, text), "wav");
      assert.deepEqual([ended.status, ended.error?.code], ["failed", "EXPORT_AUDIO_INCOMPLETE"]);
      assert.ok((ended.error?.message ?? "").length > 20);
    }
  });
});

describe("cancelling", () => {
  test("a queued export ends it at once; a running one is asked to stop and stops; again changes nothing", async () => {
    const own = await spokenStory(client, longText(80));
    const running = await startExport(client, own, "m4b");
    const queued = await startExport(client, own, "wav");
    await poll(
      () => client.call("readExport", { params: { exportId: running.id } }),
      (one) => one.status !== "queued",
    );
    const atOnce = await cancel(queued.id);
    assert.deepEqual([atOnce.status, atOnce.phase, atOnce.completed_at !== null], ["cancelled", "cancelled", true]);
    const asked = await cancel(running.id);
    assert.ok(["canceling", "cancelled"].includes(asked.status), asked.status);
    const ended = await exportEnded(client, running.id);
    assert.deepEqual([ended.status, ended.phase, ended.artifact, ended.error], ["cancelled", "cancelled", null, null]);
    assert.deepEqual(await cancel(running.id), ended);
    assert.deepEqual(await cancel(queued.id), atOnce);
    assert.equal((await exportStory(client, own, "srt")).status, "completed");
  });
  test("a completed export is 409 EXPORT_NOT_CANCELLABLE and keeps its file", async () => {
    const ended = await exportStory(client, story, "srt");
    await refused(cancel(ended.id), 409, "EXPORT_NOT_CANCELLABLE");
    assert.equal((await download(ended)).status, 200);
  });
});

describe("the list of exports", () => {
  test("is newest first, pages by offset, and ends with a next_cursor of null", async () => {
    const all = (await list({ limit: 100 })).exports;
    assert.ok(all.length > 10);
    const times = all.map((one) => Date.parse(one.created_at));
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
    const paged: string[] = [];
    for (let cursor: string | null = "0"; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 4, cursor: Number(cursor) });
      assert.ok(page.exports.length <= 4 && page.schema_version === 1);
      paged.push(...page.exports.map((one) => one.id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(
      paged,
      all.map((one) => one.id),
    );
    assert.deepEqual((await list({ cursor: 10_000 })).exports, []);
  });
  test("holds 25 by default, and takes a limit of 1 to 100 and a cursor of 0 or more", async () => {
    assert.ok((await list()).exports.length <= 25);
    for (const query of [{ limit: 0 }, { limit: 101 }, { cursor: -1 }, { status: "done" }, { format: "ogg" }]) {
      await refused(list(query), 400, "INVALID_REQUEST");
    }
  });
  test("narrows down to a section, a format and a status", async () => {
    const all = (await list({ limit: 100 })).exports;
    const ids = (exports: readonly Export[]) => exports.map((one) => one.id);
    const own = { section_id: story.sectionId };
    assert.deepEqual(
      ids((await list({ ...own, limit: 100 })).exports),
      ids(all.filter((one) => one.section_id === story.sectionId)),
    );
    assert.deepEqual(
      ids((await list({ format: "wav", status: "completed", limit: 100 })).exports),
      ids(all.filter((one) => one.format === "wav" && one.status === "completed")),
    );
    assert.deepEqual((await list({ status: "superseded" })).exports, []);
    await refused(list({ section_id: randomUUID() }), 404, "NOT_FOUND");
  });
});

describe("the manifest of an export", () => {
  const read = (exportId: string, query = "") => server.request(`/studio/exports/${exportId}/manifest${query}`);

  test("is the timeline that the file was made from; schema_version=2 adds the word timings", async () => {
    const ended = await exportStory(client, story, "mp3");
    const now = await playbackManifest(client, story, 2);
    const [first, second] = [await read(ended.id), await read(ended.id, "?schema_version=2")];
    const { manifest_hash, manifest, unit_word_timings } = now;
    const common = { export_id: ended.id, manifest_hash, manifest };
    assert.deepEqual(first.body.data, { schema_version: 1, ...common });
    assert.deepEqual(second.body.data, { schema_version: 2, ...common, unit_word_timings });
    assert.equal((await read(ended.id, "?schema_version=3")).status, 400);
  });
  test("never changes, and its duration is the section's playback duration while its versions are the saved ones", async () => {
    const own = await spokenStory(client);
    const ended = await exportStory(client, own, "srt");
    const before = (await read(ended.id)).body.data;
    const media = () => client.call("readSectionMedia", { params: { sectionId: own.sectionId } });
    assert.equal((await media()).playback_duration_ms, before.manifest.duration_ms);
    const { speakers, speaker_registry_version } = await client.call("listSpeakers", {
      params: { projectId: own.projectId },
    });
    await client.call("castSpeaker", {
      params: { projectId: own.projectId, speakerId: speakers[0]?.id ?? "" },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: null },
    });
    assert.deepEqual((await read(ended.id)).body.data, before);
    assert.equal((await media()).playback_duration_ms, null);
  });
  test("of an export that never compiled is 409", async () => {
    const ended = await exportStory(client, await createStory(client), "mp3");
    const { status, body } = await read(ended.id);
    assert.deepEqual([status, body.error.code], [409, "EXPORT_MANIFEST_UNAVAILABLE"]);
  });
});

test("the same story makes the same file, byte for byte", async () => {
  const [one, two] = [await spokenStory(client, longText(8), "Twin"), await spokenStory(client, longText(8), "Twin")];
  for (const format of ["wav", "srt"] as const) {
    const hashes = [];
    for (const each of [one, two]) {
      const { body } = await download(await exportStory(client, each, format));
      hashes.push(createHash("sha256").update(body).digest("hex"));
    }
    assert.equal(hashes[0], hashes[1], format);
  }
});
