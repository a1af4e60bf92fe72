// What several steps share: a section's script as it stands, and its text turned into one.

import { ApiError, LIMITS } from "@fullcast/contract";
import { type Block, scriptFromStructure } from "@fullcast/core/document";
import type { StructureResult } from "@fullcast/core/structure";
import { structureInThread } from "../../compute/compute.ts";
import {
  atOneVersion,
  blocksOf,
  type CastLookup,
  certainLines,
  replaceScript,
  type SectionRow,
} from "../../documents/documents.ts";
import { blankText } from "../../media/media.ts";
import { addCharacters, castsOf, type NewCharacter, type SpeakerRow, speakerRows } from "../../speakers/speakers.ts";
import { type StepContext, StepFailure } from "../step.ts";

export interface Script {
  readonly section: SectionRow;
  readonly blocks: readonly Block[];
}

/** @throws ApiError NOT_FOUND when the section was deleted meanwhile. */
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
  };
}

/** Enough to learn how somebody talks. */
const LINES_PER_SPEAKER = 200;

const isUnparsed = (block: Block) => block.kind === "unparsed" && !blankText(block.content.text);

export const hasUnparsed = (blocks: readonly Block[]) => blocks.some(isUnparsed);

/** Structures every unparsed block of a script; the other blocks stay as they are. */
export async function prepareScript(context: StepContext, script: Script): Promise<Prepared> {
  const { services } = context;
  const speakers = await speakerRows(services, script.section.project_id);
  const narrator = speakers.find((speaker) => speaker.role === "narrator");
  if (narrator === undefined) throw new ApiError("NOT_FOUND", { resource: "narrator" });
  const lines = await certainLines(services, script.section.project_id, LINES_PER_SPEAKER);
  const characters: NewCharacter[] = [];
  const blocks: Block[] = [];
  for (const block of script.blocks) {
    if (!isUnparsed(block) || block.content.type !== "text") {
      blocks.push(block);
      continue;
    }
    const known: (Pick<SpeakerRow, "id" | "name" | "aliases" | "gender" | "age"> | NewCharacter)[] = [
      ...speakers
        .filter((speaker) => speaker.role === "character")
        .map(({ id, name, aliases, gender, age }) => ({ id, name, aliases, gender, age, lines: lines.get(id) ?? [] })),
      ...characters,
    ];
    const text = block.content.text;
    const structured = await structureInThread({ text, options: { known } }, context.signal);
    const { ids, created, registered } = registerCharacters(structured, known, narrator.id, services.newId);
    characters.push(...created);
    const script = onlyRegistered(structured, registered);
    blocks.push(
      ...scriptFromStructure(text, script, { newId: services.newId, speakerIds: ids, narratorId: narrator.id }),
    );
  }
  if (blocks.length > LIMITS.document_blocks) {
    throw new StepFailure(
      "STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE",
      `The section makes ${blocks.length} blocks, a document holds ${LIMITS.document_blocks}; split the section.`,
    );
  }
  const speech = blocks.filter((block) => block.kind === "speech");
  return {
    blocks,
    characters,
    summary: {
      blocks: blocks.length,
      speech_blocks: speech.length,
      speakers_created: characters.length,
      unattributed: speech.filter((block) => block.speaker_id === null).length,
    },
  };
}

/**
 * An id for every character of a structured text: the known person's, the project's narrator for the "I" of a
 * first-person book, or a new one for those who speak.
 */
function registerCharacters(
  structured: StructureResult,
  known: readonly { readonly id: string }[],
  narratorId: string,
  newId: () => string,
): { ids: string[]; created: NewCharacter[]; registered: ReadonlySet<number> } {
  const created: NewCharacter[] = [];
  const registered = new Set<number>();
  const ids = structured.characters.map((character, index) => {
    const person = character.known === null ? undefined : known[character.known];
    const id = person?.id ?? (character.narrates ? narratorId : newId());
    // People who are only talked about need no voice.
    if (person === undefined && character.quotes === 0) return id;
    registered.add(index);
    if (person === undefined && !character.narrates) {
      created.push({
        id,
        name: character.name,
        aliases: character.aliases,
        gender: character.gender,
        age: character.age,
      });
    }
    return id;
  });
  return { ids, created, registered };
}

/** Candidates who never speak are nobody's choice and get no speaker. */
function onlyRegistered(structured: StructureResult, registered: ReadonlySet<number>): StructureResult {
  return {
    ...structured,
    blocks: structured.blocks.map((block) => ({
      ...block,
      candidates: block.candidates.filter((candidate) => registered.has(candidate.speaker)),
    })),
  };
}

/** Writes a prepared script: its new speakers and its blocks. Runs in the step's transaction. */
export async function savePrepared(context: StepContext, script: Script, prepared: Prepared): Promise<void> {
  const { services } = context;
  const casts: CastLookup = await castsOf(services, script.section.project_id);
  await addCharacters(services, script.section.project_id, prepared.characters);
  await replaceScript(services, script.section.id, script.section.document_version, prepared.blocks, casts);
}
