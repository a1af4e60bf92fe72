// The optional language model: asked about lines that the rules are not sure of, within limits. Off unless FULLCAST_LLM_BASE_URL is
// set. Always true: the text of a story never comes back from it, only numbers of lines and people; its keys and the text are in
// no log; whatever fails, the script is as the rules made it.

import type { Caller } from "@fullcast/contract";
import type { Services } from "../services.ts";
import type { LanguageModelSettings } from "../settings.ts";
import { type Asked, type AskResult, askQuestions, PATIENCE, type Patience } from "./ask.ts";
import { createChat } from "./chat.ts";
import { costOf, isAllowed, useOfMonth } from "./use.ts";

export type { Asked, AskResult } from "./ask.ts";
export { quoteLanguageModel } from "./quote.ts";
export { removeKeptReplies } from "./use.ts";

export interface LanguageModel {
  readonly settings: LanguageModelSettings;
  /** Never throws but the signal's reason. */
  ask(asked: Asked): Promise<AskResult>;
}

export function createLanguageModel(
  services: Pick<Services, "db" | "clock" | "log">,
  settings: LanguageModelSettings | null,
  patience: Patience = PATIENCE,
): LanguageModel | null {
  if (settings === null) return null;
  const chat = createChat(settings);
  let restsUntil = 0;
  return {
    settings,
    async ask(asked) {
      const now = services.clock().getTime();
      if (now < restsUntil) {
        const replies = asked.questions.map(() => null);
        return { replies, requests: 0, kept: 0, stopped: "unreachable" };
      }
      const result = await askQuestions(services, settings, chat, asked, patience);
      if (result.stopped === "unreachable") restsUntil = services.clock().getTime() + patience.restMs;
      return result;
    },
  };
}

/** The state of the language model, as the API returns it. */
export async function readLanguageModel(services: Pick<Services, "db" | "clock" | "settings">, caller: Caller) {
  const settings = services.settings.languageModel;
  const use = await useOfMonth(services);
  const tokens = { prompt: use.prompt_tokens, completion: use.completion_tokens };
  const isFailing = use.last_fault_at !== null && (use.last_answer_at?.getTime() ?? 0) < use.last_fault_at.getTime();
  const state =
    settings === null
      ? ("off" as const)
      : !isAllowed(settings, use, { prompt: 1, completion: 0 })
        ? ("limit_reached" as const)
        : isFailing
          ? ("failing" as const)
          : ("ready" as const);
  return {
    state,
    model: settings?.model ?? null,
    threshold: settings?.threshold ?? null,
    last_answer_at: use.last_answer_at?.toISOString() ?? null,
    last_fault: state === "failing" ? use.last_fault : null,
    installation:
      settings === null || !caller.scopes.has("admin")
        ? null
        : {
            host: new URL(settings.baseUrl).host,
            max_requests_per_section: settings.maxRequests,
            max_tokens_per_month: settings.maxTokens,
            max_cost_per_month: settings.maxCost,
            month: use.month,
            requests: use.requests,
            prompt_tokens: use.prompt_tokens,
            completion_tokens: use.completion_tokens,
            cost: costOf(settings, tokens),
          },
  };
}
