import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@fullcast/contract";
import { RenderError } from "./codec/codec.ts";
import { DatabaseUnavailable, QueryError } from "./db/db.ts";
import { storageError } from "./files/files.ts";
import { isOutdated, isOvertaken, outageOf } from "./outage.ts";

const state = (code: string) => new QueryError(code, "message", null, null);
const system = (code: string) => storageError(Object.assign(new Error(code), { code, syscall: "open" }));

test("outages are recognised in every form, also below other errors", () => {
  for (const code of ["08006", "53300", "57P01", "57P03", "58030", "25006"])
    assert.equal(outageOf(state(code)), "database");
  assert.equal(outageOf(new DatabaseUnavailable("away")), "database");
  for (const error of [
    state("53100"),
    system("ENOSPC"),
    new ApiError("STORAGE_FULL"),
    new RenderError("disk_full", "full"),
  ])
    assert.equal(outageOf(error), "storage_full");
  for (const error of [system("EIO"), system("EROFS"), system("EMFILE")]) assert.equal(outageOf(error), "storage");
  assert.equal(outageOf(new Error("the step failed", { cause: state("57P01") })), "database");
  assert.equal(outageOf(new SuppressedError(new Error("the end"), system("EIO"), "both")), "storage");
});

test("other errors are no outages: a file that is missing, a value that does not fit, a refusal", () => {
  const errors = [
    system("ENOENT"),
    state("22003"),
    state("23505"),
    new ApiError("NOT_FOUND"),
    new TypeError("x"),
    null,
  ];
  for (const error of errors) assert.equal(outageOf(error), null);
});

test("work that other transactions overtook differs from work that is outdated", () => {
  for (const code of ["40001", "40P01"])
    assert.deepEqual([isOvertaken(state(code)), isOutdated(state(code))], [true, true]);
  for (const code of ["23503", "23505"])
    assert.deepEqual([isOvertaken(state(code)), isOutdated(state(code))], [false, true]);
  assert.deepEqual([isOvertaken(state("22003")), isOutdated(state("22003"))], [false, false]);
});
