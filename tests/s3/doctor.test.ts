// `fullcast doctor` on a bucket: every request that the store sends is tried, and each fault has a message of its own.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, describe, test } from "node:test";
import { examineServices } from "@fullcast/server/doctor";
import { runCli, temporaryFolder } from "../cli/run-cli.ts";
import { type Fault, type S3Settings, startS3 } from "./service.ts";

const service = await startS3();
after(() => service[Symbol.asyncDispose]());
afterEach(() => service.misbehave(() => null));
const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());

const examine = (s3: S3Settings) => examineServices({ databaseUrl: null, s3 });

describe("a bucket is examined", () => {
  test("a bucket that works passes every check, and nothing is left in it", async () => {
    const s3 = await service.createBucket();
    const findings = await examine(s3);
    assert.deepEqual([...findings.keys()], ["bucket", "bucket requests", "bucket clock"]);
    for (const [name, { ok, message }] of findings) assert.ok(ok, `${name}: ${message}`);
    assert.match(findings.get("bucket clock")?.message ?? "", /differs from this machine's by [01] s/);
    const left = readdirSync(join(service.folder, s3.bucket), { recursive: true, withFileTypes: true });
    assert.deepEqual(
      left.filter((one) => one.isFile()).map(({ name }) => name),
      [],
    );
  });

  for (const [title, change, expected] of [
    ["a bucket that does not exist", { bucket: "no-such-bucket" }, /there is no bucket "no-such-bucket".*create it/],
    ["a service that is not there", { endpoint: "http://127.0.0.1:1" }, /nothing listens at http:\/\/127\.0\.0\.1:1/],
    ["keys without rights", {}, /refuses the keys.*FULLCAST_S3_SECRET_ACCESS_KEY/],
  ] as const) {
    test(`${title} is one finding that states what to do`, async () => {
      const s3 = { ...(await service.createBucket()), ...change };
      if (title === "keys without rights") service.misbehave(() => "denied");
      const findings = await examine(s3);
      assert.deepEqual([...findings.keys()], ["bucket"]);
      const { ok, message } = findings.get("bucket") ?? assert.fail();
      assert.equal(ok, false);
      assert.match(message, expected);
      assert.doesNotMatch(message, /S3RVER/);
    });
  }

  for (const [request, isIt] of [
    ["PutObject", ({ method, headers }) => method === "PUT" && headers["x-amz-copy-source"] === undefined],
    ["CopyObject", ({ method, headers }) => method === "PUT" && headers["x-amz-copy-source"] !== undefined],
    ["ListObjectsV2", ({ url }) => url?.includes("list-type=2") === true],
    ["DeleteObject", ({ method }) => method === "DELETE"],
  ] as readonly (readonly [string, (request: Parameters<Parameters<typeof service.misbehave>[0]>[0]) => boolean])[]) {
    test(`keys that may not do ${request} are refused with its name`, async () => {
      const s3 = await service.createBucket();
      service.misbehave((one): Fault => (isIt(one) ? "denied" : null));
      const { ok, message } = (await examine(s3)).get("bucket requests") ?? assert.fail();
      assert.equal(ok, false);
      assert.match(message, new RegExp(`^${request} fails \\(S3: AccessDenied 403\\); allow the keys`));
    });
  }

  for (const [title, hours, expected] of [
    ["ahead of", 2, /^is 7[12]\d\d s ahead of this machine's; synchronise both with NTP$/],
    ["behind", -2, /^is 7[12]\d\d s behind this machine's/],
  ] as const) {
    test(`a service whose clock is ${title} this machine's`, async () => {
      service.setClock(hours * 3_600_000);
      try {
        const { ok, message } = (await examine(await service.createBucket())).get("bucket clock") ?? assert.fail();
        assert.equal(ok, false);
        assert.match(message, expected);
      } finally {
        service.setClock(0);
      }
    });
  }

  test("the command reports each check and ends with exit code 1 when one failed", async () => {
    const s3 = await service.createBucket();
    const env = {
      FULLCAST_DATA_DIR: join(folder.path, "data"),
      FULLCAST_PORT: "0",
      FULLCAST_S3_ENDPOINT: s3.endpoint,
      FULLCAST_S3_BUCKET: s3.bucket,
      FULLCAST_S3_ACCESS_KEY_ID: s3.accessKeyId,
      FULLCAST_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const good = await runCli(["doctor"], { env });
    assert.equal(good.code, 0, good.stdout + good.stderr);
    assert.match(good.stdout, /^ok {4}bucket requests {2}a file was stored/m);
    const wrong = await runCli(["doctor"], { env: { ...env, FULLCAST_S3_BUCKET: "no-such-bucket" } });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /^FAIL {2}bucket {11}there is no bucket/m);
    assert.match(wrong.stderr, /1 of \d checks failed/);
  });
});
