// Whether this process can work now: its database and its object store answer.

import { ApiError } from "@fullcast/contract";
import { sql } from "kysely";
import type { Services } from "./services.ts";

/** A probe that takes longer counts as no answer. */
const PROBE_MS = 5_000;

/** @throws ApiError SERVICE_UNAVAILABLE with what does not answer. */
export async function readiness({ db, files }: Pick<Services, "db" | "files">): Promise<{ readonly status: "ready" }> {
  const unavailable = await unavailableParts({ db, files });
  if (unavailable.length > 0) throw new ApiError("SERVICE_UNAVAILABLE", { unavailable });
  return { status: "ready" };
}

/** Of "database" and "object_store", those that do not answer. */
export async function unavailableParts({ db, files }: Pick<Services, "db" | "files">): Promise<readonly string[]> {
  const found = await Promise.all([
    missing("database", () => sql`select 1`.execute(db.q)),
    missing("object_store", () => files.probe()),
  ]);
  return found.flatMap((name) => name ?? []);
}

/** The name when the probe fails or does not end in time, else null. */
async function missing(name: string, probe: () => Promise<unknown>): Promise<string | null> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(name), PROBE_MS);
  try {
    const probed = probe().then(
      () => null,
      () => name,
    );
    return await Promise.race([probed, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
