// The SQL of workflow runs and steps.

import { type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { insertMany } from "../db/db.ts";
import type { WorkflowRunsTable, WorkflowStepsTable } from "../db/tables.ts";
import { CHOICE, IS_HELD } from "../documents/documents.ts";
import type { Services } from "../services.ts";

export const WORKFLOW_QUEUE = "workflow";

type Db = Pick<Services, "db">;
export type RunRow = Selectable<WorkflowRunsTable>;
export type StepRow = Selectable<WorkflowStepsTable>;

export interface RunWithSteps {
  readonly run: RunRow;
  /** Ascending step_index. */
  readonly steps: readonly StepRow[];
}

/** Reads run and steps in one statement, so that they are consistent. */
export async function loadRun({ db }: Db, runId: string): Promise<RunWithSteps | undefined> {
  const found = await db.q
    .selectFrom("workflow_runs as r")
    .selectAll("r")
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("workflow_steps as s")
          .selectAll("s")
          .whereRef("s.workflow_run_id", "=", "r.id")
          .orderBy("s.step_index"),
      ).as("steps"),
    )
    .where("r.id", "=", runId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { steps, ...run } = found;
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    run,
    // JSON contains times as text.
    steps: steps.map((step) => ({
      ...step,
      created_at: new Date(step.created_at),
      updated_at: new Date(step.updated_at),
      started_at: date(step.started_at),
      completed_at: date(step.completed_at),
    })),
  };
}

export async function stepsOf({ db }: Db, runId: string): Promise<StepRow[]> {
  return db.q
    .selectFrom("workflow_steps")
    .selectAll()
    .where("workflow_run_id", "=", runId)
    .orderBy("step_index")
    .execute();
}

/** Locks the run until the caller's transaction ends, and reads it. */
export async function lockRun({ db }: Db, runId: string): Promise<RunWithSteps | undefined> {
  const run = await db.q.selectFrom("workflow_runs").selectAll().where("id", "=", runId).forUpdate().executeTakeFirst();
  return run === undefined ? undefined : { run, steps: await stepsOf({ db }, runId) };
}

export async function insertRun({ db }: Db, run: RunRow, steps: readonly StepRow[]): Promise<void> {
  await db.q
    .insertInto("workflow_runs")
    .values({
      ...run,
      profile_snapshot: JSON.stringify(run.profile_snapshot),
      target_scope: run.target_scope === null ? null : JSON.stringify(run.target_scope),
    })
    .execute();
  await insertMany(
    db as Services["db"],
    "workflow_steps",
    steps.map((step) => ({ ...step, result_summary: JSON.stringify(step.result_summary) })),
  );
}

export async function saveStep({ db }: Db, step: StepRow): Promise<void> {
  await db.q
    .updateTable("workflow_steps")
    .set({
      status: step.status,
      execution_document_version: step.execution_document_version,
      result_summary: JSON.stringify(step.result_summary),
      issue_kind: step.issue_kind,
      error_code: step.error_code,
      error_message: step.error_message,
      updated_at: step.updated_at,
      started_at: step.started_at,
      completed_at: step.completed_at,
      attempt: step.attempt,
    })
    .where("id", "=", step.id)
    .execute();
}

export async function saveRun({ db }: Db, run: RunRow): Promise<void> {
  await db.q
    .updateTable("workflow_runs")
    .set({
      status: run.status,
      cancel_requested_at: run.cancel_requested_at,
      cancel_acknowledged_at: run.cancel_acknowledged_at,
      updated_at: run.updated_at,
      started_at: run.started_at,
      completed_at: run.completed_at,
    })
    .where("id", "=", run.id)
    .execute();
}

export async function latestRunId({ db }: Db, projectId: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom("workflow_runs")
    .select("id")
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The run that most recently added a step for a section of the project. */
export async function latestRunIdOfSection(
  { db }: Db,
  projectId: string,
  sectionId: string,
): Promise<string | undefined> {
  const row = await db.q
    .selectFrom("workflow_steps")
    .innerJoin("workflow_runs", "workflow_runs.id", "workflow_steps.workflow_run_id")
    .select("workflow_runs.id")
    .where("workflow_steps.section_id", "=", sectionId)
    .where("workflow_runs.project_id", "=", projectId)
    .orderBy("workflow_steps.created_at", "desc")
    .orderBy("workflow_runs.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function unfinishedRuns({ db }: Db): Promise<readonly Pick<RunRow, "id" | "account_id" | "urgency">[]> {
  return db.q
    .selectFrom("workflow_runs")
    .select(["id", "account_id", "urgency"])
    .where("completed_at", "is", null)
    .orderBy("created_at")
    .execute();
}

/** Enqueues the job that advances a run. Joins the caller's transaction. */
export async function enqueueRun(
  { jobs }: Pick<Services, "jobs">,
  run: Pick<RunRow, "id" | "account_id" | "urgency">,
  delaySeconds = 0,
): Promise<void> {
  await jobs.enqueue(WORKFLOW_QUEUE, run.id, {}, { delaySeconds, party: run.account_id, urgency: run.urgency });
}

/**
 * How many earlier runs of the same project still make audio of several whole sections. A book is created by several runs;
 * they follow each other, so that its first chapters are finished first. 0 for a run of one section, which a person chose,
 * and for a run that has begun.
 */
export async function booksBefore({ db }: Db, { run, steps }: RunWithSteps): Promise<number> {
  const isOfBook = new Set(steps.map(({ section_id }) => section_id)).size > 1;
  if (run.workflow_kind !== "create_audio" || !isOfBook || run.started_at !== null) return 0;
  const { count } = await db.q
    .selectFrom("workflow_runs as r")
    .select((eb) => eb.cast<number>(eb.fn.countAll(), "integer").as("count"))
    .where("r.project_id", "=", run.project_id)
    .where("r.workflow_kind", "=", "create_audio")
    .where("r.completed_at", "is", null)
    .where("r.cancel_requested_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("r.created_at", "<", run.created_at),
        eb.and([eb("r.created_at", "=", run.created_at), eb("r.id", "<", run.id)]),
      ]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("workflow_steps as one")
          .innerJoin("workflow_steps as other", "other.workflow_run_id", "one.workflow_run_id")
          .select("one.id")
          .whereRef("one.workflow_run_id", "=", "r.id")
          .where("one.step_index", "=", 0)
          .whereRef("other.section_id", "<>", "one.section_id"),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** The unfinished runs of a project. */
export async function unfinishedRunsOfProject({ db }: Db, projectId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom("workflow_runs")
    .select("id")
    .where("project_id", "=", projectId)
    .where("completed_at", "is", null)
    .execute();
  return rows.map((row) => row.id);
}

export async function unfinishedRunsOfAccount({ db }: Db, accountId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom("workflow_runs")
    .select("id")
    .where("account_id", "=", accountId)
    .where("completed_at", "is", null)
    .execute();
  return rows.map((row) => row.id);
}

/** The runs with an active step of the section. */
export async function runsActiveInSection({ db }: Db, sectionId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom("workflow_steps")
    .select("workflow_run_id")
    .distinct()
    .where("section_id", "=", sectionId)
    .where("status", "=", "active")
    .execute();
  return rows.map((row) => row.workflow_run_id);
}

export interface UnmadeBlock {
  readonly section_id: string;
  readonly id: string;
}

/**
 * Blocks with spoken text but without current audio. Locked and recorded blocks are left out. All blocks, or only the
 * targets.
 */
export async function unmadeBlocks(
  { db }: Db,
  sectionIds: readonly string[],
  targets: readonly string[] | null,
  withEffects = false,
): Promise<UnmadeBlock[]> {
  const chosen = targets === null ? sql`true` : sql`b.id in (${sql.join(targets)})`;
  const effects = withEffects ? sql`(b.kind = 'sfx' and b.generatable)` : sql`false`;
  const { rows } = await sql<UnmadeBlock>`
    select b.section_id, b.id
    from blocks b
    left join renditions r on r.section_id = b.section_id and r.block_id = b.id and r.intent_hash = b.intent_hash
      and r.rank = 0
    ${CHOICE}
    where not ${IS_HELD} and b.section_id in (${sql.join(sectionIds)}) and ${chosen} and r.id is null
      and (${effects} or (b.kind in ('speech', 'narration') and b.generatable) or (b.kind = 'unparsed' and b.content->>'text' ~ '[^[:space:]]'))
  `.execute(db.q);
  return rows;
}

/** The number of characters of a project with current audio, and the duration of that audio. */
export async function spokenLengths(
  { db }: Db,
  projectId: string,
): Promise<{ readonly characters: number; readonly audio_ms: number }> {
  const { rows } = await sql<{ characters: number; audio_ms: number }>`
    select coalesce(sum(b.text_length), 0)::float8 as characters, coalesce(sum(r.duration_ms), 0)::float8 as audio_ms
    from sections s
    join blocks b on b.section_id = s.id and b.kind in ('speech', 'narration')
    join renditions r on r.section_id = b.section_id and r.block_id = b.id and r.intent_hash = b.intent_hash and r.rank = 0
    where s.project_id = ${projectId}
  `.execute(db.q);
  return rows[0] ?? { characters: 0, audio_ms: 0 };
}

/** The speed of the account's last runs, milliseconds of audio per second. Null without such runs. */
export async function pastSpeed({ db }: Db, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ audio_ms: number | null; seconds: number | null }>`
    select sum((step.result_summary->>'audio_ms')::float8) as audio_ms,
      sum(extract(epoch from step.completed_at - step.started_at))::float8 as seconds
    from (select r.id from projects p join workflow_runs r on r.project_id = p.id
          where p.account_id = ${accountId} and r.workflow_kind = 'create_audio'
          order by r.created_at desc limit 10) run
    join workflow_steps step on step.workflow_run_id = run.id
    where step.step_kind = 'generate_stale_audio' and step.status = 'succeeded'
  `.execute(db.q);
  const [row] = rows;
  if (row === undefined || !row.audio_ms || !row.seconds || row.audio_ms < 10_000) return null;
  return row.audio_ms / Math.max(0.1, row.seconds);
}

/** A step of the same kind for the same section, of a run that started earlier. */
export interface EarlierStep {
  readonly id: string;
  /** The scope of its run. Null: the whole section. */
  readonly target_scope: unknown;
}

/** Active steps that make audio of the same section and started before this one. */
export async function earlierAudioSteps({ db }: Db, step: StepRow): Promise<readonly EarlierStep[]> {
  return db.q
    .selectFrom("workflow_steps as s")
    .innerJoin("workflow_runs as r", "r.id", "s.workflow_run_id")
    .select(["s.id", "r.target_scope"])
    .where("s.section_id", "=", step.section_id)
    .where("s.step_kind", "=", "generate_stale_audio")
    .where("s.status", "=", "active")
    .where("s.id", "<>", step.id)
    .where((eb) =>
      eb.or([
        eb("s.started_at", "<", step.started_at),
        eb.and([eb("s.started_at", "=", step.started_at), eb("s.id", "<", step.id)]),
      ]),
    )
    .execute();
}

/** Whether this is the current attempt of the step. Joins the caller's transaction and locks the step until it ends. */
export async function isPresentAttempt({ db }: Db, step: Pick<StepRow, "id" | "attempt">): Promise<boolean> {
  const row = await db.q
    .selectFrom("workflow_steps")
    .select("attempt")
    .where("id", "=", step.id)
    .forUpdate()
    .executeTakeFirst();
  return row?.attempt === step.attempt;
}

/**
 * Runs `work` in a transaction if this is the current attempt of the step.
 * @returns whether it is.
 */
export async function whilePresent(
  services: Db,
  step: Pick<StepRow, "id" | "attempt">,
  work: () => Promise<void>,
): Promise<boolean> {
  return services.db.transaction(async () => {
    if (!(await isPresentAttempt(services, step))) return false;
    await work();
    return true;
  });
}

export type EngineStop = { readonly provider: string; readonly kind: "quota" | "auth"; readonly message: string };

/** The engines that get no further requests of a run. */
export async function engineStops({ db }: Db, runId: string): Promise<readonly EngineStop[]> {
  return db.q
    .selectFrom("engine_stops")
    .select(["provider", "kind", "message"])
    .where("workflow_run_id", "=", runId)
    .execute();
}

export async function stopEngine({ db }: Db, runId: string, stop: EngineStop): Promise<void> {
  await db.q
    .insertInto("engine_stops")
    .values({ workflow_run_id: runId, ...stop })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
