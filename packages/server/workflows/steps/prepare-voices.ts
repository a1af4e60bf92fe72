import type { Cast } from "../../documents/documents.ts";
import { EngineError } from "../../engines/engine.ts";
import { type CatalogEngine, voiceId } from "../../engines/registry.ts";
import { castsOf, speakerRows } from "../../speakers/speakers.ts";
import { prepareVoice } from "../../voices/voices.ts";
import type { StepContext, StepHandler } from "../step.ts";
import { stopEngine } from "../store.ts";
import { castNewcomers } from "./cast-voices.ts";
import { loadScript } from "./script.ts";

/**
 * Checks that every speaker with lines has a voice, records unavailable engines, and prepares voices that need it. An
 * unavailable engine does not end the run: other engines speak their lines, and the generation step knows which lines need
 * a fallback.
 */
export const prepareVoices: StepHandler = async (context) => {
  const { services } = context;
  await castNewcomers(context);
  const { section, blocks } = await loadScript(context);
  const documentVersion = section.document_version;
  const casts = await castsOf(services, section.project_id);
  const speaking = new Set(blocks.flatMap((block) => (block.speaker_id === null ? [] : [block.speaker_id])));
  const voiceless = (await speakerRows(services, section.project_id)).filter(
    (speaker) => speaking.has(speaker.id) && !casts.has(speaker.id),
  );
  if (voiceless.length > 0) {
    return {
      kind: "failed",
      summary: { speakers_without_voice: voiceless.length },
      documentVersion,
      code: "STUDIO_WORKFLOW_VOICE_UNAVAILABLE",
      message: `${voiceless.length === 1 ? "1 speaker has" : `${voiceless.length} speakers have`} no voice that this server can use: ${namesOf(voiceless)}. Choose another voice in the cast, then resume.`,
    };
  }
  const providers = new Set([...speaking].map((id) => casts.get(id)?.voice.provider ?? ""));
  const away: string[] = [];
  for (const provider of providers) {
    const known = await stateOf(context, provider);
    if (known === undefined || known.status === "available") continue;
    away.push(provider);
    // An unreachable engine may be back for the next line. Other faults need a person, so this run does not use those engines.
    if (known.status === "unreachable") continue;
    const kind = known.status === "exhausted" ? ("quota" as const) : ("auth" as const);
    const message = known.notice ?? `The speech engine ${provider} is ${known.status}.`;
    await stopEngine(services, context.run.id, { provider, kind, message });
  }
  const prepared = await prepareCast(
    context,
    [...speaking].flatMap((id) => casts.get(id) ?? []),
    away,
  );
  const reasons = [
    ...(away.length === 0
      ? []
      : [
          `Speech engines that do not answer now: ${away.join(", ")}. Their lines get another voice where that is allowed, or fail.`,
        ]),
    ...prepared.reasons,
  ];
  const reason =
    reasons.length === 0 ? "Every voice of this cast is ready; none needs preparation." : reasons.join(" ");
  if (prepared.made === 0) return { kind: "skipped", summary: { reason }, documentVersion };
  return { kind: "succeeded", summary: { voices_prepared: prepared.made, reason: reasons.join(" ") }, documentVersion };
};

/** The first few names are enough. */
const MOST_NAMES = 5;

function namesOf(speakers: readonly { readonly name: string }[]): string {
  const names = speakers.slice(0, MOST_NAMES).map(({ name }) => name);
  return [...names, ...(speakers.length > MOST_NAMES ? ["…"] : [])].join(", ");
}

/**
 * Prepares each voice that needs it once. A voice that cannot be prepared does not end the run: its lines fail or use a
 * fallback, and lines of prepared voices are spoken.
 */
async function prepareCast(
  { services, run, signal }: StepContext,
  casts: readonly Cast[],
  away: readonly string[],
): Promise<{ readonly made: number; readonly reasons: readonly string[] }> {
  const catalogue = await services.engines.catalogue();
  const ids = new Set(casts.map(({ voice }) => voiceId(voice.provider, voice.engine_voice_id)));
  let made = 0;
  const reasons = new Set<string>();
  for (const id of ids) {
    const voice = catalogue.voice(id);
    if (voice?.preparation_required !== true || away.includes(voice.provider)) continue;
    try {
      await prepareVoice(services, { accountId: run.account_id, group: run.id }, voice, signal);
      made += 1;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      reasons.add(`${voice.name} is not prepared: ${error.message}`);
    }
  }
  return { made, reasons: [...reasons] };
}

/** Checks an engine that was unavailable or at a limit once. It may be back, and a user who resumes a run expects that. */
async function stateOf(
  { services: { engines }, signal }: StepContext,
  provider: string,
): Promise<CatalogEngine | undefined> {
  const known = (await engines.catalogue()).engine(provider);
  if (known === undefined || known.status === "available") return known;
  await engines.refresh(provider, signal);
  return (await engines.catalogue()).engine(provider);
}
