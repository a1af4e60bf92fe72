// Edits that wait in the browser: one entry for each page, taken over when a page is gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PendingEdit } from "./edit-queue.ts";
import { KeptEdits, type PageLocks } from "./kept-edits.ts";

const edit = (id: string): PendingEdit => ({ id, operations: [{ op: "set_title", title: id }], before: [] });

function memory() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

/** Locks of one browser; a page that is gone lets go. */
function browserLocks() {
  const held = new Map<string, string>();
  return {
    close: (page: string) => {
      for (const [name, holder] of held) if (holder === page) held.delete(name);
    },
    of: (page: string): PageLocks =>
      ({
        request: async (name: string, _: unknown, run: (lock: { readonly name: string } | null) => unknown) => {
          if (held.has(name)) return run(null);
          held.set(name, page);
          const answer = run({ name });
          if (answer instanceof Promise) return answer;
          held.delete(name);
          return answer;
        },
      }) as unknown as PageLocks,
  };
}

const idsOf = (edits: readonly PendingEdit[]) => edits.map(({ id }) => id);

test("two pages keep their edits apart; a third one takes over what a closed page left, and only that", async () => {
  const store = memory();
  const locks = browserLocks();
  const pageOf = (pageId: string) => new KeptEdits({ sectionId: "s", store, locks: locks.of(pageId), pageId });
  const [first, second] = [pageOf("1"), pageOf("2")];
  first.keep([edit("a"), edit("b")]);
  second.keep([edit("c")]);
  assert.deepEqual(idsOf(first.read()), ["a", "b"]);
  assert.deepEqual(idsOf(second.read()), ["c"]);
  locks.close("1");
  const taken: PendingEdit[] = [];
  const third = pageOf("3");
  await third.recover((edits) => {
    taken.push(...edits);
    third.keep(taken);
  });
  assert.deepEqual(idsOf(taken), ["a", "b"]);
  assert.deepEqual(idsOf(third.read()), ["a", "b"]);
  assert.deepEqual(idsOf(first.read()), [], "the entry of the closed page is gone");
  assert.deepEqual(idsOf(second.read()), ["c"], "the open page keeps its own");
});

test("the entry that earlier versions shared is taken over; those of other chapters and broken ones are not", async () => {
  const store = memory();
  store.setItem("fullcast.edits.s", JSON.stringify([edit("old")]));
  store.setItem("fullcast.edits.s.dead", "{ broken");
  store.setItem("fullcast.edits.other.dead", JSON.stringify([edit("other")]));
  const kept = new KeptEdits({ sectionId: "s", store, locks: null, pageId: "1" });
  const taken: PendingEdit[] = [];
  await kept.recover((edits) => taken.push(...edits));
  assert.deepEqual(idsOf(taken), ["old"]);
  assert.deepEqual(
    [...Array(store.length).keys()].map((at) => store.key(at)),
    ["fullcast.edits.other.dead"],
  );
});
