import { refreshIntents } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { castsOf } from "./casts.ts";
import { speakerRows } from "./store.ts";

const FACT = "engine_revisions";

/**
 * Rewrites all intents when the revision of an engine has changed: after an upgrade the same words may sound different, so
 * their audio is stale. Does nothing while the revisions are the same.
 */
export async function refreshAllIntents(services: Pick<Services, "db" | "engines" | "log">): Promise<void> {
  const { db, engines, log } = services;
  const revisions = engines
    .list()
    .map((engine) => `${engine.provider}=${engine.revision}`)
    .sort();
  const now = sha256(revisions.join("\n"));
  const known = await db.q.selectFrom("installation_facts").select("value").where("name", "=", FACT).executeTakeFirst();
  if (known?.value === now) return;
  const projects = await db.q.selectFrom("projects").select("id").execute();
  for (const { id } of projects) {
    await db.transaction(async () => {
      const speakers = await speakerRows(services, id);
      await refreshIntents(
        services,
        id,
        speakers.map((speaker) => speaker.id),
        await castsOf(services, id),
      );
    });
  }
  await db.q
    .insertInto("installation_facts")
    .values({ name: FACT, value: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: now }))
    .execute();
  if (projects.length > 0)
    log.info("Engines have changed; what audio is current was worked out again", { projects: projects.length });
}
