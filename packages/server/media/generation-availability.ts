import type { Caller } from "@fullcast/contract";
import type { GenerationProfileOverride, JsonValue } from "@fullcast/core/document";
import { atOneVersion, type Cast, effectiveProfile } from "../documents/documents.ts";
import type { EngineStatus, SpeechEngine } from "../engines/engine.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf, type SpeakerRow, speakerRows } from "../speakers/speakers.ts";
import { allowsFallbacks, blockCasting } from "./store.ts";

type Reader = Pick<Services, "db" | "engines">;

interface Eligibility {
  readonly status: "available" | "materialization_required" | "unavailable";
  readonly reason: string | null;
  readonly reason_code?: "provider_asset_missing";
  readonly diagnostics: { readonly code: string; readonly severity: "warning" | "error"; readonly message: string }[];
}

/** For each block: the requested profile, whether it is available now, and the alternatives (interface.md). */
export async function getGenerationAvailability(services: Reader, caller: Caller, sectionId: string) {
  const { section, value } = await atOneVersion(services, caller, sectionId, async (row) => ({
    project: await findProject(services, caller, row.project_id),
    casts: await castsOf(services, row.project_id),
    speakers: new Map((await speakerRows(services, row.project_id)).map((speaker) => [speaker.id, speaker])),
    blocks: await blockCasting(services, sectionId),
  }));
  const engines = await engineStates(services);
  const fallback = (await allowsFallbacks(services, caller.accountId)) ? "best_effort" : "strict";
  const narrator = [...value.speakers.values()].find((speaker) => speaker.role === "narrator");
  const known = new Map<string, ReturnType<typeof generationOf>>();
  return {
    section_id: sectionId,
    document_version: section.document_version,
    speaker_registry_version: value.project.speaker_registry_version,
    blocks: value.blocks.map((block) => {
      if (!block.spoken) return { block_id: block.id, generation: null };
      const speakerId = block.speaker_id ?? (block.kind === "narration" ? (narrator?.id ?? null) : null);
      // Thousands of blocks share a few casts, so results are kept for each cast.
      const key = `${speakerId} ${JSON.stringify(block.override)}`;
      let generation = known.get(key);
      if (generation === undefined) {
        const speaker = speakerId === null ? undefined : value.speakers.get(speakerId);
        const cast = speakerId === null ? undefined : value.casts.get(speakerId);
        generation = generationOf({ speaker, cast, override: block.override, fallback }, engines);
        known.set(key, generation);
      }
      return { block_id: block.id, generation };
    }),
  };
}

interface EngineState {
  readonly engine: SpeechEngine;
  readonly state: EngineStatus;
}

async function engineStates({ engines }: Pick<Services, "engines">): Promise<EngineState[]> {
  return Promise.all(engines.list().map(async (engine) => ({ engine, state: await engine.status() })));
}

function generationOf(
  block: {
    readonly speaker: SpeakerRow | undefined;
    readonly cast: Cast | undefined;
    readonly override: GenerationProfileOverride | null;
    readonly fallback: "strict" | "best_effort";
  },
  engines: readonly EngineState[],
) {
  const { speaker, cast, override } = block;
  const profile = effectiveProfile(cast, override);
  const [first] = engines;
  const provider = cast?.voice.provider ?? override?.provider ?? first?.engine.provider ?? "none";
  const own = engines.find(({ engine }) => engine.provider === provider);
  return {
    requested_profile: {
      provider,
      model: profile?.model ?? cast?.voice.model ?? own?.engine.models[0] ?? "none",
      fallback: override?.fallback ?? block.fallback,
      controls: override?.controls ?? ("best_effort" as const),
      options: (profile?.options ?? {}) as { [key: string]: JsonValue },
    },
    ...(cast === undefined ? uncast(speaker) : eligibilityOf(own)),
    options: engines.flatMap((one) =>
      one.engine.models.map((model) => ({ provider: one.engine.provider, model, ...eligibilityOf(one) })),
    ),
  };
}

function uncast(speaker: SpeakerRow | undefined): Eligibility {
  if (speaker?.casting_voice_id != null) {
    const reason = "No engine of this server has the voice that the speaker was given.";
    return { ...unavailable("voice_missing", reason), reason_code: "provider_asset_missing" };
  }
  return speaker === undefined
    ? unavailable("speaker_not_assigned", "Nobody speaks this line yet.")
    : unavailable("voice_not_cast", "The speaker of this line has no voice yet.");
}

function eligibilityOf(one: EngineState | undefined): Eligibility {
  if (one === undefined) return unavailable("engine_missing", "This server does not have the engine.");
  const { status, notice } = one.state;
  switch (status) {
    case "available":
      return { status: "available", reason: null, diagnostics: [] };
    case "exhausted":
      return unavailable("engine_exhausted", notice ?? "The account limit of the engine is reached.");
    case "unconfigured":
      return unavailable("engine_unconfigured", notice ?? "The engine is not set up.");
    case "unreachable":
      return unavailable("engine_unreachable", notice ?? "The engine does not answer.");
  }
}

function unavailable(code: string, message: string): Eligibility {
  return { status: "unavailable", reason: message, diagnostics: [{ code, severity: "error", message }] };
}
