import { z } from "zod";
import { createdMixPreview, listeningAnswer, listeningPlace, mixPreview, newMixPreview } from "../schemas/listening.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const PLACE = {
  section_id: "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809",
  block_id: "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c",
  offset_ms: 1_250,
  bookmarks: [
    {
      section_id: "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809",
      block_id: "c4d5e6f7-0819-4a2b-8c3d-4e5f60718293",
      offset_ms: 0,
    },
  ],
};
const PLACE_ANSWER = {
  project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
  ...PLACE,
  updated_at: "2026-11-26T20:15:00.000Z",
};

export const listeningEndpoints = {
  readListeningPlace: endpoint({
    method: "GET",
    path: "/me/listening/{projectId}",
    scope: "studio:read",
    tag: "Media",
    summary: "Where the account left a story",
    description:
      "A place is a line and an offset into it, so that it stays correct when lines before it change. All devices of the account share it.",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: listeningAnswer },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: PLACE_ANSWER } },
  }),
  writeListeningPlace: endpoint({
    method: "PUT",
    path: "/me/listening/{projectId}",
    scope: "studio:read",
    tag: "Media",
    summary: "Store where the account left a story",
    description:
      "Replaces the place, and the bookmarks if they are given. The line must be one of the project (404 otherwise); section_id and block_id are null together. Bookmarks of lines that the project does not have are dropped. The last request wins.",
    params: z.strictObject({ projectId: uuid }),
    body: mutationBody(listeningPlace),
    responses: { 200: listeningAnswer },
    errors: ["NOT_FOUND"],
    examples: { body: PLACE, responses: { 200: PLACE_ANSWER } },
  }),
  createMixPreview: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/previews",
    scope: "studio:read",
    tag: "Media",
    summary: "Listen to a section while its audio is made",
    description:
      "Starts a mastered mix of the section in segments, mixed as an export mixes it. Text that is not structured yet is structured and cast first; this changes the script and therefore needs the scope `studio:write`. Lines without audio are spoken in reading order, a window ahead of the listener, if their engine is free of charge; lines with a price are not spoken. An account can have two such mixes at a time; a third ends the oldest. Read the segments with `GET /studio/previews/{previewId}`.",
    params: z.strictObject({ sectionId: uuid }),
    body: mutationBody(newMixPreview),
    responses: { 202: createdMixPreview },
    errors: ["NOT_FOUND"],
    examples: { body: { from_block_id: null } },
  }),
  readMixPreview: endpoint({
    method: "GET",
    path: "/studio/previews/{previewId}",
    scope: "studio:read",
    tag: "Media",
    summary: "The finished segments of a mix",
    description:
      "Each segment is fragmented MP4 with AAC, with times relative to the section; append them in order to a MediaSource. Requests keep the mix running: segments are made about a minute ahead of `after`, until 30 s after the last request. `waiting` names the line at which the mix stopped and the reason; the mix continues when that line has audio. Segments are kept for half an hour after the last request.",
    params: z.strictObject({ previewId: uuid }),
    query: z.object({
      after: z.int().min(-1).default(-1).meta({ description: "The index of the last segment that the client has." }),
      wait_ms: z
        .int()
        .min(0)
        .max(10_000)
        .default(0)
        .meta({ description: "How long to wait if there is no new segment." }),
    }),
    responses: { 200: mixPreview },
    errors: ["NOT_FOUND"],
  }),
};
