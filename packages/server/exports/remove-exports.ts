import { sql } from "kysely";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import type { RunningExports } from "./advance.ts";
import { settleProjectExports } from "./end-export.ts";
import { ARTIFACT_LIFE_MS } from "./make-artifact.ts";
import {
  type ArtifactRow,
  booksOfProject,
  deleteArtifactsOfAccount,
  deleteExports,
  deleteUnusedArtifacts,
  expiredObjects,
  exportsOfSections,
  forgetFiles,
} from "./store.ts";

type Remover = Pick<Services, "db" | "clock"> & { readonly runningExports: RunningExports };

/**
 * Removes the exports of sections that are being deleted, with their files; running renders stop. Runs in the caller's
 * transaction. @returns how many finished files were removed.
 */
export async function removeExportsOfSections(
  services: Remover,
  causeId: string,
  sectionIds: readonly string[],
): Promise<{ artifacts: number }> {
  return remove(services, causeId, await exportsOfSections(services, sectionIds));
}

/** The same for a whole project with its book exports. */
export async function removeExportsOfProject(
  services: Remover,
  projectId: string,
  sectionIds: readonly string[],
): Promise<{ artifacts: number }> {
  const ofSections = await exportsOfSections(services, sectionIds);
  return remove(services, projectId, [...ofSections, ...(await booksOfProject(services, projectId))]);
}

async function remove(
  services: Remover,
  causeId: string,
  rows: Awaited<ReturnType<typeof exportsOfSections>>,
): Promise<{ artifacts: number }> {
  const ids = rows.map((row) => row.id);
  await deleteExports(services, ids);
  await settleProjectExports(services, ids);
  const artifacts = await deleteUnusedArtifacts(services, [...new Set(rows.flatMap((row) => row.artifact_id ?? []))]);
  await markObjects(services, causeId, [...artifacts, ...rows.flatMap((row) => row.timeline_sha256 ?? [])]);
  services.db.afterCommit(() => {
    for (const row of rows) if (row.completed_at === null) services.runningExports.cancel(row.id);
  });
  return { artifacts: artifacts.length };
}

/** Artifacts of which one round asks whether they are in use. */
const AT_ONCE = 1_000;

export type EndingArtifact = Pick<ArtifactRow, "id" | "account_id">;

/**
 * Files that are in use beyond their term get a new one when half of it is over.
 * @param inUse those of the given artifacts that are in use
 * @returns how many files
 */
export async function prolongArtifacts(
  { db, clock }: Pick<Services, "db" | "clock">,
  inUse: (artifacts: readonly EndingArtifact[]) => Promise<readonly string[]>,
): Promise<number> {
  const now = clock().getTime();
  const soon = new Date(now + ARTIFACT_LIFE_MS / 2);
  let after = { expires_at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  for (let prolonged = 0; ; ) {
    const { rows: ending } = await sql<EndingArtifact & { readonly expires_at: Date }>`
      select id, account_id, expires_at from export_artifacts
      where not file_removed and expires_at < ${soon}::timestamptz
        and (expires_at, id) > (${after.expires_at}::timestamptz, ${after.id}::uuid)
      order by expires_at, id limit ${sql.lit(AT_ONCE)}
    `.execute(db.q);
    const last = ending.at(-1);
    if (last === undefined) return prolonged;
    after = { expires_at: new Date(last.expires_at), id: last.id };
    const ids = await inUse(ending);
    if (ids.length === 0) continue;
    await db.q
      .updateTable("export_artifacts")
      .set({ expires_at: new Date(now + ARTIFACT_LIFE_MS) })
      .where("id", "in", ids)
      .execute();
    prolonged += ids.length;
  }
}

/** Queues the files of expired artifacts for removal. Their rows stay, so that exports can still be read. */
export async function expireArtifacts(services: Pick<Services, "db" | "clock" | "newId">): Promise<number> {
  return services.db.transaction(async () => {
    const objects = await expiredObjects(services);
    await markObjects(services, services.newId(), objects);
    await forgetFiles(services);
    return objects.length;
  });
}

/** Removes the finished files of an account whose projects are gone. Runs in the caller's transaction. */
export async function removeArtifactsOfAccount(
  services: Pick<Services, "db" | "clock">,
  accountId: string,
): Promise<void> {
  await markObjects(services, accountId, await deleteArtifactsOfAccount(services, accountId));
}
