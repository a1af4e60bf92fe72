import { z } from "zod";
import { languageModel, languageModelQuote } from "../schemas/language-model.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const projectId = "0f8a2c34-1c1e-4a6c-9e53-6a1f0f6b7c21";

export const languageModelEndpoints = {
  readLanguageModel: endpoint({
    method: "GET",
    path: "/studio/language-model",
    scope: "studio:read",
    tag: "Workflows",
    summary: "The language model that is asked about unsure lines",
    description:
      "Off unless the operator sets FULLCAST_LLM_BASE_URL. prepare_sections and Create Audio ask it when they structure text; a prepare_sections run also asks it about unsure lines of prepared sections. A speaker that a person chose stays, and so does one that the text names beside the line.",
    responses: { 200: languageModel },
    errors: [],
    examples: {
      responses: {
        200: {
          state: "ready",
          model: "qwen3:14b",
          threshold: 0.8,
          last_answer_at: "2026-11-24T09:30:00.000Z",
          last_fault: null,
          installation: {
            host: "127.0.0.1:11434",
            max_requests_per_section: 200,
            max_tokens_per_month: null,
            max_cost_per_month: 5,
            month: "2026-11",
            requests: 62,
            prompt_tokens: 125_400,
            completion_tokens: 10_900,
            cost: 0.03,
          },
        },
      },
    },
  }),
  quoteLanguageModel: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/language-model-quote",
    scope: "studio:read",
    tag: "Workflows",
    summary: "What asking the language model about a project would take",
    description:
      "Lines, requests, tokens and money for each section before anything is asked. Kept answers cost nothing and are not deducted.",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: languageModelQuote },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: projectId,
          enabled: true,
          sections: [
            {
              section_id: "6d7f3c11-52c7-4b60-8b0e-3f3c0a9b1d10",
              lines: 30,
              requests: 6,
              prompt_tokens: 12_120,
              completion_tokens: 1_020,
            },
          ],
          total: { lines: 30, requests: 6, prompt_tokens: 12_120, completion_tokens: 1_020, cost: 0.0024 },
        },
      },
    },
  }),
};
