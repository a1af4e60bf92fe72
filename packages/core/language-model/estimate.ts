// What asking will take, before it is asked: tokens from characters.

import type { Message } from "./prompt.ts";

export interface Estimate {
  readonly lines: number;
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** A token is about four units of a Latin text, and less of other scripts. */
const UNITS_PER_TOKEN = 3.5;
const WIDE_UNITS_PER_TOKEN = 0.9;
/** One answer to a line, and the rest of a reply. */
const TOKENS_PER_ANSWER = 22;
const TOKENS_PER_REPLY = 60;

export function estimateTokens(text: string): number {
  const wide = text.match(/[^\u0000-\u024f\u2000-\u206f]/gu)?.length ?? 0;
  return Math.ceil((text.length - wide) / UNITS_PER_TOKEN + wide / WIDE_UNITS_PER_TOKEN);
}

/** `questions`: the messages of each request with the number of its lines to answer. */
export function sumOfQuestions(
  questions: readonly { readonly messages: readonly Message[]; readonly asked: number }[],
): Estimate {
  let lines = 0;
  let prompt = 0;
  for (const { messages, asked } of questions) {
    lines += asked;
    for (const { content } of messages) prompt += estimateTokens(content);
  }
  return {
    lines,
    requests: questions.length,
    prompt_tokens: prompt,
    completion_tokens: lines * TOKENS_PER_ANSWER + questions.length * TOKENS_PER_REPLY,
  };
}

/**
 * What a text that is not structured yet will take, from its length alone. Measured on English novels with the threshold 0.8
 * (`node bench/language-model.ts`); texts with more conversation or in wide scripts take more.
 */
export function estimateOfLength(units: number): Estimate {
  return estimateOfLines(Math.ceil((units / 1_000) * LINES_PER_THOUSAND));
}

/** What this many unsure lines take. */
export function estimateOfLines(lines: number): Estimate {
  const requests = Math.ceil(lines / LINES_PER_REQUEST);
  return {
    lines,
    requests,
    prompt_tokens: requests * TOKENS_PER_REQUEST,
    completion_tokens: lines * TOKENS_PER_ANSWER + requests * TOKENS_PER_REPLY,
  };
}

const LINES_PER_THOUSAND = 0.74;
const LINES_PER_REQUEST = 5.2;
const TOKENS_PER_REQUEST = 2_020;
