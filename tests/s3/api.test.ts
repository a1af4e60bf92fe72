// Black-box tests of the API, once more, with the files in a bucket: the parts of the service that store, read and remove
// files.

import { after, describe, test } from "node:test";
import { passAgain } from "../api/run-again.ts";
import { startS3 } from "./service.ts";

const service = await startS3();
after(() => service[Symbol.asyncDispose]());

const GROUPS = [["exports", "feedback", "recordings", "sounds-in-stories"], ["bundles"], ["listening"]];

describe("with files in S3", { concurrency: 2 }, () => {
  for (const names of GROUPS) {
    const files = names.map((name) => `tests/api/${name}.test.ts`);
    test(names.join(", "), () => passAgain(files, { FULLCAST_TEST_S3: service.endpoint }));
  }
});
