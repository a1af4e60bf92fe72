import { ApiError, type Caller, invalidField, LIMITS } from "@fullcast/contract";
import { entriesOfPeople, withPronunciations } from "@fullcast/core/lexicon";
import { speakerUsage } from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { projectCasting, type SpeakerRow } from "../speakers/speakers.ts";
import { type Members, membersOf, recognised, scriptOf } from "./members.ts";
import type { ScriptOfPeople } from "./relations.ts";
import { lockSeries, type PersonRow, writeMatch, writePeople } from "./store.ts";

type Saver = Pick<Services, "db" | "clock" | "newId">;

/** People that a person is known to talk with, over all books. */
const MOST_RELATIONS = 50;

interface Saving {
  readonly speaker: SpeakerRow;
  readonly personId: string;
  readonly before: PersonRow | null;
}

/**
 * Saves speakers to the series of their project: known people are brought up to date, others are new. Speakers with an open
 * proposal are left out, because a user decides who they are.
 * @throws ApiError NOT_FOUND; INVALID_REQUEST for speakers that are not there, and when the series is full
 */
export async function savePeople(
  services: Saver,
  caller: Caller,
  projectId: string,
  speakerIds: readonly string[] | undefined,
  signal: AbortSignal,
) {
  await findProject(services, caller, projectId);
  const script = await scriptOf(services, projectId, signal);
  return services.db.transaction(async () => {
    await lockProject(services, caller, projectId);
    const members = await membersOf(services, projectId);
    if (members === null) throw new ApiError("NOT_FOUND", { resource: "series" });
    await lockSeries(services, caller, members.seriesId);
    const chosen = await chosenSpeakers(services, members, speakerIds);
    const proposals = recognised(members, script);
    const open = new Map(
      proposals.map(({ speaker, person }) => [members.speakers[speaker]!.id, members.people[person]!.id]),
    );
    const known = new Map(members.matches.flatMap((one) => (one.is_same ? [[one.speaker_id, one.person_id]] : [])));
    const saving = chosen.flatMap((speaker): Saving[] => {
      if (open.has(speaker.id)) return [];
      const before = members.people.find(({ id }) => id === known.get(speaker.id)) ?? null;
      return [{ speaker, personId: before?.id ?? services.newId(), before }];
    });
    const fresh = saving.filter(({ before }) => before === null);
    const sum = members.people.length + fresh.length;
    if (sum > LIMITS.series_people)
      throw invalidField("speaker_ids", `makes ${sum} people, a series has at most ${LIMITS.series_people}`);
    const { narrator_only } = await projectCasting(services, projectId);
    await writePeople(services, savedPeople(services, members, saving, script, narrator_only));
    for (const { speaker, personId } of fresh)
      await writeMatch(services, {
        ...{ id: services.newId(), project_id: projectId, person_id: personId, speaker_id: speaker.id },
        ...{ is_same: true, created_at: services.clock() },
      });
    return {
      series_id: members.seriesId,
      saved: saving.map(({ speaker, personId, before }) => ({
        speaker_id: speaker.id,
        person_id: personId,
        is_new: before === null,
      })),
      undecided: chosen.flatMap(({ id }) => {
        const person_id = open.get(id);
        return person_id === undefined ? [] : [{ speaker_id: id, person_id }];
      }),
    };
  });
}

async function chosenSpeakers(
  services: Pick<Services, "db">,
  { projectId, speakers }: Members,
  ids: readonly string[] | undefined,
): Promise<readonly SpeakerRow[]> {
  if (ids === undefined) {
    const usage = await speakerUsage(services, projectId);
    return speakers.filter(({ id, role }) => role === "narrator" || usage.has(id));
  }
  return ids.map((id, index) => {
    const speaker = speakers.find((one) => one.id === id);
    if (speaker === undefined) throw invalidField(`speaker_ids.${index}`, "is not a speaker of this project");
    return speaker;
  });
}

/** The rows of people with what this book knows of them. What it does not know stays as an earlier book had it. */
function savedPeople(
  { clock }: Pick<Services, "clock">,
  { seriesId, speakers, lexicon, matches }: Members,
  saving: readonly Saving[],
  script: ScriptOfPeople,
  narratorOnly: boolean,
): PersonRow[] {
  const entries = entriesOfPeople(lexicon, speakers);
  const personOf = new Map([
    ...matches.flatMap((one) => (one.is_same ? [[one.speaker_id, one.person_id] as const] : [])),
    ...saving.map(({ speaker, personId }) => [speaker.id, personId] as const),
  ]);
  const at = clock().getTime();
  return saving.map(({ speaker, personId, before }, index) => {
    // In a project where the narrator's voice speaks everything, it is not the voice of the character.
    const isBorrowed = narratorOnly && speaker.role !== "narrator" && speaker.casting_source === "automatic";
    const cast = isBorrowed || speaker.casting_voice_id === null ? null : speaker;
    const names = [...speaker.aliases, ...(before === null ? [] : [before.name, ...before.aliases])];
    const met = (script.relations.get(speaker.id) ?? []).flatMap((id) => personOf.get(id) ?? []);
    return {
      id: personId,
      series_id: seriesId,
      role: speaker.role,
      name: speaker.name,
      aliases: [...new Set(names)].filter((name) => name !== speaker.name).slice(0, LIMITS.speaker_aliases),
      gender: speaker.gender ?? before?.gender ?? null,
      age: speaker.age ?? before?.age ?? null,
      description: speaker.description ?? before?.description ?? null,
      voice_id: cast === null ? (before?.voice_id ?? null) : cast.casting_voice_id,
      generation_profile: cast === null ? (before?.generation_profile ?? null) : cast.casting_profile,
      pronunciations: withPronunciations(
        before?.pronunciations ?? [],
        entries.get(speaker.id) ?? [],
        LIMITS.lexicon_entries,
      ),
      sample_text: script.samples.get(speaker.id) ?? before?.sample_text ?? null,
      relations: [...new Set([...met, ...(before?.relations ?? [])])].slice(0, MOST_RELATIONS),
      // People of one request keep their order.
      created_at: before?.created_at ?? new Date(at + index),
      updated_at: new Date(at),
    };
  });
}
