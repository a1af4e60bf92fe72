import { ApiError, type Caller } from "@fullcast/contract";
import type { Services } from "../services.ts";
import type { RunningExports } from "./advance.ts";
import { endExport } from "./end-export.ts";
import { getBookExport } from "./read-book-exports.ts";
import { findExport, toWireExport } from "./read-exports.ts";
import { lockExport, unfinishedExportsOfAccount, updateExport } from "./store.ts";

type Stopper = Pick<Services, "db" | "clock"> & { readonly runningExports: RunningExports };
type Canceller = Stopper & Pick<Services, "signer" | "publicUrl">;

/** Cancels a waiting export at once and signals a running one to stop. Idempotent. */
export async function cancelExport(services: Canceller, caller: Caller, exportId: string) {
  await findExport(services, caller, exportId);
  await cancel(services, exportId);
  return toWireExport(services, await findExport(services, caller, exportId));
}

/** The same for a book export. */
export async function cancelBookExport(services: Canceller, caller: Caller, projectId: string, exportId: string) {
  await getBookExport(services, caller, projectId, exportId);
  await cancel(services, exportId);
  return getBookExport(services, caller, projectId, exportId);
}

async function cancel(services: Stopper, exportId: string): Promise<void> {
  const { db } = services;
  await db.transaction(async () => {
    const row = await lockExport(services, exportId);
    if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "export" });
    switch (row.status) {
      case "canceling":
      case "cancelled":
        return;
      case "queued":
      case "retry_wait":
        await endExport(services, exportId, { status: "cancelled", phase: "cancelled" });
        return;
      case "running":
        await updateExport(services, exportId, { status: "canceling" });
        db.afterCommit(() => services.runningExports.cancel(exportId));
        return;
      default:
        throw new ApiError("EXPORT_NOT_CANCELLABLE", { status: row.status });
    }
  });
}

/** Cancels every export of an account that has not ended. Runs in the caller's transaction. */
export async function cancelExportsOfAccount(services: Stopper, accountId: string): Promise<void> {
  for (const id of await unfinishedExportsOfAccount(services, accountId)) await cancel(services, id);
}
