// Structures a text outside of the main thread: in a thread or, for a job whose process ended abruptly several times, in a
// limited child process. If the text crashes the child, the server continues.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Block } from "@fullcast/core/document";
import { createThreadPool, type ProcessLimits, runLimited, ThreadError } from "../../compute/compute.ts";
import { StepFailure } from "../step.ts";
import type { StructureAnswer, StructuredScript, StructureTask } from "./structured-script.ts";

/** A section of 8 MiB with the maximum of blocks takes at most 1 GiB, and half a minute on a slow processor. */
const HEAP_MIB = 1_536;
const PATIENCE_MS = 600_000;
const IDLE_MS = 30_000;
const LIMITS: ProcessLimits = {
  memoryKib: 3 * 1024 * 1024,
  heapMib: 256,
  cpuSeconds: 600,
  wallSeconds: 1_200,
  fileBytes: 0,
};
const PROGRAM = fileURLToPath(new URL("./structure-process.ts", import.meta.url));
/** A child that is killed from outside (by a person, or because the machine is out of memory) is restarted. */
const MOST_KILLS = 3;

export const createStructurePool = (threads: number) =>
  createThreadPool<StructureTask, StructuredScript, readonly Block[]>({
    program: new URL("./structure-thread.ts", import.meta.url),
    threads,
    heapMib: HEAP_MIB,
    patienceMs: () => PATIENCE_MS,
    idleMs: IDLE_MS,
  });

const pool = createStructurePool(availableParallelism());

/** Starts a structuring thread for the next text. Returns at once. */
export const warmStructuring = (): void => pool.warm(1);

export interface Structuring {
  readonly signal: AbortSignal;
  /** Whether the text is structured in a limited child process. */
  readonly confined: boolean;
  /** Whose text it is: the same task of the same section is done once. Absent: the task is done for this caller alone. */
  readonly sectionId?: string;
  /** For tests: other limits of the child. */
  readonly limits?: Partial<ProcessLimits>;
}

/**
 * @throws StepFailure STUDIO_WORKFLOW_LIMIT_EXCEEDED if the thread or child exceeds its memory or time; the signal's reason.
 */
export async function structureAway(task: StructureTask, how: Structuring): Promise<StructuredScript> {
  if (!how.confined) return inThread(task, how);
  const blocks: Block[] = [];
  const onItem = (slice: readonly Block[]) => {
    for (const block of slice) blocks.push(block);
  };
  const result = await inChild(task, how, onItem, () => blocks.splice(0));
  return result.kind === "script" ? { ...result, blocks } : result;
}

/** A text that a thread works on. Callers that want the same script wait for the same answer. */
interface Shared {
  readonly sectionId: string | undefined;
  readonly task: StructureTask;
  readonly answer: Promise<StructuredScript>;
  readonly stop: AbortController;
  waiting: number;
}

const underWay = new Set<Shared>();

async function inThread(task: StructureTask, { signal, sectionId }: Structuring): Promise<StructuredScript> {
  signal.throwIfAborted();
  // The answer has the ids of new blocks and people, so it belongs to one section.
  const isWanted = (one: Shared) => one.sectionId === sectionId && isSame(one.task, task);
  const shared = (sectionId === undefined ? undefined : [...underWay].find(isWanted)) ?? begin(task, sectionId);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  shared.waiting++;
  try {
    return await Promise.race([shared.answer, aborted]);
  } catch (error) {
    if (error instanceof ThreadError && error.kind === "limits") throw limitExceeded();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
    shared.waiting--;
    if (shared.waiting === 0) {
      underWay.delete(shared);
      shared.stop.abort(signal.reason);
    }
  }
}

function begin(task: StructureTask, sectionId: string | undefined): Shared {
  const stop = new AbortController();
  const blocks: Block[] = [];
  const onItem = (slice: readonly Block[]) => {
    for (const block of slice) blocks.push(block);
  };
  const answer = pool
    .run(task, { signal: stop.signal, onItem })
    .then((result) => (result.kind === "script" ? { ...result, blocks } : result));
  // All who waited may have left.
  answer.catch(() => undefined);
  const shared: Shared = { sectionId, task, answer, stop, waiting: 0 };
  underWay.add(shared);
  return shared;
}

const isSame = ({ text, ...rest }: StructureTask, other: StructureTask): boolean => {
  const { text: otherText, ...others } = other;
  return text.length === otherText.length && text === otherText && JSON.stringify(rest) === JSON.stringify(others);
};

async function inChild(
  task: StructureTask,
  { signal, limits }: Structuring,
  onProgress: (slice: readonly Block[]) => void,
  forget: () => void,
): Promise<StructuredScript> {
  for (let kills = 0; kills < MOST_KILLS; kills++) {
    forget();
    const end = await runLimited<StructureAnswer, readonly Block[]>(PROGRAM, task, {
      limits: { ...LIMITS, ...limits },
      signal,
      onProgress,
      trusted: true,
    });
    switch (end.kind) {
      case "answered":
        if (end.answer.kind === "limits" || end.answer.kind === "died") throw limitExceeded();
        return end.answer;
      case "aborted":
        throw signal.reason;
      case "unstarted":
        throw new Error("the structuring process could not be started");
      case "limits":
      case "broken":
        throw limitExceeded();
      case "killed":
      case "stopped":
        break;
    }
  }
  throw limitExceeded();
}

const limitExceeded = () => new StepFailure("STUDIO_WORKFLOW_LIMIT_EXCEEDED");
