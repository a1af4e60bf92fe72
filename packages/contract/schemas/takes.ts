// The takes of a line.

import { z } from "zod";
import { timestamp, url, uuid } from "./primitives.ts";

export const take = z
  .strictObject({
    id: uuid,
    source: z.enum(["engine", "recording"]).meta({ description: "recording: a person spoke the line." }),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    voice_id: uuid.nullable(),
    duration_ms: z.int().min(1),
    created_at: timestamp,
    matches_intent: z.boolean().meta({
      description:
        "Whether the take matches the line now. A recording matches as long as the words of the line are the same.",
    }),
    warnings: z.array(z.string()).meta({ description: "Audible problems, as sentences." }),
    url,
    expires_at: timestamp,
  })
  .meta({ id: "Take", description: "Audio of one line: spoken by an engine, or recorded by a person." });

export const RECORDING_FAULTS = [
  "unreadable",
  "no_audio",
  "codec_unsupported",
  "channels_unsupported",
  "rate_unsupported",
  "samples_invalid",
  "truncated",
  "damaged",
  "too_short",
  "too_long",
  "limits",
  "silent",
] as const;

export const recorded = z
  .strictObject({ take: take.meta({ description: "The take with the recording." }) })
  .meta({ id: "RecordedTake", description: "The new take." });

const blockTakes = {
  block_id: uuid,
  active_take_id: uuid.nullable().meta({ description: "The take that plays. Null: the line has no audio." }),
  locked: z.boolean().meta({ description: "Whether the line keeps its take until a person changes it." }),
  takes: z.array(take).meta({ description: "Newest first." }),
};

export const takeList = z.strictObject(blockTakes).meta({ id: "BlockTakes", description: "All takes of a line." });

export const takeChange = z
  .strictObject({ ...blockTakes, idempotent_replay: z.boolean() })
  .meta({ id: "BlockTakesChange", description: "The takes as they are after the change." });
