// One question to a language model in OpenAI's dialect: POST {base_url}/chat/completions. OpenAI, vLLM, Ollama and llama.cpp's
// server take a JSON schema in `response_format`. A server that refuses it is asked again in a simpler way, and the way that
// works is remembered.
// Always true: the key goes to no other host; no message holds a key, a text or the body of an answer.

import type { Message } from "@fullcast/core/language-model";
import { askService } from "../engines/brought/ask-service.ts";
import { EngineError } from "../engines/engine.ts";
import type { LanguageModelSettings } from "../settings.ts";

export interface ChatQuestion {
  readonly messages: readonly Message[];
  readonly schema: object;
  /** The answer is cut off after this many tokens. */
  readonly maxTokens: number;
}

export interface ChatAnswer {
  readonly content: string;
  /** Null if the server states none. */
  readonly tokens: { readonly prompt: number; readonly completion: number } | null;
}

export interface Chat {
  /** @throws EngineError; the signal's reason */
  ask(question: ChatQuestion, signal: AbortSignal): Promise<ChatAnswer>;
}

export const MODEL_NAME = "The language model";
const MOST_BYTES = 1024 * 1024;

/** From the strictest way to the plainest. Newer models of OpenAI refuse `max_tokens` and `temperature`. */
const WAYS = [
  { format: "json_schema", limit: "max_tokens", temperature: true },
  { format: "json_schema", limit: "max_completion_tokens", temperature: false },
  { format: "json_object", limit: "max_tokens", temperature: true },
  { format: "none", limit: "max_tokens", temperature: true },
  { format: "none", limit: "none", temperature: false },
] as const;

export function createChat({ baseUrl, model, apiKey }: LanguageModelSettings): Chat {
  let way = 0;
  const ask = async (question: ChatQuestion, signal: AbortSignal, at: number): Promise<ChatAnswer> => {
    const answer = await askService(
      MODEL_NAME,
      {
        method: "POST",
        url: `${baseUrl}/chat/completions`,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: bodyOf(model, question, WAYS[at]!),
        mostBytes: MOST_BYTES,
      },
      signal,
    );
    return readAnswer(answer.bytes);
  };
  return {
    async ask(question, signal) {
      for (let at = way; ; at++) {
        try {
          const answer = await ask(question, signal, at);
          way = at;
          return answer;
        } catch (error) {
          const isRefusal = error instanceof EngineError && error.kind === "rejected";
          if (!isRefusal || at === WAYS.length - 1) throw error;
        }
      }
    },
  };
}

function bodyOf(model: string, { messages, schema, maxTokens }: ChatQuestion, way: (typeof WAYS)[number]): object {
  return {
    model,
    messages,
    stream: false,
    ...(way.temperature ? { temperature: 0 } : {}),
    ...(way.limit === "none" ? {} : { [way.limit]: maxTokens }),
    ...(way.format === "json_schema"
      ? { response_format: { type: "json_schema", json_schema: { name: "speakers", strict: true, schema } } }
      : {}),
    ...(way.format === "json_object" ? { response_format: { type: "json_object" } } : {}),
  };
}

function readAnswer(bytes: Uint8Array): ChatAnswer {
  const broken = () =>
    new EngineError("broken_answer", `${MODEL_NAME} answered in an unknown form.`, { charged: true });
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw broken();
  }
  const { choices, usage } = fieldsOf(answer);
  const content = fieldsOf(fieldsOf(Array.isArray(choices) ? choices[0] : null).message).content;
  if (typeof content !== "string") throw broken();
  const { prompt_tokens: prompt, completion_tokens: completion } = fieldsOf(usage);
  const isCount = (value: unknown): value is number =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value < 1e9;
  return { content, tokens: isCount(prompt) && isCount(completion) ? { prompt, completion } : null };
}

function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { readonly [name: string]: unknown }) : {};
}
