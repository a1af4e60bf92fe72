// A run that makes further takes of one line.

import type { Caller } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { takesPlan } from "@fullcast/core/workflow";
import { sql } from "kysely";
import type { SectionRow } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { runIdOf, startRun } from "./create.ts";
import { findRun, toWireWorkflow } from "./read.ts";
import type { TakesScope } from "./takes-scope.ts";

/** Runs in the caller's transaction, which holds the line. @returns the id of the run. */
export async function startTakesRun(
  services: Parameters<typeof startRun>[0],
  caller: Caller,
  section: SectionRow,
  wanted: Omit<TakesScope, "kind" | "first_seed"> & { readonly mutationId: string },
): Promise<string> {
  const { mutationId, ...given } = wanted;
  const id = runIdOf(caller, mutationId);
  const scope: TakesScope = { kind: "takes", ...given, first_seed: await nextSeed(services, section, given.block_id) };
  await startRun(services, caller, {
    id,
    projectId: section.project_id,
    kind: "create_audio",
    automationProfile: null,
    snapshot: { schema_version: 2, takes: scope as unknown as JsonValue },
    scope,
    steps: takesPlan(section.id),
    sections: new Map([[section.id, section]]),
    resumes: null,
  });
  return id;
}

async function nextSeed({ db }: Pick<Services, "db">, section: SectionRow, blockId: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max((target_scope->>'first_seed')::int + (target_scope->>'count')::int - 1) as last
    from workflow_runs
    where project_id = ${section.project_id} and target_scope->>'kind' = 'takes' and target_scope->>'block_id' = ${blockId}
  `.execute(db.q);
  return (rows[0]?.last ?? 0) + 1;
}

export async function wireRun(services: Pick<Services, "db">, caller: Caller, runId: string) {
  return toWireWorkflow(await findRun(services, caller, runId));
}
