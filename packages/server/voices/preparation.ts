import type { VoicePreparation } from "@fullcast/contract";
import type { EngineStatus } from "../engines/engine.ts";
import type { Services } from "../services.ts";

const STATUS: Record<EngineStatus["status"], VoicePreparation["status"]> = {
  available: "available",
  exhausted: "exhausted",
  unconfigured: "unknown",
  unreachable: "unknown",
};

/**
 * Whether voices can be prepared, and which voices need it. No engine of this installation prepares voices: all of them
 * can speak at once. The answer is about the remote provider, if there is one, else about the first engine.
 * @param voiceIds ids separated by commas; null asks about a new voice
 */
export async function voicePreparation(
  { engines }: Pick<Services, "engines">,
  voiceIds: string | null,
): Promise<VoicePreparation> {
  const all = engines.list();
  const engine = all.find((one) => one.kind === "remote") ?? all[0];
  if (engine === undefined) return { provider: "none", status: "unknown", notice: "There is no engine.", voices: [] };
  const { status, notice } = await engine.status();
  const asked = new Set((voiceIds ?? "").split(",").map((id) => id.trim().toLowerCase()));
  const voices = (await engines.voices()).filter((voice) => asked.has(voice.voice_id));
  return {
    provider: engine.provider,
    status: STATUS[status],
    notice: notice ?? (voiceIds === null ? "The engines of this installation take no new voices." : null),
    voices: voices.map((voice) => ({ voice_id: voice.voice_id, preparation_required: false })),
  };
}
