import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalTurns } from "./local-turns.ts";

const never = new AbortController().signal;

test("an account without a step under way does not wait for the long steps of another one; a third one does", async () => {
  const turns = createLocalTurns(2);
  const started: string[] = [];
  const take = async (account: string) => {
    const leave = await turns.take(account, never);
    started.push(account);
    return leave;
  };
  const novel = [take("a"), take("a"), take("a"), take("a")];
  const story = take("b");
  const third = take("c");
  const endStory = await story;
  assert.deepEqual(started, ["a", "a", "b"]);
  const [endFirst] = await Promise.all(novel.slice(0, 2));
  endFirst?.();
  const endThird = await third;
  assert.deepEqual(started, ["a", "a", "b", "c"]);
  endStory();
  endStory();
  endThird();
  await novel[2];
  assert.deepEqual(started, ["a", "a", "b", "c", "a"]);
});

test("a step that leaves while it waits takes no place", async () => {
  const turns = createLocalTurns(1);
  const end = await turns.take("a", never);
  const controller = new AbortController();
  const left = turns.take("a", controller.signal);
  controller.abort(new Error("stopped"));
  await assert.rejects(left, /stopped/);
  const next = turns.take("a", never);
  end();
  (await next)();
});
