import assert from "node:assert/strict";
import { test } from "node:test";
import { StorageError } from "../files/files.ts";
import type { Take } from "./store.ts";
import { takeWriter } from "./take-writer.ts";

const MIB = 1024 * 1024;
const take = (sizeBytes: number) => ({ file: new Uint8Array(), sha256: "", sizeBytes }) as unknown as Take;

/** A store whose disk refuses, and one that never ends; neither comes to the database. */
function writerOn(putAll: (files: readonly unknown[]) => Promise<void>, requested = Promise.resolve()) {
  const services = { files: { putAll } } as unknown as Parameters<typeof takeWriter>[0];
  return takeWriter(services, requested, async () => undefined);
}

test("a batch that cannot be stored is told to whoever adds after it and to whoever flushes", async () => {
  const full = new StorageError("disk_full");
  const writer = writerOn(() => Promise.reject(full));
  const filling = writer.add(take(40 * MIB));
  await assert.rejects(filling, full);
  await assert.rejects(writer.add(take(1)), full);
  await assert.rejects(writer.flush(), full);
});

test("what is not on disk yet takes no more memory than two batches", async () => {
  const batches: number[] = [];
  const writer = writerOn((files) => {
    batches.push(files.length);
    return new Promise(() => undefined);
  });
  const isWaiting = async (added: Promise<void>) => {
    const done = Symbol();
    return (await Promise.race([added, new Promise((resolve) => setImmediate(resolve, done))])) === done;
  };
  assert.equal(await isWaiting(writer.add(take(20 * MIB))), false);
  assert.equal(await isWaiting(writer.add(take(20 * MIB))), true, "the batch is full");
  assert.equal(await isWaiting(writer.add(take(1))), true, "the batch before is not stored");
  assert.equal(await isWaiting(writer.add(take(1))), true);
  assert.deepEqual(batches, [2]);
});

test("nothing is stored before the requests are written, nor when they could not be", async () => {
  const batches: number[] = [];
  const writing = Promise.withResolvers<void>();
  const writer = writerOn(async (files) => void batches.push(files.length), writing.promise);
  const added = writer.add(take(1));
  const flushed = writer.flush();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(batches, []);
  const broken = new Error("the database is gone");
  writing.reject(broken);
  await assert.rejects(added, broken);
  await assert.rejects(flushed, broken);
  await assert.rejects(writer.flush(), broken);
  assert.deepEqual(batches, []);
});
