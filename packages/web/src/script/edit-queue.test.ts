// Edits on their way: in order, once, over a server that is away and over a reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditQueue, type PendingEdit, type Sent } from "./edit-queue.ts";

const edit = (id: string): PendingEdit => ({ id, operations: [{ op: "set_title", title: id }], before: [] });

function memory() {
  let kept: readonly PendingEdit[] = [];
  return {
    read: () => [...kept],
    keep: (edits: readonly PendingEdit[]) => {
      kept = [...edits];
    },
  };
}

function queueThat(send: (edit: PendingEdit) => Promise<Sent>, kept = memory()) {
  return new EditQueue({ send, kept, onChange: () => undefined, wait: async () => undefined });
}

test("edits are sent one at a time and in order", async () => {
  const sent: string[] = [];
  let atOnce = 0;
  const queue = queueThat(async ({ id }) => {
    assert.equal(++atOnce, 1);
    await Promise.resolve();
    atOnce--;
    sent.push(id);
    return { kind: "done" };
  });
  for (const id of ["1", "2", "3"]) queue.add(edit(id));
  await queue.settled();
  assert.deepEqual(sent, ["1", "2", "3"]);
});

test("while the server is away the same edit waits with the same id, and the others behind it", async () => {
  const tries: string[] = [];
  const states: boolean[] = [];
  const queue = queueThat(async ({ id }) => {
    tries.push(id);
    states.push(queue.away);
    return tries.length < 3 ? { kind: "away" } : { kind: "done" };
  });
  queue.add(edit("1"));
  queue.add(edit("2"));
  await queue.settled();
  assert.deepEqual(tries, ["1", "1", "1", "2"]);
  assert.deepEqual(states, [false, true, true, false]);
});

test("a reload of the page finds the edits that were not sent", async () => {
  const kept = memory();
  const never = queueThat(() => new Promise<Sent>(() => undefined), kept);
  never.add(edit("1"));
  never.add(edit("2"));
  const sent: string[] = [];
  const next = queueThat(async ({ id }) => {
    sent.push(id);
    return { kind: "done" };
  }, kept);
  await next.run();
  assert.deepEqual(sent, ["1", "2"]);
  assert.deepEqual(kept.read(), []);
});

test("an edit that was put onto a newer script is sent in its place", async () => {
  const sent: string[] = [];
  const queue = queueThat(async ({ id }) => {
    sent.push(id);
    return id === "1" ? { kind: "again", edit: edit("1b") } : { kind: "done" };
  });
  queue.add(edit("1"));
  queue.add(edit("2"));
  await queue.settled();
  assert.deepEqual(sent, ["1", "1b", "2"]);
});

test("edits of a page that is gone are kept and sent once, after those that wait here", async () => {
  const sent: string[] = [];
  const kept = memory();
  const queue = queueThat(async ({ id }) => {
    sent.push(id);
    return { kind: "done" };
  }, kept);
  queue.add(edit("1"));
  queue.adopt([edit("1"), edit("2"), edit("3")]);
  assert.deepEqual(
    kept.read().map(({ id }) => id),
    ["1", "2", "3"],
  );
  await queue.settled();
  assert.deepEqual(sent, ["1", "2", "3"]);
});
