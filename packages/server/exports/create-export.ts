import { ApiError, type Caller } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { findSection } from "../documents/documents.ts";
import { compileSection } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { EXPORT_QUEUE } from "./advance.ts";
import { findExport, toWireExport } from "./read-exports.ts";
import {
  artifactsById,
  type ExportRow,
  type ExportSubject,
  exportsOfSubject,
  insertExport,
  outdatedWaiting,
  updateExport,
} from "./store.ts";

export interface CreateExportBody {
  readonly schema_version: 1;
  readonly section_id: string;
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
  readonly format: ExportRow["format"];
}

type Creator = Pick<Services, "db" | "clock" | "newId" | "jobs" | "engines" | "signer" | "publicUrl">;

const UNFINISHED = new Set(["queued", "running", "retry_wait"]);

/** 202 for new work (also when it joins identical work under way), 200 when an identical unexpired file is reused. */
export async function createExport(services: Creator, caller: Caller, idempotencyKey: string, body: CreateExportBody) {
  if (body.format === "epub") {
    throw new ApiError("INVALID_REQUEST", {
      issues: [{ path: "format", message: "epub is not available in this version; choose mp3, wav, m4b or srt" }],
    });
  }
  const section = await findSection(services, caller, body.section_id);
  const reusable = await reusableExport(services, caller, body);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: `export:${idempotencyKey}`,
      operation: "createExport",
      request: canonicalRequest({ ...body }),
    },
    async () => {
      const project = await findProject(services, caller, section.project_id);
      const saved = await findSection(services, caller, body.section_id);
      checkVersion("document_version", body.document_version, saved.document_version);
      checkVersion("speaker_registry_version", body.speaker_registry_version, project.speaker_registry_version);
      checkVersion("mastering_version", body.mastering_version, project.mastering_version);
      const id = services.newId();
      const at = services.clock();
      const fresh: ExportRow = {
        id,
        account_id: caller.accountId,
        project_id: section.project_id,
        section_id: section.id,
        format: body.format,
        status: "queued",
        phase: "queued",
        percent: 0,
        cache_result: "miss",
        document_version: body.document_version,
        speaker_registry_version: body.speaker_registry_version,
        mastering_version: body.mastering_version,
        manifest_hash: null,
        timeline_sha256: null,
        duration_ms: null,
        artifact_id: null,
        error_code: null,
        error_message: null,
        attempts: 0,
        created_at: at,
        started_at: null,
        completed_at: null,
      };
      await supersedeOutdated(services, body, at);
      if (reusable !== null) {
        await insertExport(services, {
          ...fresh,
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
        });
        return { id, reused: true };
      }
      const underWay = (await exportsOfSubject(services, body)).some((other) => UNFINISHED.has(other.status));
      await insertExport(services, { ...fresh, cache_result: underWay ? "coalesced" : "miss" });
      await services.jobs.enqueue(EXPORT_QUEUE, id, {});
      return { id, reused: false };
    },
  );
  const row = await findExport(services, caller, result.id);
  const data = await toWireExport(services, row);
  return result.reused || replayed ? { status: 200 as const, data } : { status: 202 as const, data };
}

function checkVersion(field: string, expected: number, current: number): void {
  if (expected !== current) throw new ApiError("VERSION_CONFLICT", { field, expected, current });
}

/** A finished export of the same versions whose file is still there, when the audio is still the same takes. */
async function reusableExport(
  services: Creator,
  caller: Caller,
  subject: ExportSubject,
): Promise<{ artifactId: string; manifestHash: string; timelineSha256: string; durationMs: number } | null> {
  const done = (await exportsOfSubject(services, subject)).filter((row) => row.status === "completed");
  const artifacts = await artifactsById(
    services,
    done.flatMap((row) => row.artifact_id ?? []),
  );
  const now = services.clock();
  const live = done.find((row) => {
    const artifact = row.artifact_id === null ? undefined : artifacts.get(row.artifact_id);
    return artifact !== undefined && artifact.expires_at > now;
  });
  if (live === undefined || live.artifact_id === null || live.timeline_sha256 === null) return null;
  const compiled = await compileSection(services, caller, subject.section_id);
  if (compiled.kind !== "compiled" || compiled.manifestHash !== live.manifest_hash) return null;
  return {
    artifactId: live.artifact_id,
    manifestHash: compiled.manifestHash,
    timelineSha256: live.timeline_sha256,
    durationMs: compiled.manifest.duration_ms,
  };
}

/** Exports of the same section and format that still wait for versions that are no longer saved. */
async function supersedeOutdated(services: Pick<Services, "db">, subject: ExportSubject, at: Date): Promise<void> {
  for (const id of await outdatedWaiting(services, subject)) {
    await updateExport(services, id, {
      status: "superseded",
      phase: "cancelled",
      error_code: "EXPORT_SUPERSEDED",
      error_message: "A newer export of the section took the place of this one.",
      completed_at: at,
    });
  }
}
