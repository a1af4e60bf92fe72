// The black-box tests of the API, once more, on a real PostgreSQL server: the same code and the same tests.

import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { after, describe, test } from "node:test";
import { passesAgain } from "../api/run-again.ts";
import { startPostgres } from "./postgres.ts";

const server = await startPostgres();
after(() => server[Symbol.asyncDispose]());
const url = await server.createDatabase();

describe("on PostgreSQL", { concurrency: 2 }, () => {
  for (const file of globSync("tests/api/*.test.ts", { cwd: dirname(dirname(import.meta.dirname)) }).sort())
    test(basename(file, ".test.ts"), () => passesAgain(file, { FULLCAST_TEST_POSTGRES: url }));
});
