// Asks the language model of the installation about the unsure lines of a script, and applies what it answered.

import { type Block, evidenceOf } from "@fullcast/core/document";
import {
  askedAboutBlocks,
  findQuestions,
  type Outcome,
  settleAnswers,
  settledBlocks,
} from "@fullcast/core/language-model";
import { languageOf } from "@fullcast/core/structure";
import type { NewCharacter, SpeakerRow } from "../../speakers/speakers.ts";
import type { StepContext } from "../step.ts";
import type { AskedScript, NewSpeaker } from "./structured-script.ts";

export interface ModelSummary {
  readonly lines_asked: number;
  readonly lines_answered: number;
  readonly lines_changed: number;
  readonly answers_refused: number;
  readonly requests: number;
  readonly kept_answers: number;
  readonly stopped: string | null;
}

export interface Asked {
  readonly blocks: readonly Block[];
  readonly created: readonly NewSpeaker[];
  readonly summary: ModelSummary;
}

/** The script with the answers; null without a language model, without questions, or while a listener waits. */
export async function askLanguageModel(
  context: StepContext,
  blocks: readonly Block[],
  created: readonly NewSpeaker[],
  { questions, people }: AskedScript,
): Promise<Asked | null> {
  const { services, run, signal } = context;
  const { languageModel, newId } = services;
  if (languageModel === null || context.isUrgent === true || questions.length === 0) return null;
  context.leaveTurn();
  const { replies, requests, kept, stopped } = await languageModel.ask({
    accountId: run.account_id,
    questions,
    people,
    signal,
    onProgress: async (done) => {
      await context.progressed();
      await showProgress(context, done, questions.length);
    },
  });
  const outcome = settleAnswers(questions, replies, people);
  const named = outcome.named.map((name): NewSpeaker => ({ id: newId(), name, aliases: [], gender: null, age: null }));
  const ids = [...people, ...named].map(({ id }) => id);
  const changed = settledBlocks(blocks, outcome.settled, ids, newId);
  const byId = new Map(changed.map((block) => [block.id, block]));
  const before = new Map(blocks.map((block) => [block.id, block.speaker_id]));
  const whole = blocks.map((block) => byId.get(block.id) ?? block);
  return {
    blocks: whole,
    created: withLines(noted([...created, ...named], outcome, people), whole),
    summary: {
      lines_asked: questions.reduce((sum, { lines }) => sum + lines.filter((line) => line.asked).length, 0),
      lines_answered: outcome.settled.length,
      lines_changed: changed.filter(({ id, speaker_id }) => before.get(id) !== speaker_id).length,
      answers_refused: outcome.refused,
      requests,
      kept_answers: kept,
      stopped: outcome.isUntrusted ? "failed_checks" : stopped,
    },
  };
}

/** Questions about a script that is stored already. */
export function askedOfStored(
  blocks: readonly Block[],
  speakers: readonly Pick<SpeakerRow, "id" | "name" | "aliases" | "gender" | "age" | "role">[],
  threshold: number,
): AskedScript {
  const people = speakers
    .filter(({ role }) => role !== "narrator")
    .map(({ id, name, aliases, gender, age }) => ({ id, name, aliases, gender, age, narrates: false }));
  const { text, blocks: asked } = askedAboutBlocks(
    blocks,
    people.map(({ id }) => id),
  );
  return {
    people,
    questions: findQuestions(text, { blocks: asked }, people, { threshold, language: languageOf(text) }),
  };
}

/** People with lines, or candidates of a line: the rest would be speakers that never speak. */
function withLines(created: readonly NewSpeaker[], blocks: readonly Block[]): readonly NewSpeaker[] {
  const speaking = new Set<string | null>();
  for (const block of blocks) {
    speaking.add(block.speaker_id);
    if (block.kind !== "speech") continue;
    for (const { speaker_id } of evidenceOf(block.content)?.candidates ?? []) speaking.add(speaker_id);
  }
  return created.filter(({ id }) => speaking.has(id));
}

/** New people with the gender and age that the answers state, where the rules found none. */
function noted(
  created: readonly NewSpeaker[],
  { notes }: Outcome,
  people: readonly { readonly id: string }[],
): readonly NewSpeaker[] {
  const byId = new Map(notes.map((note) => [people[note.person]!.id, note]));
  return created.map((speaker): NewCharacter & NewSpeaker => {
    const note = byId.get(speaker.id);
    return { ...speaker, gender: speaker.gender ?? note?.gender ?? null, age: speaker.age ?? note?.age ?? null };
  });
}

/** The run shows how far the questions are. A step that is not active any more keeps its result. */
async function showProgress({ services, step }: StepContext, done: number, questions: number): Promise<void> {
  await services.db.q
    .updateTable("workflow_steps")
    .set({ result_summary: JSON.stringify({ language_model: { questions, answered: done } }) })
    .where("id", "=", step.id)
    .where("status", "=", "active")
    .execute();
}
