import type { Caller, VoicePreparation } from "@fullcast/contract";
import type { EngineStatus } from "../engines/engine.ts";
import { mayUse } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { allowanceOf, preparationLimit } from "./allowance.ts";
import { refreshInBackground } from "./refresh.ts";

const STATUS: Record<EngineStatus["status"], VoicePreparation["status"]> = {
  available: "available",
  exhausted: "exhausted",
  unconfigured: "unknown",
  unreachable: "unknown",
};

/**
 * Whether voices can be prepared, and which voices need it. The answer is about the first engine with voices that need
 * preparation, else about the first remote engine, else about the first engine.
 * @param voiceIds ids separated by commas; null asks about a new voice
 */
export async function voicePreparation(
  services: Pick<Services, "db" | "clock" | "engines" | "log">,
  { accountId }: Caller,
  voiceIds: string | null,
): Promise<VoicePreparation> {
  refreshInBackground(services);
  const { engines, voices: all, engine: byProvider } = await services.engines.catalogue();
  const preparing = all.find((voice) => voice.preparation_required)?.provider;
  const engine = byProvider(preparing ?? "") ?? engines.find((one) => one.kind === "remote") ?? engines[0];
  if (engine === undefined) return { provider: "none", status: "unknown", notice: "There is no engine.", voices: [] };
  const { status, notice } = engine;
  const asked = new Set((voiceIds ?? "").split(",").map((id) => id.trim().toLowerCase()));
  const voices = all.filter((voice) => asked.has(voice.voice_id) && mayUse(voice, accountId));
  const preparable =
    engine.kind !== "embedded" && (preparing !== undefined || engine.limits.voice_slots_left !== undefined);
  const limit = preparable ? preparationLimit(await allowanceOf(services, accountId), engine) : null;
  const none = voiceIds === null && !preparable ? "The engines of this installation take no new voices." : null;
  return {
    provider: engine.provider,
    // The engine's own state comes first: an account limit matters only where the engine can be asked.
    status: status === "available" && limit !== null ? "exhausted" : STATUS[status],
    notice: notice ?? limit?.message ?? none,
    voices: voices.map(({ voice_id, preparation_required }) => ({ voice_id, preparation_required })),
  };
}
