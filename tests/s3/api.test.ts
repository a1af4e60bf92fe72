// Black-box tests of the API, once more, with the files in a bucket: the parts of the service that store, read and remove
// files.

import { after, describe, test } from "node:test";
import { passesAgain } from "../api/run-again.ts";
import { startS3 } from "./service.ts";

const service = await startS3();
after(() => service[Symbol.asyncDispose]());

const FILES = ["bundles", "exports", "feedback", "listening", "recordings", "sounds-in-stories"];

describe("with files in S3", { concurrency: 2 }, () => {
  for (const name of FILES)
    test(name, () => passesAgain(`tests/api/${name}.test.ts`, { FULLCAST_TEST_S3: service.endpoint }));
});
