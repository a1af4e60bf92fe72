// Finds the file of an export, or renders it.

import { rm } from "node:fs/promises";
import { LIMITS } from "@fullcast/contract";
import { safeFileName } from "@fullcast/core/packaging";
import { type RenderJob, type RenderResult, renderInChildProcess } from "../codec/codec.ts";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import type { ContentServices, FileContent } from "./content.ts";
import { contentOf } from "./file-content.ts";
import { CONTENT_TYPES } from "./formats.ts";
import { recordingsIn } from "./recorded-sounds.ts";
import { type ArtifactRow, type ExportRow, findArtifact, loadExport, type NewArtifact, updateExport } from "./store.ts";
import { withLocalFiles } from "./stored-render.ts";

const DAY_MS = 86_400_000;
/** How long a file is kept after it was made, or prolonged. */
export const ARTIFACT_LIFE_MS = LIMITS.export_kept_days * DAY_MS;
const PROGRESS_MS = 500;

export interface MadeArtifact {
  readonly artifact: ArtifactRow | NewArtifact;
  readonly isNew: boolean;
}

/**
 * @param cancelled makes the abort reason of a cancelled export
 * @throws ExportFailure, RenderError, StorageError; the controller's reason when it is aborted.
 */
export async function makeArtifact(
  services: ContentServices,
  row: ExportRow,
  controller: AbortController,
  cancelled: () => Error,
): Promise<MadeArtifact> {
  const content = await contentOf(services, row, controller.signal);
  await updateExport(services, row.id, {
    phase: "claiming_artifact",
    percent: 1,
    manifest_hash: content.manifestHash,
    timeline_sha256: content.timelineSha256,
    duration_ms: content.durationMs,
  });
  const found = await findArtifact(services, row.account_id, content.key);
  if (found !== undefined && (await services.files.stat(found.sha256)) !== null) {
    return { artifact: found, isNew: false };
  }
  const output = services.files.temporary(`.${row.format}`);
  try {
    const stored = await content.job();
    const recorded = await recordingsIn(services, row.account_id, stored);
    const result = await withLocalFiles(services.files, stored, controller.signal, (job) =>
      render(services, row.id, { ...job, output_path: output, concurrency: services.cores }, controller, cancelled),
    );
    await updateExport(services, row.id, { phase: "uploading", percent: 99 });
    const file = await services.files.adopt(output, result.sha256);
    return { isNew: true, artifact: artifactOf(services, row, content, { ...file, result, recorded }) };
  } finally {
    await rm(output, { force: true });
  }
}

function artifactOf(
  services: Pick<Services, "clock" | "newId">,
  row: ExportRow,
  content: FileContent,
  made: {
    readonly sha256: string;
    readonly size: number;
    readonly result: RenderResult;
    readonly recorded: readonly string[];
  },
): NewArtifact {
  const at = services.clock();
  return {
    id: services.newId(),
    account_id: row.account_id,
    artifact_key: content.key,
    sha256: made.sha256,
    filename: safeFileName(content.name, row.format),
    content_type: CONTENT_TYPES[row.format],
    size_bytes: made.size,
    report: JSON.stringify(made.result),
    created_at: at,
    expires_at: new Date(at.getTime() + ARTIFACT_LIFE_MS),
    file_removed: false,
    recorded: JSON.stringify(made.recorded),
  };
}

async function render(
  services: Pick<Services, "db" | "log">,
  exportId: string,
  job: RenderJob,
  controller: AbortController,
  cancelled: () => Error,
): Promise<RenderResult> {
  let reportedAt = 0;
  let reporting: Promise<void> = Promise.resolve();
  const result = await renderInChildProcess(job, {
    signal: controller.signal,
    onProgress: ({ phase, done_ms, total_ms }) => {
      const now = performance.now();
      if (now - reportedAt < PROGRESS_MS) return;
      reportedAt = now;
      const percent = 2 + Math.floor((96 * done_ms) / Math.max(1, total_ms));
      reporting = reporting
        .then(() => updateExport(services, exportId, { phase, percent: Math.min(98, percent) }))
        .then(async () => {
          // Another process may have cancelled the export.
          const row = await loadExport(services, exportId);
          if (row === undefined || row.status === "canceling") controller.abort(cancelled());
        })
        .catch((error: unknown) => services.log.warn("export progress not recorded", faultFields(error)));
    },
  });
  await reporting;
  return result;
}
