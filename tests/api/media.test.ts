// The audio of blocks, the playback manifest, and the signed URLs that lead to the bytes.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { PlaybackManifest } from "@fullcast/contract";
import { poll, refused, sharedServer } from "./server.ts";
import {
  createStory,
  longText,
  media,
  playbackManifest,
  prepare,
  readDocument,
  spokenStory,
  startAudio,
  versions,
} from "./story.ts";

const server = await sharedServer();
const { client } = server;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** An independent implementation of RFC 8785: sorted keys, no spaces, numbers and texts as ECMAScript writes them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

const TEXT = [
  "CHAPTER ONE",
  "",
  'The year was 1984, and Dr. Brown owed £3.50 to "nobody at all".',
  "",
  '"Is the boat back?" asked Mara. "It’s _late_…" \u{1f6a2}',
  "",
  '"Not yet," said old Tom, and he shook his head. "Give it an hour—no, two."',
  "",
  "* * *",
  "",
  "She waited.",
  "",
].join("\n");
const story = await spokenStory(client, TEXT);
const { document } = await readDocument(client, story.sectionId);
const one = await playbackManifest(client, story, 1);
const two = await playbackManifest(client, story, 2);
const sectionMedia = await media(client, story.sectionId);
const blockText = (blockId: string) => {
  const block = document.blocks.find((each) => each.id === blockId);
  return block?.content.type === "text" ? block.content.text : assert.fail(`no text block ${blockId}`);
};

describe("section media", () => {
  test("has one entry for each block, in document order", () => {
    assert.deepEqual(
      sectionMedia.map((entry) => entry.block_id),
      document.blocks.map((block) => block.id),
    );
  });
  test("of a window has those blocks and the number of all, as the whole answer has them", async () => {
    const stable = ({ playback_url: _url, playback_url_expires_at: _at, ...entry }: (typeof sectionMedia)[number]) =>
      entry;
    const window = (query: { readonly from_index?: number; readonly limit?: number }) =>
      client.call("readSectionMedia", { params: { sectionId: story.sectionId }, query });
    for (const [query, expected] of [
      [{ from_index: 1, limit: 3 }, sectionMedia.slice(1, 4)],
      [{ from_index: 2 }, sectionMedia.slice(2)],
      [{ limit: 2 }, sectionMedia.slice(0, 2)],
      [{ from_index: sectionMedia.length, limit: 5 }, []],
    ] as const) {
      const answer = await window(query);
      assert.deepEqual(answer.blocks.map(stable), expected.map(stable), JSON.stringify(query));
      assert.equal(answer.block_count, sectionMedia.length);
    }
    assert.equal("block_count" in (await window({})), false);
    for (const query of ["limit=0", "limit=5001", "from_index=-1"]) {
      const { status } = await server.request(`/studio/sections/${story.sectionId}/media?${query}`);
      assert.equal(status, 400, query);
    }
  });
  test("of a spoken block states its audio; of another kind that it has none", () => {
    for (const [index, entry] of sectionMedia.entries()) {
      const kind = document.blocks[index]?.kind;
      if (kind !== "speech" && kind !== "narration") {
        assert.deepEqual([entry.freshness, entry.active_rendition_id, entry.playback_url], ["unsupported", null, null]);
        assert.ok(!("stale_reasons" in entry));
        continue;
      }
      assert.deepEqual(entry.stale_reasons, []);
      assert.equal(entry.activity, "idle");
      if (entry.freshness === "absent") {
        // A block without words has no spoken text.
        assert.ok(!/[\p{L}\p{N}]/u.test(blockText(entry.block_id)), blockText(entry.block_id));
        continue;
      }
      assert.equal(entry.freshness, "current");
      assert.equal(entry.audio_version_count, 1);
      assert.equal(entry.active_block_version, document.blocks[index]?.block_version);
      assert.ok(entry.provider !== null && entry.model !== null && entry.content_type?.startsWith("audio/"));
      assert.ok((entry.analysis_integrated_lufs ?? 0) < 0 && (entry.analysis_sample_peak_dbfs ?? 1) <= 0);
      const expires = Date.parse(entry.playback_url_expires_at ?? "") - Date.now();
      assert.ok(expires > 13 * 60_000 && expires <= 15 * 60_000);
    }
  });
  test("without audio is absent, idle and without reasons", async () => {
    const { projectId, sectionId } = await createStory(client);
    const [unparsed] = await media(client, sectionId);
    assert.equal(unparsed?.freshness, "unsupported");
    await prepare(client, projectId, sectionId);
    for (const entry of await media(client, sectionId)) {
      if (entry.freshness === "unsupported") continue;
      assert.deepEqual(
        [entry.freshness, entry.activity, entry.active_rendition_id, entry.audio_version_count, entry.stale_reasons],
        ["absent", "idle", null, 0, []],
      );
      assert.deepEqual([entry.playback_url, entry.playback_url_expires_at, entry.size_bytes], [null, null, null]);
    }
  });
  test("shows the blocks that wait for their audio as generating", async () => {
    const { projectId, sectionId } = await createStory(client, longText(150));
    const { run } = await startAudio(client, projectId, [sectionId]);
    const entries = await poll(
      () => media(client, sectionId),
      (now) => now.some((entry) => entry.activity === "generating"),
    );
    for (const entry of entries.filter((each) => each.activity === "generating")) {
      assert.deepEqual([entry.generation_batch_id, entry.requested_block_version !== null], [run.id, true]);
    }
    await client.call("cancelWorkflow", { params: { workflowRunId: run.id } });
  });
  test("with schema_version=2 adds schema_version and boundary_silence_handling, and changes nothing else", async () => {
    const read = (query: string) => server.request(`/studio/sections/${story.sectionId}/media${query}`);
    const [plain, first, second] = await Promise.all([read(""), read("?schema_version=1"), read("?schema_version=2")]);
    const withoutUrls = (text: string) => text.replaceAll(/"playback_url(_expires_at)?":("[^"]*"|null),?/g, "");
    const stripped = (data: { blocks: object[] }) => withoutUrls(JSON.stringify(data));
    assert.equal(stripped(plain.body.data), stripped(first.body.data));
    assert.equal(plain.body.data.schema_version, undefined);
    assert.equal(second.body.data.schema_version, 2);
    for (const entry of second.body.data.blocks) {
      const expected = entry.active_rendition_id === null ? "unavailable" : "timeline";
      assert.equal(entry.boundary_silence_handling, expected);
    }
    for (const query of ["?schema_version=0", "?schema_version=3", "?schema_version=x", "?schema_version="]) {
      assert.equal((await read(query)).status, 400, query);
    }
  });
  test("states the duration of the newest saved render manifest, null before there is one", async () => {
    const { playback_duration_ms } = await client.call("readSectionMedia", { params: { sectionId: story.sectionId } });
    assert.equal(playback_duration_ms, null);
  });
});

describe("the playback manifest", () => {
  const { manifest } = one;

  test("names the saved versions and the mastering profile", async () => {
    const saved = await versions(client, story);
    assert.equal(manifest.schema_version, "studio-render-manifest-2");
    assert.deepEqual(
      [manifest.project_id, manifest.section_id, manifest.document_version, manifest.speaker_registry_version],
      [story.projectId, story.sectionId, saved.document_version, saved.speaker_registry_version],
    );
    assert.deepEqual(
      [one.mastering_version, manifest.mastering_version],
      [saved.mastering_version, saved.mastering_version],
    );
    const { profile } = await client.call("readMasteringProfile", { params: { projectId: story.projectId } });
    assert.deepEqual(manifest.mastering_profile, profile);
    assert.equal(manifest.mastering_profile_hash, sha256(canonical(profile)));
  });
  test("is hashed as SHA-256 of its canonical JSON", () => {
    assert.equal(one.manifest_hash, sha256(canonical(manifest)));
  });
  test("is complete exactly when it has no gaps", () => {
    assert.deepEqual([manifest.completeness, manifest.gaps], ["complete", []]);
  });
  test("has sequential units that are contiguous from 0 in block order, with ids of their own", () => {
    let at = 0;
    let index = 0;
    for (const unit of manifest.sequential_units) {
      assert.equal(unit.start_ms, at);
      at += unit.duration_ms;
      assert.ok(unit.block_index >= index);
      index = unit.block_index;
      const block = document.blocks[unit.block_index];
      assert.deepEqual(
        [unit.block_id, unit.block_version, unit.block_kind],
        [block?.id, block?.block_version, block?.kind],
      );
    }
    assert.equal(manifest.duration_ms, at);
    const ids = [...manifest.sequential_units, ...manifest.overlay_units].map((unit) => unit.unit_id);
    assert.equal(new Set(ids).size, ids.length);
  });
  test("plays every current rendition once, each as long as its audio is", async () => {
    const units = manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
    const current = sectionMedia.filter((entry) => entry.freshness === "current");
    assert.deepEqual(
      units.map((unit) => unit.rendition_id),
      current.map((entry) => entry.active_rendition_id),
    );
    for (const unit of units) {
      const asset = one.assets.find((each) => each.asset_id === unit.asset_id) ?? assert.fail("an asset is missing");
      const wav = (await server.request(asset.url, { key: null })).body as Buffer;
      assert.equal(sha256(wav), unit.asset_content_hash);
      assert.equal(wav.length, asset.size_bytes);
      const [rate, bytesPerFrame] = [wav.readUInt32LE(24), wav.readUInt16LE(32)];
      const data = wav.indexOf("data", 12, "latin1");
      const seconds = wav.readUInt32LE(data + 4) / bytesPerFrame / rate;
      assert.equal(unit.duration_ms, Math.round(seconds * 1_000));
      assert.ok(unit.effective_gain_db <= 24 && unit.effective_gain_db >= -24);
    }
  });
  test("lists each referenced asset exactly once, with a URL that expires in 15 minutes", () => {
    const referenced = new Set(
      [...manifest.sequential_units, ...manifest.overlay_units].flatMap((unit) =>
        "asset_id" in unit ? unit.asset_id : [],
      ),
    );
    assert.deepEqual(one.assets.map((asset) => asset.asset_id).sort(), [...referenced].sort());
    for (const asset of one.assets) {
      const left = Date.parse(asset.expires_at) - Date.now();
      assert.ok(left > 13 * 60_000 && left <= 15 * 60_000);
      assert.ok(asset.url.startsWith(`${server.url}/v1/media/`));
    }
  });
  test("has timed text whose hash, ranges and place are right, in order", () => {
    assert.ok(manifest.timed_text_units.length > 4);
    const starts = manifest.timed_text_units.map((unit) => unit.start_ms);
    assert.deepEqual(
      starts,
      [...starts].sort((a, b) => a - b),
    );
    for (const unit of manifest.timed_text_units) {
      assert.equal(unit.text_hash, sha256(unit.text));
      for (const range of unit.source_ranges) {
        assert.ok(range.start_utf16 < range.end_utf16 && range.end_utf16 <= blockText(unit.block_id).length);
      }
      assert.ok(unit.start_ms + unit.duration_ms <= manifest.duration_ms);
    }
  });
  test("leaves more room between scenes than between the lines of a conversation", () => {
    const spacing = (before: string) => {
      const at = manifest.sequential_units.findIndex(
        (unit) => unit.unit_type === "asset" && blockText(unit.block_id).includes(before),
      );
      const between = manifest.sequential_units[at - 1];
      return between?.unit_type === "spacing" ? between.duration_ms : assert.fail(`no spacing before ${before}`);
    };
    assert.ok(spacing("She waited") > spacing("Not yet"));
  });
  test("is the same each time it is compiled", async () => {
    const again = await playbackManifest(client, story, 1);
    assert.equal(again.manifest_hash, one.manifest_hash);
    assert.deepEqual(again.manifest, manifest);
  });
  test("in version 2 is the same manifest with the same hash, and word timings beside it", () => {
    assert.deepEqual([two.schema_version, two.manifest_hash], [2, one.manifest_hash]);
    assert.deepEqual(two.manifest, manifest);
    assert.equal(one.unit_word_timings, undefined);
    const units = manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
    assert.deepEqual(
      two.unit_word_timings?.map((timing) => [timing.unit_id, timing.block_id, timing.asset_id]),
      units.map((unit) => [unit.unit_id, unit.block_id, unit.asset_id]),
    );
  });
  test("of a document without audio is partial: a gap for every block that wants some", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { manifest: partial, assets } = await playbackManifest(client, { projectId, sectionId });
    assert.deepEqual([partial.completeness, partial.duration_ms, assets], ["partial", 0, []]);
    const wanting = (await media(client, sectionId)).filter((entry) => entry.freshness === "absent");
    assert.deepEqual(
      partial.gaps.map((gap) => gap.block_id),
      wanting.map((entry) => entry.block_id),
    );
    assert.ok(partial.gaps.every((gap) => gap.media_kind === "speech" && gap.source_ranges.length > 0));
  });
});

describe("word timings", () => {
  const timings = two.unit_word_timings ?? assert.fail("no word timings");
  const unitOf = (timing: (typeof timings)[number]) =>
    two.manifest.sequential_units.find((unit) => unit.unit_id === timing.unit_id) ?? assert.fail("no such unit");

  test("are available for every unit of the embedded voice", () => {
    for (const timing of timings) {
      assert.equal(timing.word_timing, "available");
      assert.ok(timing.words.length > 0, blockText(timing.block_id));
    }
  });
  test("lie inside their unit, in order, relative to the section", () => {
    for (const timing of timings) {
      const unit = unitOf(timing);
      let at = unit.start_ms;
      for (const word of timing.words) {
        assert.ok(word.start_ms >= at && word.end_ms >= word.start_ms, `${word.text} at ${word.start_ms}`);
        at = word.start_ms;
        assert.ok(word.end_ms <= unit.start_ms + unit.duration_ms, `${word.text} ends ${word.end_ms}`);
      }
    }
  });
  test("have the text that stands in the block at their UTF-16 offsets", () => {
    for (const timing of timings) {
      const text = blockText(timing.block_id);
      let end = 0;
      for (const word of timing.words) {
        assert.equal(word.text, text.slice(word.start_utf16, word.end_utf16));
        assert.ok(word.start_utf16 >= end, `${word.text} overlaps the word before`);
        end = word.end_utf16;
      }
    }
  });
  test("cover the words of a block", () => {
    const [timing] = timings.filter((each) => blockText(each.block_id).includes("the boat back"));
    assert.deepEqual(
      timing?.words.map((word) => word.text.replaceAll(/[^\w’]/g, "")).filter((word) => word !== ""),
      ["Is", "the", "boat", "back"],
    );
  });
});

describe("a playback manifest is refused", () => {
  const query = async (change: { [key: string]: string | number }) => {
    const { document_version, speaker_registry_version } = await versions(client, story);
    const all = { document_version, speaker_registry_version, ...change };
    const text = Object.entries(all).map(([key, value]) => `${key}=${value}`);
    return server.request(`/studio/sections/${story.sectionId}/playback-manifest?${text.join("&")}`);
  };
  test("with 409 STUDIO_PLAYBACK_STALE when a version is not the saved one", async () => {
    for (const change of [{ document_version: 1 }, { document_version: 99 }, { speaker_registry_version: 1 }]) {
      const { status, body } = await query(change);
      assert.deepEqual([status, body.error.code], [409, "STUDIO_PLAYBACK_STALE"], JSON.stringify(change));
    }
  });
  test("with 400 for an unknown query key, a missing version or another schema_version", async () => {
    for (const change of [
      { colour: "red" },
      { schema_version: 3 },
      { document_version: 0 },
      { document_version: "x" },
    ]) {
      assert.equal((await query(change as { [key: string]: string })).status, 400, JSON.stringify(change));
    }
    const bare = await server.request(`/studio/sections/${story.sectionId}/playback-manifest`);
    assert.equal(bare.status, 400);
  });
});

describe("a signed media URL", () => {
  const first = one.assets[0] ?? assert.fail("no asset");
  const get = (headers: { [name: string]: string } = {}, url = first.url, method = "GET") =>
    server.request(url, { key: null, headers, method });

  test("needs no key and answers the whole file, with validators", async () => {
    const { status, headers, body } = await get();
    assert.equal(status, 200);
    assert.equal(body.length, first.size_bytes);
    assert.deepEqual(
      [headers.get("content-type"), headers.get("content-length"), headers.get("accept-ranges")],
      [first.content_type, String(first.size_bytes), "bytes"],
    );
    assert.match(headers.get("etag") ?? "", /^"[^"]+"$/);
  });
  test("answers HEAD with the same headers and no body", async () => {
    const [whole, head] = await Promise.all([get(), get({}, first.url, "HEAD")]);
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    for (const name of ["content-type", "content-length", "etag", "accept-ranges", "content-disposition"]) {
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    }
  });
  test("answers one byte range with 206, at the start, in the middle, to the end and from the end", async () => {
    const { body: whole } = await get();
    const size = whole.length;
    for (const [range, from, to] of [
      ["bytes=0-0", 0, 0],
      ["bytes=100-199", 100, 199],
      [`bytes=${size - 1}-`, size - 1, size - 1],
      ["bytes=-10", size - 10, size - 1],
      [`bytes=0-${size + 50}`, 0, size - 1],
    ] as const) {
      const part = await get({ range });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get("content-range"), `bytes ${from}-${to}/${size}`);
      assert.equal(part.headers.get("content-length"), String(to - from + 1));
      assert.ok(part.body.equals(whole.subarray(from, to + 1)), range);
    }
  });
  test("answers a range beyond the end with 416", async () => {
    const { status, headers, body } = await get({ range: `bytes=${first.size_bytes}-` });
    assert.deepEqual([status, body.error.code], [416, "RANGE_NOT_SATISFIABLE"]);
    assert.equal(headers.get("content-range"), `bytes */${first.size_bytes}`);
  });
  test("answers a known ETag with 304, and a range of another ETag with the whole file", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    const known = await get({ "if-none-match": etag });
    assert.deepEqual([known.status, known.body.length], [304, 0]);
    assert.equal((await get({ range: "bytes=0-9", "if-range": etag })).status, 206);
    assert.equal((await get({ range: "bytes=0-9", "if-range": '"another"' })).status, 200);
  });
  test("that was altered in any place is 403", async () => {
    const at = first.url.lastIndexOf("/") + 1;
    const token = first.url.slice(at);
    for (let index = 0; index < token.length; index += 7) {
      const other = token[index] === "A" ? "B" : "A";
      const altered = first.url.slice(0, at) + token.slice(0, index) + other + token.slice(index + 1);
      const { status, body } = await get({}, altered);
      assert.deepEqual([status, body.error.code], [403, "MEDIA_URL_INVALID"], String(index));
    }
    for (const broken of ["x", `${token}A`, token.slice(0, -1), `${token}.${token}`]) {
      assert.equal((await get({}, first.url.slice(0, at) + broken)).status, 403, broken.slice(0, 20));
    }
  });
  test("of every asset and every block answers", async () => {
    const urls = [
      ...one.assets.map((asset) => asset.url),
      ...sectionMedia.flatMap((entry) => entry.playback_url ?? []),
    ];
    for (const url of urls) assert.equal((await get({ range: "bytes=0-0" }, url)).status, 206);
  });
  test("of a deleted project is 403 at once, also while another project has the same bytes", async () => {
    const [gone, same] = [await spokenStory(client), await spokenStory(client)];
    const urlOf = async (one: typeof gone) => (await playbackManifest(client, one)).assets[0]?.url ?? assert.fail();
    const [url, other] = [await urlOf(gone), await urlOf(same)];
    assert.equal((await server.request(url, { key: null })).status, 200);
    await client.call("deleteProject", {
      params: { projectId: gone.projectId },
      body: { schema_version: 1, expected_project_kind: "standalone", delete_ai_designed_voices: true },
    });
    const refusal = await server.request(url, { key: null });
    assert.deepEqual([refusal.status, refusal.body.error.code], [403, "MEDIA_URL_INVALID"]);
    assert.equal((await server.request(other, { key: null })).status, 200);
  });
  test("still opens after a restart", async () => {
    const path = new URL(first.url).pathname;
    await server.restart();
    assert.equal((await get({}, `${server.url}${path}`)).status, 200);
  });
});

describe("an access URL", () => {
  const mint = (assetId: string) => server.client.call("createMediaAccessUrl", { params: { assetId } });

  test("of an asset opens the same bytes", async () => {
    const asset = one.assets[0] ?? assert.fail("no asset");
    const access = await mint(asset.asset_id);
    assert.deepEqual(
      [access.asset_id, access.content_type, access.size_bytes],
      [asset.asset_id, asset.content_type, asset.size_bytes],
    );
    const { body } = await server.request(access.url, { key: null });
    const unit = one.manifest.sequential_units.find((each) => "asset_id" in each && each.asset_id === asset.asset_id);
    assert.equal(sha256(body), unit !== undefined && "asset_content_hash" in unit ? unit.asset_content_hash : "");
  });
  test("of an unknown asset is 404", async () => {
    await refused(mint(randomUUID()), 404, "NOT_FOUND");
  });
});

test("the same text in the same voice makes the same bytes", async () => {
  const again = await spokenStory(server.client, TEXT);
  const other = await playbackManifest(server.client, again);
  const hashes = ({ manifest }: PlaybackManifest) =>
    manifest.sequential_units.map((unit) =>
      "asset_content_hash" in unit ? unit.asset_content_hash : unit.duration_ms,
    );
  assert.deepEqual(hashes(other), hashes(one));
});
