import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { StepFailure } from "../step.ts";
import { structureAway } from "./structure-text.ts";
import type { StructureTask } from "./structured-script.ts";

const NARRATOR = "11111111-1111-4111-8111-111111111111";
const onLinux = { skip: existsSync("/proc/self/stat") ? false : "it looks at /proc" };
const signal = new AbortController().signal;

function taskOf(text: string, maxBlocks = 100_000): StructureTask {
  return { text, known: [], narratorId: NARRATOR, maxBlocks, askBelow: null };
}

const TALK = "“Come in,” said Ada. “It is late.”\n\n“So it is,” said Ben, and he sat down.\n\n".repeat(700);

async function linesOf(text: string, confined: boolean) {
  const result = await structureAway(taskOf(text), { signal, confined });
  if (result.kind !== "script") throw new Error(result.kind);
  return {
    blocks: result.blocks.map((block) => [block.kind, block.content.type === "text" ? block.content.text : null]),
    people: result.created.map(({ name, gender }) => [name, gender]),
  };
}

test("a limited child process makes the same script as a thread, in the order of the text", async () => {
  const inThread = await linesOf(TALK, false);
  assert.equal(inThread.blocks.map(([, text]) => text).join(""), TALK);
  assert.ok(inThread.blocks.length > 2_500);
  assert.deepEqual(await linesOf(TALK, true), inThread);
});

test("a text with more blocks than allowed is refused, in a thread and in a child", async () => {
  for (const confined of [false, true]) {
    const task = taskOf("# a\n".repeat(300_000), 1_000);
    assert.deepEqual(await structureAway(task, { signal, confined }), { kind: "too_many_blocks" });
  }
});

test("a child that exceeds its limit fails the step with a clear code", async () => {
  for (const limits of [{ wallSeconds: 0.2 }, { memoryKib: 100_000 }]) {
    await assert.rejects(structureAway(taskOf(TALK), { signal, confined: true, limits }), (error) => {
      return error instanceof StepFailure && error.code === "STUDIO_WORKFLOW_LIMIT_EXCEEDED";
    });
  }
});

test("a child that is killed from outside is restarted, so kills fail no step", onLinux, async () => {
  const made = linesOf(TALK, true);
  let killed: number | undefined;
  while (killed === undefined) {
    killed = childrenOf(process.pid)[0];
    await turn();
  }
  process.kill(killed, "SIGKILL");
  assert.equal((await made).blocks.map(([, text]) => text).join(""), TALK);
});

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return readFileSync(`/proc/${one}/stat`, "latin1").split(") ")[1]?.split(" ")[1] === `${pid}`;
      } catch {
        return false;
      }
    });
}

test("the same text is structured once for two who want it at the same time; one that leaves takes nothing from the other", async () => {
  const leaving = new AbortController();
  const sectionId = randomUUID();
  const [one, other, left] = await Promise.allSettled([
    structureAway(taskOf(TALK), { signal, confined: false, sectionId }),
    structureAway(taskOf(TALK), { signal, confined: false, sectionId }),
    structureAway(taskOf(TALK), { signal: leaving.signal, confined: false, sectionId }).finally(() => undefined),
    Promise.resolve().then(() => leaving.abort(new Error("left"))),
  ]);
  assert.ok(one.status === "fulfilled" && other.status === "fulfilled" && left.status === "rejected");
  assert.ok(one.value.kind === "script" && other.value.kind === "script");
  // The ids of lines are random: equal ones are of one script.
  assert.equal(one.value.blocks[0]?.id, other.value.blocks[0]?.id);
  const again = await structureAway(taskOf(TALK), { signal, confined: false, sectionId });
  assert.ok(again.kind === "script" && again.blocks[0]?.id !== one.value.blocks[0]?.id);
});

test("two sections with the same text have lines of their own", async () => {
  const structured = () => structureAway(taskOf(TALK), { signal, confined: false, sectionId: randomUUID() });
  const [one, other] = await Promise.all([structured(), structured()]);
  assert.ok(one.kind === "script" && other.kind === "script");
  assert.notEqual(one.blocks[0]?.id, other.blocks[0]?.id);
});
