import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, schemaVersion1, uniqueUuids, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { projectSeries, series, seriesName, seriesSaving, seriesWithPeople } from "../schemas/series.ts";
import { speaker } from "../schemas/speakers.ts";
import { endpoint } from "./endpoint.ts";

const seriesParams = z.strictObject({ seriesId: uuid });
const projectParams = z.strictObject({ projectId: uuid });

const creation = z.strictObject({ series, idempotent_replay: z.boolean() }).meta({ id: "SeriesCreation" });

const SERIES = "8c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5";
const PROJECT = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const SPEAKER = "4e5f6a7b-8c9d-4e0f-a1b2-c3d4e5f6a7b8";
const PERSON = "6b7c8d9e-0f1a-4b2c-9d3e-4f5a6b7c8d9e";
const VOICE = "1d2e3f40-5162-5738-94a5-b6c7d8e9f0a1";
const summaryExample = { id: SERIES, name: "The Harbour", person_count: 1 };
const seriesExample = {
  ...summaryExample,
  projects: [{ project_id: PROJECT, name: "The Boat", series_number: "1" }],
};
const newExample = { ...summaryExample, person_count: 0, projects: [] };
const personExample = {
  id: PERSON,
  role: "character",
  name: "Mara",
  aliases: ["the harbour master"],
  gender: "female",
  age: "adult",
  description: null,
  voice: { voice_id: VOICE, voice_name: "Slate", provider: "flite", available: true },
  generation_profile: null,
  pronunciations: [],
  sample_text: "You said that an hour ago!",
  talks_with: [],
  known_in: [{ project_id: PROJECT, name: "The Boat", series_number: "1" }],
};
const mutationExample = {
  schema_version: 1,
  actor_session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
};

export const seriesEndpoints = {
  listSeries: endpoint({
    method: "GET",
    path: "/studio/series",
    scope: "studio:read",
    tag: "Series",
    summary: "The series of the account",
    description: "By name, each with its stories.",
    responses: {
      200: z
        .strictObject({ series: z.array(series).meta({ description: "The series, by name." }) })
        .meta({ id: "SeriesList" }),
    },
    errors: [],
    examples: { responses: { 200: { series: [seriesExample] } } },
  }),
  createSeries: endpoint({
    method: "POST",
    path: "/studio/series",
    scope: "studio:write",
    tag: "Series",
    summary: "Create a series",
    description:
      "201 for a new series, 200 when the same request is repeated. An account has at most 500 series. Two series of an account never have the same name; case does not count.",
    body: mutationBody({
      schema_version: schemaVersion1,
      client_mutation_id: studioMutation.client_mutation_id,
      name: seriesName,
    }),
    responses: { 200: creation, 201: creation },
    errors: ["IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { schema_version: 1, client_mutation_id: mutationExample.client_mutation_id, name: "The Harbour" },
      responses: {
        200: { series: newExample, idempotent_replay: true },
        201: { series: newExample, idempotent_replay: false },
      },
    },
  }),
  readSeries: endpoint({
    method: "GET",
    path: "/studio/series/{seriesId}",
    scope: "studio:read",
    tag: "Series",
    summary: "A series with its people",
    params: seriesParams,
    responses: { 200: z.strictObject({ series: seriesWithPeople }).meta({ id: "SeriesReading" }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { series: { ...seriesExample, people: [personExample] } } } },
  }),
  renameSeries: endpoint({
    method: "PATCH",
    path: "/studio/series/{seriesId}",
    scope: "studio:write",
    tag: "Series",
    summary: "Rename a series",
    description: "The book data of its stories keeps the name that it has.",
    params: seriesParams,
    body: mutationBody({ schema_version: schemaVersion1, name: seriesName }),
    responses: { 200: z.strictObject({ series }).meta({ id: "SeriesRenaming" }) },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, name: "The Harbour" },
      responses: { 200: { series: seriesExample } },
    },
  }),
  deleteSeries: endpoint({
    method: "DELETE",
    path: "/studio/series/{seriesId}",
    scope: "studio:write",
    tag: "Series",
    summary: "Delete a series with its people",
    description: "The stories stay, with their casts.",
    params: seriesParams,
    responses: { 200: z.strictObject({ series_id: uuid }).meta({ id: "SeriesDeletion" }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { series_id: SERIES } } },
  }),
  removeSeriesPerson: endpoint({
    method: "DELETE",
    path: "/studio/series/{seriesId}/people/{personId}",
    scope: "studio:write",
    tag: "Series",
    summary: "Remove a person from a series",
    description: "The speakers of the stories stay as they are.",
    params: z.strictObject({ seriesId: uuid, personId: uuid }),
    responses: {
      200: z
        .strictObject({ series_id: uuid, person_id: uuid.meta({ description: "The person who was removed." }) })
        .meta({ id: "SeriesPersonRemoval" }),
    },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { series_id: SERIES, person_id: PERSON } } },
  }),
  readProjectSeries: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/series",
    scope: "studio:read",
    tag: "Series",
    summary: "The series of a project, and people of earlier books in it",
    description:
      "`proposals` lists speakers who are probably people of the series, with the evidence: names, other names, title and surname, people they talk with. A pair whose gender or age contradicts is never proposed, nor one that was declined. This request changes nothing; `POST …/series/answers` accepts and declines.",
    params: projectParams,
    responses: { 200: projectSeries },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          speaker_registry_version: 2,
          series: summaryExample,
          offered: null,
          known: [],
          proposals: [
            {
              speaker_id: SPEAKER,
              person: personExample,
              confidence: 0.9,
              reasons: [
                { kind: "same_name", name: "Mara" },
                { kind: "gender", name: "female" },
              ],
              takes_over: { voice: true, aliases: ["the harbour master"], pronunciation_count: 0 },
            },
          ],
        },
      },
    },
  }),
  setProjectSeries: endpoint({
    method: "PUT",
    path: "/studio/projects/{projectId}/series",
    scope: "studio:write",
    tag: "Series",
    summary: "Join a series, or leave it",
    description:
      "A project belongs to one series at most. Joining changes no cast; it makes proposals. A project that joins another series, or leaves, loses its answers to proposals. Repeating the request changes nothing.",
    params: projectParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      series_id: uuid.nullable().meta({ description: "The series to join. Null: leave." }),
    }),
    responses: {
      200: z
        .strictObject({ project_id: uuid, series_id: uuid.nullable().meta({ description: "The series. Null: none." }) })
        .meta({ id: "ProjectSeriesChange" }),
    },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, series_id: SERIES },
      responses: { 200: { project_id: PROJECT, series_id: SERIES } },
    },
  }),
  saveSeriesPeople: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/series/people",
    scope: "studio:write",
    tag: "Series",
    summary: "Save people of a project to its series",
    description:
      "A speaker who is a person of the series already brings that person up to date: voice, manner, names, gender, age, description, pronunciations, sample line and the people they talk with. Other speakers become new people. A speaker with an open proposal is not saved and is listed in `undecided`. Pronunciations are those for this speaker's lines and those of their names; the narrator brings all others. The project must belong to a series.",
    params: projectParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      speaker_ids: uniqueUuids({ min: 1, max: LIMITS.series_people })
        .exactOptional()
        .meta({ description: "The speakers to save. Absent: the narrator and all speakers with lines." }),
    }),
    responses: { 200: seriesSaving },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1 },
      responses: {
        200: {
          series_id: SERIES,
          saved: [{ speaker_id: SPEAKER, person_id: PERSON, is_new: true }],
          undecided: [],
        },
      },
    },
  }),
  answerSeriesProposals: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/series/answers",
    scope: "studio:write",
    tag: "Series",
    summary: "Accept and decline people of earlier books",
    description:
      "With `same` the speaker takes over the person's voice, manner, names and pronunciations, and gender, age and description where they are not known. Entries that the lexicon of the project has already stay. All accepted people are one edit of the cast, which can be undone. Lines whose voice or pronunciation changes become stale. Without `same` the pair is never proposed again. `base_speaker_registry_version` is compared when a person is accepted.",
    params: projectParams,
    body: mutationBody({
      ...studioMutation,
      base_speaker_registry_version: version,
      answers: z
        .array(
          z.strictObject({
            speaker_id: uuid,
            person_id: uuid.meta({ description: "A person of the project's series." }),
            same: z.boolean().meta({ description: "Whether the speaker is this person." }),
          }),
        )
        .min(1)
        .max(LIMITS.series_answers)
        .refine(
          (answers) => new Set(answers.map((one) => one.speaker_id)).size === answers.length,
          "must not name the same speaker twice",
        )
        .meta({ description: "One answer for each speaker." }),
    }),
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          speakers: z.array(speaker).meta({ description: "The accepted speakers as they are now." }),
          speaker_registry_version: version,
          lexicon_version: version,
          stale_block_count: count,
          idempotent_replay: z.boolean(),
        })
        .meta({ id: "SeriesAnswers", description: "The cast after the answers." }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        ...mutationExample,
        base_speaker_registry_version: 1,
        answers: [{ speaker_id: SPEAKER, person_id: PERSON, same: true }],
      },
      responses: {
        200: {
          project_id: PROJECT,
          speakers: [],
          speaker_registry_version: 2,
          lexicon_version: 1,
          stale_block_count: 12,
          idempotent_replay: false,
        },
      },
    },
  }),
};
