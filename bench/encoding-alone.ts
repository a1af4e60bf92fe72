// Only encodes samples, in a separate thread. Renders on several processors are compared with it.

import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { encodeFrames, MP3 } from "../packages/server/codec/encoder.ts";

/**
 * Processor seconds for encoding these samples to MP3: the mean of as many concurrent encoders as there are processors.
 * Encoders that share a core or its memory take longer, and so do concurrent renders.
 */
export async function encodingSeconds(samples: Float32Array<SharedArrayBuffer>): Promise<number> {
  const threads = Array.from({ length: availableParallelism() }, () => encodeInThread(samples));
  const seconds = await Promise.all(threads);
  return seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
}

function encodeInThread(samples: Float32Array<SharedArrayBuffer>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const worker = new Worker(new URL(import.meta.url), { workerData: samples });
  worker.once("message", resolve).once("error", reject);
  return promise;
}

if (parentPort !== null) {
  const before = process.threadCpuUsage();
  encodeFrames(MP3, workerData as Float32Array, true, () => undefined);
  const { user, system } = process.threadCpuUsage(before);
  parentPort.postMessage((user + system) / 1e6);
}
