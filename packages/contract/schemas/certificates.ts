// The listening certificate of a project.

import { z } from "zod";
import { count, timestamp, uuid } from "./primitives.ts";

const lines = count.meta({ description: "Lines that have audio." });
const heard_lines = count.meta({ description: "Lines whose present audio the recogniser has listened to." });

export const certificate = z
  .strictObject({
    project_id: uuid,
    state: z.enum(["none", "running", "done", "failed", "cancelled"]).meta({
      description:
        "none: no check was started. running: the recogniser listens. done: it listened to all audio that was there. failed: see `fault`; start it again to continue. cancelled: a person stopped it.",
    }),
    recogniser: z
      .string()
      .nullable()
      .meta({ description: "The recogniser's model or program. Null: the server has none." }),
    lines,
    heard_lines,
    fault: z.string().nullable().meta({ description: "Why the last check failed." }),
    started_at: timestamp.nullable(),
    ended_at: timestamp.nullable().meta({ description: "Null while it runs, and without a check." }),
  })
  .meta({ id: "Certificate", description: "The state of the check of a story's audio by a recogniser of speech." });

const sums = {
  lines,
  heard_lines,
  words: count.meta({ description: "Words of the heard lines, without names of the lexicon." }),
  confirmed_words: count.meta({ description: "Words that were heard as they are written." }),
};

/** In the report of an export. */
export const confirmedSums = z.strictObject(sums).meta({
  id: "ConfirmedSums",
  description: "How many words a recogniser of speech confirmed.",
});

export const divergence = z
  .strictObject({
    section_id: uuid,
    block_id: uuid.meta({ description: "The line." }),
    start_utf16: count.meta({ description: "Where the words begin in the text of the line." }),
    end_utf16: count.meta({
      description: "Where they end. The same as the beginning: only additional words were heard.",
    }),
    start_ms: count.meta({ description: "When they are heard in the audio of the line." }),
    end_ms: count.meta({ description: "When they end there." }),
    before: z.string().meta({ description: "The line before the words, at most 80 UTF-16 units." }),
    words: z.string().meta({ description: "The words as they are written, at most 300 UTF-16 units." }),
    after: z.string().meta({ description: "The line after the words, at most 80 UTF-16 units." }),
    expected: z.string().meta({ description: "The words as they should be spoken, at most 300 UTF-16 units." }),
    heard: z.string().meta({ description: "What was heard, at most 300 UTF-16 units. Empty: nothing." }),
  })
  .meta({ id: "Divergence", description: "Words of a line that were not heard as they are written." });

export const confirmedWords = z
  .strictObject({
    project_id: uuid,
    ...sums,
    divergence_count: count.meta({ description: "All divergences of the project or section." }),
    divergences: z.array(divergence).meta({ description: "A page of them, in the order of the story." }),
    next_from: count.nullable().meta({ description: "`from` of the next page. Null: this is the last one." }),
  })
  .meta({ id: "ConfirmedWords", description: "What a recogniser heard, compared with the lines as they are now." });
