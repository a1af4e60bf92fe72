// More requests than the service can answer: what it refuses, how long answers take, and when it is normal again.

import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../power/random.ts";
import { createRecorder, type Recorder } from "./clients.ts";
import { percentile, type Refusals, refusalsOf } from "./figures.ts";
import { startOpenLoop } from "./open-loop.ts";

export interface Overload {
  /** Documents a second that 16 clients get. */
  readonly capacity: number;
  readonly sentPerSecond: number;
  /** Successes a second during the overload. */
  readonly perSecond: number;
  readonly longestMs: number;
  readonly refusals: readonly Refusals[];
  /** From the last request until a document is answered as quickly as before. */
  readonly normalAfterMs: number;
}

/** Reads one document. Never rejects: the recorder has what was refused. */
export type Read = (recorder: Recorder) => Promise<void>;

const LANES = 16;
const CAPACITY_MS = 3_000;
/** Times the capacity. */
const RATE = 4;
const NORMAL_WITHIN_MS = 60_000;
/** This many times the usual time of one request is normal. */
const NORMAL = 3;

export async function overload(read: Read, ms: number, random: Random): Promise<Overload> {
  const usual = await closedLoop(read, 1, CAPACITY_MS / 2);
  const full = await closedLoop(read, LANES, CAPACITY_MS);
  const capacity = (full.length / CAPACITY_MS) * 1000;
  const storm = createRecorder();
  const loop = startOpenLoop(capacity * RATE, random, () => read(storm));
  await delay(ms);
  const until = performance.now();
  const inTime = storm.answers.filter(({ status }) => status === 200).length;
  const stopped = loop.stop();
  const normalMs = percentile(usual, 0.95) * NORMAL;
  while (performance.now() < until + NORMAL_WITHIN_MS) {
    const [one] = await closedLoop(read, 1, 0);
    if (one !== undefined && one <= normalMs) break;
  }
  const normalAfterMs = performance.now() - until;
  await stopped;
  return {
    capacity,
    sentPerSecond: (loop.sent() / ms) * 1000,
    perSecond: (inTime / ms) * 1000,
    longestMs: percentile(
      storm.answers.map((one) => one.ms),
      1,
    ),
    refusals: refusalsOf(storm.answers),
    normalAfterMs,
  };
}

/** The times of successes. At least one request for each lane. */
async function closedLoop(read: Read, lanes: number, ms: number): Promise<readonly number[]> {
  const recorder = createRecorder();
  const until = performance.now() + ms;
  const lane = async () => {
    do await read(recorder);
    while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return recorder.answers.filter(({ status }) => status === 200).map((one) => one.ms);
}
