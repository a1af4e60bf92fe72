// The optional language model, as schemas.

import { z } from "zod";
import { count, timestamp, uuid } from "./primitives.ts";

const money = z.number().min(0).nullable();

export const languageModel = z
  .strictObject({
    state: z.enum(["off", "ready", "failing", "limit_reached"]).meta({
      description:
        "off: the installation has none. ready: it is asked. failing: its last request failed; the next one tries again. limit_reached: the month's limit is used up.",
    }),
    model: z.string().nullable().meta({ description: "The name of the model. Null: the installation has none." }),
    threshold: z
      .number()
      .nullable()
      .meta({ description: "Lines with a lower confidence are asked about. Null: the installation has none." }),
    last_answer_at: timestamp.nullable().meta({ description: "The last answer in this calendar month. Null: none." }),
    last_fault: z.string().nullable().meta({ description: "What failed. Null unless the state is failing." }),
    installation: z
      .strictObject({
        host: z.string().meta({ description: "Where the model answers, without a path." }),
        max_requests_per_section: count.meta({ description: "Requests for one section." }),
        max_tokens_per_month: count.nullable().meta({ description: "Tokens in a calendar month. Null: no limit." }),
        max_cost_per_month: money.meta({ description: "Money in a calendar month. Null: no limit." }),
        month: z.string().meta({ description: "The calendar month in UTC." }),
        requests: count.meta({ description: "Requests of this month." }),
        prompt_tokens: count.meta({ description: "Tokens of this month's questions." }),
        completion_tokens: count.meta({ description: "Tokens of this month's answers." }),
        cost: money.meta({ description: "Money of this month, by FULLCAST_LLM_PRICE. Null without a price." }),
      })
      .nullable()
      .meta({
        description: "Limits and use of the whole installation. Null without the scope admin, and without a model.",
      }),
  })
  .meta({ id: "LanguageModel", description: "The language model that is asked about unsure lines." });

const estimate = {
  lines: count.meta({ description: "Lines to ask about." }),
  requests: count.meta({ description: "Requests, within the limit for a section." }),
  prompt_tokens: count.meta({ description: "Tokens of the questions." }),
  completion_tokens: count.meta({ description: "Tokens of the answers." }),
};

export const languageModelQuote = z
  .strictObject({
    project_id: uuid,
    enabled: z.boolean().meta({ description: "Whether the installation has a language model. Without one all is 0." }),
    sections: z
      .array(z.strictObject({ section_id: uuid, ...estimate }))
      .meta({ description: "What a prepare_sections run would ask about each section, in their order." }),
    total: z
      .strictObject({
        ...estimate,
        cost: money.meta({ description: "Money for all sections, by FULLCAST_LLM_PRICE. Null without a price." }),
      })
      .meta({ description: "The sum of all sections." }),
  })
  .meta({ id: "LanguageModelQuote", description: "An estimate from the length of the text and its unsure lines." });
