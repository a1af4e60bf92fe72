import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { activity } from "../schemas/activity.ts";
import { accountEvent, projectEvent } from "../schemas/events.ts";
import { text, uuid } from "../schemas/primitives.ts";
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
      "`document`, `speakers`, `guests` and `project`, each with an `id`",
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
  listActivity: endpoint({
    method: "GET",
    path: "/me/activity",
    scope: "studio:read",
    tag: "Account",
    summary: "What ended: runs, exports and sounds, newest first",
    description:
      "A log for people. It goes as far back as the rows it reads: the work of a deleted project is no longer listed. `GET /events` and webhooks report the same when it happens.",
    query: z.object({
      limit: z.int().min(1).max(LIMITS.activity_page).default(25),
      cursor: text({ max: LIMITS.cursor_units }).optional().meta({ description: "next_cursor of the page before." }),
    }),
    responses: {
      200: z
        .strictObject({
          activity: z.array(activity).meta({ description: "What ended, newest first." }),
          next_cursor: z.string().nullable(),
        })
        .meta({ id: "ActivityPage", description: "A page of what ended in the account." }),
    },
    errors: [],
    examples: {
      responses: {
        200: {
          activity: [
            {
              event: "export.ended",
              id: "6f0a9a34-24d5-4b3c-9b55-9b0f7a2f1c05",
              ended_at: "2026-11-24T10:01:00.000Z",
              project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
              section_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
              format: "mp3",
              status: "completed",
              error_code: null,
            },
            {
              event: "run.ended",
              id: "6f0a9a34-24d5-4b3c-9b55-9b0f7a2f1c06",
              ended_at: "2026-11-24T10:00:00.000Z",
              project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
              workflow_kind: "create_audio",
              status: "completed",
            },
          ],
          next_cursor: null,
        },
      },
    },
  }),
};
