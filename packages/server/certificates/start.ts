// Starts, states and cancels the check of a project's takes.

import { ApiError, type Caller } from "@fullcast/contract";
import { bookOf } from "../books/books.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { createRecogniser, type Recogniser } from "./recogniser.ts";
import {
  CERTIFICATE_QUEUE,
  certificateOf,
  endCertificate,
  forgetUnusable,
  takeCounts,
  writeCertificate,
} from "./store.ts";

type Reader = Pick<Services, "db" | "settings">;

/** The recogniser for a project; null if none is configured. */
export async function recogniserFor(services: Reader, projectId: string): Promise<Recogniser | null> {
  const { recogniser } = services.settings;
  if (recogniser === null) return null;
  return createRecogniser(recogniser, (await bookOf(services, projectId))?.language ?? null);
}

/** Idempotent while it runs. @throws ApiError NOT_FOUND; RECOGNISER_MISSING without a recogniser */
export async function startCertificate(
  services: Reader & Pick<Services, "jobs" | "clock">,
  caller: Caller,
  projectId: string,
) {
  await findProject(services, caller, projectId);
  const recogniser = await recogniserFor(services, projectId);
  if (recogniser === null) throw new ApiError("RECOGNISER_MISSING", {});
  await services.db.transaction(async () => {
    await services.db.q.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
    const row = await certificateOf(services, projectId);
    if (row?.state === "running" && row.recogniser_key === recogniser.key) return;
    await forgetUnusable(services, caller.accountId, recogniser.key);
    await writeCertificate(services, {
      project_id: projectId,
      account_id: caller.accountId,
      state: "running",
      recogniser_key: recogniser.key,
      recogniser: recogniser.name,
      fault: null,
      started_at: services.clock(),
      ended_at: null,
    });
    await services.jobs.enqueue(CERTIFICATE_QUEUE, projectId, {});
  });
  return readCertificate(services, caller, projectId);
}

/** What was heard is kept. @throws ApiError NOT_FOUND */
export async function cancelCertificate(services: Reader & Pick<Services, "clock">, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  await endCertificate(services, projectId, "cancelled");
  return readCertificate(services, caller, projectId);
}

/** @throws ApiError NOT_FOUND */
export async function readCertificate(services: Reader, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  const row = await certificateOf(services, projectId);
  const recogniser = await recogniserFor(services, projectId);
  const { lines, heard } = await takeCounts(services, projectId, keyOf(row, recogniser));
  return {
    project_id: projectId,
    state: row?.state ?? ("none" as const),
    recogniser: recogniser?.name ?? null,
    lines,
    heard_lines: heard,
    fault: row?.fault ?? null,
    started_at: row?.started_at.toISOString() ?? null,
    ended_at: row?.ended_at?.toISOString() ?? null,
  };
}

/** Whose answers count: those of the last check; before one, those of the recogniser. */
export const keyOf = (row: { readonly recogniser_key: string } | undefined, recogniser: Recogniser | null) =>
  row?.recogniser_key ?? recogniser?.key ?? null;
