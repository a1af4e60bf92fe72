// The black-box tests of the API, once more, on a real PostgreSQL server: the same code and the same tests.

import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { after, describe, test } from "node:test";
import { passAgain } from "../api/run-again.ts";
import { serverGroups } from "../runner/server-groups.ts";
import { startPostgres } from "./postgres.ts";

// Three groups at a time, each with a server or two of up to 17 connections.
const server = await startPostgres({ connections: 120 });
after(() => server[Symbol.asyncDispose]());
const url = await server.createDatabase();
const root = dirname(dirname(import.meta.dirname));
const files = globSync("tests/api/*.test.ts", { cwd: root }).sort();

describe("on PostgreSQL", { concurrency: 3 }, () => {
  for (const group of serverGroups(files, root)) {
    const names = group.map((file) => basename(file, ".test.ts"));
    test(names.join(", "), () => passAgain(group, { FULLCAST_TEST_POSTGRES: url }));
  }
});
