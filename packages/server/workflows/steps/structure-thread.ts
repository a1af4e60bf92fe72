// The thread that structures texts. It sends blocks in slices, so that a long script never blocks the main thread.

import type { Block } from "@fullcast/core/document";
import { answerJobs } from "../../compute/thread-side.ts";
import { type StructuredScript, type StructureTask, structuredScript } from "./structured-script.ts";

const SLICE = 1_000;

answerJobs<StructureTask, StructuredScript, readonly Block[]>(async (task, { send }) => {
  const result = structuredScript(task);
  if (result.kind !== "script") return result;
  for (let from = 0; from < result.blocks.length; from += SLICE) await send(result.blocks.slice(from, from + SLICE));
  return { ...result, blocks: [] };
});
