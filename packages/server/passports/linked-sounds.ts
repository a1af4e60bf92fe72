import type { PassportSound } from "@fullcast/core/passport";
import type { Services } from "../services.ts";

/** The uploaded sounds that are linked to a project: the account's own, and those that other accounts share. */
export async function linkedSounds(
  { db }: Pick<Services, "db">,
  accountId: string,
  projectId: string,
): Promise<PassportSound[]> {
  const rows = await db.q
    .selectFrom("project_sounds")
    .innerJoin("sounds", "sounds.id", "project_sounds.sound_id")
    .select(["sounds.name", "sounds.account_id"])
    .where("project_sounds.project_id", "=", projectId)
    .orderBy("sounds.name")
    .orderBy("sounds.id")
    .execute();
  return rows.map(({ name, account_id }) => ({ name, origin: account_id === accountId ? "uploaded" : "catalog" }));
}
