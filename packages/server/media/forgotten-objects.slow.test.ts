// Objects that a process stored before it died, without the row that was to name them.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openTestDatabase } from "../db/test-data-directory.ts";
import { openFiles } from "../files/files.ts";
import { removeForgottenObjects } from "./media.ts";

const HOUR_MS = 3_600_000;

test("objects without a row are removed when they are old; named, new and marked ones stay", async (t) => {
  const { db, dataDir } = await openTestDatabase(t);
  await using files = await openFiles({ dataDir, alone: true });
  const clock = () => new Date();
  const services = { db, files, clock, newId: randomUUID };
  const store = async (text: string, isOld: boolean) => {
    const { sha256 } = await files.put(new TextEncoder().encode(text));
    const then = new Date(Date.now() - (isOld ? HOUR_MS : 0));
    utimesSync(join(dataDir, "objects", sha256.slice(0, 2), sha256), then, then);
    return sha256;
  };
  const forgotten = await Promise.all(Array.from({ length: 30 }, (_, index) => store(`forgotten ${index}`, true)));
  const fresh = await store("a row may follow", false);
  const named = await store("named", true);
  const marked = await store("marked by a deletion", true);
  const accountId = randomUUID();
  await db.q
    .insertInto("accounts")
    .values({ id: accountId, username: "mara", display_name: "Mara", plan: "unlimited", created_at: clock() } as never)
    .execute();
  await db.q
    .insertInto("media_assets")
    .values({
      id: randomUUID(),
      account_id: accountId,
      sha256: named,
      content_type: "audio/wav",
      size_bytes: 5,
      created_at: clock(),
    } as never)
    .execute();
  const cause = randomUUID();
  await db.q.insertInto("object_removals").values({ sha256: marked, cause_id: cause, marked_at: clock() }).execute();

  const removal = await removeForgottenObjects(services, { until: Number.POSITIVE_INFINITY });
  assert.deepEqual(removal, { removed: forgotten.length, left: 1 });
  for (const sha256 of forgotten) assert.equal(await files.stat(sha256), null);
  for (const sha256 of [fresh, named, marked]) assert.notEqual(await files.stat(sha256), null);
  const left = await db.q.selectFrom("object_removals").select(["sha256", "cause_id"]).orderBy("sha256").execute();
  assert.deepEqual(
    left.map(({ sha256 }) => sha256),
    [fresh, marked].sort(),
  );
  assert.equal(left.find(({ sha256 }) => sha256 === marked)?.cause_id, cause);
});
