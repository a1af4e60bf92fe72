// What ended in an account: runs, exports and sounds.

import { z } from "zod";
import { exportFormat } from "./exports.ts";
import { timestamp, uuid } from "./primitives.ts";

const fields = {
  id: uuid.meta({ description: "The run, the export or the upload." }),
  ended_at: timestamp.meta({ description: "When it ended." }),
};
const error_code = z.string().nullable().meta({ description: "Why it failed. Null otherwise." });

export const activity = z
  .discriminatedUnion("event", [
    z.strictObject({
      event: z.literal("run.ended"),
      ...fields,
      project_id: uuid,
      workflow_kind: z.enum(["prepare_sections", "create_audio"]),
      status: z.enum(["completed", "partially_completed", "failed", "cancelled"]),
    }),
    z.strictObject({
      event: z.literal("export.ended"),
      ...fields,
      project_id: uuid,
      section_id: uuid.nullable().meta({ description: "Null for the export of a book." }),
      format: exportFormat,
      status: z.enum(["completed", "failed", "cancelled", "superseded"]),
      error_code,
    }),
    z.strictObject({
      event: z.literal("sound.ended"),
      ...fields,
      sound_effect_id: uuid,
      name: z.string().meta({ description: "The name of the sound." }),
      status: z.enum(["ready", "failed", "expired"]),
      error_code,
    }),
  ])
  .meta({ id: "Activity", description: "A run, an export or the processing of a sound that ended." });
