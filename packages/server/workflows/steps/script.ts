// Shared by several steps: loading a section's script, and structuring its unparsed text.

import { ApiError, LIMITS } from "@fullcast/contract";
import type { Block } from "@fullcast/core/document";
import {
  atOneVersion,
  blocksOf,
  type CastLookup,
  certainLines,
  lockVersion,
  replaceScript,
  type SectionRow,
} from "../../documents/documents.ts";
import { blankText } from "../../media/media.ts";
import { addCharacters, castsOf, type NewCharacter, type SpeakerRow, speakerRows } from "../../speakers/speakers.ts";
import { type StepContext, StepFailure, type StepHandler, type StepOutcome } from "../step.ts";
import { askLanguageModel, type ModelSummary } from "./ask-language-model.ts";
import { structureAway } from "./structure-text.ts";

export interface Script {
  readonly section: SectionRow;
  readonly blocks: readonly Block[];
}

/** @throws ApiError NOT_FOUND if the section was deleted in the meantime. */
export async function loadScript({ services, run, step }: StepContext): Promise<Script> {
  const { section, value } = await atOneVersion(services, { accountId: run.account_id }, step.section_id, () =>
    blocksOf(services, step.section_id),
  );
  return { section, blocks: value.map((stored) => stored.block) };
}

export interface Prepared {
  readonly blocks: readonly Block[];
  readonly characters: readonly NewCharacter[];
  readonly summary: {
    readonly blocks: number;
    readonly speech_blocks: number;
    readonly speakers_created: number;
    readonly unattributed: number;
    readonly language_model?: { readonly [name in keyof ModelSummary]: ModelSummary[name] };
  };
}

/** The lines per person from which the attribution learns how the person talks. */
const LINES_PER_SPEAKER = 200;

const isUnparsed = (block: Block) => block.kind === "unparsed" && !blankText(block.content.text);

export const hasUnparsed = (blocks: readonly Block[]) => blocks.some(isUnparsed);

/**
 * What a step does whose script was written by another run in the meantime: it looks at that script. Null while there is
 * unparsed text: a person changed the text, so the step ends with the conflict.
 */
export const unlessUnparsed = (context: StepContext, handler: StepHandler) => async (): Promise<StepOutcome | null> =>
  hasUnparsed((await loadScript(context)).blocks) ? null : handler(context);

/**
 * Structures every unparsed block of a script. The other blocks stay as they are.
 *
 * @throws StepFailure STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE, STUDIO_WORKFLOW_LIMIT_EXCEEDED.
 */
export async function prepareScript(context: StepContext, script: Script): Promise<Prepared> {
  const { services } = context;
  const { title } = script.section;
  const speakers = await speakerRows(services, script.section.project_id);
  const narrator = speakers.find((speaker) => speaker.role === "narrator");
  if (narrator === undefined) throw new ApiError("NOT_FOUND", { resource: "narrator" });
  const lines = await certainLines(services, script.section.project_id, LINES_PER_SPEAKER);
  const characters: NewCharacter[] = [];
  const blocks: Block[] = [];
  let asked: ModelSummary | null = null;
  for (const [index, block] of script.blocks.entries()) {
    if (!isUnparsed(block) || block.content.type !== "text") {
      blocks.push(block);
      continue;
    }
    const known: (Pick<SpeakerRow, "id" | "name" | "aliases" | "gender" | "age"> | NewCharacter)[] = [
      ...speakers
        .filter((speaker) => speaker.role !== "narrator")
        .map(({ id, name, aliases, gender, age }) => ({ id, name, aliases, gender, age, lines: lines.get(id) ?? [] })),
      ...characters,
    ];
    const others = script.blocks.length - index - 1;
    const structured = await structureAway(
      {
        text: block.content.text,
        known,
        title,
        narratorId: narrator.id,
        maxBlocks: LIMITS.document_blocks - blocks.length - others,
        askBelow: context.isUrgent === true ? null : (services.languageModel?.settings.threshold ?? null),
      },
      { signal: context.signal, confined: context.confined, sectionId: script.section.id },
    );
    if (structured.kind === "too_many_blocks") throw tooLarge();
    const answered = await askLanguageModel(context, structured.blocks, structured.created, structured.asked);
    characters.push(...(answered?.created ?? structured.created));
    for (const made of answered?.blocks ?? structured.blocks) blocks.push(made);
    if (answered !== null) asked = asked === null ? answered.summary : together(asked, answered.summary);
  }
  if (blocks.length > LIMITS.document_blocks) throw tooLarge();
  const speech = blocks.filter((block) => block.kind === "speech");
  return {
    blocks,
    characters,
    summary: {
      blocks: blocks.length,
      speech_blocks: speech.length,
      speakers_created: characters.length,
      unattributed: speech.filter((block) => block.speaker_id === null).length,
      ...(asked !== null && { language_model: asked }),
    },
  };
}

function together(one: ModelSummary, two: ModelSummary): ModelSummary {
  return {
    lines_asked: one.lines_asked + two.lines_asked,
    lines_answered: one.lines_answered + two.lines_answered,
    lines_changed: one.lines_changed + two.lines_changed,
    answers_refused: one.answers_refused + two.answers_refused,
    requests: one.requests + two.requests,
    kept_answers: one.kept_answers + two.kept_answers,
    stopped: one.stopped ?? two.stopped,
  };
}

const tooLarge = () =>
  new StepFailure(
    "STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE",
    `The section makes more than ${LIMITS.document_blocks} blocks, the limit of a document; split the section.`,
  );

/** Writes a prepared script: its new speakers and its blocks. Runs in the step's transaction. */
export async function savePrepared(context: StepContext, script: Script, prepared: Prepared): Promise<void> {
  const { services } = context;
  const casts: CastLookup = await castsOf(services, script.section.project_id);
  // Two runs can have the same structured text, with the same new people.
  await lockVersion(services, script.section.id, script.section.document_version);
  await addCharacters(services, script.section.project_id, prepared.characters);
  await replaceScript(services, script.section.id, script.section.document_version, prepared.blocks, casts);
}
