// One text in one voice, from its engine.

import { ApiError, invalidField } from "@fullcast/contract";
import { readWav } from "@fullcast/core/audio-files";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { AST_VERSION, type TextContent } from "@fullcast/core/document";
import { spokenText } from "@fullcast/core/media";
import { createFairQueue } from "../compute/compute.ts";
import type { SpeakRequest } from "../engines/engine.ts";
import { refuseUnusable } from "../engines/judge-take.ts";
import { refusalOf } from "../engines/refusal.ts";
import type { CatalogVoice } from "../engines/registry.ts";
import { recordInTurns } from "../engines/scheduler/in-turns.ts";
import type { Services } from "../services.ts";
import { refuseVoice } from "../voices/voices.ts";

export interface Line {
  readonly voice: CatalogVoice;
  readonly request: SpeakRequest;
  /** UTF-16 units of the spoken text, by which it is charged. */
  readonly characters: number;
}

export interface SpokenLine {
  /** Mono. */
  readonly pcm: Int16Array;
  readonly sample_rate: number;
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
  /** What it costs, millionths of a snowcoin. */
  readonly millionths: number;
}

/** Figures and abbreviations are written out as in a story. */
export function lineOf(
  voice: CatalogVoice,
  model: string,
  content: string | TextContent,
  how: { readonly rate?: number; readonly instructions?: string | undefined } = {},
): Line {
  const whole = typeof content === "string" ? plainText(content) : content;
  const { text, emphasis, pronunciations, silences } = spokenText(whole, { language: voice.language });
  const request: SpeakRequest = {
    ...{ model, voice: voice.engine_voice_id, text, emphasis, pronunciations, silences },
    delivery: { ...NEUTRAL_DELIVERY, rate: how.rate ?? 1 },
    ...(how.instructions === undefined || how.instructions === "" ? {} : { instructions: how.instructions }),
    options: {},
  };
  return { voice, request, characters: text.length };
}

const plainText = (text: string): TextContent => ({
  type: "text",
  schema_version: AST_VERSION,
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
});

/** Each account speaks one line at a time with the embedded engines here; all accounts together four. */
const embedded = createFairQueue({ atOnce: 4 });

/** @throws ApiError; the signal's reason */
export async function speakLine(
  services: Pick<Services, "db" | "clock" | "engines" | "scheduler" | "ledger">,
  accountId: string,
  { voice, request, characters }: Line,
  signal: AbortSignal,
): Promise<SpokenLine> {
  const { provider } = voice;
  if (!/[\p{L}\p{N}]/u.test(request.text)) throw invalidField("input", "contains nothing that this voice can speak");
  const engine = services.engines.byProvider(provider);
  if (engine === undefined) throw new ApiError("ENGINE_UNREACHABLE", { provider });
  const turn = { accountId, group: "speech" };
  const speak = () => recordInTurns(services.scheduler, { engine, request, turn }, signal);
  try {
    if (engine.kind !== "embedded") {
      await refuseVoice(services, accountId, { ...voice, model: request.model });
    }
    const { recording, file } = await (engine.kind === "embedded" ? embedded.run(accountId, speak, signal) : speak());
    const wav = readWav(file);
    if (wav === null || wav === "truncated") throw new Error("a recording is no WAV file");
    if (engine.kind !== "embedded") refuseUnusable(recording.facts, request);
    const { integrated_lufs, sample_peak_dbfs } = recording;
    return {
      pcm: wav.pcm,
      sample_rate: wav.sample_rate,
      duration_ms: Math.max(1, Math.round((wav.pcm.length * 1_000) / wav.sample_rate)),
      integrated_lufs,
      sample_peak_dbfs,
      // As a take: what the engine counts is no price.
      millionths: services.ledger.cost(provider, characters),
    };
  } catch (error) {
    throw refusalOf(error, provider, "input");
  }
}
