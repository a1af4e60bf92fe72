// The script of a section. The types are core's (packages/core/document/blocks.ts); proofs.ts proves at compile time that
// both agree. These shapes apply to stored and returned scripts. Edits have narrower shapes.

import { AST_VERSION } from "@fullcast/core/document";
import { z } from "zod";
import {
  CONTROL_SET_WORDS,
  INTENT_WORDS,
  PROFILE_OPTION_WORDS,
  SETTING_NAME_WORDS,
  SETTING_VALUE_WORDS,
} from "../delivery-words.ts";
import { LIMITS } from "../limits.ts";
import {
  count,
  dottedIdentifier,
  hash,
  identifier,
  jsonObject,
  jsonValue,
  text,
  timestamp,
  uniqueUuids,
  uuid,
  version,
} from "./primitives.ts";

const astVersion = z.literal(AST_VERSION);
const span = { id: uuid, start_utf16: count, end_utf16: count };
const extension = { namespace: dottedIdentifier, name: identifier, version, payload: jsonObject.nullable() };

export const annotation = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("exclusion"),
      ...span,
      reason: z.enum(["speaker_label", "stage_direction", "metadata", "user"]),
    }),
    z.strictObject({
      kind: z.literal("pronunciation"),
      ...span,
      alphabet: z.enum(["ipa", "x-sampa", "cmu", "alias"]),
      value: text({ min: 1, max: LIMITS.pronunciation_units }),
    }),
    z.strictObject({ kind: z.literal("extension"), ...span, ...extension }),
  ])
  .meta({ id: "Annotation", description: "Offsets are UTF-16 units into the block's text; the end is exclusive." });

export const point = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("timed_silence"),
      id: uuid,
      offset_utf16: count,
      duration_ms: z.int().min(1).max(LIMITS.timed_silence_ms),
    }),
    z.strictObject({ kind: z.literal("extension"), id: uuid, offset_utf16: count, ...extension }),
  ])
  .meta({ id: "Point" });

export const deliveryControlSet = z
  .strictObject({
    id: uuid,
    schema_version: z.enum(["studio-delivery-control-set-1", "studio-delivery-control-set-2"]),
    provider: identifier,
    model: text({ min: 1, max: 200 }),
    format: text({ min: 1, max: 200 }),
    capability_revision: text({ min: 1, max: 200 }),
    directives: z
      .array(
        z.strictObject({
          id: uuid,
          start_utf16: count,
          end_utf16: count,
          intent: text({ min: 1, max: 200 }).meta({ description: INTENT_WORDS }),
          strength: z.number().min(0).max(1),
        }),
      )
      .max(LIMITS.delivery_directives),
    settings: z
      .array(
        z.strictObject({
          name: text({ min: 1, max: 200 }).meta({ description: SETTING_NAME_WORDS }),
          value: jsonValue.meta({ description: SETTING_VALUE_WORDS }),
        }),
      )
      .max(LIMITS.delivery_settings),
    source_fingerprint: hash.nullable(),
    source_utf16_length: count.nullable(),
    provider_text_override: text({ min: 1, max: LIMITS.block_text_units })
      .refine((value) => value.trim() !== "", "must contain a non-whitespace character")
      .exactOptional(),
  })
  .meta({ id: "DeliveryControlSet", description: CONTROL_SET_WORDS });

export const textContent = z
  .strictObject({
    type: z.literal("text"),
    schema_version: astVersion,
    // The first unparsed block of a section holds the whole submitted text.
    text: text({ max: LIMITS.raw_text_utf8_bytes }),
    annotations: z.array(annotation),
    points: z.array(point),
    delivery_control_sets: z.array(deliveryControlSet).max(LIMITS.delivery_control_sets),
  })
  .meta({ id: "TextContent" });

export const noteContent = z
  .strictObject({
    type: z.literal("note"),
    schema_version: astVersion,
    text: text({ max: LIMITS.note_text_units }),
  })
  .meta({ id: "NoteContent" });

export const sfxContent = z
  .strictObject({
    type: z.literal("sfx"),
    schema_version: astVersion,
    prompt: text({ min: 1, max: LIMITS.sfx_prompt_units }),
    duration_ms: z.int().min(LIMITS.sfx_duration_ms.min).max(LIMITS.sfx_duration_ms.max),
    seed: z.int().nullable(),
    source: z
      .strictObject({
        kind: z.literal("project_sound"),
        sound_effect_id: uuid,
        sound_effect_revision_id: uuid,
      })
      .exactOptional(),
  })
  .meta({ id: "SfxContent" });

export const sfxPlacement = z
  .strictObject({
    anchor_block_id: uuid,
    anchor: z.enum(["start", "end", "offset"]),
    offset_utf16: count.exactOptional(),
    offset_ms: z.int().min(-60_000).max(60_000),
    gain_db: z.number().min(-60).max(24),
    fade_in_ms: count,
    fade_out_ms: count,
    until_block_id: uuid.exactOptional(),
    until_anchor: z.enum(["start", "end"]).exactOptional(),
  })
  .meta({ id: "SfxPlacement" });

export const generationProfileOverride = z
  .strictObject({
    provider: identifier.exactOptional(),
    model: text({ min: 1, max: 200 }).exactOptional(),
    fallback: z.enum(["strict", "best_effort"]).exactOptional(),
    controls: z.enum(["strict", "best_effort"]).exactOptional(),
    options: jsonObject.meta({ description: PROFILE_OPTION_WORDS }).exactOptional(),
  })
  .meta({ id: "GenerationProfileOverride" });

const blockCommon = {
  id: uuid,
  block_version: version,
  generation_profile_override: generationProfileOverride.nullable(),
};

export const block = z
  .discriminatedUnion("kind", [
    z.strictObject({
      ...blockCommon,
      kind: z.enum(["speech", "narration"]),
      content: textContent,
      placement: z.null(),
      speaker_id: uuid.nullable(),
    }),
    z.strictObject({
      ...blockCommon,
      kind: z.enum(["unparsed", "excluded"]),
      content: textContent,
      placement: z.null(),
      speaker_id: z.null(),
    }),
    z.strictObject({
      ...blockCommon,
      kind: z.literal("note"),
      content: noteContent,
      placement: z.null(),
      speaker_id: z.null(),
    }),
    z.strictObject({
      ...blockCommon,
      kind: z.literal("sfx"),
      content: sfxContent,
      placement: sfxPlacement.nullable(),
      speaker_id: z.null(),
    }),
  ])
  .meta({ id: "Block" });

export const scriptDocument = z
  .strictObject({
    schema_version: astVersion,
    document_version: version,
    title: text({ max: LIMITS.section_title_units }),
    blocks: z.array(block).max(LIMITS.document_blocks),
  })
  .meta({ id: "Document" });

export const recoveryDraft = z
  .strictObject({ base_document_version: version, draft: jsonObject, updated_at: timestamp })
  .meta({ id: "RecoveryDraft" });

// Shapes of edits. Core checks the offsets, because it has the text.

const editTextContent = z
  .strictObject({ ...textContent.shape, text: text({ max: LIMITS.block_text_units }) })
  .meta({ id: "EditedTextContent", description: "As TextContent, with a text of at most 65,536 UTF-16 units." });
const editContent = z.discriminatedUnion("type", [editTextContent, noteContent, sfxContent]);
const blockKind = z.enum(["speech", "narration", "unparsed", "excluded", "note", "sfx"]);

const base = {
  block_id: uuid,
  base_block_version: version.meta({
    description:
      "The version of the block that the client read, or that the earlier operations of this request produce.",
  }),
};
const blockParts = {
  speaker_id: uuid.nullable().exactOptional(),
  placement: sfxPlacement.nullable().exactOptional(),
  generation_profile_override: generationProfileOverride.nullable().exactOptional(),
};
const after = uuid.nullable().meta({ description: "The block before the new place. Null: the beginning." });

export const editOperation = z
  .discriminatedUnion("op", [
    z.strictObject({
      op: z.literal("insert_block"),
      after_block_id: after,
      block: z.strictObject({
        id: uuid.exactOptional().meta({ description: "A new UUID. Absent: the service creates one." }),
        kind: blockKind,
        content: editContent,
        ...blockParts,
      }),
    }),
    z.strictObject({
      op: z.literal("replace_block"),
      ...base,
      set: z
        .strictObject({ kind: blockKind.exactOptional(), content: editContent.exactOptional(), ...blockParts })
        .refine((set) => Object.keys(set).length > 0, "must name at least one field"),
    }),
    z.strictObject({ op: z.literal("delete_block"), ...base }),
    z.strictObject({ op: z.literal("move_block"), ...base, after_block_id: after }),
    z.strictObject({
      op: z.literal("split_block"),
      ...base,
      offset_utf16: count,
      new_block_id: uuid
        .exactOptional()
        .meta({ description: "The id of the second part. Absent: the service creates one." }),
    }),
    z.strictObject({
      op: z.literal("merge_blocks"),
      blocks: z.array(z.strictObject(base)).min(LIMITS.merge_blocks.min).max(LIMITS.merge_blocks.max),
    }),
    z.strictObject({
      op: z.literal("assign_speaker"),
      block_ids: uniqueUuids({ min: 1, max: LIMITS.assign_blocks }),
      speaker_id: uuid.nullable(),
    }),
    z.strictObject({ op: z.literal("set_title"), title: text({ max: LIMITS.section_title_units }) }),
    z.strictObject({ op: z.literal("set_sound_effects_enabled"), enabled: z.boolean() }),
  ])
  .meta({ id: "EditOperation" });

export const documentEdit = z
  .strictObject({
    section_id: uuid,
    document_version: version,
    speaker_registry_version: version,
    blocks: z.array(block).meta({ description: "The complete changed blocks, in document order." }),
    deleted_block_ids: z.array(uuid),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "DocumentEdit" });

export const documentVersionList = z
  .strictObject({
    section_id: uuid,
    versions: z.array(
      z.strictObject({
        document_version: version,
        created_at: timestamp,
        actor_session_id: uuid.nullable().meta({ description: "Null for a change by a workflow or by the service." }),
        summary: z.string(),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "DocumentVersions", description: "Newest first." });

export const documentRestore = z
  .strictObject({
    section_id: uuid,
    document_version: version,
    speaker_registry_version: version,
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "DocumentRestore" });

export const recoveryDraftResult = z
  .strictObject({ recovery_draft: recoveryDraft.nullable() })
  .meta({ id: "RecoveryDraftResult" });

const fitsDraft = (draft: unknown) =>
  new TextEncoder().encode(JSON.stringify(draft)).length <= LIMITS.recovery_draft_bytes;

export const recoveryDraftBody = jsonObject.refine(
  fitsDraft,
  `must be at most ${LIMITS.recovery_draft_bytes} bytes of JSON`,
);
