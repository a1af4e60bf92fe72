// The casting settings of a project: whether the narrator's voice speaks everything, and the preferred engine.

import { invalidField } from "@fullcast/contract";
import { recordingEdit } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { applyAutomaticCasts, clearAutomaticCasts } from "./cast-speaker.ts";
import { registryVersion, type SpeakerRow, speakerRows } from "./store.ts";

export interface ProjectCasting {
  readonly narrator_only: boolean;
  /** Provider of the engine whose voices come first; null: the order of the installation. */
  readonly provider: string | null;
  /** The language of the project's book (BCP 47); null when none was stated. */
  readonly language: string | null;
}

export async function projectCasting({ db }: Pick<Services, "db">, projectId: string): Promise<ProjectCasting> {
  const row = await db.q
    .selectFrom("projects as p")
    .leftJoin("project_books as b", "b.project_id", "p.id")
    .select(["p.narrator_only", "p.casting_provider", "b.language"])
    .where("p.id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { narrator_only: row.narrator_only, provider: row.casting_provider, language: row.language };
}

type Changer = Pick<Services, "db" | "clock" | "engines">;

/**
 * Changes how a project is cast; the caller has checked that the project is the account's. With `narrator_only` characters
 * without a voice of a person's choice get the narrator's voice, at once when the narrator has one, else when voices are
 * cast; without it they lose that voice. Another `provider` takes away the voices of other engines that a person did not
 * choose. The next Create Audio casts those who have lost theirs.
 */
export async function changeProjectCasting(
  services: Changer,
  projectId: string,
  change: { readonly narrator_only: boolean; readonly provider?: string | null | undefined },
) {
  const { db, engines } = services;
  const named = change.provider ?? null;
  if (named !== null && (await engines.catalogue()).engine(named) === undefined)
    throw invalidField("provider", "is no engine of this server; see GET /studio/engines");
  return db.transaction(async () => {
    await db.q.selectFrom("projects").select("id").where("id", "=", projectId).forUpdate().execute();
    const before = await projectCasting(services, projectId);
    const { narrator_only, provider = before.provider } = change;
    const after = { narrator_only, provider };
    const edit = { projectId, actorSessionId: null, summary: "Changed how the project is cast" };
    await recordingEdit(services, edit, async () => {
      await db.q
        .updateTable("projects")
        .set({ narrator_only: after.narrator_only, casting_provider: after.provider })
        .where("id", "=", projectId)
        .execute();
      if (after.provider !== null && after.provider !== before.provider)
        await leaveEngines(services, projectId, after.provider);
      if (after.narrator_only !== before.narrator_only) await changeNarration(services, projectId, after.narrator_only);
    });
    return { project_id: projectId, ...after, speaker_registry_version: await registryVersion(services, projectId) };
  });
}

const isAutomatic = ({ casting_source }: SpeakerRow) => casting_source === "automatic";

/** Takes away automatic casts of all engines but one. */
async function leaveEngines(services: Changer, projectId: string, provider: string): Promise<void> {
  const { voice } = await services.engines.catalogue();
  const rows = (await speakerRows(services, projectId)).filter(isAutomatic);
  const others = rows.filter(({ casting_voice_id: id }) => id !== null && voice(id)?.provider !== provider);
  await clearAutomaticCasts(
    services,
    projectId,
    others.map(({ id }) => id),
  );
}

async function changeNarration(services: Changer, projectId: string, narratorOnly: boolean): Promise<void> {
  const rows = await speakerRows(services, projectId);
  const voice = rows.find(({ role }) => role === "narrator")?.casting_voice_id ?? null;
  const own = rows.filter((row) => row.role !== "narrator" && isAutomatic(row));
  if (narratorOnly) {
    if (voice !== null) await applyAutomaticCasts(services, projectId, new Map(own.map(({ id }) => [id, voice])));
    return;
  }
  const shared = own.filter((row) => row.casting_voice_id === voice).map(({ id }) => id);
  await clearAutomaticCasts(services, projectId, shared);
}
