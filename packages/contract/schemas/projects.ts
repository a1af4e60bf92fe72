// Projects and their sections.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { scriptDocument } from "./document.ts";
import { count, rawText, schemaVersion1, text, timestamp, uuid, version } from "./primitives.ts";

export const projectSummary = z
  .strictObject({ id: uuid, name: z.string(), project_kind: z.literal("named") })
  .meta({ id: "ProjectSummary" });

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
  .meta({ id: "SectionCreation", description: "The section holds its exact submitted text as one unparsed block." });

/** What every mutation of a studio resource carries. */
export const studioMutation = {
  schema_version: schemaVersion1,
  actor_session_id: uuid.meta({ description: "Names the client's session; not part of the canonical request." }),
  client_mutation_id: uuid.meta({
    description: "Repeating the same request with this id returns the committed result; another request conflicts.",
  }),
};

export const newSection = {
  ...studioMutation,
  title: text({ max: LIMITS.section_title_units }),
  raw_text: rawText.meta({ description: "At most 8 MiB of UTF-8; kept code unit by code unit." }),
};
