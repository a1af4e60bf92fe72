import { ApiError, type Caller } from "@fullcast/contract";
import { bookChangedAt } from "../books/books.ts";
import { canonicalRequest, once } from "../db/once.ts";
import { findSection } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { compileSection } from "../timelines/timelines.ts";
import { queueExport, type ReusableFile } from "./queue-export.ts";
import { findExport, toWireExport } from "./read-exports.ts";
import { artifactsById, type ExportRow, type ExportSubject, exportsOfSubject } from "./store.ts";

export interface CreateExportBody {
  readonly schema_version: 1;
  readonly section_id: string;
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
  readonly format: ExportRow["format"];
}

type Creator = Pick<Services, "db" | "clock" | "newId" | "jobs" | "engines" | "signer" | "publicUrl" | "settings">;

/** 202 for new work, also when it joins identical work; 200 when an identical unexpired file is reused. */
export async function createExport(services: Creator, caller: Caller, idempotencyKey: string, body: CreateExportBody) {
  await findSection(services, caller, body.section_id);
  const reusable = await reusableFile(services, caller, body);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: `export:${idempotencyKey}`,
      operation: "createExport",
      request: canonicalRequest({ ...body }),
    },
    async () => {
      const section = await findSection(services, caller, body.section_id);
      const project = await findProject(services, caller, section.project_id);
      checkVersion("document_version", body.document_version, section.document_version);
      checkVersion("speaker_registry_version", body.speaker_registry_version, project.speaker_registry_version);
      checkVersion("mastering_version", body.mastering_version, project.mastering_version);
      const { id } = await queueExport(services, caller, { section, project, format: body.format }, reusable);
      return { id, reused: reusable !== null };
    },
  );
  const data = await toWireExport(services, await findExport(services, caller, result.id));
  return result.reused || replayed ? { status: 200 as const, data } : { status: 202 as const, data };
}

function checkVersion(field: string, expected: number, current: number): void {
  if (expected !== current) throw new ApiError("VERSION_CONFLICT", { field, expected, current });
}

/**
 * A finished export of the same versions whose file still exists. Null when takes or book data have changed since.
 */
export async function reusableFile(
  services: Pick<Creator, "db" | "clock" | "engines">,
  caller: Pick<Caller, "accountId">,
  subject: ExportSubject,
): Promise<ReusableFile | null> {
  const { project_id } = await findSection(services, caller, subject.section_id);
  const since = await bookChangedAt(services, project_id);
  const done = (await exportsOfSubject(services, subject)).filter(
    (row) => row.status === "completed" && (since === null || row.created_at > since),
  );
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
  const compiled = await compileSection(services, caller, subject.section_id, { withWords: false });
  if (compiled.kind !== "compiled" || compiled.manifestHash !== live.manifest_hash) return null;
  return {
    exportId: live.id,
    artifactId: live.artifact_id,
    manifestHash: compiled.manifestHash,
    timelineSha256: live.timeline_sha256,
    durationMs: compiled.manifest.duration_ms,
  };
}
