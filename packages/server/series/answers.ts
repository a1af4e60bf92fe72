import { ApiError, type Caller, invalidField, LIMITS } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import type { LexiconEntry } from "@fullcast/core/lexicon";
import { canonicalRequest, once } from "../db/once.ts";
import { findTerms, lexiconEntries, recordingEdit, respeakTerms, writeLexicon } from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import {
  castsOf,
  registryVersion,
  type TakenOver,
  takeOver,
  type WireSpeaker,
  wireSpeakers,
} from "../speakers/speakers.ts";
import { type Members, membersOf, takeable } from "./members.ts";
import { writeMatch } from "./store.ts";

interface Answer {
  readonly speaker_id: string;
  readonly person_id: string;
  readonly same: boolean;
}

export interface AnswersBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_speaker_registry_version: number;
  readonly answers: readonly Answer[];
}

type Answerer = Pick<Services, "db" | "clock" | "newId" | "engines">;

/**
 * Accepted people are taken over as one edit of the cast and the lexicon; declined pairs are stored.
 * @throws ApiError NOT_FOUND, VERSION_CONFLICT, IDEMPOTENCY_CONFLICT; INVALID_REQUEST for speakers and people that are not there
 */
export async function answerProposals(services: Answerer, caller: Caller, projectId: string, body: AnswersBody) {
  await findProject(services, caller, projectId);
  const request = {
    accountId: caller.accountId,
    key: body.client_mutation_id,
    operation: "answerSeriesProposals",
    request: canonicalRequest({ ...body }, { projectId }),
  };
  const { result, replayed } = await once(services, request, async () => {
    await lockProject(services, caller, projectId);
    const members = await membersOf(services, projectId);
    if (members === null) throw new ApiError("NOT_FOUND", { resource: "series" });
    checkAnswers(members, body.answers);
    // Declining is no edit: an undo of the cast leaves it.
    for (const answer of body.answers) if (!answer.same) await store(services, projectId, answer);
    const accepted = body.answers.filter(({ same }) => same);
    const stale = accepted.length === 0 ? 0 : await accept(services, members, accepted, body);
    const ids = new Set(accepted.map(({ speaker_id }) => speaker_id));
    const speakers = (await wireSpeakers(services, projectId)).filter(({ id }) => ids.has(id));
    return {
      project_id: projectId,
      speakers: speakers as unknown as JsonValue,
      speaker_registry_version: await registryVersion(services, projectId),
      lexicon_version: (await findProject(services, caller, projectId)).lexicon_version,
      stale_block_count: stale,
    };
  });
  return { ...result, speakers: result.speakers as unknown as WireSpeaker[], idempotent_replay: replayed };
}

function checkAnswers({ speakers, people }: Members, answers: readonly Answer[]): void {
  for (const [index, { speaker_id, person_id, same }] of answers.entries()) {
    const speaker = speakers.find(({ id }) => id === speaker_id);
    if (speaker === undefined) throw invalidField(`answers.${index}.speaker_id`, "is not a speaker of this project");
    const person = people.find(({ id }) => id === person_id);
    if (person === undefined)
      throw invalidField(`answers.${index}.person_id`, "is not a person of the project's series");
    if (same && (speaker.role === "narrator") !== (person.role === "narrator"))
      throw invalidField(
        `answers.${index}.person_id`,
        "is a narrator and a character: only equal roles are one person",
      );
  }
  const accepted = answers.flatMap(({ person_id, same }) => (same ? [person_id] : []));
  if (new Set(accepted).size !== accepted.length)
    throw invalidField("answers", "must not accept the same person for two speakers; merge the speakers first");
}

async function store(services: Answerer, projectId: string, { speaker_id, person_id, same }: Answer): Promise<void> {
  await writeMatch(services, {
    ...{ id: services.newId(), project_id: projectId, person_id, speaker_id },
    ...{ is_same: same, created_at: services.clock() },
  });
}

/** @returns how many lines lose their current audio */
async function accept(
  services: Answerer,
  { projectId, speakers, people }: Members,
  answers: readonly Answer[],
  body: AnswersBody,
): Promise<number> {
  const catalogue = await services.engines.catalogue();
  const names = answers.length === 1 ? "a person" : `${answers.length} people`;
  const edit = { projectId, actorSessionId: body.actor_session_id, summary: `Took over ${names} of the series` };
  return recordingEdit(services, edit, async () => {
    const taken: TakenOver[] = [];
    const entries: LexiconEntry[] = [];
    const before = await lexiconEntries(services, projectId);
    for (const answer of answers) {
      const speaker = speakers.find(({ id }) => id === answer.speaker_id)!;
      const person = people.find(({ id }) => id === answer.person_id)!;
      const found = takeable(catalogue, speaker, person, [...before, ...entries]);
      entries.push(...found.entries.map((entry) => ({ ...entry, id: services.newId() })));
      const { gender, age, description } = person;
      taken.push({ speaker, voice: found.voice, names: found.names, gender, age, description });
      await store(services, projectId, answer);
    }
    const sum = before.length + entries.length;
    if (sum > LIMITS.lexicon_entries)
      throw invalidField("answers", `makes ${sum} entries, a lexicon holds ${LIMITS.lexicon_entries}`);
    const stale = await takeOver(services, projectId, body.base_speaker_registry_version, taken);
    if (entries.length === 0) return stale;
    const holders = await findTerms(services, projectId, entries);
    await writeLexicon(services, projectId, { upsert: entries, deleted: [] });
    return stale + (await respeakTerms(services, projectId, holders, await castsOf(services, projectId)));
  });
}
