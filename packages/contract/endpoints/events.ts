import { z } from "zod";
import { accountEvent, projectEvent } from "../schemas/events.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const lastEvent = z.object({
  "last-event-id": z
    .string()
    .regex(/^[0-9]{1,15}-[0-9]{1,15}$/, "must be the id of an event of this interface")
    .optional()
    .meta({ description: "The id of the last event that was seen. Absent: only what happens from now on." }),
});

export const eventEndpoints = {
  followProjectEvents: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/events",
    scope: "studio:read",
    tag: "Workflows",
    summary: "Events of a project as server-sent events",
    description: [
      "A stream that stays open (`text/event-stream`): events `run`, `step`, `block`, `export`, `sound`,",
      "`document`, `speakers` and `project`, each with an `id`",
      "and JSON `data`. Open the stream before you read resources, so that you miss no change. Send the last id as",
      "`Last-Event-ID` to continue after it. Events are kept for a day; `reset` reports that older events are no longer available. Some messages hold",
      "only an id, so that a client always has a recent id to continue from. A comment is sent at least every 15 seconds. The stream ends when",
      "the key is revoked or the server stops. A key may have 10 streams open; more are 429.",
    ].join("\n"),
    params: z.strictObject({ projectId: uuid }),
    headers: lastEvent,
    answer: "events",
    responses: { 200: projectEvent },
    errors: ["NOT_FOUND"],
  }),
  followAccountEvents: endpoint({
    method: "GET",
    path: "/events",
    scope: "studio:read",
    tag: "Workflows",
    summary: "Events of all projects of the account as server-sent events",
    description:
      "The events of every project of the account in one stream, each with `project_id` in its data; including projects that are created or deleted in the meantime. Ids, `Last-Event-ID`, `reset` and the limit of open streams are those of a project's stream.",
    headers: lastEvent,
    answer: "events",
    responses: { 200: accountEvent },
    errors: [],
  }),
};
