// docs/api-tests.md cannot rot: a new endpoint or limit without a test fails here, and so does a row whose test is gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allTests, faultOf, readTable, subjects } from "./api-tests.ts";

const REMEDY = "Write the test, then run: node tests/docs/api-tests.ts";

test("every endpoint and every limit stands in docs/api-tests.md with a test that exists and speaks of it", () => {
  const tests = allTests();
  const rows = readTable();
  const faults = subjects.flatMap(({ subject }) => {
    const fault = faultOf(rows.get(subject), tests);
    return fault === null ? [] : [`${subject}: ${fault}`];
  });
  assert.deepEqual(faults, [], REMEDY);
});

test("the table has no row for what is not there any more", () => {
  const known = new Set(subjects.map(({ subject }) => subject));
  assert.deepEqual(
    [...readTable().keys()].filter((subject) => !known.has(subject)),
    [],
    REMEDY,
  );
});
