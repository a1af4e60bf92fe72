// Compares a book that was read with the story as it is now.

import { ApiError, type Caller } from "@fullcast/contract";
import type { EditionChapter, EditionPlan } from "@fullcast/core/edition";
import { createThreadPool, ThreadError } from "../compute/compute.ts";
import { blocksOf, type SectionRow, sectionsOfProject } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { findProject, type ProjectRow } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { sourcesOf } from "./edition-store.ts";
import type { EditionJob } from "./edition-thread.ts";

const HEAP_MIB = 1_536;
const PATIENCE_MS = 120_000;
const IDLE_MS = 10_000;

const pool = createThreadPool<EditionJob, EditionPlan>({
  program: new URL("./edition-thread.ts", import.meta.url),
  threads: 1,
  heapMib: HEAP_MIB,
  patienceMs: () => PATIENCE_MS,
  idleMs: IDLE_MS,
});

export interface Comparison {
  readonly project: ProjectRow;
  readonly sections: readonly SectionRow[];
  readonly job: EditionJob;
  readonly plan: EditionPlan;
  /** Changes with the file, its chosen chapters, and every version of the story. */
  readonly hash: string;
}

/** @throws ApiError NOT_FOUND, BOOK_UNREADABLE when the comparison exceeds its limits */
export async function compareEdition(
  services: Pick<Services, "db">,
  caller: Caller,
  projectId: string,
  chapters: readonly EditionChapter[],
  signal: AbortSignal,
): Promise<Comparison> {
  const project = await findProject(services, caller, projectId);
  const sections = await sectionsOfProject(services, projectId);
  const sources = await sourcesOf(
    services,
    sections.map(({ id }) => id),
  );
  const scripts = [];
  for (const { id, title } of sections) {
    const blocks = (await blocksOf(services, id)).map(({ block }) => block);
    const text = blocks.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
    scripts.push({ title, base: sources.get(id) ?? text, blocks });
  }
  const job = { sections: scripts, chapters };
  const plan = withOwnBlocks(await compared(job, signal), job);
  return { project, sections, job, plan, hash: comparisonHash(project, sections, chapters) };
}

/** The plan with the story's own blocks where the thread returned copies of them. */
function withOwnBlocks(plan: EditionPlan, { sections }: EditionJob): EditionPlan {
  const own = new Map(sections.flatMap(({ blocks }) => blocks.map((block) => [block.id, block] as const)));
  return {
    ...plan,
    chapters: plan.chapters.map((chapter) => ({
      ...chapter,
      blocks: chapter.blocks.map((one) =>
        one.kind === "kept" || (one.kind === "moved" && !one.isChanged)
          ? { ...one, block: own.get(one.block.id) ?? one.block }
          : one,
      ),
    })),
  };
}

/** The hash of what a comparison depends on. */
export function comparisonHash(
  project: ProjectRow,
  sections: readonly SectionRow[],
  chapters: readonly EditionChapter[],
): string {
  const versions = sections.map(({ id, document_version }) => `${id} ${document_version}`);
  const texts = chapters.map(({ title, text }) => sha256(`${title}\n${text}`));
  return sha256([project.id, project.section_order_version, ...versions, "", ...texts].join("\n"));
}

async function compared(job: EditionJob, signal: AbortSignal): Promise<EditionPlan> {
  try {
    return await pool.run(job, { signal });
  } catch (error) {
    if (!(error instanceof ThreadError) || error.kind !== "limits") throw error;
    const explanation =
      "The book cannot be compared with the story within the memory and the time that a file may take.";
    throw new ApiError("BOOK_UNREADABLE", { reason: "limits", explanation });
  }
}
