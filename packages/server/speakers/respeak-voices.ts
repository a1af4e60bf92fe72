// Rewrites intents after voices have changed in the catalogue: a voice that sounds different makes its lines stale, and one
// that is known again makes them current. One job for each project.

import { refreshIntents } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castsOf } from "./casts.ts";
import { speakerRows } from "./store.ts";

export const VOICES_QUEUE = "changed-voices";

/** On a server, other processes notice a changed catalogue within two seconds; what they write until then is rewritten. */
const OTHERS_NOTICE_SECONDS = 5;

/** Enqueues the projects that have cast one of these voices. Runs in the transaction that changes the catalogue. */
export async function respeakVoices(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  voiceIds: readonly string[],
): Promise<void> {
  const projects = await db.q
    .selectFrom("speakers")
    .select("project_id")
    .distinct()
    .where("casting_voice_id", "in", [...voiceIds])
    .execute();
  const delay = db.kind === "embedded" ? {} : { delaySeconds: OTHERS_NOTICE_SECONDS };
  for (const { project_id } of projects) await jobs.enqueue(VOICES_QUEUE, project_id, {}, delay);
}

/** Computes the intents of a project's cast again. Blocks with an unchanged intent are not written. */
export async function respeakProject(services: Pick<Services, "db" | "engines">, projectId: string): Promise<void> {
  await services.db.transaction(async () => {
    const cast = (await speakerRows(services, projectId)).filter((speaker) => speaker.casting_voice_id !== null);
    const ids = cast.map((speaker) => speaker.id);
    await refreshIntents(services, projectId, ids, await castsOf(services, projectId));
  });
}
