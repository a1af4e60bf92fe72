// Mixes that play while their audio is made, and listening places.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, timestamp, url, uuid } from "./primitives.ts";

export const newMixPreview = {
  from_block_id: uuid
    .nullable()
    .default(null)
    .meta({ description: "The first line of the mix. Null: the first line of the section." }),
  from_ms: z.number().min(0).nullable().default(null).meta({
    description: "Begins with the line at this time of the section instead, estimates included.",
  }),
  voice_only: z.boolean().default(false).meta({ description: "Leaves out sounds." }),
  one_narrator: z
    .boolean()
    .default(false)
    .meta({ description: "Every line that has a take in the narrator's voice is heard in it." }),
  sounds_gain_db: z.number().min(-60).max(24).default(0).meta({ description: "Added to the gain of every sound." }),
};

const previewId = uuid.meta({ description: "The id of the mix, for GET /studio/previews/{previewId}." });

export const createdMixPreview = z
  .strictObject({ preview_id: previewId })
  .meta({ id: "CreatedMixPreview", description: "The started mix." });

const ms = z.number().min(0);

const playedLine = z.strictObject({
  block_id: uuid,
  start_ms: ms,
  duration_ms: ms,
  words: z.array(z.strictObject({ start_utf16: count, end_utf16: count, start_ms: ms, end_ms: ms })),
});

const mixSegment = z.strictObject({
  index: count.meta({ description: "The index of the segment in the mix, from 0." }),
  url,
  expires_at: timestamp,
  start_ms: ms,
  duration_ms: ms,
  block_ids: z.array(uuid).meta({ description: "Lines that begin in the segment." }),
  lines: z.array(playedLine).meta({ description: "The same lines with their times and words." }),
});

/** The longest offset into a line: a day. */
const offset_ms = z
  .number()
  .min(0)
  .max(86_400_000)
  .meta({ description: "Milliseconds from the beginning of the line. Stored rounded." });
const bookmark = z
  .strictObject({ section_id: uuid, block_id: uuid, offset_ms })
  .meta({ id: "Bookmark", description: "A place in a story: a line and an offset into it." });
const placed = (what: string) =>
  uuid.nullable().meta({ description: `${what} Null: nothing was heard yet, or the line was deleted.` });

const bookmarks = z.array(bookmark).max(LIMITS.bookmarks);
const place = { section_id: placed("The chapter of the line."), block_id: placed("The line."), offset_ms };
export const listeningPlace = {
  ...place,
  bookmarks: bookmarks.optional().meta({ description: "Replace all bookmarks. Absent: they stay." }),
};
export const listeningAnswer = z
  .strictObject({
    project_id: uuid,
    ...place,
    bookmarks: bookmarks.meta({
      description: "In the order in which they were sent. Bookmarks of deleted lines are left out.",
    }),
    updated_at: timestamp.nullable().meta({
      description:
        "When the place was written, by the clock of the server. A device that knows an earlier time is behind. Null: never.",
    }),
  })
  .meta({ id: "ListeningPlace", description: "Where the account left a story, and its bookmarks in it." });

export const mixPreview = z
  .strictObject({
    preview_id: previewId,
    section_id: uuid,
    state: z.enum(["working", "complete", "waiting", "ended"]),
    content_type: z.string().meta({ description: "The content type of every segment, for MediaSource." }),
    segments: z.array(mixSegment).meta({ description: "Segments after `after`, in order; at most 50." }),
    waiting: z
      .strictObject({
        block_id: uuid.nullable(),
        reason: z.enum(["price", "failed", "quota", "unassigned", "unsupported", "storage", "too_long", "changed"]),
      })
      .nullable()
      .meta({ description: "The line at which the mix stopped, and the reason. Null while it continues." }),
    duration_ms: ms
      .nullable()
      .meta({ description: "The duration of the whole section. Null until its timeline is known." }),
    is_estimate: z.boolean().meta({ description: "Whether duration_ms contains estimates of missing lines." }),
    unmade: z
      .array(z.array(ms).length(2))
      .meta({ description: "Ranges of the section without audio: start and end, ms." }),
    narrator_takes: z.boolean().meta({
      description:
        "Whether every line of the section has a take in the narrator's voice beside those of its cast, so that `one_narrator` makes another mix. False until all audio is made.",
    }),
    file: z
      .strictObject({ url, expires_at: timestamp, content_type: z.string(), duration_ms: ms })
      .nullable()
      .meta({ description: "A finished file with exactly this audio. Null if there is none." }),
  })
  .meta({ id: "MixPreview", description: "A mix of a section that plays while its audio is made." });
