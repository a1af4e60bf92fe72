// Asks all questions of a script, one after the other. What cannot be answered stays as the rules decided: a server that is slow,
// away or answers nonsense costs time, never the script.

import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type AskedPerson,
  answerSchema,
  estimateTokens,
  failsControls,
  messagesOf,
  PROMPT_VERSION,
  type Question,
  type Reply,
  readReply,
  sumOfQuestions,
} from "@fullcast/core/language-model";
import { EngineError } from "../engines/engine.ts";
import type { Services } from "../services.ts";
import type { LanguageModelSettings } from "../settings.ts";
import { type Chat, type ChatAnswer, MODEL_NAME } from "./chat.ts";
import { countRequest, isAllowed, keepReply, keptReply, type Tokens, useOfMonth } from "./use.ts";

export interface Asked {
  readonly accountId: string;
  readonly questions: readonly Question[];
  readonly people: readonly AskedPerson[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => Promise<void>;
}

/** Why the rest was not asked. */
export type StopReason = "limit_reached" | "unreachable" | "refused" | "unusable_answers" | "failed_checks";

export interface AskResult {
  /** Null for a question without a usable answer. */
  readonly replies: readonly (Reply | null)[];
  readonly requests: number;
  /** Questions whose answer was kept from before. */
  readonly kept: number;
  readonly stopped: StopReason | null;
}

/** Times, for tests. */
export interface Patience {
  /** One request. */
  readonly requestMs: number;
  /** The first pause before a failed request is sent again; it doubles. */
  readonly retryMs: number;
  /** After a failure the model rests for this time, so a book does not wait in each chapter. */
  readonly restMs: number;
}

export const PATIENCE: Patience = { requestMs: 180_000, retryMs: 1_000, restMs: 60_000 };
const ATTEMPTS = 3;
const LONGEST_RETRY_MS = 60_000;
/** After this many unusable answers in a row the model cannot do the task. */
const MOST_UNUSABLE = 3;

/** After this many replies in a row that leave the model below its share of control lines, the rest is not asked. */
const MOST_FAILED = 3;

type Asker = Pick<Services, "db" | "clock" | "log">;

export async function askQuestions(
  services: Asker,
  settings: LanguageModelSettings,
  chat: Chat,
  { accountId, questions, people, signal, onProgress }: Asked,
  patience: Patience,
): Promise<AskResult> {
  const replies: (Reply | null)[] = questions.map(() => null);
  let requests = 0;
  let kept = 0;
  let unusable = 0;
  let failed = 0;
  let stopped: StopReason | null = null;
  for (const [index, question] of questions.entries()) {
    signal.throwIfAborted();
    const messages = messagesOf(question, people);
    const key = keyOf(settings, messages, question);
    const before = await keptReply(services, accountId, key);
    if (before !== null) {
      replies[index] = before;
      kept += 1;
      continue;
    }
    const asked = question.lines.filter((line) => line.asked).length;
    const estimate = sumOfQuestions([{ messages, asked }]);
    const further = { prompt: estimate.prompt_tokens, completion: estimate.completion_tokens };
    if (requests >= settings.maxRequests || !isAllowed(settings, await useOfMonth(services), further)) {
      stopped = "limit_reached";
      break;
    }
    let answer: ChatAnswer;
    try {
      // Models that think before they answer need room for it.
      const maxTokens = 1_024 + 4 * further.completion;
      answer = await patiently(
        services,
        chat,
        { messages, schema: answerSchema(question), maxTokens },
        signal,
        patience,
      );
    } catch (error) {
      signal.throwIfAborted();
      const fault = error instanceof EngineError ? error : new EngineError("unavailable", `${MODEL_NAME} failed.`);
      await countRequest(services, { prompt: 0, completion: 0 }, fault.message);
      services.log.warn("the language model did not answer", { kind: fault.kind, fault: fault.message });
      requests += 1;
      if (fault.kind === "broken_answer" && ++unusable < MOST_UNUSABLE) continue;
      stopped = STOP_OF[fault.kind];
      break;
    }
    requests += 1;
    const reply = readReply(question, answer.content);
    const fault = reply === null ? `${MODEL_NAME} answered without usable JSON.` : null;
    await countRequest(services, answer.tokens ?? tokensOf(messages, answer.content), fault);
    replies[index] = reply;
    if (reply === null) {
      if (++unusable === MOST_UNUSABLE) {
        stopped = "unusable_answers";
        break;
      }
    } else {
      unusable = 0;
      await keepReply(services, accountId, key, reply);
      if (failsControls(questions, replies)) failed += 1;
      else failed = 0;
      if (failed === MOST_FAILED) {
        stopped = "failed_checks";
        break;
      }
    }
    await onProgress(index + 1);
  }
  return { replies, requests, kept, stopped };
}

const STOP_OF: { readonly [kind in EngineError["kind"]]: StopReason } = {
  quota: "refused",
  auth: "refused",
  rejected: "refused",
  rate_limited: "unreachable",
  busy: "unreachable",
  unavailable: "unreachable",
  broken_answer: "unusable_answers",
};

const PASSING: ReadonlySet<EngineError["kind"]> = new Set(["rate_limited", "busy", "unavailable"]);

/** The question, sent again after a passing failure. A request without an answer in time is not repeated. */
async function patiently(
  services: Pick<Services, "log">,
  chat: Chat,
  question: Parameters<Chat["ask"]>[0],
  signal: AbortSignal,
  { requestMs, retryMs }: Patience,
): Promise<ChatAnswer> {
  for (let attempt = 1; ; attempt++) {
    const timeout = AbortSignal.timeout(requestMs);
    try {
      return await chat.ask(question, AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted)
        throw new EngineError("unavailable", `${MODEL_NAME} did not answer within ${Math.round(requestMs / 1000)} s.`);
      if (!(error instanceof EngineError) || !PASSING.has(error.kind) || attempt === ATTEMPTS) throw error;
      const wait = Math.max(error.retry_after_ms ?? 0, retryMs * 2 ** (attempt - 1));
      if (wait > LONGEST_RETRY_MS) throw error;
      services.log.debug("the language model is asked again", { kind: error.kind, wait_ms: wait });
      await pause(wait, undefined, { signal });
    }
  }
}

function tokensOf(messages: readonly { readonly content: string }[], reply: string): Tokens {
  return {
    prompt: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
    completion: estimateTokens(reply),
  };
}

/** One key for one question to one model. */
function keyOf({ baseUrl, model }: LanguageModelSettings, messages: readonly object[], question: Question): string {
  const asked = JSON.stringify([PROMPT_VERSION, baseUrl, model, messages, answerSchema(question)]);
  return createHash("sha256").update(asked).digest("hex");
}
