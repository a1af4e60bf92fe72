// Speech of a passage with its people: structured and cast like a story, in memory.

import { randomUUID } from "node:crypto";
import { invalidField, type SpeechRequest } from "@fullcast/contract";
import { castVoices, conversationGraph, spellingOf } from "@fullcast/core/direction";
import { assignRemainingSpeakers, type Block, isSpoken } from "@fullcast/core/document";
import { blockIntentParts } from "@fullcast/core/media";
import { languageOf } from "@fullcast/core/structure";
import { type CompileBlock, lineLayoutOf, passageLayout } from "@fullcast/core/timeline";
import type { SpokenPart } from "../codec/codec.ts";
import { sha256 } from "../hash.ts";
import { DEFAULT_MASTERING_PROFILE } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castableVoices } from "../speakers/speakers.ts";
import { structureAway } from "../workflows/workflows.ts";
import { voiceNamed } from "./names.ts";
import { type Line, lineOf, type SpokenLine } from "./speak-line.ts";

/** The name for a narrator that automatic casting chooses. */
const AUTOMATIC = "auto";

export interface Reading {
  /** In the order of the text. */
  readonly lines: readonly Line[];
  /** The lines on the timeline of a story: levelled, with its pauses. */
  layOut(spoken: readonly SpokenLine[]): readonly SpokenPart[];
}

/** @throws ApiError INVALID_REQUEST for an unknown voice, and for text without words */
export async function readWithCast(
  services: Pick<Services, "engines">,
  accountId: string,
  { input, voice }: Pick<SpeechRequest, "input" | "voice">,
  signal: AbortSignal,
): Promise<Reading> {
  const narrating = voice === AUTOMATIC ? null : await voiceNamed(services, accountId, voice);
  const narratorId = randomUUID();
  const task = { text: input, known: [], narratorId, maxBlocks: input.length, askBelow: null };
  const script = await structureAway(task, { signal, confined: false });
  if (script.kind !== "script") throw new Error("a text has more blocks than characters");
  const speakerIds = new Set([narratorId, ...script.created.map(({ id }) => id)]);
  const assigned = new Map(
    assignRemainingSpeakers(script.blocks, { narratorId, speakerIds }).map((block) => [block.id, block]),
  );
  const blocks = script.blocks.map((block) => assigned.get(block.id) ?? block);

  const catalogue = await services.engines.catalogue();
  const language = languageOf(input);
  const casts = castVoices({
    speakers: [
      {
        ...{ id: narratorId, name: "Narrator", role: "narrator" as const, gender: null, age: null },
        ...amount(blocks, narratorId),
        casting: narrating === null ? null : { voice_id: narrating.voice_id, source: "user" as const },
      },
      ...script.created.map(({ id, name, gender, age }) => ({
        ...{ id, name, role: "character" as const, gender, age, casting: null },
        ...amount(blocks, id),
      })),
    ],
    conversations: conversationGraph(blocks),
    voices: castableVoices(catalogue, null),
    language,
    spelling: spellingOf(input),
  });

  const entries = blocks.filter(isSpoken).flatMap((block) => {
    const voice = catalogue.voice(casts.get(block.speaker_id ?? narratorId) ?? "");
    const line = voice === undefined ? null : lineOf(voice, voice.model, block.content);
    return line !== null && /[\p{L}\p{N}]/u.test(line.request.text) ? [{ block, line }] : [];
  });
  const lines = entries.map(({ line }) => line);
  if (lines.length === 0) throw invalidField("input", "contains nothing that can be spoken");
  return {
    lines,
    layOut: (spoken) => {
      const saidOf = new Map(entries.map(({ block }, at) => [block.id, spoken[at]!]));
      return partsOf(blocks, saidOf, narratorId, language);
    },
  };
}

function amount(blocks: readonly Block[], speakerId: string) {
  const own = blocks.filter(isSpoken).filter(({ speaker_id }) => speaker_id === speakerId);
  return { lines: own.length, characters: own.reduce((sum, { content }) => sum + content.text.length, 0) };
}

function partsOf(
  blocks: readonly Block[],
  spoken: ReadonlyMap<string, SpokenLine>,
  narratorId: string,
  language: string | null,
): readonly SpokenPart[] {
  const entries = blocks.map((block): CompileBlock => {
    const take = spoken.get(block.id);
    return {
      block,
      speaker_id: "speaker_id" in block ? (block.speaker_id ?? narratorId) : null,
      parts: blockIntentParts(block, sha256, language === null ? {} : { language }),
      freshness: take === undefined ? "unsupported" : "current",
      rendition:
        take === undefined
          ? null
          : {
              ...{
                id: block.id,
                intent_hash: sha256(block.id),
                asset_id: block.id,
                asset_content_hash: sha256(block.id),
              },
              ...{ duration_ms: take.duration_ms, integrated_lufs: take.integrated_lufs },
              sample_peak_dbfs: take.sample_peak_dbfs,
            },
      failed: false,
      voice: take === undefined ? "unsupported" : "ready",
    };
  });
  const layout = passageLayout(DEFAULT_MASTERING_PROFILE, sha256, lineLayoutOf(entries));
  for (const entry of entries) layout.add(entry);
  return layout.finish().sequential_units.map((unit) => {
    const take = unit.unit_type === "asset" ? spoken.get(unit.asset_id) : undefined;
    if (take === undefined || unit.unit_type !== "asset")
      return { pcm: new Int16Array(0), sample_rate: 44_100, gain_db: 0, silence_after_ms: unit.duration_ms };
    // There is no limiter here: the peaks of a line stay below the ceiling.
    const room = DEFAULT_MASTERING_PROFILE.peak_ceiling_db - take.sample_peak_dbfs;
    const gain_db = Math.min(unit.effective_gain_db, room);
    return { pcm: take.pcm, sample_rate: take.sample_rate, gain_db, silence_after_ms: 0 };
  });
}
