// A listener of a public link keeps the place for other devices, with a token and without a key.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { removeUnusedPlaces } from "../../packages/server/sharing/sharing.ts";
import { inDatabase } from "./in-database.ts";
import { refused, sharedServer } from "./server.ts";
import { createBook, createStory } from "./story.ts";

const server = await sharedServer();
/** No key takes part. */
const listener = () => server.withKey("");

const publication = () => ({ schema_version: 1 as const, client_mutation_id: randomUUID(), make_files: false });
async function published(projectId: string) {
  const { share_link } = await server.client.call("publishProject", { params: { projectId }, body: publication() });
  return share_link?.slug ?? assert.fail("no link");
}
const book = await createBook(server.client, "One.", "Two.");
const [first = "", second = ""] = book.sectionIds;
const slug = await published(book.projectId);
const at = (section_id: string | null, position_ms: number) => ({ section_id, position_ms });
const create = (shareSlug: string, body = at(first, 1_000)) =>
  listener().call("createListenerPlace", { params: { shareSlug }, body });
const of = (shareSlug: string, token: string) => ({ params: { shareSlug }, headers: { "place-token": token } });
const read = async (shareSlug: string, token: string) =>
  (await listener().call("readListenerPlace", of(shareSlug, token))).place;

test("a place is created, read and written with its token; the newest wins and has the highest version", async () => {
  const { token, place } = await create(slug);
  assert.match(token, /^[\w-]{22}$/);
  assert.deepEqual([place.section_id, place.position_ms, place.version], [first, 1_000, 1]);
  assert.deepEqual(await read(slug, token), place);
  const write = (body: ReturnType<typeof at>) => listener().call("writeListenerPlace", { ...of(slug, token), body });
  const phone = await write(at(second, 760_000));
  assert.deepEqual([phone.place.section_id, phone.place.version], [second, 2]);
  await write(at(first, 5_000));
  const { place: last } = await write(at(null, 0));
  assert.deepEqual([last.section_id, last.position_ms, last.version], [null, 0, 4]);
  assert.deepEqual(await read(slug, token), last);
  assert.ok(last.written_at >= place.written_at);
  await listener().call("deleteListenerPlace", of(slug, token));
  await refused(read(slug, token), 404, "NOT_FOUND");
  await refused(write(at(first, 1)), 404, "NOT_FOUND");
});

test("another token, and a token below another link, open nothing; the answer is that of a link that does not exist", async () => {
  const { token } = await create(slug);
  const other = await createBook(server.client, "Another story.");
  const elsewhere = await published(other.projectId);
  for (const [where, what] of [
    [slug, "x".repeat(22)],
    [slug, ""],
    [slug, "'; drop table listener_places; --"],
    [elsewhere, token],
    ["y".repeat(22), token],
  ] as const) {
    await refused(read(where, what), 404, "NOT_FOUND");
    const body = at(null, 0);
    await refused(listener().call("writeListenerPlace", { ...of(where, what), body }), 404, "NOT_FOUND");
    await refused(listener().call("deleteListenerPlace", of(where, what)), 404, "NOT_FOUND");
  }
  await refused(create("y".repeat(22)), 404, "NOT_FOUND");
  assert.equal((await read(slug, token)).position_ms, 1_000);
  const bare = await server.request(`/shared/${slug}/place`, { key: null });
  assert.deepEqual([bare.status, bare.body.error.code], [400, "INVALID_REQUEST"]);
});

test("the chapter must be behind the link: not one of another story, not another chapter of a published section", async () => {
  const other = await createBook(server.client, "Another story.");
  await refused(create(slug, at(other.sectionIds[0] ?? "", 0)), 404, "NOT_FOUND");
  const { share_link } = await server.client.call("publishSection", {
    params: { sectionId: first },
    body: publication(),
  });
  const ofSection = share_link?.slug ?? "";
  await refused(create(ofSection, at(second, 0)), 404, "NOT_FOUND");
  const { token } = await create(ofSection, at(first, 7));
  const body = at(second, 0);
  await refused(listener().call("writeListenerPlace", { ...of(ofSection, token), body }), 404, "NOT_FOUND");
  assert.equal((await read(ofSection, token)).position_ms, 7);
});

test("a place ends with the link; a new publication does not bring it back", async () => {
  const { projectId } = await createStory(server.client);
  const own = await published(projectId);
  const { token } = await create(own, at(null, 0));
  await server.client.call("revokeProjectShare", { params: { projectId } });
  await refused(read(own, token), 404, "NOT_FOUND");
  const again = await published(projectId);
  await refused(read(again, token), 404, "NOT_FOUND");
  await inDatabase(server, async ({ q }) => {
    const rows = await q
      .selectFrom("listener_places")
      .innerJoin("share_links", "share_links.id", "share_link_id")
      .select("slug")
      .where("slug", "=", own)
      .execute();
    assert.deepEqual(rows, []);
  });
});

test("a deleted chapter leaves an empty place; a deleted story leaves none", async () => {
  const { projectId, sectionIds } = await createBook(server.client, "One.", "Two.");
  const own = await published(projectId);
  const { token } = await create(own, at(sectionIds[1] ?? "", 300));
  await inDatabase(server, async ({ q }) => {
    await q
      .deleteFrom("sections")
      .where("id", "=", sectionIds[1] ?? "")
      .execute();
  });
  assert.equal((await read(own, token)).section_id, null);
  await server.client.call("deleteProject", {
    params: { projectId },
    body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: true },
  });
  await refused(read(own, token), 404, "NOT_FOUND");
});

test("the server keeps a hash, a chapter, a position and times, and nothing else", async () => {
  const { token } = await create(slug, at(first, 4_321));
  await inDatabase(server, async ({ q }) => {
    const rows = await q.selectFrom("listener_places").selectAll().where("position_ms", "=", 4_321).execute();
    assert.equal(rows.length, 1);
    const [row] = rows;
    assert.deepEqual(Object.keys(row ?? {}).toSorted(), [
      "created_at",
      "position_ms",
      "section_id",
      "share_link_id",
      "token_hash",
      "version",
      "written_at",
    ]);
    assert.ok(!JSON.stringify(row).includes(token));
  });
});

test("a link takes 30 new places a minute, a place 30 writes at once; the answer states how long to wait", async () => {
  const { projectId } = await createStory(server.client);
  const own = await published(projectId);
  const made = await Promise.all(Array.from({ length: 30 }, () => create(own, at(null, 0))));
  const limited = await refused(create(own, at(null, 0)), 429, "RATE_LIMITED");
  assert.ok(Number((limited.details as { retry_after_seconds?: number }).retry_after_seconds) > 0);
  // Another story's listeners do not wait.
  const other = await published((await createStory(server.client)).projectId);
  await create(other, at(null, 0));
  const token = made[0]?.token ?? "";
  const writes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, position) =>
      listener().call("writeListenerPlace", { ...of(own, token), body: at(null, position) }),
    ),
  );
  const passed = writes.filter(({ status }) => status === "fulfilled").length;
  assert.ok(passed >= 30 && passed < 60, `${passed} writes`);
});

test("places that are not used end: after 90 days, and after two days if they were never written again", async () => {
  const ages = [
    { version: 1, days: 1, stays: true },
    { version: 1, days: 3, stays: false },
    { version: 2, days: 89, stays: true },
    { version: 2, days: 91, stays: false },
  ];
  const made: { readonly token: string; readonly version: number; readonly days: number; readonly stays: boolean }[] =
    [];
  for (const age of ages) made.push({ ...age, token: (await create(slug)).token });
  const { createHash } = await import("node:crypto");
  await inDatabase(server, async (db) => {
    for (const { token, version, days } of made) {
      await db.q
        .updateTable("listener_places")
        .set({ version, written_at: new Date(Date.now() - days * 86_400_000) })
        .where("token_hash", "=", createHash("sha256").update(token).digest("hex"))
        .execute();
    }
    await removeUnusedPlaces({ db, clock: () => new Date() });
  });
  for (const { token, stays } of made) {
    if (stays) assert.equal((await read(slug, token)).section_id, first);
    else await refused(read(slug, token), 404, "NOT_FOUND");
  }
});

test("a deleted account leaves no place", async () => {
  const own = await server.ofNewAccount();
  const { projectId } = await createStory(own.client);
  const { share_link } = await own.client.call("publishProject", { params: { projectId }, body: publication() });
  const { token } = await create(share_link?.slug ?? "", at(null, 0));
  const { id } = await own.client.call("readProfile");
  await server.owner.call("deleteAccount", { params: { accountId: id } });
  await refused(read(share_link?.slug ?? "", token), 404, "NOT_FOUND");
});
