// Black-box tests of the API, once more, on a real PostgreSQL server: the same code and the same tests. The files are few, and
// send nearly all SQL statements that all files together send (choose-api-files.ts). With ALL_API_TESTS=1 all files run, with
// API_TESTS_PART=1/2 the first half of them.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { passAgain } from "../api/run-again.ts";
import { partOf, serverGroups } from "../runner/server-groups.ts";
import { startPostgres } from "./postgres.ts";

// Three groups at a time, each with a server or two of up to 17 connections. On a slow machine the connections of a server that
// was closed end later.
const server = await startPostgres({ connections: 300 });
after(() => server[Symbol.asyncDispose]());
const url = await server.createDatabase();
const root = dirname(dirname(import.meta.dirname));
const chosen: readonly string[] = JSON.parse(readFileSync(join(import.meta.dirname, "api-files.json"), "utf8"));
const listed = process.env.ALL_API_TESTS === "1" ? globSync("tests/api/*.test.ts", { cwd: root }) : chosen;
const files = partOf(listed, process.env.API_TESTS_PART ?? "1/1");

describe("on PostgreSQL", { concurrency: 3 }, () => {
  for (const group of serverGroups(files, root)) {
    const names = group.map((file) => basename(file, ".test.ts"));
    test(names.join(", "), async () => {
      try {
        await passAgain(group, { FULLCAST_TEST_POSTGRES: url });
      } catch (error) {
        assert.fail(`${(error as Error).message}\nPostgreSQL: ${server.trouble()}`);
      }
    });
  }
});
