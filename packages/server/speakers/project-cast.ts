import type { CastLookup } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castsFrom } from "./casts.ts";
import { registryVersion, type SpeakerRow, speakerRows } from "./store.ts";

/** The cast of a project as far as an edit of a script needs it. */
export interface ProjectCast {
  readonly speakers: readonly SpeakerRow[];
  readonly speakerIds: ReadonlySet<string>;
  readonly narratorId: string;
  readonly casts: CastLookup;
  readonly registryVersion: number;
}

export async function projectCast(services: Pick<Services, "db" | "engines">, projectId: string): Promise<ProjectCast> {
  const [speakers, version] = await Promise.all([
    speakerRows(services, projectId),
    registryVersion(services, projectId),
  ]);
  const narrator = speakers.find((speaker) => speaker.role === "narrator");
  if (narrator === undefined) throw new Error("the project has no narrator");
  return {
    speakers,
    speakerIds: new Set(speakers.map((speaker) => speaker.id)),
    narratorId: narrator.id,
    casts: await castsFrom(services, speakers),
    registryVersion: version,
  };
}

/** The speaker who has the lines of this one now: itself, or the one it was merged into. Null when neither exists. */
export async function presentSpeakers(
  { db }: Pick<Services, "db">,
  projectId: string,
  cast: Pick<ProjectCast, "speakerIds">,
): Promise<(speakerId: string) => string | null> {
  const rows = await db.q.selectFrom("merged_speakers").selectAll().where("project_id", "=", projectId).execute();
  const into = new Map(rows.map((row) => [row.id, row.into_speaker_id]));
  return (speakerId) => {
    let id: string | undefined = speakerId;
    // Merged speakers are deleted, so the chain has no cycle.
    while (id !== undefined && !cast.speakerIds.has(id)) id = into.get(id);
    return id ?? null;
  };
}
