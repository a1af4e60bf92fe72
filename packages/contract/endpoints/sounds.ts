import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { text, uuid, version } from "../schemas/primitives.ts";
import {
  catalogPage,
  librarySearch,
  pageLimit,
  projectSoundMembership,
  projectSoundPage,
  sound,
  soundCreation,
  soundDescription,
  soundFile,
  soundName,
  soundPage,
  soundPreview,
  soundShare,
  soundTags,
  soundUploadStatus,
} from "../schemas/sounds.ts";
import { endpoint } from "./endpoint.ts";

const soundParams = z.strictObject({ soundId: uuid });
const projectParams = z.strictObject({ projectId: uuid });
const shareParams = z.strictObject({ shareId: uuid });
const rights = z.literal("studio-sound-rights-1").meta({
  description: "The uploader has the rights that are needed to use the sound in stories.",
});
const mutationId = uuid.meta({
  description: "The same request with this id returns the committed result; a different request conflicts.",
});
const membership = mutationBody({
  schema_version: z.literal("studio-project-sound-source-1"),
  client_mutation_id: mutationId,
  sound_effect_id: uuid,
  expected_registry_version: version,
});

const MUTATION_ID = "6f1f2e6c-8a3e-4f0e-9d56-0c1f5f8f0f21";
const SOUND_ID = "1f0c3c52-6d4f-4a7e-9a57-0b8f3d2c4e11";
const SHARE = {
  id: "07aecfbf-4225-4cca-8e8d-b2b6fbc3ec79",
  sound_effect_id: SOUND_ID,
  username: "mara",
  status: "accepted",
  created_at: "2026-11-21T04:00:00.000Z",
  updated_at: "2026-11-21T04:00:00.000Z",
} as const;
const FILE = { filename: "door-creak.wav", content_type: "audio/wav", size_bytes: 176_444 } as const;
const MEMBERSHIP = {
  schema_version: "studio-project-sound-source-1",
  client_mutation_id: MUTATION_ID,
  sound_effect_id: SOUND_ID,
  expected_registry_version: 1,
} as const;

export const soundEndpoints = {
  listSounds: endpoint({
    method: "GET",
    path: "/studio/sounds",
    scope: "studio:read",
    tag: "Sounds",
    summary: "The sound library",
    description:
      "Newest first. `mine`: the account's own sounds in any state. `shared`: ready sounds that other accounts share with it, except declined ones. `public`: the ready sounds of the public catalogue. With `project_id` each sound states whether it is linked to that project, and `in_project` filters by that.",
    query: z.object({
      scope: z.enum(["mine", "shared", "public"]).default("mine"),
      ...librarySearch,
      project_id: uuid.optional(),
      in_project: z.boolean().optional().meta({ description: "Needs project_id." }),
      limit: pageLimit(LIMITS.sound_page_default),
    }),
    responses: { 200: soundPage },
    errors: ["NOT_FOUND"],
  }),
  createSound: endpoint({
    method: "POST",
    path: "/studio/sounds",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Create a sound and a session to upload its file",
    description:
      "PUT the file's bytes to `upload.url` with `upload.headers` and no API key, then complete the upload and poll its status. The file is decoded, checked and encoded again. Its duration is measured. `is_public` lists the sound in the public catalogue once it is ready. 201 for a new sound; 200 when the same request is repeated, with the same sound and upload.",
    body: mutationBody({
      schema_version: z.literal("studio-sound-upload-1"),
      client_mutation_id: mutationId,
      name: soundName,
      description: soundDescription,
      tags: soundTags,
      is_public: z.boolean(),
      rights_acknowledgment_version: rights,
      file: soundFile,
    }),
    responses: { 200: soundCreation, 201: soundCreation },
    errors: ["IDEMPOTENCY_CONFLICT", "NOT_FOUND", "STORAGE_QUOTA_EXCEEDED"],
    examples: {
      body: {
        schema_version: "studio-sound-upload-1",
        client_mutation_id: MUTATION_ID,
        name: "Door creak",
        description: "An old wooden door opens slowly.",
        tags: ["door", "creak", "hinge"],
        is_public: false,
        rights_acknowledgment_version: "studio-sound-rights-1",
        file: FILE,
      },
    },
  }),
  createSoundUpload: endpoint({
    method: "POST",
    path: "/studio/sounds/{soundId}/uploads",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Upload another file for a sound",
    description:
      "Replaces the audio of a ready sound, or retries after a failure. The sound keeps its current revision until the new one is ready, and also if the new one fails. A session that still waits for its file expires. While a file is being processed the request is refused.",
    params: soundParams,
    body: mutationBody({
      schema_version: z.literal("studio-sound-upload-1"),
      client_mutation_id: mutationId,
      rights_acknowledgment_version: rights,
      file: soundFile,
    }),
    responses: { 200: soundCreation, 201: soundCreation },
    errors: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT", "SOUND_UPLOAD_IN_PROGRESS", "STORAGE_QUOTA_EXCEEDED"],
    examples: {
      body: {
        schema_version: "studio-sound-upload-1",
        client_mutation_id: MUTATION_ID,
        rights_acknowledgment_version: "studio-sound-rights-1",
        file: FILE,
      },
    },
  }),
  completeSoundUpload: endpoint({
    method: "POST",
    path: "/studio/sounds/{soundId}/uploads/{uploadId}/complete",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Process an uploaded file",
    description:
      "202 while the file is being processed, 200 when processing has ended, with or without success. Repeating the request is safe.",
    params: z.strictObject({ soundId: uuid, uploadId: uuid }),
    body: mutationBody({ schema_version: z.literal("studio-sound-upload-complete-1") }),
    responses: { 200: sound, 202: sound },
    errors: ["NOT_FOUND", "SOUND_UPLOAD_INCOMPLETE", "SOUND_UPLOAD_EXPIRED"],
    examples: { body: { schema_version: "studio-sound-upload-complete-1" } },
  }),
  readLatestSoundUpload: endpoint({
    method: "GET",
    path: "/studio/sounds/{soundId}/uploads/latest",
    scope: "studio:read",
    tag: "Sounds",
    summary: "The status of the latest upload of an own sound",
    description: "Poll until the status is ready, failed or expired.",
    params: soundParams,
    responses: { 200: soundUploadStatus },
    errors: ["NOT_FOUND"],
  }),
  readSound: endpoint({
    method: "GET",
    path: "/studio/sounds/{soundId}",
    scope: "studio:read",
    tag: "Sounds",
    summary: "One sound",
    description: "An own, shared or public sound, or one that is linked to a project of the account.",
    params: soundParams,
    query: z.object({ project_id: uuid.optional() }),
    responses: { 200: sound },
    errors: ["NOT_FOUND"],
  }),
  changeSound: endpoint({
    method: "PATCH",
    path: "/studio/sounds/{soundId}",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Change the metadata of a sound, or publish it",
    description:
      "Needs at least one of name, description, tags and is_public; other keys are ignored. A sound that is uploading or processing cannot be published. Unpublishing a sound keeps its links to projects.",
    params: soundParams,
    body: z
      .looseObject({
        schema_version: z.literal(["studio-sound-mutation-1", 1]).optional(),
        client_mutation_id: mutationId.optional(),
        expected_metadata_version: version.optional(),
        name: soundName.optional(),
        description: soundDescription.optional(),
        tags: soundTags.optional(),
        is_public: z.boolean().optional(),
      })
      .refine(
        (body) => [body.name, body.description, body.tags, body.is_public].some((value) => value !== undefined),
        "must change name, description, tags or is_public",
      ),
    responses: { 200: sound },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "SOUND_NOT_READY"],
    examples: { body: { name: "Old door creak", is_public: true, expected_metadata_version: 1 } },
  }),
  deleteSound: endpoint({
    method: "DELETE",
    path: "/studio/sounds/{soundId}",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Delete an own sound",
    description:
      "Removes it from the library, the catalogue, its shares and every project, with all its revisions. Blocks that play one of them have no audio afterwards (a `missing` gap). Finished exports are kept.",
    params: soundParams,
    body: mutationBody({
      schema_version: z.literal("studio-sound-mutation-1"),
      client_mutation_id: mutationId,
      expected_metadata_version: version,
    }),
    responses: {
      200: z.strictObject({ sound_effect_id: uuid, deleted: z.literal(true) }).meta({ id: "SoundDeletion" }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: "studio-sound-mutation-1",
        client_mutation_id: MUTATION_ID,
        expected_metadata_version: 2,
      },
      responses: { 200: { sound_effect_id: SOUND_ID, deleted: true } },
    },
  }),
  createSoundPreviewUrl: endpoint({
    method: "POST",
    path: "/studio/sounds/{soundId}/preview-url",
    scope: "studio:read",
    tag: "Sounds",
    summary: "A short-lived URL to listen to a sound",
    params: soundParams,
    responses: { 200: soundPreview },
    errors: ["NOT_FOUND", "SOUND_NOT_READY"],
  }),
  shareSound: endpoint({
    method: "POST",
    path: "/studio/sounds/{soundId}/shares",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Share an own sound with another account",
    description:
      "The other account can read and play the sound, and can link it to projects after accepting. 200 when it is already shared. A declined share is offered again.",
    params: soundParams,
    body: mutationBody({
      username: text({ min: 1, max: 200 }),
      schema_version: z.literal(["studio-sound-mutation-1", 1]).optional(),
      client_mutation_id: mutationId.optional(),
    }),
    responses: {
      200: z.strictObject({ share: soundShare }),
      201: z.strictObject({ share: soundShare }),
    },
    errors: ["NOT_FOUND", "SOUND_NOT_READY", "IDEMPOTENCY_CONFLICT"],
    examples: { body: { username: "mara" } },
  }),
  listSoundShares: endpoint({
    method: "GET",
    path: "/studio/sounds/{soundId}/shares",
    scope: "studio:read",
    tag: "Sounds",
    summary: "The accounts that an own sound is shared with",
    description: "In the order of user names. A declined share stays in the list until it is ended.",
    params: soundParams,
    responses: {
      200: z.strictObject({ shares: z.array(soundShare).meta({ description: "The shares, by user name." }) }),
    },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { shares: [SHARE] } } },
  }),
  endSoundShare: endpoint({
    method: "DELETE",
    path: "/studio/sound-shares/{shareId}",
    scope: "studio:write",
    tag: "Sounds",
    summary: "End the share of an own sound",
    description: "Projects of the other account keep the sound until it is unlinked. An ended share is 404.",
    params: shareParams,
    responses: { 200: z.strictObject({ share: soundShare }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { share: SHARE } } },
  }),
  acceptSoundShare: endpoint({
    method: "POST",
    path: "/studio/sound-shares/{shareId}/accept",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Accept a shared sound",
    description: "Safe to repeat.",
    params: shareParams,
    responses: { 200: sound },
    errors: ["NOT_FOUND"],
  }),
  declineSoundShare: endpoint({
    method: "POST",
    path: "/studio/sound-shares/{shareId}/decline",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Decline a shared sound",
    description: "Also possible after accepting: projects keep the sound until it is unlinked. Safe to repeat.",
    params: shareParams,
    responses: { 200: z.strictObject({ share: soundShare }) },
    errors: ["NOT_FOUND"],
  }),
  listProjectSounds: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/sounds",
    scope: "studio:read",
    tag: "Sounds",
    summary: "The sounds that are linked to a project",
    description: "Latest link first. Create Audio places them automatically when place_project_sounds is on.",
    params: projectParams,
    query: z.object({ ...librarySearch, limit: pageLimit(LIMITS.project_sound_page_default) }),
    responses: { 200: projectSoundPage },
    errors: ["NOT_FOUND"],
  }),
  linkProjectSound: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/sounds",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Link a ready sound to a project",
    params: projectParams,
    body: membership,
    responses: { 200: projectSoundMembership, 201: projectSoundMembership },
    description:
      "An own sound, an accepted share or a public one. 201 for a new link, 200 when the same request is repeated.",
    errors: ["NOT_FOUND", "FORBIDDEN", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "SOUND_NOT_READY"],
    examples: { body: MEMBERSHIP },
  }),
  unlinkProjectSound: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}/sounds/{soundId}",
    scope: "studio:write",
    tag: "Sounds",
    summary: "Unlink a sound from a project",
    description:
      "The sound stays in the library. Blocks that play it keep their audio if the account owns the sound; otherwise they lose it.",
    params: z.strictObject({ projectId: uuid, soundId: uuid }),
    body: membership,
    responses: { 200: projectSoundMembership },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: { body: MEMBERSHIP },
  }),
  listCatalogSounds: endpoint({
    method: "GET",
    path: "/sounds",
    scope: "any",
    tag: "Sounds",
    summary: "The public sound catalogue",
    description: "Ready public sounds, newest first.",
    query: z.object({ ...librarySearch, limit: pageLimit(LIMITS.sound_page_default) }),
    responses: { 200: catalogPage },
    errors: [],
  }),
  readCatalogSound: endpoint({
    method: "GET",
    path: "/sounds/{soundId}",
    scope: "any",
    tag: "Sounds",
    summary: "One sound of the public catalogue",
    params: soundParams,
    responses: { 200: sound },
    errors: ["NOT_FOUND"],
  }),
};
