import type { Caller } from "@fullcast/contract";
import { requireStorage } from "../accounts/accounts.ts";
import type { SectionRow } from "../documents/documents.ts";
import type { ProjectRow } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { EXPORT_QUEUE } from "./advance.ts";
import { endExport } from "./end-export.ts";
import {
  type ExportRow,
  type ExportSubject,
  exportsOfSubject,
  insertExport,
  outdatedWaiting,
  QUEUED,
  type SectionExportRow,
  UNFINISHED,
} from "./store.ts";

/** The file of an earlier identical export. */
export interface ReusableFile {
  readonly exportId: string;
  readonly artifactId: string;
  readonly manifestHash: string;
  readonly timelineSha256: string;
  readonly durationMs: number;
}

/**
 * Inserts an export of the section's current versions, with its job. It is completed at once when a reusable file exists.
 * Waiting exports of older versions in this format are superseded. Runs in the caller's transaction. @throws ApiError STORAGE_QUOTA_EXCEEDED
 */
export async function queueExport(
  services: Pick<Services, "db" | "clock" | "newId" | "jobs" | "settings">,
  caller: Pick<Caller, "accountId">,
  what: { readonly section: SectionRow; readonly project: ProjectRow; readonly format: ExportRow["format"] },
  reusable: ReusableFile | null,
): Promise<SectionExportRow> {
  const { section, project, format } = what;
  if (reusable === null) await requireStorage(services, caller.accountId);
  const at = services.clock();
  const subject: ExportSubject = {
    section_id: section.id,
    format,
    document_version: section.document_version,
    speaker_registry_version: project.speaker_registry_version,
    mastering_version: project.mastering_version,
  };
  await supersedeOutdated(services, subject);
  const underWay = (await exportsOfSubject(services, subject)).some((other) =>
    (UNFINISHED as readonly string[]).includes(other.status),
  );
  const queued: SectionExportRow = {
    ...QUEUED,
    ...subject,
    id: services.newId(),
    account_id: caller.accountId,
    project_id: section.project_id,
    cache_result: underWay ? "coalesced" : "miss",
    created_at: at,
  };
  if (reusable === null) {
    await insertExport(services, queued);
    await services.jobs.enqueue(EXPORT_QUEUE, queued.id, {}, { party: queued.account_id });
    return queued;
  }
  const reused: SectionExportRow = {
    ...queued,
    status: "completed",
    phase: "complete",
    percent: 100,
    cache_result: "reused",
    manifest_hash: reusable.manifestHash,
    timeline_sha256: reusable.timelineSha256,
    duration_ms: reusable.durationMs,
    artifact_id: reusable.artifactId,
    started_at: at,
    completed_at: at,
  };
  await insertExport(services, reused);
  return reused;
}

/** Supersedes waiting exports of the same section and format whose versions are outdated. */
async function supersedeOutdated(services: Pick<Services, "db" | "clock">, subject: ExportSubject): Promise<void> {
  for (const id of await outdatedWaiting(services, subject)) {
    await endExport(services, id, {
      status: "superseded",
      phase: "cancelled",
      error_code: "EXPORT_SUPERSEDED",
      error_message: "A newer export of the section replaced this one.",
    });
  }
}
