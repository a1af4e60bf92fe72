// What was heard, compared with the lines: sums and divergent places. Computed at the request from the kept texts, so an edit of
// the story or its lexicon counts at once.

import type { Caller } from "@fullcast/contract";
import { type TakeComparison, timeOfRun } from "@fullcast/core/certificate";
import { createFairQueue, createThreadPool } from "../compute/compute.ts";
import { findSection, sectionsOfProject } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { keyOf, recogniserFor } from "./start.ts";
import { certificateOf, type HeardLine, heardLines } from "./store.ts";

type Reader = Pick<Services, "db" | "settings">;
type Compared = Parameters<typeof import("@fullcast/core/certificate").compareTake>[0];

const PAGE = 500;
const SHOWN_UNITS = 300;
/** Of the line on each side of the words. */
const CONTEXT_UNITS = 80;
const HEAP_MIB = 512;
const PATIENCE_MS = 60_000;
const IDLE_MS = 10_000;

const pool = createThreadPool<readonly Compared[], readonly TakeComparison[]>({
  program: new URL("./compare-thread.ts", import.meta.url),
  threads: 1,
  heapMib: HEAP_MIB,
  patienceMs: () => PATIENCE_MS,
  idleMs: IDLE_MS,
});
const turns = createFairQueue({ atOnce: 1 });

export interface Sums {
  /** Lines that play a take, and those whose take was heard. */
  readonly lines: number;
  readonly heard_lines: number;
  /** Words of the heard lines without names of the lexicon, and those that were heard as they are written. */
  readonly words: number;
  readonly confirmed_words: number;
}

interface Place {
  readonly section_id: string;
  readonly block_id: string;
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly before: string;
  readonly words: string;
  readonly after: string;
  readonly expected: string;
  readonly heard: string;
}

/** @throws ApiError NOT_FOUND */
export async function readConfirmedWords(
  services: Reader,
  caller: Caller,
  projectId: string,
  query: { readonly section_id?: string | undefined; readonly from: number; readonly limit: number },
  signal: AbortSignal,
) {
  await findProject(services, caller, projectId);
  if (query.section_id !== undefined) await findSection(services, caller, query.section_id);
  const all = await sectionsOfProject(services, projectId);
  const sections = all.map(({ id }) => id).filter((id) => query.section_id === undefined || id === query.section_id);
  const places: Place[] = [];
  let found = 0;
  const sums = await compareSections(services, caller.accountId, projectId, sections, signal, (place) => {
    if (found >= query.from && places.length < query.limit) places.push(place);
    found += 1;
  });
  const next = query.from + places.length;
  return {
    project_id: projectId,
    ...sums,
    divergence_count: found,
    divergences: places,
    next_from: next < found && places.length > 0 ? next : null,
  };
}

/** Sums over sections of a project; null when nothing of them was heard. */
export async function confirmedWords(
  services: Reader,
  accountId: string,
  projectId: string,
  sectionIds: readonly string[],
): Promise<Sums | null> {
  const sums = await compareSections(services, accountId, projectId, sectionIds, undefined, () => {});
  return sums.heard_lines === 0 ? null : sums;
}

async function compareSections(
  services: Reader,
  accountId: string,
  projectId: string,
  sectionIds: readonly string[],
  signal: AbortSignal | undefined,
  onPlace: (place: Place) => void,
): Promise<Sums> {
  const key = keyOf(await certificateOf(services, projectId), await recogniserFor(services, projectId)) ?? "";
  const sums = { lines: 0, heard_lines: 0, words: 0, confirmed_words: 0 };
  await turns.run(
    accountId,
    async () => {
      for (const sectionId of sectionIds) {
        for (let after = -1; ; ) {
          signal?.throwIfAborted();
          const lines = await heardLines(services, sectionId, accountId, key, after, PAGE);
          const heard = lines.flatMap((line) => (line.heard === null ? [] : [{ ...line, heard: line.heard }]));
          sums.lines += lines.length;
          sums.heard_lines += heard.length;
          const compared = await comparedLines(heard, signal);
          compared.forEach(({ words, confirmed, runs }, index) => {
            sums.words += words;
            sums.confirmed_words += confirmed;
            const { block_id, words: timed, duration_ms, content } = heard[index]!;
            for (const run of runs) {
              const { start_utf16, end_utf16, expected, heard: said } = run;
              onPlace({
                ...{ section_id: sectionId, block_id, start_utf16, end_utf16 },
                ...timeOfRun(run, timed, duration_ms),
                before: beforeOf(content.text, start_utf16),
                words: shown(content.text.slice(start_utf16, end_utf16)),
                after: afterOf(content.text, end_utf16),
                expected: shown(expected),
                heard: shown(said),
              });
            }
          });
          const last = lines.at(-1);
          if (last === undefined || lines.length < PAGE) break;
          after = last.position;
        }
      }
    },
    signal,
  );
  return sums;
}

const shown = (words: string): string => words.slice(0, SHOWN_UNITS).toWellFormed();

async function comparedLines(
  lines: readonly (HeardLine & { readonly heard: string })[],
  signal: AbortSignal | undefined,
): Promise<readonly TakeComparison[]> {
  if (lines.length === 0) return [];
  const job = lines.map(({ content, parts, provider, heard }) => ({ content, parts, provider, heard }));
  return pool.run(job, { signal });
}

/** The words before a place. Where the line is longer they begin with a whole word after "… ", the sign of a cut. */
function beforeOf(text: string, start: number): string {
  const from = Math.max(0, start - CONTEXT_UNITS);
  const part = text.slice(from, start);
  return (from === 0 ? part : `… ${part.replace(/^\S{0,20}\s+/u, "")}`).toWellFormed();
}

function afterOf(text: string, end: number): string {
  const part = text.slice(end, end + CONTEXT_UNITS);
  return (end + CONTEXT_UNITS >= text.length ? part : `${part.replace(/\s+\S{0,20}$/u, "")} …`).toWellFormed();
}
