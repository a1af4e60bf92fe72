import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cutPieces, type KnownLine, pieceStart } from "./pieces.ts";

const FRAME = 1024;
const samples = (ms: number) => Math.round(ms * 44.1);

const timeline = fc
  .array(
    fc.record({
      duration_ms: fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 60_000, max: 200_000 })),
      pause: fc.integer({ min: 200, max: 2_500 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((lines) => {
    let at = 0;
    const placed = lines.map(({ duration_ms, pause }, index): KnownLine => {
      const start_ms = at;
      at += duration_ms + pause;
      return { block_id: `line ${index}`, start_ms, duration_ms };
    });
    return { lines: placed, end_ms: at };
  });

test("pieces are contiguous to the end of the timeline and contain every line once", () => {
  fc.assert(
    fc.property(timeline, ({ lines, end_ms }) => {
      const pieces = cutPieces({ from: 0, index: 0, lines, end_ms }, Number.POSITIVE_INFINITY);
      let at = 0;
      for (const piece of pieces) {
        assert.equal(piece.from, at);
        assert.ok(piece.to > piece.from);
        assert.ok(piece.isEnd || piece.to % FRAME === 0, "a cut lies between frames");
        at = piece.to;
      }
      assert.equal(at, samples(end_ms));
      assert.deepEqual(pieces.map((piece) => piece.isEnd).indexOf(true), pieces.length - 1);
      assert.deepEqual(
        pieces.flatMap((piece) => piece.lines),
        lines,
      );
    }),
  );
});

test("cutting while lines arrive gives the same pieces as cutting at the end", () => {
  fc.assert(
    fc.property(timeline, fc.array(fc.nat(60), { maxLength: 8 }), ({ lines, end_ms }, arrivals) => {
      const whole = cutPieces({ from: 0, index: 0, lines, end_ms }, Number.POSITIVE_INFINITY);
      const growing = [...arrivals.filter((count) => count < lines.length).sort((a, b) => a - b), lines.length];
      const pieces: ReturnType<typeof cutPieces>[number][] = [];
      for (const count of growing) {
        const done = pieces.reduce((sum, piece) => sum + piece.lines.length, 0);
        const known = { lines: lines.slice(done, count), end_ms: count === lines.length ? end_ms : null };
        const from = pieces.at(-1)?.to ?? 0;
        pieces.push(...cutPieces({ from, index: pieces.length, ...known }, Number.POSITIVE_INFINITY));
      }
      assert.deepEqual(pieces, whole);
    }),
  );
});

test("a cut is in a pause, before a line with known audio", () => {
  fc.assert(
    fc.property(timeline, ({ lines }) => {
      for (const piece of cutPieces({ from: 0, index: 0, lines, end_ms: null }, Number.POSITIVE_INFINITY)) {
        const inside = lines.find((line) => {
          const end = samples(line.start_ms + line.duration_ms);
          return line.duration_ms < 45_000 && samples(line.start_ms) < piece.to && piece.to < end;
        });
        assert.equal(inside, undefined);
        assert.ok(piece.to < samples(lines.at(-1)!.start_ms + lines.at(-1)!.duration_ms));
      }
    }),
  );
});

test("a stream that starts at a line begins at the frame before it", () => {
  assert.equal(pieceStart(0), 0);
  assert.equal(pieceStart(1_000), 43 * FRAME);
});
