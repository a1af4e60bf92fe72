import { z } from "zod";
import { projectEvent } from "../schemas/events.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

export const eventEndpoints = {
  followProjectEvents: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/events",
    scope: "studio:read",
    tag: "Workflows",
    summary: "What happens in a project, as server-sent events",
    description: [
      "A stream that stays open (`text/event-stream`): events `run`, `step`, `block`, `export`, `sound`, each with an `id`",
      "and JSON `data`. Open it first, then read what you show: nothing falls in between. Send the last id as",
      "`Last-Event-ID` to go on after it; events are kept for a day, and `reset` tells when some are gone. Ids also come",
      "alone, so that there is always one to go on from. A comment comes at least every 15 seconds. The stream ends when",
      "the key is revoked or the server stops. At most 10 streams a key: 429.",
    ].join("\n"),
    params: z.strictObject({ projectId: uuid }),
    headers: z.object({
      "last-event-id": z
        .string()
        .regex(/^[0-9]{1,15}-[0-9]{1,15}$/, "must be the id of an event of this interface")
        .optional()
        .meta({ description: "The id of the last event that was seen. Absent: only what happens from now on." }),
    }),
    answer: "events",
    responses: { 200: projectEvent },
    errors: ["NOT_FOUND"],
  }),
};
