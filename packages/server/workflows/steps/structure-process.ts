// The limited child process that structures one text. It runs the usual thread, so that its main thread stays free to
// notice the end of its parent.

import type { Block } from "@fullcast/core/document";
import { answerParent } from "../../compute/child-side.ts";
import { ThreadError } from "../../compute/compute.ts";
import { createStructurePool } from "./structure-text.ts";
import type { StructureAnswer, StructureTask } from "./structured-script.ts";

answerParent<StructureTask, StructureAnswer, readonly Block[]>({
  answer: async (task, report) => {
    try {
      return await createStructurePool(1).run(task, { onItem: report });
    } catch (error) {
      return { kind: error instanceof ThreadError && error.kind === "limits" ? "limits" : "died" };
    }
  },
});
