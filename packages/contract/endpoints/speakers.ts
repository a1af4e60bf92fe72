import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { generationProfileOverride, textContent } from "../schemas/document.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, schemaVersion1, text, trimmedText, uniqueUuids, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { mergeSuggestions, similarVoices, speaker, voiceMisfits } from "../schemas/speakers.ts";
import { age, gender } from "../schemas/voices.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const speakerParams = z.strictObject({ projectId: uuid, speakerId: uuid });
const registryMutation = { ...studioMutation, base_speaker_registry_version: version };

const name = trimmedText({ min: 1, max: LIMITS.speaker_name_units });
const details = {
  aliases: z
    .array(name)
    .max(LIMITS.speaker_aliases)
    .refine((aliases) => new Set(aliases).size === aliases.length, "must not name the same alias twice")
    .exactOptional(),
  gender: gender.nullable().exactOptional(),
  age: age.nullable().exactOptional(),
  description: trimmedText({ max: LIMITS.speaker_description_units }).nullable().exactOptional(),
};

const speakerResult = z
  .strictObject({ project_id: uuid, speaker, speaker_registry_version: version, idempotent_replay: z.boolean() })
  .meta({ id: "SpeakerResult" });

const PROJECT = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const SPEAKER = "4e5f6a7b-8c9d-4e0f-a1b2-c3d4e5f6a7b8";
const OTHER = "5f6a7b8c-9d0e-4f1a-b2c3-d4e5f6a7b8c9";
const mutationExample = {
  schema_version: 1,
  actor_session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  base_speaker_registry_version: 1,
};
const speakerExample = {
  id: SPEAKER,
  name: "Mara",
  role: "character",
  aliases: ["Captain Mara"],
  gender: "female",
  age: "adult",
  description: null,
  color_index: 1,
  casting: null,
  usage: { section_count: 0, block_count: 0, character_count: 0 },
};
const resultExample = {
  project_id: PROJECT,
  speaker: speakerExample,
  speaker_registry_version: 2,
  idempotent_replay: false,
};

export const speakerEndpoints = {
  listSpeakers: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/speakers",
    scope: "studio:read",
    tag: "Speakers",
    summary: "The cast of a project",
    description: "The narrator first, then in order of appearance, each with their usage in all sections.",
    params: projectParams,
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          speaker_registry_version: version,
          narrator_only: z.boolean().meta({ description: "Whether the narrator's voice speaks everything." }),
          speakers: z.array(speaker),
        })
        .meta({ id: "ProjectSpeakers" }),
    },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: { project_id: PROJECT, speaker_registry_version: 2, narrator_only: false, speakers: [speakerExample] },
      },
    },
  }),
  suggestMerges: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/merge-suggestions",
    scope: "studio:read",
    tag: "Speakers",
    summary: "Speakers that are probably one person",
    description:
      "Pairs of characters, most probable first, at most 50. The evidence comes from the names, the turns of conversations, and the person who answers when a name is called. This request merges nothing; `POST …/speakers/merge` does.",
    params: projectParams,
    responses: { 200: mergeSuggestions },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          speaker_registry_version: 2,
          suggestions: [
            {
              speaker_ids: [SPEAKER, OTHER],
              confidence: 0.88,
              reasons: [{ kind: "part_of_name", name: "mara", count: null }],
            },
          ],
        },
      },
    },
  }),
  listSimilarVoices: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/similar-voices",
    scope: "studio:read",
    tag: "Speakers",
    summary: "People of one scene whose voices sound too alike",
    description:
      "Pairs of speakers who talk with each other and whose voices differ by less than 1.5 just noticeable steps. Pairs who talk most come first. Voices without measurements are left out. The first 20 pairs name a better voice where there is one. Empty if the narrator speaks everything.",
    params: projectParams,
    responses: { 200: similarVoices },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          speaker_registry_version: 2,
          pairs: [
            {
              speaker_ids: [SPEAKER, OTHER],
              voice_ids: ["6a7b8c9d-0e1f-4a2b-8c3d-4e5f6a7b8c9d", "7b8c9d0e-1f2a-4b3c-9d4e-5f6a7b8c9d0e"],
              distance: 0.9,
              recast_speaker_id: OTHER,
              better_voice_id: "8c9d0e1f-2a3b-4c4d-8e5f-60718293a4b5",
            },
          ],
        },
      },
    },
  }),
  listVoiceMisfits: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/voice-misfits",
    scope: "studio:read",
    tag: "Speakers",
    summary: "Speakers whose voices do not suit them",
    description:
      "At most 50 speakers with lines whose voice has the other gender, is far from their age, or has another accent than most voices of speakers with the same surname. A gender or an age that is not known is not judged. An accent is listed only if a better voice exists. No misfits if the narrator speaks everything. `unspoken_language` warns of a language that no voice of automatic casting speaks. This request changes nothing; `PATCH …/casting` gives a speaker the better voice.",
    params: projectParams,
    responses: { 200: voiceMisfits },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          speaker_registry_version: 2,
          language: "fi",
          unspoken_language: {
            language: "uk",
            speaker_ids: [SPEAKER],
            providers: [],
            install: ["piper/uk_UA-ukrainian_tts-medium"],
            message:
              "No voice of this server speaks Ukrainian (uk), so a voice of another language reads it wrongly. Install one: npx fullcast engines add piper, npx fullcast voices install piper/uk_UA-ukrainian_tts-medium, then cast it.",
          },
          misfits: [
            {
              speaker_id: SPEAKER,
              voice_id: "6a7b8c9d-0e1f-4a2b-8c3d-4e5f6a7b8c9d",
              better_voice_id: "7b8c9d0e-1f2a-4b3c-9d4e-5f6a7b8c9d0e",
              reasons: [{ kind: "age", wanted: "child", has: "adult", relative_ids: [] }],
            },
          ],
        },
      },
    },
  }),
  createSpeaker: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/speakers",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Add a character",
    description: "201 for a new speaker, 200 when the same request is repeated. Every project already has a narrator.",
    params: projectParams,
    body: mutationBody({ ...registryMutation, name, ...details }),
    responses: { 200: speakerResult, 201: speakerResult },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { ...mutationExample, name: "Mara", aliases: ["Captain Mara"], gender: "female", age: "adult" },
      responses: { 201: resultExample },
    },
  }),
  changeSpeaker: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/speakers/{speakerId}",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Change the name or description of a speaker",
    description: "Only the fields in the request change. No audio becomes stale. The voice is changed at the casting.",
    params: speakerParams,
    body: mutationBody({ ...registryMutation, name: name.exactOptional(), ...details }).refine(
      (body) => ["name", ...Object.keys(details)].some((field) => Object.hasOwn(body, field)),
      "must change at least one of name, aliases, gender, age, description",
    ),
    responses: { 200: speakerResult },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { ...mutationExample, name: "Mara", description: "The harbour master." },
      responses: { 200: resultExample },
    },
  }),
  readSpeakerLines: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/speakers/{speakerId}/lines",
    scope: "studio:read",
    tag: "Speakers",
    summary: "Read some lines of a speaker",
    description: `The ${LIMITS.speaker_sample_lines} longest lines of at most ${LIMITS.speaker_sample_units} UTF-16 units that the speaker has in all sections, the longest one first: samples of how the speaker talks, for auditions.`,
    params: speakerParams,
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          speaker_id: uuid,
          lines: z
            .array(
              z
                .strictObject({ section_id: uuid, block_id: uuid, content: textContent })
                .meta({ id: "SpeakerLine", description: "A line with its place." }),
            )
            .meta({ description: "The longest line first." }),
        })
        .meta({ id: "SpeakerLines", description: "Samples of how a speaker talks." }),
    },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          speaker_id: SPEAKER,
          lines: [
            {
              section_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
              block_id: "9b2f7c54-1f0e-4c57-8f5b-2f3a54c0a1de",
              content: {
                schema_version: "studio-ast-2",
                type: "text",
                text: "“Is the boat back?”",
                annotations: [],
                points: [],
                delivery_control_sets: [],
              },
            },
          ],
        },
      },
    },
  }),
  deleteSpeaker: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}/speakers/{speakerId}",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Delete an unused speaker",
    description: "409 SPEAKER_IN_USE while the speaker has blocks, 409 SPEAKER_IS_NARRATOR for the narrator.",
    params: speakerParams,
    body: mutationBody(registryMutation),
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          speaker_id: uuid,
          speaker_registry_version: version,
          idempotent_replay: z.boolean(),
        })
        .meta({ id: "SpeakerDeletion" }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "SPEAKER_IN_USE", "SPEAKER_IS_NARRATOR"],
    examples: {
      body: mutationExample,
      responses: {
        200: { project_id: PROJECT, speaker_id: SPEAKER, speaker_registry_version: 2, idempotent_replay: false },
      },
    },
  }),
  changeProjectCasting: endpoint({
    method: "PUT",
    path: "/studio/projects/{projectId}/casting",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Set how voices are cast: the narrator alone, and which engine comes first",
    description:
      "With `narrator_only` the narrator's voice speaks every character whose voice no person chose: at once if the narrator has a voice, otherwise when Create Audio casts voices. Turning it off removes those casts; the next Create Audio casts the characters. With `provider` that engine's voices are cast first, and automatic casts of other engines are removed, so the next Create Audio casts those speakers again. null returns to the installation's order and changes no cast. An absent field stays as it is. English is cast with natural voices (flite) first, German, French, Spanish and Italian with natural voices (pico), other languages with espeak; other engines are cast only if they are named here. Lines whose voice changes become stale. Repeating the request changes nothing.",
    params: projectParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      narrator_only: z.boolean().meta({ description: "Whether the narrator's voice speaks everything." }),
      provider: text({ min: 1, max: 64 })
        .nullable()
        .meta({ description: "The engine whose voices are cast first. Null: the order of the installation." })
        .optional(),
    }),
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          narrator_only: z.boolean().meta({ description: "Whether the narrator's voice speaks everything." }),
          provider: z.string().nullable().meta({ description: "The engine whose voices are cast first. Null: none." }),
          speaker_registry_version: version,
        })
        .meta({ id: "ProjectCasting", description: "How a project's voices are cast." }),
    },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, narrator_only: true },
      responses: { 200: { project_id: PROJECT, narrator_only: true, provider: null, speaker_registry_version: 3 } },
    },
  }),
  castMissingVoices: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/speakers/cast",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Give everyone a voice who has none",
    description:
      "Chooses a voice, as Create Audio does, for the narrator and for every speaker with lines who has none. Voices that speakers have are kept. It is one entry of the history, so one undo takes all of it back. `casts` is empty if nothing is missing or the installation has no voice; then nothing changes.",
    params: projectParams,
    body: mutationBody(registryMutation),
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          casts: z
            .array(
              z
                .strictObject({ speaker_id: uuid, voice_id: uuid })
                .meta({ id: "NewCast", description: "A speaker and the new voice." }),
            )
            .meta({ description: "The speakers that got a voice." }),
          speaker_registry_version: version,
          idempotent_replay: z.boolean(),
        })
        .meta({ id: "MissingVoicesCast", description: "The voices that were given." }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: mutationExample,
      responses: {
        200: {
          project_id: PROJECT,
          casts: [{ speaker_id: SPEAKER, voice_id: "1d2e3f40-5162-5738-94a5-b6c7d8e9f0a1" }],
          speaker_registry_version: 3,
          idempotent_replay: false,
        },
      },
    },
  }),
  mergeSpeakers: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/speakers/merge",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Merge speakers",
    description:
      "into_speaker_id takes over all blocks of from_speaker_ids, and their names as aliases; from_speaker_ids are deleted. Every changed section gets a new document version. The narrator cannot be merged into another speaker.",
    params: projectParams,
    body: mutationBody({
      ...registryMutation,
      from_speaker_ids: uniqueUuids({ min: 1, max: LIMITS.merge_speakers }),
      into_speaker_id: uuid,
    }),
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          speaker,
          merged_speaker_ids: z.array(uuid),
          document_versions: z.array(z.strictObject({ section_id: uuid, document_version: version })),
          speaker_registry_version: version,
          idempotent_replay: z.boolean(),
        })
        .meta({ id: "SpeakerMerge" }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "SPEAKER_IS_NARRATOR"],
    examples: {
      body: { ...mutationExample, from_speaker_ids: [OTHER], into_speaker_id: SPEAKER },
      responses: {
        200: {
          project_id: PROJECT,
          speaker: speakerExample,
          merged_speaker_ids: [OTHER],
          document_versions: [{ section_id: "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c", document_version: 3 }],
          speaker_registry_version: 2,
          idempotent_replay: false,
        },
      },
    },
  }),
  castSpeaker: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/speakers/{speakerId}/casting",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Assign a voice to a speaker",
    description:
      "voice_id null removes the voice. Automatic casting never overwrites a cast that was made here. stale_block_count is the number of this speaker's blocks whose audio is stale now.",
    params: speakerParams,
    body: mutationBody({
      ...registryMutation,
      voice_id: uuid.nullable(),
      generation_profile: generationProfileOverride.nullable().optional(),
    }),
    responses: {
      200: z
        .strictObject({
          project_id: uuid,
          speaker,
          speaker_registry_version: version,
          stale_block_count: count,
          idempotent_replay: z.boolean(),
        })
        .meta({ id: "SpeakerCasting" }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { ...mutationExample, voice_id: "1d2e3f40-5162-5738-94a5-b6c7d8e9f0a1" },
      responses: { 200: { ...resultExample, stale_block_count: 12 } },
    },
  }),
};
