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

test("a batch that cannot be stored is reported to the callers that add after it and to those that flush", async () => {
  const full = new StorageError("disk_full");
  const writer = writerOn(() => Promise.reject(full));
  const filling = writer.add(take(80 * MIB), 9);
  await assert.rejects(filling, full);
  await assert.rejects(writer.add(take(1), 9), full);
  await assert.rejects(writer.flush(), full);
});

/** A store that never ends, and the sizes of the batches that it was given. */
function endlessStore() {
  const batches: number[] = [];
  const writer = writerOn((files) => {
    batches.push(files.length);
    return new Promise(() => undefined);
  });
  return { writer, batches };
}

async function isWaiting(added: Promise<void>): Promise<boolean> {
  const done = Symbol();
  return (await Promise.race([added, new Promise((resolve) => setImmediate(resolve, done))])) === done;
}

test("while one batch goes to the disk, the next is taken; two of them are in memory and no more", async () => {
  const { writer, batches } = endlessStore();
  assert.equal(await isWaiting(writer.add(take(20 * MIB), 100)), false);
  assert.equal(await isWaiting(writer.add(take(20 * MIB), 99)), false, "the first batch is full");
  assert.equal(await isWaiting(writer.add(take(20 * MIB), 98)), false, "the next is begun");
  assert.equal(await isWaiting(writer.add(take(20 * MIB), 97)), true, "two are not on the disk");
  assert.equal(await isWaiting(writer.add(take(1), 96)), true);
  assert.deepEqual(batches, [2]);
});

test("takes without sound also wait while two batches of them are not committed", async () => {
  const { writer } = endlessStore();
  for (let index = 0; index < 499; index++) assert.equal(await isWaiting(writer.add(take(1), 1_000)), false);
  assert.equal(await isWaiting(writer.add(take(1), 1_000)), true);
});

test("towards the end batches become smaller, so that little is left to store after the last take", async () => {
  const batches: number[] = [];
  const writer = writerOn(async ({ length }) => void (length > 0 && batches.push(length)));
  // There is no database here, so adding rows fails, but storing files continues.
  for (let left = 99; left >= 0; left--) await writer.add(take(1), left).catch(() => undefined);
  await writer.flush().catch(() => undefined);
  assert.deepEqual(batches, [80, 16, 4]);
});

test("the first takes are stored after a tenth of a second, later ones after a second", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const batches: number[] = [];
  const writer = writerOn(async ({ length }) => void batches.push(length));
  const stored = async (ms: number) => {
    t.mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
    return batches;
  };
  await writer.add(take(1), 1_000);
  assert.deepEqual(await stored(99), []);
  assert.deepEqual(await stored(1), [1]);
  await writer.add(take(1), 999).catch(() => undefined);
  assert.deepEqual(await stored(999), [1]);
  assert.deepEqual(await stored(1), [1, 1]);
});

test("nothing is stored before the requests are written, nor when they could not be", async () => {
  const batches: number[] = [];
  const writing = Promise.withResolvers<void>();
  const writer = writerOn(async (files) => void batches.push(files.length), writing.promise);
  await writer.add(take(1), 9);
  const flushed = writer.flush();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(batches, []);
  const broken = new Error("the database is gone");
  writing.reject(broken);
  await assert.rejects(flushed, broken);
  await assert.rejects(writer.add(take(1), 9), broken);
  await assert.rejects(writer.flush(), broken);
  assert.deepEqual(batches, []);
});
