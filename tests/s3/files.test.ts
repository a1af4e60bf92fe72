import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, afterEach, describe, type TestContext, test } from "node:test";
import { PutObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { type Files, openFiles, StorageError } from "../../packages/server/files/files.ts";
import { startS3 } from "./service.ts";

const service = await startS3();
after(() => service[Symbol.asyncDispose]());
afterEach(() => service.misbehave(() => null));

const scratchDir = mkdtempSync(join(tmpdir(), "fullcast-s3-scratch-"));
after(() => rmSync(scratchDir, { recursive: true, force: true }));

async function store(t: TestContext): Promise<Files> {
  const files = await openFiles({ dataDir: "unused", alone: false, s3: await service.createBucket(), scratchDir });
  t.after(() => files[Symbol.asyncDispose]());
  return files;
}

test("a list of the service has pages, and each page leads to the next", async () => {
  const bucket = await service.createBucket();
  const client = new S3Client({
    ...{ endpoint: bucket.endpoint, region: bucket.region, forcePathStyle: true },
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
  });
  const keys = ["objects/aa/1", "objects/aa/2", "objects/ab/3", "objects/b/4", "objects/c/5"];
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: bucket.bucket, Key, Body: "x" }));
  const pages: (string | undefined)[][] = [];
  for await (const page of paginateListObjectsV2({ client, pageSize: 2 }, { Bucket: bucket.bucket })) {
    pages.push((page.Contents ?? []).map(({ Key }) => Key));
  }
  client.destroy();
  assert.deepEqual(pages, [keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)]);
});

async function pagesOf(files: Files): Promise<(readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for await (const page of files.hashes()) pages.push(page);
  return pages;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const sha = (value: string | Uint8Array) => createHash("sha256").update(value).digest("hex");
const read = async (files: Files, sha256: string, range?: { start: number; end: number }) =>
  await buffer(files.open(sha256, range));

describe("a bucket as object store", () => {
  test("bytes come back whole and in ranges", async (t) => {
    const files = await store(t);
    const { sha256, size } = await files.put(bytes("hello world"));
    assert.deepEqual([sha256, size], [sha("hello world"), 11]);
    assert.equal((await read(files, sha256)).toString(), "hello world");
    assert.equal((await read(files, sha256, { start: 6, end: 8 })).toString(), "wor");
    assert.deepEqual(await files.stat(sha256), { size: 11 });
    const empty = await files.put(new Uint8Array());
    assert.equal((await read(files, empty.sha256)).length, 0);
  });

  test("what is not there has no size, is no file, and fails to open as a missing file does", async (t) => {
    const files = await store(t);
    const none = sha("never stored");
    assert.equal(await files.stat(none), null);
    assert.equal(await files.removeIdle(none, 60_000), true);
    await using local = await files.local([none]);
    assert.equal(existsSync(local.path(none)), false);
    await assert.rejects(read(files, none), (error) => error instanceof StorageError);
    assert.throws(() => files.open("../etc"), TypeError);
    await assert.rejects(files.localKept("../etc"), TypeError);
  });

  test("all objects are listed by their hashes, also more than a page of them", async (t) => {
    const files = await store(t);
    assert.deepEqual((await pagesOf(files)).flat(), []);
    const all = Array.from({ length: 520 }, (_, index) => bytes(`text ${index}`));
    await files.putAll(all.map((one) => ({ bytes: one, sha256: sha(one) })));
    const pages = await pagesOf(files);
    assert.ok(pages.every((page) => page.length <= 500));
    assert.deepEqual(pages.flat().sort(), all.map((_, index) => sha(`text ${index}`)).sort());
  });

  test("a batch of any bytes is stored, doubles too", async (t) => {
    const files = await store(t);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 }), async (all) => {
        const batch = all.map((one) => ({ bytes: new Uint8Array(one), sha256: sha(one) }));
        await files.putAll([...batch, ...batch.map(({ bytes: b, sha256 }) => ({ bytes: new Uint8Array(b), sha256 }))]);
        for (const one of all) assert.deepEqual(await read(files, sha(one)), Buffer.from(one));
      }),
      { numRuns: 12 },
    );
  });

  test("a large file becomes an object in parts, and its local copy needs no download", async (t) => {
    const files = await store(t);
    const large = randomBytes(40 * 1024 * 1024 + 3);
    const path = files.temporary(".wav");
    writeFileSync(path, large);
    assert.deepEqual(await files.adopt(path, sha(large)), { sha256: sha(large), size: large.length });
    assert.equal(existsSync(path), false);
    const before = service.count();
    {
      await using local = await files.local([sha(large)]);
      assert.equal(sha(readFileSync(local.path(sha(large)))), sha(large));
    }
    assert.equal(service.count(), before);
    assert.equal(sha(await read(files, sha(large))), sha(large));
  });

  test("local copies are shared, checked and gone when the store closes", async (t) => {
    const files = await openFiles({ dataDir: "unused", alone: false, s3: await service.createBucket(), scratchDir });
    const { sha256 } = await files.put(bytes("copy"));
    const loans = await Promise.all([files.local([sha256]), files.local([sha256, sha256])]);
    assert.equal(loans[0].path(sha256), loans[1].path(sha256));
    assert.equal(readFileSync(loans[0].path(sha256), "utf8"), "copy");
    assert.throws(() => loans[0].path(sha("other")), TypeError);
    for (const loan of loans) await loan[Symbol.asyncDispose]();
    const own = readdirSync(scratchDir);
    await files[Symbol.asyncDispose]();
    assert.ok(readdirSync(scratchDir).length < own.length);
    t.diagnostic(`${own.length} folders before`);
  });

  test("an object that was stored again just now is not removed, an idle one is", async (t) => {
    const files = await store(t);
    const { sha256 } = await files.put(bytes("x"));
    assert.equal(await files.removeIdle(sha256, 60_000), false);
    assert.deepEqual(await files.stat(sha256), { size: 1 });
    assert.equal(await files.removeIdle(sha256, -60_000), true);
    assert.equal(await files.stat(sha256), null);
  });

  test("kept files stay until they are dropped", async (t) => {
    const files = await store(t);
    const path = files.temporary(".upload");
    writeFileSync(path, "arrived");
    const name = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    await files.keep(path, name);
    assert.equal(existsSync(path), false);
    {
      await using kept = await files.localKept(name);
      assert.equal(readFileSync(kept.path, "utf8"), "arrived");
    }
    assert.deepEqual(
      (await files.keptNames()).map((one) => one.name),
      [name],
    );
    await files.drop(name);
    await files.drop(name);
    assert.deepEqual(await files.keptNames(), []);
  });

  test("the installation that claimed the bucket is recorded", async (t) => {
    const files = await store(t);
    assert.equal(await files.installation(), null);
    await files.claim("first");
    assert.equal(await files.installation(), "first");
  });
});

describe("a service that fails", () => {
  test("errors, full queues and broken connections are tried again", async (t) => {
    const files = await store(t);
    const faults = ["error", "slow_down", "hang_up"] as const;
    // Each request fails twice. A count over all requests could hit one of them five times, because they run concurrently.
    // They are few: the client library limits how many repeats it makes at a time.
    const asked = new Map<string, number>();
    service.misbehave(({ method, url }) => {
      const times = asked.get(`${method} ${url}`) ?? 0;
      asked.set(`${method} ${url}`, times + 1);
      return times < 2 ? (faults[(asked.size + times) % 3] ?? null) : null;
    });
    const all = Array.from({ length: 4 }, (_, index) => bytes(`line ${index}`));
    await files.putAll(all.map((one) => ({ bytes: new Uint8Array(one), sha256: sha(one) })));
    for (const one of all) assert.deepEqual(await read(files, sha(one)), Buffer.from(one));
    assert.ok([...asked.values()].every((times) => times > 2));
  });

  test("an answer that breaks off goes on from there", async (t) => {
    const files = await store(t);
    const large = randomBytes(3_000_000);
    await files.put(large);
    let cuts = 0;
    service.misbehave(({ method }) => (method === "GET" && cuts++ < 3 ? "cut" : null));
    assert.equal(sha(await read(files, sha(large))), sha(large));
    assert.equal(cuts, 4);
  });

  test("a service that goes on failing is a storage error that names no key, address or path", async (t) => {
    const files = await store(t);
    const { sha256 } = await files.put(bytes("there"));
    service.misbehave(() => "denied");
    for (const action of [
      () => files.put(bytes("more")),
      () => files.stat(sha256),
      () => read(files, sha256),
      () => files.local([sha256]),
      () => files.removeIdle(sha256, 0),
    ]) {
      await assert.rejects(action, (error) => {
        assert.ok(error instanceof StorageError);
        assert.equal(error.code, "io");
        assert.doesNotMatch(JSON.stringify([error.message, String(error.cause)]), /S3RVER|127\.0\.0\.1|objects/);
        return true;
      });
    }
  });

  test("an object whose bytes changed is not handed out as a local file", async (t) => {
    const s3 = await service.createBucket();
    const files = await openFiles({ dataDir: "unused", alone: false, s3, scratchDir });
    t.after(() => files[Symbol.asyncDispose]());
    const { sha256 } = await files.put(bytes("true"));
    const { PutObjectCommand, S3Client } = await import("@aws-sdk/client-s3");
    const { accessKeyId, secretAccessKey } = s3;
    const client = new S3Client({ ...s3, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
    const Key = `objects/${sha256.slice(0, 2)}/${sha256}`;
    await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: "fake" }));
    client.destroy();
    await assert.rejects(files.local([sha256]), StorageError);
  });

  test("a bucket that is not there stops the opening", async () => {
    const s3 = { ...(await service.createBucket()), bucket: "no-such-bucket" };
    await assert.rejects(openFiles({ dataDir: "unused", alone: false, s3, scratchDir }));
    assert.equal(readdirSync(scratchDir).length, 0);
  });
});
