// One advancement of an export: compile the manifest, find or render the file, keep it.

import { rm } from "node:fs/promises";
import type { FailureCode } from "@fullcast/contract";
import { safeFileName } from "@fullcast/core/packaging";
import { assetIdsOf, type RenderManifest, type UnitWordTimings } from "@fullcast/core/timeline";
import { RenderError, type RenderJob, type RenderResult, renderInChildProcess } from "../codec/codec.ts";
import { StorageError } from "../files/files.ts";
import { sha256 } from "../hash.ts";
import { faultFields } from "../log.ts";
import { assetsOf, compileSection, wordTimingsOf } from "../media/media.ts";
import type { Services } from "../services.ts";
import { bookOf } from "./book-text.ts";
import { endExport } from "./end-export.ts";
import { peopleOf } from "./file-people.ts";
import { CONTENT_TYPES, type FileFormat } from "./formats.ts";
import {
  type ArtifactRow,
  type ExportRow,
  exportsOfSubject,
  findArtifact,
  insertArtifact,
  loadExport,
  lockExport,
  updateExport,
} from "./store.ts";
import { storeTimeline } from "./timeline-file.ts";

export const EXPORT_QUEUE = "export";

const ARTIFACT_LIFE_MS = 30 * 86_400_000;
const ATTEMPTS = 3;
const RETRY_SECONDS = 5;
const COALESCED_SECONDS = 2;
const PROGRESS_MS = 500;

export type ExportServices = Pick<Services, "db" | "files" | "engines" | "jobs" | "clock" | "newId" | "log" | "cores">;

/** Which exports render in this process, so that a cancellation here reaches them at once. */
export interface RunningExports {
  add(exportId: string, controller: AbortController): void;
  remove(exportId: string): void;
  cancel(exportId: string): void;
}

class ExportCancelled extends Error {
  override readonly name = "ExportCancelled";
}

export function runningExports(): RunningExports {
  const controllers = new Map<string, AbortController>();
  return {
    add: (id, controller) => void controllers.set(id, controller),
    remove: (id) => void controllers.delete(id),
    cancel: (id) => controllers.get(id)?.abort(new ExportCancelled("the export was cancelled")),
  };
}

/** The file could not be made, and why. */
class ExportFailure extends Error {
  override readonly name = "ExportFailure";
  readonly code: FailureCode;
  readonly retry: boolean;
  constructor(code: FailureCode, message: string, retry = false) {
    super(message);
    this.code = code;
    this.retry = retry;
  }
}

const superseded = (): ExportFailure =>
  new ExportFailure("EXPORT_SUPERSEDED", "The section was changed before its export could be made.");

/** Makes the file of an export. Safe to be called again at any time, for any export. */
export async function advanceExport(
  services: ExportServices & { readonly runningExports: RunningExports },
  exportId: string,
  stopping: AbortSignal,
): Promise<void> {
  const started = await start(services, exportId);
  if (started === undefined) return;
  const controller = new AbortController();
  const stop = () => controller.abort(stopping.reason);
  // The stop may have come while the export was begun; then nobody is told of it any more.
  if (stopping.aborted) stop();
  stopping.addEventListener("abort", stop, { once: true });
  services.runningExports.add(exportId, controller);
  try {
    controller.signal.throwIfAborted();
    const artifact = await makeArtifact(services, started, controller);
    await finish(services, exportId, artifact);
  } catch (error) {
    if (controller.signal.aborted && controller.signal.reason instanceof ExportCancelled) {
      return await close(services, exportId, { status: "cancelled", phase: "cancelled" });
    }
    // The process is stopping: the export stays running and is done again after the start.
    if (controller.signal.aborted) throw error;
    await fail(services, started, error);
  } finally {
    stopping.removeEventListener("abort", stop);
    services.runningExports.remove(exportId);
  }
}

async function start(services: ExportServices, exportId: string): Promise<ExportRow | undefined> {
  return services.db.transaction(async () => {
    const row = await lockExport(services, exportId);
    if (row === undefined || row.completed_at !== null) return undefined;
    const at = services.clock();
    if (row.status === "canceling") {
      await endExport(services, exportId, { status: "cancelled", phase: "cancelled" });
      return undefined;
    }
    if (row.cache_result === "coalesced" && (await isUnderWay(services, row))) {
      // Another process makes this very file: look again when it is there.
      await services.jobs.enqueue(EXPORT_QUEUE, exportId, {}, { delaySeconds: COALESCED_SECONDS });
      return undefined;
    }
    const change = { status: "running", phase: "compiling", started_at: row.started_at ?? at, percent: 0 };
    await updateExport(services, exportId, change);
    return { ...row, ...change };
  });
}

/** Whether an identical export is running elsewhere. */
async function isUnderWay(services: ExportServices, row: ExportRow): Promise<boolean> {
  const same = await exportsOfSubject(services, row);
  return same.some((other) => other.id !== row.id && other.status === "running");
}

interface Made {
  readonly manifest: RenderManifest;
  readonly manifestHash: string;
  readonly artifact: ArtifactRow | (Omit<ArtifactRow, "report"> & { readonly report: string });
  readonly isNew: boolean;
}

async function makeArtifact(services: ExportServices, row: ExportRow, controller: AbortController): Promise<Made> {
  const compiled = await compileSection(services, { accountId: row.account_id }, row.section_id);
  if (compiled.kind === "too_large") {
    throw new ExportFailure(
      "EXPORT_MANIFEST_TOO_LARGE",
      `The section needs ${compiled.count} ${compiled.subject.replaceAll("_", " ")}; a manifest holds ${compiled.limit}. Split the section.`,
    );
  }
  const { manifest, manifestHash, section, chapters } = compiled;
  const outdated =
    manifest.document_version !== row.document_version ||
    manifest.speaker_registry_version !== row.speaker_registry_version ||
    manifest.mastering_version !== row.mastering_version;
  if (outdated) throw superseded();
  const [gap] = manifest.gaps;
  if (gap !== undefined) {
    throw new ExportFailure(
      "EXPORT_AUDIO_INCOMPLETE",
      `${manifest.gaps.length} blocks have no current audio; the first is block ${gap.block_index} (${gap.block_id}): ${gap.reason}.`,
    );
  }
  if (manifest.sequential_units.length === 0) {
    throw new ExportFailure("EXPORT_AUDIO_INCOMPLETE", "The section says nothing, so there is no audio to export.");
  }
  const wordTimings = await wordTimingsOf(services, manifest);
  await updateExport(services, row.id, {
    phase: "claiming_artifact",
    percent: 1,
    manifest_hash: manifestHash,
    timeline_sha256: await storeTimeline(services, { manifest, unit_word_timings: wordTimings }),
    duration_ms: manifest.duration_ms,
  });
  // What the bytes depend on beside the timeline: format, tags, chapters.
  const key = sha256(JSON.stringify([row.format, manifestHash, section.title, chapters]));
  const found = await findArtifact(services, row.account_id, key);
  if (found !== undefined && (await services.files.stat(found.sha256)) !== null) {
    return { manifest, manifestHash, artifact: found, isNew: false };
  }
  const { format } = row;
  const output = services.files.temporary(`.${format}`);
  try {
    const job = await renderJob(services, { format, compiled, wordTimings, output });
    const result = await render(services, row.id, job, controller);
    await progress(services, row.id, "uploading", 99);
    const stored = await services.files.adopt(output, result.sha256);
    const at = services.clock();
    return {
      manifest,
      manifestHash,
      isNew: true,
      artifact: {
        id: services.newId(),
        account_id: row.account_id,
        artifact_key: key,
        sha256: stored.sha256,
        filename: safeFileName(section.title, format),
        content_type: CONTENT_TYPES[format],
        size_bytes: stored.size,
        report: JSON.stringify(result),
        created_at: at,
        expires_at: new Date(at.getTime() + ARTIFACT_LIFE_MS),
        file_removed: false,
      },
    };
  } finally {
    await rm(output, { force: true });
  }
}

async function renderJob(
  services: ExportServices,
  what: {
    readonly wordTimings: readonly UnitWordTimings[];
    readonly format: FileFormat;
    readonly compiled: Extract<Awaited<ReturnType<typeof compileSection>>, { kind: "compiled" }>;
    readonly output: string;
  },
): Promise<RenderJob> {
  const { manifest, section, chapters } = what.compiled;
  const assets = await assetsOf(services, assetIdsOf(manifest));
  const people = await peopleOf(services, section.project_id, manifest);
  const book = what.format === "epub" ? await bookOf(services, section, manifest) : undefined;
  if (book === null) throw superseded();
  return {
    format: what.format,
    parts: [
      {
        title: section.title,
        manifest,
        chapters,
        word_timings: what.format === "srt" || what.format === "epub" ? what.wordTimings : [],
        ...(what.format === "srt" ? { speaker_names: people.speakerNames } : {}),
        ...(book === undefined ? {} : { text: book.text }),
      },
    ],
    ...(book === undefined ? {} : { publication: book.publication }),
    assets: [...assets.values()].map((asset) => ({ asset_id: asset.id, path: services.files.path(asset.sha256) })),
    tags: { title: section.title, album: null, artist: null, language: null, narrators: people.narrators },
    mastering: manifest.mastering_profile,
    output_path: what.output,
    concurrency: services.cores,
  };
}

async function render(
  services: ExportServices,
  exportId: string,
  job: RenderJob,
  controller: AbortController,
): Promise<RenderResult> {
  let told = 0;
  let telling: Promise<void> = Promise.resolve();
  const result = await renderInChildProcess(job, {
    signal: controller.signal,
    onProgress: ({ phase, done_ms, total_ms }) => {
      const now = performance.now();
      if (now - told < PROGRESS_MS) return;
      told = now;
      const percent = 2 + Math.floor((96 * done_ms) / Math.max(1, total_ms));
      telling = telling
        .then(() => progress(services, exportId, phase, Math.min(98, percent)))
        .then(async () => {
          // Another process may have asked for the end.
          const row = await loadExport(services, exportId);
          if (row === undefined || row.status === "canceling") controller.abort(new ExportCancelled("cancelled"));
        })
        .catch((error: unknown) => services.log.warn("export progress not recorded", faultFields(error)));
    },
  });
  await telling;
  return result;
}

async function progress(
  services: Pick<Services, "db">,
  exportId: string,
  phase: string,
  percent: number,
): Promise<void> {
  await updateExport(services, exportId, { phase, percent });
}

async function finish(services: ExportServices, exportId: string, made: Made): Promise<void> {
  await services.db.transaction(async () => {
    const row = await lockExport(services, exportId);
    if (row === undefined || row.completed_at !== null) return;
    const { artifact } = made;
    if (made.isNew) await insertArtifact(services, artifact as typeof artifact & { report: string });
    await endExport(services, exportId, {
      status: "completed",
      phase: "complete",
      percent: 100,
      artifact_id: artifact.id,
      // What was coalesced finds the file of the export that it joined.
      ...(made.isNew || row.cache_result === "coalesced" ? {} : { cache_result: "reused" as const }),
    });
  });
}

async function close(
  services: Pick<Services, "db" | "clock">,
  exportId: string,
  change: Parameters<typeof endExport>[2],
): Promise<void> {
  await services.db.transaction(async () => {
    const row = await lockExport(services, exportId);
    if (row === undefined || row.completed_at !== null) return;
    await endExport(services, exportId, change);
  });
}

async function fail(services: ExportServices, row: ExportRow, error: unknown): Promise<void> {
  const failure = toFailure(services, row.id, error);
  if (failure.code === "EXPORT_SUPERSEDED") {
    return close(services, row.id, {
      status: "superseded",
      phase: "cancelled",
      error_code: failure.code,
      error_message: failure.message,
    });
  }
  const attempts = row.attempts + 1;
  if (failure.retry && attempts < ATTEMPTS) {
    await services.db.transaction(async () => {
      const now = await lockExport(services, row.id);
      if (now === undefined || now.completed_at !== null || now.status === "canceling") return;
      await updateExport(services, row.id, { status: "retry_wait", phase: "queued", attempts });
      await services.jobs.enqueue(EXPORT_QUEUE, row.id, {}, { delaySeconds: RETRY_SECONDS * attempts });
    });
    return;
  }
  await close(services, row.id, {
    status: "failed",
    phase: "failed",
    attempts,
    error_code: failure.code,
    error_message: failure.message,
  });
}

/** What went wrong in words for people; what is not ours to tell is logged by name only. */
function toFailure(services: Pick<Services, "log">, exportId: string, error: unknown): ExportFailure {
  if (error instanceof ExportFailure) return error;
  const full =
    (error instanceof StorageError && error.code === "disk_full") ||
    (error instanceof RenderError && error.kind === "disk_full");
  if (full) return new ExportFailure("EXPORT_STORAGE_FULL", "There is no room left to store the file.");
  services.log.error("an export failed", {
    export_id: exportId,
    ...faultFields(error),
  });
  if (error instanceof RenderError && error.kind === "input") {
    return new ExportFailure("EXPORT_FAILED", `The audio of the section cannot be used: ${error.message}`);
  }
  return new ExportFailure("EXPORT_FAILED", "The file could not be made; the log names the cause.", true);
}
