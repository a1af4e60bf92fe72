import type { CastLookup } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castsFrom } from "./casts.ts";
import { registryVersion, type SpeakerRow, speakerRows } from "./store.ts";

/** Everything that an edit of a script must know of the cast of its project. */
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

/** Who speaks now what a speaker spoke once: the speaker, or whom it was merged into; null when nobody is left. */
export async function presentSpeakers(
  { db }: Pick<Services, "db">,
  projectId: string,
  cast: Pick<ProjectCast, "speakerIds">,
): Promise<(speakerId: string) => string | null> {
  const rows = await db.q.selectFrom("merged_speakers").selectAll().where("project_id", "=", projectId).execute();
  const into = new Map(rows.map((row) => [row.id, row.into_speaker_id]));
  return (speakerId) => {
    let id: string | undefined = speakerId;
    // A speaker that was merged is gone, so the way never leads back.
    while (id !== undefined && !cast.speakerIds.has(id)) id = into.get(id);
    return id ?? null;
  };
}
