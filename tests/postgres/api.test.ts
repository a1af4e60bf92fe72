// The black-box tests of the API, once more, on a real PostgreSQL server: the same code and the same tests.

import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { after, describe, test } from "node:test";
import { passAgain } from "../api/run-again.ts";
import { serverGroups } from "../runner/server-groups.ts";
import { startPostgres } from "./postgres.ts";

const server = await startPostgres();
after(() => server[Symbol.asyncDispose]());
const url = await server.createDatabase();
const root = dirname(dirname(import.meta.dirname));
const files = globSync("tests/api/*.test.ts", { cwd: root }).sort();

describe("on PostgreSQL", { concurrency: 2 }, () => {
  for (const group of serverGroups(files, root)) {
    const names = group.map((file) => basename(file, ".test.ts"));
    test(names.join(", "), () => passAgain(group, { FULLCAST_TEST_POSTGRES: url }));
  }
});
