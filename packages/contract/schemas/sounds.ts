// The sound library: sounds, their uploads and shares, and which project uses which.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, text, timestamp, trimmedText, url, uuid, version } from "./primitives.ts";

export const soundName = trimmedText({ min: 1, max: LIMITS.sound_name_units });
export const soundDescription = trimmedText({ min: 1, max: LIMITS.sound_description_units });
export const soundTags = z
  .array(trimmedText({ min: 1, max: LIMITS.sound_tag_units }))
  .min(1)
  .max(LIMITS.sound_tags)
  .refine(
    (tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length,
    "must not name the same tag twice",
  );

/** Content types that an upload may declare. The decoder determines the real type. */
export const soundContentType = z.enum([
  "audio/wav",
  "audio/x-wav",
  "audio/mpeg",
  "audio/ogg",
  "audio/opus",
  "audio/flac",
  "audio/mp4",
  "audio/aac",
  "audio/webm",
]);

export const soundFile = z.strictObject({
  filename: text({ min: 1, max: LIMITS.sound_filename_units }),
  content_type: soundContentType,
  size_bytes: z.int().min(1).max(LIMITS.sound_upload_bytes),
});

const soundError = z
  .strictObject({ code: z.string().max(200).nullable(), message: z.string().min(1).max(1_000) })
  .meta({ id: "SoundError" });

export const shareStatus = z.enum(["pending", "accepted", "declined"]);

export const soundStatus = z.enum(["uploading", "processing", "ready", "failed"]);

export const sound = z
  .strictObject({
    id: uuid,
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    status: soundStatus,
    is_public: z.boolean(),
    owner_display_name: z.string().min(1).max(200).nullable(),
    is_owned_by_user: z.boolean(),
    is_shared_with_user: z
      .boolean()
      .meta({ description: "Whether another account shares it and this account has not declined." }),
    is_in_project: z
      .boolean()
      .meta({ description: "Whether it is linked to the project of the request. False without a project." }),
    can_edit: z.boolean(),
    can_delete: z.boolean(),
    can_share: z.boolean(),
    incoming_share: z.strictObject({ id: uuid, status: shareStatus }).nullable(),
    metadata_version: version,
    current_revision: z
      .strictObject({
        id: uuid,
        revision_number: version,
        duration_ms: z.int().min(LIMITS.sound_duration_ms.min).max(LIMITS.sound_duration_ms.max),
        mime_type: z.string().min(1).max(200),
        file_size_bytes: z.int().min(1).max(LIMITS.sound_revision_bytes),
        created_at: timestamp,
      })
      .nullable(),
    error: soundError.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Sound" });

export const soundUpload = z
  .strictObject({
    id: uuid,
    url,
    method: z.literal("PUT"),
    headers: z.record(z.string(), z.string()),
    expires_at: timestamp,
  })
  .meta({
    id: "SoundUpload",
    description:
      "PUT the raw bytes of the file here, exactly size_bytes of them, with these headers and without an API key. It works once.",
  });

export const soundCreation = z
  .strictObject({ schema_version: z.literal("studio-sound-upload-1"), sound, upload: soundUpload })
  .meta({ id: "SoundCreation" });

export const uploadStatus = z.enum(["pending_upload", "processing", "ready", "failed", "expired"]);

export const soundUploadStatus = z
  .strictObject({
    schema_version: z.literal("studio-sound-upload-status-1"),
    sound_id: uuid,
    latest: z
      .strictObject({
        id: uuid,
        revision_number: version,
        is_replacement: z.boolean(),
        status: uploadStatus,
        completed_revision_id: uuid.nullable(),
        error: soundError.nullable(),
        created_at: timestamp,
        updated_at: timestamp,
        expires_at: timestamp,
      })
      .nullable(),
  })
  .meta({ id: "SoundUploadStatus" });

const page = {
  schema_version: z.literal("studio-sound-library-1"),
  sounds: z.array(sound).max(LIMITS.sound_page),
  next_cursor: z.string().min(1).max(LIMITS.cursor_units).nullable(),
};

export const soundPage = z.strictObject(page).meta({ id: "SoundPage" });
export const projectSoundPage = z
  .strictObject({ ...page, sound_source_registry_version: version })
  .meta({ id: "ProjectSoundPage" });
export const catalogPage = z
  .strictObject({ sounds: page.sounds, next_cursor: page.next_cursor })
  .meta({ id: "SoundCatalogPage" });

export const soundPreview = z
  .strictObject({ schema_version: z.literal("studio-sound-preview-1"), url, expires_at: timestamp })
  .meta({ id: "SoundPreview" });

export const projectSoundMembership = z
  .strictObject({
    schema_version: z.literal("studio-project-sound-source-1"),
    project_id: uuid,
    sound_effect_id: uuid,
    linked: z.boolean(),
    sound_source_registry_version: version,
  })
  .meta({ id: "ProjectSoundMembership" });

export const soundShare = z
  .strictObject({
    id: uuid,
    sound_effect_id: uuid,
    username: z.string(),
    status: shareStatus,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "SoundShare" });

export const librarySearch = {
  q: text({ max: LIMITS.sound_search_units })
    .optional()
    .meta({ description: "Words to search for. Each must occur in the name, the description or the tags." }),
  cursor: text({ min: 1, max: LIMITS.cursor_units })
    .optional()
    .meta({ description: "next_cursor of the page before." }),
};

export const pageLimit = (usual: number) => count.min(1).max(LIMITS.sound_page).default(usual);
