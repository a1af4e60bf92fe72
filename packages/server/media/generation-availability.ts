import type { Caller } from "@fullcast/contract";
import type { GenerationProfileOverride, JsonValue } from "@fullcast/core/document";
import type { VoiceAnswer } from "@fullcast/core/ledger";
import { atOneVersion, type Cast, effectiveProfile } from "../documents/documents.ts";
import { type CatalogEngine, type Catalogue, type CatalogVoice, voiceId } from "../engines/registry.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf, type SpeakerRow, speakerRows } from "../speakers/speakers.ts";
import { type Allowance, accessTo, allowanceOf } from "../voices/voices.ts";
import { blockCasting } from "./section-facts.ts";
import { allowsFallbacks } from "./store.ts";

type Reader = Pick<Services, "db" | "engines" | "clock">;

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
  const catalogue = await services.engines.catalogue();
  const allowance = await allowanceOf(services, caller.accountId);
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
        generation = generationOf({ speaker, cast, override: block.override, fallback, allowance }, catalogue);
        known.set(key, generation);
      }
      return { block_id: block.id, generation };
    }),
  };
}

function generationOf(
  block: {
    readonly speaker: SpeakerRow | undefined;
    readonly cast: Cast | undefined;
    readonly override: GenerationProfileOverride | null;
    readonly fallback: "strict" | "best_effort";
    readonly allowance: Allowance;
  },
  { engines, voice: voiceOf }: Catalogue,
) {
  const { speaker, cast, override, allowance } = block;
  const profile = effectiveProfile(cast, override);
  const [first] = engines;
  const provider = cast?.voice.provider ?? override?.provider ?? first?.provider ?? "none";
  const own = engines.find((engine) => engine.provider === provider);
  const model = profile?.model ?? cast?.voice.model ?? own?.models[0]?.id ?? "none";
  const voice = cast === undefined ? undefined : voiceOf(voiceId(cast.voice.provider, cast.voice.engine_voice_id));
  return {
    requested_profile: {
      provider,
      model,
      fallback: override?.fallback ?? block.fallback,
      controls: override?.controls ?? ("best_effort" as const),
      options: (profile?.options ?? {}) as { [key: string]: JsonValue },
    },
    ...(cast === undefined ? uncast(speaker) : eligibilityOf(own, allowance, model, voice)),
    options: engines.flatMap((one) =>
      one.models.map(({ id: model }) => ({ provider: one.provider, model, ...eligibilityOf(one, allowance, model) })),
    ),
  };
}

function uncast(speaker: SpeakerRow | undefined): Eligibility {
  if (speaker?.casting_voice_id != null) {
    const reason = "No engine of this server has the voice of the speaker.";
    return { ...unavailable("voice_missing", reason), reason_code: "provider_asset_missing" };
  }
  return speaker === undefined
    ? unavailable("speaker_not_assigned", "The line has no speaker yet.")
    : unavailable("voice_not_cast", "The speaker of this line has no voice yet.");
}

function eligibilityOf(
  one: CatalogEngine | undefined,
  allowance: Allowance,
  model: string,
  voice?: CatalogVoice,
): Eligibility {
  if (one === undefined) return unavailable("engine_missing", "This server does not have the engine.");
  const { status, notice } = one;
  switch (status) {
    case "available":
      return accessOf(accessTo(allowance, one, voice, model));
    case "exhausted":
      return unavailable("engine_exhausted", notice ?? "The account limit of the engine is reached.");
    case "unconfigured":
      return unavailable("engine_unconfigured", notice ?? "The engine is not set up.");
    case "unreachable":
      return unavailable("engine_unreachable", notice ?? "The engine does not answer.");
  }
}

function accessOf(answer: VoiceAnswer): Eligibility {
  switch (answer.kind) {
    case "ready":
      return { status: "available", reason: null, diagnostics: [] };
    case "to_prepare": {
      const message = "The voice is prepared before it speaks; that uses one of the month's voice preparations.";
      const diagnostics = [{ code: "voice_preparation_required", severity: "warning" as const, message }];
      return {
        status: "materialization_required",
        reason: message,
        reason_code: "provider_asset_missing",
        diagnostics,
      };
    }
    case "plan":
      return unavailable("plan_not_sufficient", answer.message);
    case "allowance":
      return unavailable("voice_preparations_used_up", answer.message);
    case "slots":
      return unavailable("voice_slots_used_up", answer.message);
  }
}

function unavailable(code: string, message: string): Eligibility {
  return { status: "unavailable", reason: message, diagnostics: [{ code, severity: "error", message }] };
}
