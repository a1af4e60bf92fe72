// Reads what a model answered. Anything may stand there: only numbers that were asked about count, and names are limited.

import type { Age } from "../structure/structure.ts";
import type { Question } from "./questions.ts";

export interface Answered {
  readonly line: number;
  /** An index into the people; null for a person that is not in the list. */
  readonly speaker: number | null;
  /** The name of a person that is not in the list. */
  readonly name: string | null;
}

export interface Reply {
  readonly answers: readonly Answered[];
  readonly people: readonly {
    readonly person: number;
    readonly gender: "male" | "female" | null;
    readonly age: Age | null;
  }[];
  readonly same: readonly (readonly [number, number])[];
}

const MOST_NAME_UNITS = 60;
const MOST_REPLY_UNITS = 200_000;
const MOST_TRIES = 20;

/** Null if the reply holds no usable answer. */
export function readReply(question: Question, reply: string): Reply | null {
  const read = jsonIn(reply.slice(0, MOST_REPLY_UNITS));
  if (read === null) return null;
  const offered = new Set(question.people);
  const asked = new Set(question.lines.filter((line) => line.asked).map(({ number }) => number));
  const answers = new Map<number, Answered | null>();
  for (const one of listOf(read.answers)) {
    const line = numberIn(one.line);
    if (line === null || !asked.has(line)) continue;
    const speaker = personOf(one.speaker, offered);
    const name = speaker === null && one.speaker === "other" ? nameIn(one.name, question) : null;
    const answer = speaker === null && name === null ? null : { line, speaker, name };
    // Two answers to one line that differ are none.
    const before = answers.get(line);
    const differs = before !== undefined && (before?.speaker !== answer?.speaker || before?.name !== answer?.name);
    answers.set(line, differs ? null : answer);
  }
  if (answers.size === 0) return null;
  return {
    answers: [...answers.values()].filter((answer) => answer !== null),
    people: listOf(read.people).flatMap((one) => {
      const person = personOf(one.person, offered);
      if (person === null) return [];
      const gender = one.gender === "male" || one.gender === "female" ? one.gender : null;
      const age =
        one.age === "child" || one.age === "young" || one.age === "adult" || one.age === "old" ? one.age : null;
      return gender === null && age === null ? [] : [{ person, gender, age }];
    }),
    same: listOf(read.same).flatMap((one): (readonly [number, number])[] => {
      const [left, right] = [personOf(one.one, offered), personOf(one.other, offered)];
      return left === null || right === null || left === right ? [] : [[left, right]];
    }),
  };
}

type Fields = { readonly [name: string]: unknown };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, 1_000).filter(isFields) : [];
}

/** 13 or "13". */
function numberIn(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

function personOf(value: unknown, offered: ReadonlySet<number>): number | null {
  const digits = typeof value === "string" ? /^P(\d{1,6})$/u.exec(value.trim())?.[1] : undefined;
  if (digits === undefined) return null;
  const person = Number(digits) - 1;
  return offered.has(person) ? person : null;
}

/** A name that stands in the excerpt: an invented one is refused. */
function nameIn(value: unknown, { excerpt }: Question): string | null {
  if (typeof value !== "string" || !value.isWellFormed() || /[\p{Cc}⟦⟧<>{}]/u.test(value)) return null;
  const name = value.trim().replaceAll(/\s+/gu, " ");
  if (name === "" || name.length > MOST_NAME_UNITS || !/\p{L}/u.test(name)) return null;
  return excerpt.toLowerCase().includes(name.toLowerCase().replace(/^(?:the|a|an) /u, "")) ? name : null;
}

/** The first JSON object with answers: models write words, code fences or thoughts around it. */
function jsonIn(reply: string): Fields | null {
  const words = reply.replaceAll(/<think>[\s\S]*?<\/think>/gu, "");
  const whole = parsed(words);
  if (whole !== null) return whole;
  let at = words.indexOf("{");
  for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
    const end = endOfObject(words, at);
    const found = end < 0 ? null : parsed(words.slice(at, end));
    if (found !== null) return found;
    at = words.indexOf("{", at + 1);
  }
  return null;
}

function endOfObject(words: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < words.length; at++) {
    const mark = words[at];
    if (quoted) {
      if (mark === "\\") at++;
      else if (mark === '"') quoted = false;
    } else if (mark === '"') quoted = true;
    else if (mark === "{") depth++;
    else if (mark === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(words: string): Fields | null {
  try {
    const value: unknown = JSON.parse(words);
    return isFields(value) && Array.isArray(value.answers) ? value : null;
  } catch {
    return null;
  }
}
