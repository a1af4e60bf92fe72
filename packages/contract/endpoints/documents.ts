import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { generationProfileOverride, recoveryDraft, scriptDocument } from "../schemas/document.ts";
import { count, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { speaker } from "../schemas/speakers.ts";
import { endpoint } from "./endpoint.ts";

export const documentEndpoints = {
  readDocument: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/document",
    scope: "studio:read",
    tag: "Documents",
    summary: "The script of a section",
    description:
      "With from_index or limit the answer holds a window of the blocks, and block_count says how many there are in all.",
    params: z.strictObject({ sectionId: uuid }),
    query: z.object({
      from_index: count.optional(),
      limit: z.int().min(1).max(LIMITS.document_window).optional(),
    }),
    responses: {
      200: z
        .strictObject({
          actor_user_id: uuid,
          project_id: uuid,
          section_id: uuid,
          document: scriptDocument,
          speakers: z.array(speaker),
          speaker_registry_version: version,
          sound_effects_enabled: z.boolean(),
          source_text_length: count,
          recovery_draft: recoveryDraft.nullable(),
          block_count: count.exactOptional(),
        })
        .meta({ id: "SectionDocument" }),
    },
    errors: ["NOT_FOUND"],
  }),
  listSpeakers: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/speakers",
    scope: "studio:read",
    tag: "Speakers",
    summary: "The cast of a project",
    params: z.strictObject({ projectId: uuid }),
    responses: {
      200: z
        .strictObject({ project_id: uuid, speaker_registry_version: version, speakers: z.array(speaker) })
        .meta({ id: "ProjectSpeakers" }),
    },
    errors: ["NOT_FOUND"],
  }),
  castSpeaker: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/speakers/{speakerId}/casting",
    scope: "studio:write",
    tag: "Speakers",
    summary: "Give a speaker a voice",
    description: "A voice_id of null takes the voice away. A cast made here is never overwritten by automatic casting.",
    params: z.strictObject({ projectId: uuid, speakerId: uuid }),
    body: z.strictObject({
      ...studioMutation,
      base_speaker_registry_version: version,
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
  }),
};
