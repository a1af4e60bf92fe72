import type { BundleProject } from "@fullcast/contract";
import { insertMany } from "../db/db.ts";
import { voiceId } from "../engines/registry.ts";
import type { Services } from "../services.ts";

/**
 * Writes the cast of a new project as a bundle states it. A voice is found by its engine and its id there, also when that
 * engine is away. Runs in the caller's transaction.
 */
export async function restoreSpeakers(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  speakers: BundleProject["speakers"],
): Promise<void> {
  const at = clock().getTime();
  await insertMany(
    db,
    "speakers",
    speakers.map(({ casting, aliases, ...speaker }, index) => ({
      ...speaker,
      project_id: projectId,
      aliases: JSON.stringify(aliases),
      casting_voice_id:
        casting === null
          ? null
          : casting.voice === null
            ? casting.voice_id
            : voiceId(casting.voice.provider, casting.voice.id),
      casting_profile: casting?.generation_profile == null ? null : JSON.stringify(casting.generation_profile),
      casting_source: casting?.source ?? null,
      // Speakers of the same colour keep their order.
      created_at: new Date(at + index),
    })),
  );
}
