// Advances an export: compiles the manifest, finds or renders the file, stores it.

import { type FailureCode, failures } from "@fullcast/contract";
import { RenderError } from "../codec/codec.ts";
import { faultFields } from "../log.ts";
import { type Outage, outageOf, RETRY_AFTER_SECONDS } from "../outage.ts";
import type { Services } from "../services.ts";
import { loadBook, sameBooksUnderWay } from "./book-store.ts";
import type { ContentServices } from "./content.ts";
import { endExport } from "./end-export.ts";
import { ExportFailure } from "./export-failure.ts";
import { type MadeArtifact, makeArtifact } from "./make-artifact.ts";
import {
  type ExportRow,
  exportsOfSubject,
  insertArtifact,
  isOfSection,
  lockExport,
  type NewArtifact,
  updateExport,
} from "./store.ts";

export const EXPORT_QUEUE = "export";

const ATTEMPTS = 3;
/** A process that a person or the system killed says little about the file. */
const ATTEMPTS_WHEN_KILLED = 8;
const RETRY_SECONDS = 5;
const COALESCED_SECONDS = 2;

export type ExportServices = ContentServices & Pick<Services, "jobs">;

/** The exports that render in this process. A cancellation in this process stops them at once. */
export interface RunningExports {
  add(exportId: string, controller: AbortController): void;
  remove(exportId: string): void;
  cancel(exportId: string): void;
}

class ExportCancelled extends Error {
  override readonly name = "ExportCancelled";
}

const cancellation = (): ExportCancelled => new ExportCancelled("the export was cancelled");

export function runningExports(): RunningExports {
  const controllers = new Map<string, AbortController>();
  return {
    add: (id, controller) => void controllers.set(id, controller),
    remove: (id) => void controllers.delete(id),
    cancel: (id) => controllers.get(id)?.abort(cancellation()),
  };
}

/** Makes the file of an export. Idempotent: may be called at any time for any export. */
export async function advanceExport(
  services: ExportServices & { readonly runningExports: RunningExports },
  exportId: string,
  stopping: AbortSignal,
): Promise<void> {
  const started = await start(services, exportId);
  if (started === undefined) return;
  const controller = new AbortController();
  const stop = () => controller.abort(stopping.reason);
  // The signal may have fired before the listener was added.
  if (stopping.aborted) stop();
  stopping.addEventListener("abort", stop, { once: true });
  services.runningExports.add(exportId, controller);
  try {
    controller.signal.throwIfAborted();
    const artifact = await makeArtifact(services, started, controller, cancellation);
    await finish(services, exportId, artifact);
  } catch (error) {
    if (controller.signal.aborted && controller.signal.reason instanceof ExportCancelled) {
      return await close(services, exportId, { status: "cancelled", phase: "cancelled" });
    }
    // The process is stopping: the export stays `running` and is made again after the next start.
    if (controller.signal.aborted) throw error;
    const outage = outageOf(error);
    if (outage === null) await fail(services, started, error);
    else await wait(services, started, outage, error);
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
      // Another process makes the same file: check again later.
      await services.jobs.enqueue(
        EXPORT_QUEUE,
        exportId,
        {},
        { delaySeconds: COALESCED_SECONDS, party: row.account_id },
      );
      return undefined;
    }
    const change = {
      status: "running",
      phase: "compiling",
      started_at: row.started_at ?? at,
      percent: 0,
      error_code: null,
      error_message: null,
    };
    await updateExport(services, exportId, change);
    return { ...row, ...change };
  });
}

/** Whether an identical export is running. */
async function isUnderWay(services: ExportServices, row: ExportRow): Promise<boolean> {
  const same = isOfSection(row)
    ? await exportsOfSubject(services, row)
    : await sameBooksUnderWay(services, row, await loadBook(services, row.id));
  return same.some((other) => other.id !== row.id && other.status === "running");
}

async function finish(services: ExportServices, exportId: string, made: MadeArtifact): Promise<void> {
  await services.db.transaction(async () => {
    const row = await lockExport(services, exportId);
    if (row === undefined || row.completed_at !== null) return;
    const { artifact } = made;
    if (made.isNew) await insertArtifact(services, artifact as NewArtifact);
    await endExport(services, exportId, {
      status: "completed",
      phase: "complete",
      percent: 100,
      artifact_id: artifact.id,
      // A coalesced export uses the file of the export that it joined.
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

const WAITS: { readonly [outage in Outage]: FailureCode | null } = {
  // A reason that cannot be stored.
  database: null,
  storage: "EXPORT_STORAGE_UNAVAILABLE",
  storage_full: "EXPORT_STORAGE_FULL",
};

/** Leaves an export that its surroundings stop for a later try, and states the reason. @throws `error` if that fails */
async function wait(services: ExportServices, row: ExportRow, outage: Outage, error: unknown): Promise<void> {
  const code = WAITS[outage];
  // The queue calls again.
  if (code === null) throw error;
  services.log.warn("an export waits for its surroundings", { export_id: row.id, outage });
  await services.db.transaction(async () => {
    const now = await lockExport(services, row.id);
    if (now === undefined || now.completed_at !== null) return;
    if (now.status !== "canceling") {
      const reason = { error_code: code, error_message: failures[code].sentence };
      await updateExport(services, row.id, { status: "retry_wait", phase: "queued", ...reason });
    }
    const delaySeconds = RETRY_AFTER_SECONDS[outage];
    await services.jobs.enqueue(EXPORT_QUEUE, row.id, {}, { delaySeconds, party: row.account_id });
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
  const killed = error instanceof RenderError && error.kind === "killed";
  if (failure.retry && attempts < (killed ? ATTEMPTS_WHEN_KILLED : ATTEMPTS)) {
    await services.db.transaction(async () => {
      const now = await lockExport(services, row.id);
      if (now === undefined || now.completed_at !== null || now.status === "canceling") return;
      await updateExport(services, row.id, { status: "retry_wait", phase: "queued", attempts });
      const delaySeconds = RETRY_SECONDS * attempts;
      await services.jobs.enqueue(EXPORT_QUEUE, row.id, {}, { delaySeconds, party: row.account_id });
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

/** The failure as people read it. Details of unexpected errors go to the log only. */
function toFailure(services: Pick<Services, "log">, exportId: string, error: unknown): ExportFailure {
  if (error instanceof ExportFailure) return error;
  services.log.error("an export failed", {
    export_id: exportId,
    ...faultFields(error),
  });
  if (error instanceof RenderError && error.kind === "original") {
    return new ExportFailure("EXPORT_FAILED", error.message);
  }
  if (error instanceof RenderError && error.kind === "input") {
    return new ExportFailure("EXPORT_FAILED", `The audio of the section cannot be used: ${error.message}`);
  }
  return new ExportFailure("EXPORT_FAILED", "The file could not be made. The server's log has the cause.", true);
}
