import { ApiError, type Caller } from "@fullcast/contract";
import type { Services } from "../services.ts";
import type { RunningExports } from "./advance.ts";
import { endExport } from "./end-export.ts";
import { findExport, toWireExport } from "./read-exports.ts";
import { lockExport, updateExport } from "./store.ts";

/** A waiting export is cancelled at once; a running one is asked to stop. Asking again changes nothing. */
export async function cancelExport(
  services: Pick<Services, "db" | "clock" | "signer" | "publicUrl"> & { readonly runningExports: RunningExports },
  caller: Caller,
  exportId: string,
) {
  const { db } = services;
  await findExport(services, caller, exportId);
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
  return toWireExport(services, await findExport(services, caller, exportId));
}
