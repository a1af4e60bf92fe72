import { ApiError, type Caller, invalidField, LIMITS } from "@fullcast/contract";
import { type Block, type JsonValue, withPresentSpeakers } from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import {
  blocksSpokenBy,
  type CastLookup,
  commitVersion,
  giveLexiconEntries,
  type ProjectChanges,
  type ProjectEdit,
  recordingEdit,
  respeakTerms,
  sectionsOfProject,
} from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castsOf } from "./casts.ts";
import type { RegistryMutation } from "./change-speakers.ts";
import { type WireSpeaker, wireSpeaker } from "./list-speakers.ts";
import { findSpeaker, forgetAdjustments, type SpeakerRow, takeNextRegistryVersion } from "./store.ts";

/**
 * Merges speakers: the remaining one takes over their blocks and their entries of the lexicon. Every section with
 * such blocks gets a new version, and the intents follow, all in one transaction.
 */
export async function mergeSpeakers(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  caller: Caller,
  projectId: string,
  body: RegistryMutation & { readonly from_speaker_ids: readonly string[]; readonly into_speaker_id: string },
) {
  if (body.from_speaker_ids.includes(body.into_speaker_id))
    throw invalidField("from_speaker_ids", "must not name the speaker that they are merged into");
  const { db } = services;
  const edit: ProjectEdit<{ readonly document_versions: ProjectChanges["versions"] }> = {
    projectId,
    actorSessionId: body.actor_session_id,
    summary: `Merged ${body.from_speaker_ids.length === 1 ? "a speaker" : `${body.from_speaker_ids.length} speakers`} into another`,
    versionsOf: (merged) => merged.document_versions,
  };
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "mergeSpeakers",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    () =>
      recordingEdit(services, edit, async () => {
        const into = await findSpeaker(services, projectId, body.into_speaker_id);
        const from: SpeakerRow[] = [];
        for (const id of body.from_speaker_ids) from.push(await findSpeaker(services, projectId, id));
        const version = await takeNextRegistryVersion(services, projectId, body.base_speaker_registry_version);
        const narrator = from.find((speaker) => speaker.role === "narrator");
        if (narrator !== undefined) throw new ApiError("SPEAKER_IS_NARRATOR", { speaker_id: narrator.id });
        const casts = await castsOf(services, projectId);
        const terms = await giveLexiconEntries(services, projectId, body.from_speaker_ids, into.id);
        const document_versions: { section_id: string; document_version: number }[] = [];
        for (const section of await sectionsOfProject(services, projectId)) {
          const document_version = await giveBlocks(services, section, from, into, casts, body.actor_session_id);
          if (document_version !== null) document_versions.push({ section_id: section.id, document_version });
        }
        await respeakTerms(services, projectId, terms, casts);
        await db.q
          .insertInto("merged_speakers")
          .values(from.map(({ id }) => ({ id, project_id: projectId, into_speaker_id: into.id })))
          .execute();
        await db.q.deleteFrom("speakers").where("id", "in", body.from_speaker_ids).execute();
        await forgetAdjustments(services, projectId, body.from_speaker_ids);
        await db.q
          .updateTable("speakers")
          .set({ aliases: JSON.stringify(joinedAliases(into, from)) })
          .where("id", "=", into.id)
          .execute();
        return {
          project_id: projectId,
          speaker: (await wireSpeaker(services, projectId, into.id)) as unknown as JsonValue,
          merged_speaker_ids: [...body.from_speaker_ids],
          document_versions,
          speaker_registry_version: version,
        };
      }),
  );
  return { ...result, speaker: result.speaker as unknown as WireSpeaker, idempotent_replay: replayed };
}

/** @returns the new version of the section, null when none of the speakers has blocks in it. */
async function giveBlocks(
  services: Pick<Services, "db" | "clock">,
  section: { readonly id: string; readonly document_version: number },
  from: readonly SpeakerRow[],
  into: SpeakerRow,
  casts: CastLookup,
  actorSessionId: string,
): Promise<number | null> {
  const gone = new Set(from.map((speaker) => speaker.id));
  const stored = await blocksSpokenBy(services, section.id, [...gone]);
  if (stored.length === 0) return null;
  const written = stored.map(({ block, position }) => {
    const merged = withPresentSpeakers(block, (id) => (gone.has(id) ? into.id : id));
    return { block: { ...merged, block_version: block.block_version + 1 } as Block, position };
  });
  const ended = written.map(({ block }) => block.id);
  return commitVersion(services, section.id, section.document_version, { ended, written }, casts, {
    actorSessionId,
    summary: `Merged ${from.length === 1 ? "a speaker" : `${from.length} speakers`} into another`,
    // The merge is one entry of the project, for all sections.
    isEntry: false,
  });
}

/** The names of the merged speakers without repetition, up to the limit of aliases. */
function joinedAliases(into: SpeakerRow, from: readonly SpeakerRow[]): readonly string[] {
  const names = [...into.aliases, ...from.flatMap((speaker) => [speaker.name, ...speaker.aliases])];
  return [...new Set(names)].filter((name) => name !== into.name).slice(0, LIMITS.speaker_aliases);
}
