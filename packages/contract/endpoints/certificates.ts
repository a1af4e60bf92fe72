// The listening certificate: a recogniser of speech listens to the audio of a story.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { certificate, confirmedWords } from "../schemas/certificates.ts";
import { count, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const PROJECT = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const RUNNING = {
  project_id: PROJECT,
  state: "running" as const,
  recogniser: "whisper-1",
  lines: 412,
  heard_lines: 96,
  fault: null,
  started_at: "2026-11-26T09:30:00.000Z",
  ended_at: null,
};
const params = z.strictObject({ projectId: uuid });

export const certificateEndpoints = {
  startCertificate: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/certificate",
    scope: "studio:write",
    tag: "Media",
    summary: "Listen to the audio of a story",
    description:
      "The recogniser of the installation listens to the audio of every line that was not listened to before; poll `GET`. Returns at once. While a check runs, the request changes nothing. Without a recogniser the answer is `RECOGNISER_MISSING`.",
    params,
    responses: { 202: certificate },
    errors: ["NOT_FOUND", "RECOGNISER_MISSING"],
    examples: { responses: { 202: RUNNING } },
  }),
  readCertificate: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/certificate",
    scope: "studio:read",
    tag: "Media",
    summary: "The state of the listening certificate",
    description: "Whether the check runs, and how many lines were heard. Audio that changed since counts as not heard.",
    params,
    responses: { 200: certificate },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: RUNNING } },
  }),
  cancelCertificate: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}/certificate",
    scope: "studio:write",
    tag: "Media",
    summary: "Stop listening",
    description: "Stops a check that runs. What was heard is kept, and the next check continues with the rest.",
    params,
    responses: { 200: certificate },
    errors: ["NOT_FOUND"],
    examples: {
      responses: { 200: { ...RUNNING, state: "cancelled" as const, ended_at: "2026-11-26T09:31:00.000Z" } },
    },
  }),
  readConfirmedWords: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/certificate/words",
    scope: "studio:read",
    tag: "Media",
    summary: "Confirmed words, and lines that say something else",
    description:
      "Compares what was heard with the lines as they are now, word by word, by their spoken forms. Names of the lexicon are not counted. Lines of up to three words are confirmed when half of their letters were heard.",
    params,
    query: z.object({
      section_id: uuid.optional().meta({ description: "Only this section. Absent: all." }),
      from: count.default(0).meta({ description: "How many divergences to skip. Default 0." }),
      limit: z
        .int()
        .min(1)
        .max(LIMITS.divergence_page)
        .default(100)
        .meta({ description: "The largest number of divergences on the page. Default 100." }),
    }),
    responses: { 200: confirmedWords },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          lines: 412,
          heard_lines: 412,
          words: 5_210,
          confirmed_words: 5_207,
          divergence_count: 1,
          divergences: [
            {
              section_id: "5c6d7e8f-9a0b-4c1d-8e2f-3a4b5c6d7e8f",
              block_id: "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c",
              start_utf16: 10,
              end_utf16: 23,
              start_ms: 840,
              end_ms: 1_630,
              before: "She could ",
              words: "read the lead",
              after: " line.",
              expected: "read the lead",
              heard: "reed the led",
            },
          ],
          next_from: null,
        },
      },
    },
  }),
};
