import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { assetUnitsOf, cutPieces, type RenderManifest } from "@fullcast/core/timeline";
import { AV_LOG_QUIET } from "node-av/constants";
import { Log } from "node-av/lib";
import { decodeFile, likeness, offsetAt } from "../../../tests/audio/decode.ts";
import { type JobOverlay, type JobUnit, makeJob, PROFILE, speechLike } from "../../../tests/audio/make-job.ts";
import { renderInChildProcess } from "./codec.ts";
import { createPieceMaker } from "./mix-piece.ts";
import { pieceTimeline } from "./piece.ts";

Log.setLevel(AV_LOG_QUIET);
const folder = mkdtempSync(join(tmpdir(), "fullcast-pieces-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// Loud lines at two rates, which the limiter turns down, with rain under some of them and a bang over a cut.
const units: JobUnit[] = Array.from({ length: 14 }, (_, index) => ({
  pcm: speechLike(0.9 + ((index * 7) % 11) / 2, index % 3 === 0 ? 44_100 : 22_050, index + 1, 0.95),
  sampleRate: index % 3 === 0 ? 44_100 : 22_050,
  spacingMs: 220 + 37 * index,
  gainDb: index % 2 === 0 ? 9 : 3,
}));
const overlays: JobOverlay[] = [
  {
    pcm: speechLike(20, 44_100, 50, 0.4),
    sampleRate: 44_100,
    startMs: 2_500,
    gainDb: -6,
    fadeInMs: 300,
    fadeOutMs: 900,
  },
  { pcm: speechLike(2, 22_050, 51, 0.9), sampleRate: 22_050, startMs: 30_100, gainDb: 3 },
];
const profile = { ...PROFILE, room_tone: { level_db: -68, head_ms: 500, tail_ms: 2_000 } };

function piecesOf(manifest: RenderManifest) {
  const lines = assetUnitsOf(manifest);
  return cutPieces({ from: 0, index: 0, lines, end_ms: manifest.duration_ms }, Number.POSITIVE_INFINITY);
}

test("pieces that are mixed one by one have exactly the export's samples", async () => {
  const job = makeJob(join(folder, "wav"), "wav", units, { overlays, profile });
  await renderInChildProcess(job);
  const wav = readFileSync(job.output_path);
  const exported = wav.subarray(44, 44 + wav.readUInt32LE(40));
  const manifest = job.parts[0]!.manifest as RenderManifest;
  const pieces = piecesOf(manifest);
  assert.ok(pieces.length >= 5, `${pieces.length} pieces`);
  using maker = createPieceMaker();
  const mixed = pieces.map((piece, index) =>
    Buffer.from(
      maker.make({
        timeline: pieceTimeline(manifest, piece.from, piece.to),
        assets: job.assets,
        index,
        format: "wav",
        ...piece,
      }).bytes,
    ),
  );
  assert.ok(Buffer.concat(mixed).equals(exported), "the same bytes");
  // Some mixes differ without the sound before them, so the equality above is meaningful.
  const differs = pieces.some((piece, index) => {
    const from = (unit: { readonly start_ms: number }) => unit.start_ms * 44.1 >= piece.from;
    const timeline = {
      ...pieceTimeline(manifest, piece.from, piece.to),
      sequential_units: manifest.sequential_units.filter(from),
      overlay_units: manifest.overlay_units.filter(from),
    };
    const alone = maker.make({ timeline, assets: job.assets, index, format: "wav", ...piece }).bytes;
    return !Buffer.from(alone).equals(mixed[index]!);
  });
  assert.ok(differs, "what is around a piece counts");
});

test("pieces in fragmented MP4 decode to one stream at the right time, without a seam", async () => {
  const at = join(folder, "stream");
  const job = makeJob(at, "wav", units, { overlays, profile });
  await renderInChildProcess(job);
  const reference = await decodeFile(job.output_path);
  const manifest = job.parts[0]!.manifest as RenderManifest;
  const pieces = piecesOf(manifest);
  using maker = createPieceMaker();
  const files = pieces.map((piece, index) =>
    maker.make({
      timeline: pieceTimeline(manifest, piece.from, piece.to),
      assets: job.assets,
      index,
      format: "m4b",
      ...piece,
    }),
  );
  const path = join(at, "stream.mp4");
  writeFileSync(path, Buffer.concat(files.map(({ bytes }) => bytes)));
  const decoded = await decodeFile(path);
  const last = pieces.at(-1)!;
  assert.ok(decoded.length >= last.to && decoded.length < last.to + 2048, `${decoded.length} of ${last.to} samples`);
  for (const from of [0, last.from, Math.floor(last.to / 2)]) {
    assert.equal(offsetAt(reference, decoded, from, 20_000), 0);
  }
  const whole = likeness(reference, decoded, 1024, reference.length);
  const cuts = pieces.slice(0, -1).map(({ to }) => to);
  const isAtCut = (sample: number) => cuts.some((cut) => Math.abs(sample - cut) < 1024);
  let [atCuts, elsewhere] = [0, 0];
  for (let i = 2048; i < reference.length; i++) {
    const difference = Math.abs(reference[i]! - decoded[i]!);
    if (isAtCut(i)) atCuts = Math.max(atCuts, difference);
    else elsewhere = Math.max(elsewhere, difference);
  }
  assert.ok(atCuts < elsewhere / 2, `${atCuts} at the cuts, ${elsewhere} elsewhere`);
  assert.ok(whole > 12, `${whole} dB`);
});
