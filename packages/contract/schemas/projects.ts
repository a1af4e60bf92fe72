// Projects and their sections.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { scriptDocument } from "./document.ts";
import { count, rawText, schemaVersion1, text, timestamp, uuid, version } from "./primitives.ts";

export const projectSummary = z
  .strictObject({ id: uuid, name: z.string(), project_kind: z.literal("named") })
  .meta({ id: "ProjectSummary" });

export const projectKind = z.enum(["standalone", "named"]);

export const projectDeletionPreview = z
  .strictObject({
    project_id: uuid,
    section_count: count,
    other_story_count: count.meta({ description: "Stories of the project that are not sections; always 0 here." }),
    block_count: count,
    audio_run_count: count.meta({ description: "Create Audio runs." }),
    clip_count: count.meta({ description: "Takes of blocks, current or not." }),
    studio_media_count: count.meta({ description: "Stored audio, finished export files and covers." }),
    active_share_link_count: count,
    ai_designed_voice_count: count,
  })
  .meta({ id: "ProjectDeletionPreview" });

export const projectDeletion = z
  .strictObject({
    success: z.literal(true),
    project_id: uuid,
    mode: z.literal("project_and_stories"),
    stories_deleted: count.meta({ description: "Sections and other stories together." }),
    audio_runs_deleted: count,
    clips_deleted: count,
    public_stories_deleted: count.meta({ description: "Sections with a public page." }),
    shared_stories_deleted: count.meta({ description: "Sections with an active link of their own." }),
    active_share_links_deleted: count,
    studio_sections_deleted: count,
    studio_media_marked_for_deletion: count,
    files_deleted: count.meta({
      description:
        "Files deleted so far. Files with other users stay; files from the last minutes are deleted a little later.",
    }),
    ai_designed_voices_deleted: count,
    ai_designed_voices_retained: count,
  })
  .meta({ id: "ProjectDeletion" });

export const sectionDeletionPreview = z
  .strictObject({
    project_id: uuid,
    section_id: uuid,
    block_count: count,
    generated_clip_count: count,
    active_share_link_count: count,
  })
  .meta({ id: "SectionDeletionPreview" });

export const sectionLifecycle = z
  .strictObject({
    operation: z.enum(["move_section", "delete_section"]),
    project_id: uuid,
    section_id: uuid,
    section_order_version: version.meta({ description: "The version that the mutation committed." }),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "SectionLifecycle" });

export const sectionSummary = z
  .strictObject({
    id: uuid,
    project_id: uuid,
    title: text({ max: LIMITS.section_title_units }),
    document_version: version,
    source_text_length: count.meta({ description: "UTF-16 units of the exact source-text projection." }),
    activity_status: z.enum(["blank", "working", "needs_audio", "audio_ready", "audio_failed"]),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "SectionSummary" });

export const projectSections = z
  .strictObject({
    project_id: uuid,
    initialized: z.boolean(),
    casting_defaults_mode: z.enum(["apply_exact", "suggest", "ignore"]).nullable(),
    default_automation_profile: z.enum(["quick", "balanced", "directed"]).nullable(),
    section_order_version: version.nullable(),
    speaker_registry_version: version.nullable(),
    sections: z.array(sectionSummary),
  })
  .meta({ id: "ProjectSections", description: "The active sections in project order." });

export const sectionCreation = z
  .strictObject({
    project_id: uuid,
    section: sectionSummary,
    document: scriptDocument,
    section_order_version: version,
    speaker_registry_version: version,
    idempotent_replay: z.boolean(),
  })
  .meta({
    id: "SectionCreation",
    description: "The new section. It holds the exact submitted text as one unparsed block.",
  });

/** The fields of every mutation of a studio resource. */
export const studioMutation = {
  schema_version: schemaVersion1,
  actor_session_id: uuid.meta({
    description: "The client's editing session. It does not count when a repeated request is compared with the first.",
  }),
  client_mutation_id: uuid.meta({
    description: "The same request with this id returns the committed result; a different request conflicts.",
  }),
};

export const newSection = {
  ...studioMutation,
  title: text({ max: LIMITS.section_title_units }),
  raw_text: rawText.meta({ description: "At most 8 MiB of UTF-8. Stored exactly, code unit by code unit." }),
};
