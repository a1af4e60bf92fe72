import type { Caller } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { canonicalJson } from "@fullcast/core/json";
import { type RecognitionReason, seriesKey } from "@fullcast/core/structure";
import { bookOf } from "../books/books.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import type { SpeakerRow } from "../speakers/speakers.ts";
import { type Members, membersOf, recognised, scriptOf, type Takeable, takeable } from "./members.ts";
import { peopleOnWire } from "./person-on-wire.ts";
import { knownPeople, listedSeries, type PersonRow } from "./store.ts";

type Reader = Pick<Services, "db" | "engines">;

/** The series of a project, or the one that its book names, and people of earlier books. @throws ApiError NOT_FOUND */
export async function readProjectSeries(services: Reader, caller: Caller, projectId: string, signal: AbortSignal) {
  const { project, members, all, book } = await services.db.transaction(async () => ({
    project: await findProject(services, caller, projectId),
    members: await membersOf(services, projectId),
    all: await listedSeries(services, caller.accountId),
    book: await bookOf(services, projectId),
  }));
  const named = book?.details.series ?? null;
  const own = all.find(({ id }) => id === members?.seriesId);
  return {
    project_id: projectId,
    speaker_registry_version: project.speaker_registry_version,
    series: own === undefined ? null : { id: own.id, name: own.name, person_count: own.person_count },
    offered:
      own !== undefined || named === null
        ? null
        : { name: named, series_id: all.find((one) => one.name_key === seriesKey(named))?.id ?? null },
    known: (members?.matches ?? []).flatMap(({ speaker_id, person_id, is_same }) =>
      is_same ? [{ speaker_id, person_id }] : [],
    ),
    proposals: members === null ? [] : await proposalsOf(services, members, signal),
  };
}

async function proposalsOf(services: Reader, members: Members, signal: AbortSignal) {
  // Without people there is no reason to read the scripts.
  if (members.people.length === 0) return [];
  const proposals = recognised(members, await scriptOf(services, members.projectId, signal));
  const catalogue = await services.engines.catalogue();
  const onWire = peopleOnWire(catalogue, {
    people: members.people,
    known: await knownPeople(services, members.seriesId),
  });
  return proposals.map(({ person: at, speaker: index, reasons, confidence }) => {
    const person = members.people[at]!;
    const speaker = members.speakers[index]!;
    const taken = takeable(catalogue, speaker, person, members.lexicon);
    return {
      speaker_id: speaker.id,
      person: onWire.get(person.id)!,
      confidence,
      reasons: reasons.map((reason) => ({ kind: reason.kind, name: nameOf(reason, person, members.people) })),
      takes_over: {
        voice: taken.voice !== null && changesVoice(speaker, taken.voice),
        aliases: [...taken.names],
        pronunciation_count: taken.entries.length,
      },
    };
  });
}

function nameOf(reason: RecognitionReason, person: PersonRow, people: readonly PersonRow[]): string | null {
  if (reason.kind === "gender") return person.gender;
  if (reason.kind === "age") return person.age;
  if (reason.kind === "talks_with") return reason.people.map((index) => people[index]!.name).join(", ");
  return "name" in reason ? reason.name : null;
}

function changesVoice(speaker: SpeakerRow, voice: NonNullable<Takeable["voice"]>): boolean {
  const profile = (value: unknown) => canonicalJson((value ?? null) as JsonValue);
  return speaker.casting_voice_id !== voice.voice_id || profile(speaker.casting_profile) !== profile(voice.profile);
}
