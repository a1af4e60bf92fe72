// Which settings of a PostgreSQL server can lose a confirmed commit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { examineDurability } from "./examine-postgres.ts";

const SAFE = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", synchronous_standby_names: "" };
const examine = (change: Partial<typeof SAFE>) => examineDurability(new Map(Object.entries({ ...SAFE, ...change })));

test("a server that syncs is safe, with and without standbys", () => {
  assert.deepEqual(examine({}), {
    ok: true,
    message: "a commit waits for the server's disk (synchronous_commit = on)",
  });
  assert.match(examine({ synchronous_standby_names: "*" }).message, /^a commit waits for the standbys "\*"/);
});

test("every setting that is off is named", () => {
  assert.match(
    examine({ fsync: "off" }).message,
    /^fsync is off, so a crash can lose what was confirmed; set it to on$/,
  );
  assert.match(
    examine({ full_page_writes: "off", synchronous_commit: "off" }).message,
    /^full_page_writes and synchronous_commit are off, .* set them to on$/,
  );
});

test("a commit that does not wait for the standbys is a fault", () => {
  const { ok, message } = examine({ synchronous_commit: "local", synchronous_standby_names: "FIRST 1 (b)" });
  assert.equal(ok, false);
  assert.match(message, /synchronous_commit is local, .*"FIRST 1 \(b\)", and a failover can lose it; set it to on/);
});
