// Where a listener of a public link left its story.

import { z } from "zod";
import { mutationBody } from "./mutation-body.ts";
import { timestamp, uuid, version } from "./primitives.ts";

const section_id = uuid.nullable().meta({
  description: "The chapter. Null: nothing was heard yet, the story was heard to its end, or the chapter was deleted.",
});
/** A timeline is shorter than a week. */
const position_ms = z
  .int()
  .min(0)
  .max(604_800_000)
  .meta({ description: "Milliseconds from the beginning of the chapter." });

export const listenerPlaceRequest = mutationBody({ section_id, position_ms }).meta({ id: "ListenerPlaceRequest" });

export const listenerPlace = z
  .strictObject({
    section_id,
    position_ms,
    version: version.meta({ description: "Grows by one with each write. A device that knows a lower one is behind." }),
    written_at: timestamp.meta({ description: "When it was written, by the clock of the server." }),
  })
  .meta({ id: "ListenerPlace", description: "Where a listener left a published story." });

const place = listenerPlace.meta({ description: "The place." });

export const createdListenerPlace = z.strictObject({
  token: z.string().meta({
    description: "22 characters that cannot be guessed. Only this answer contains them; the server keeps their hash.",
  }),
  place,
});

export const storedListenerPlace = z.strictObject({ place });
