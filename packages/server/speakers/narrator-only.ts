// The setting that one voice, the narrator's, speaks everything in a project.

import type { Services } from "../services.ts";
import { applyAutomaticCasts, clearAutomaticCasts } from "./cast-speaker.ts";
import { registryVersion, speakerRows } from "./store.ts";

/** Whether the narrator speaks everything. */
export async function isNarratorOnly({ db }: Pick<Services, "db">, projectId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("projects")
    .select("narrator_only")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return row.narrator_only;
}

/**
 * Turns the setting on or off; the caller has checked that the project is the account's. On: characters without a voice
 * of a person's choice get the narrator's voice, at once when the narrator has one, else when voices are cast. Off: they
 * lose it, and the next Create Audio casts them.
 */
export async function setNarratorOnly(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  { narrator_only }: { readonly narrator_only: boolean },
) {
  return services.db.transaction(async () => {
    const { db } = services;
    const before = await db.q
      .selectFrom("projects")
      .select("narrator_only")
      .where("id", "=", projectId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.narrator_only !== narrator_only) {
      await db.q.updateTable("projects").set({ narrator_only }).where("id", "=", projectId).execute();
      const rows = await speakerRows(services, projectId);
      const voice = rows.find(({ role }) => role === "narrator")?.casting_voice_id ?? null;
      const own = rows.filter((row) => row.role === "character" && row.casting_source === "automatic");
      if (narrator_only && voice !== null) {
        await applyAutomaticCasts(services, projectId, new Map(own.map(({ id }) => [id, voice])));
      }
      if (!narrator_only) {
        const shared = own.filter((row) => row.casting_voice_id === voice).map(({ id }) => id);
        await clearAutomaticCasts(services, projectId, shared);
      }
    }
    return {
      project_id: projectId,
      narrator_only,
      speaker_registry_version: await registryVersion(services, projectId),
    };
  });
}
