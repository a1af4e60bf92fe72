import type { Caller } from "@fullcast/contract";
import { usableVoices } from "@fullcast/core/direction";
import { planWorkflow, type QuotedWork, quoteOf, type TargetScope } from "@fullcast/core/workflow";
import { blocksById, speakingRules } from "../documents/documents.ts";
import type { Catalogue } from "../engines/registry.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import {
  castableVoices,
  castingLanguage,
  castsOf,
  projectCasting,
  readUnspokenLanguage,
  speakerRows,
} from "../speakers/speakers.ts";
import { checkTargets, refusal, requestedSections } from "./create.ts";
import { castsAsSpoken } from "./other-voices.ts";
import { spokenWork } from "./spoken-work.ts";
import { pastSpeed, spokenLengths, unmadeBlocks } from "./store.ts";

export interface QuoteBody {
  readonly section_ids: readonly string[];
  readonly include_generated_sfx: boolean;
  readonly place_project_sounds: boolean;
  readonly direct_emotion: boolean;
  readonly target_scope: TargetScope | null;
  readonly other_voices_for?: readonly string[] | undefined;
}

/** The spoken duration of a character of English prose, used while a project has no audio. */
const MS_PER_CHARACTER = 65;
/** The mean of the project's audio is used from this many spoken characters. */
const ENOUGH_CHARACTERS = 1_000;
/** The number of blocks that are read at once. */
const WINDOW = 500;
/** Milliseconds of audio per second, used if the account has no runs with measured speed. */
const SPEED_OF_KIND = { embedded: 60_000, local: 5_000, remote: 8_000 } as const;

/** The audio and the price of Create Audio with this body. Changes nothing. */
export async function quoteWorkflow(
  services: Pick<Services, "db" | "engines" | "ledger" | "settings">,
  caller: Caller,
  projectId: string,
  body: QuoteBody,
) {
  await findProject(services, caller, projectId);
  const plan = planWorkflow({ ...body, workflow_kind: "create_audio" });
  if (plan.kind !== "planned") throw refusal(plan);
  await requestedSections(services, projectId, body.section_ids);
  if (body.target_scope !== null) await checkTargets(services, body.section_ids[0] ?? "", body.target_scope);

  const { effectService } = services.engines;
  const catalogue = await services.engines.catalogue();
  const { engines } = catalogue;
  const others = new Set(body.other_voices_for ?? []);
  const casts = await castsAsSpoken(services, await castsOf(services, projectId), others);
  const narrator = (await speakerRows(services, projectId)).find((speaker) => speaker.role === "narrator")?.id;
  const { narrator_only, provider: preferred } = await projectCasting(services, projectId);
  const narrators = casts.get(narrator ?? "")?.voice.provider;
  // What automatic casting will give to speakers without a voice.
  const language = await castingLanguage(services, projectId);
  const castable = usableVoices({ voices: castableVoices(catalogue, preferred), language });
  const automatic = firstProvider(catalogue, castable) ?? engines[0]?.provider ?? "";
  const withoutVoice = narrator_only ? (narrators ?? automatic) : automatic;
  const providerOf = (speakerId: string | null) =>
    speakerId === null ? (narrators ?? automatic) : (casts.get(speakerId)?.voice.provider ?? withoutVoice);
  const targets = body.target_scope?.blocks.map((block) => block.block_id) ?? null;
  const unmade = Map.groupBy(
    await unmadeBlocks(services, body.section_ids, targets, effectService !== null),
    (one) => one.section_id,
  );
  const rules = await speakingRules(services, projectId);
  const work: QuotedWork[] = [];
  for (const [section_id, blocks] of unmade) {
    const found = blocksNamed(
      services,
      section_id,
      blocks.map((block) => block.id),
    );
    for (const one of await spokenWork(found, providerOf, rules, effectService)) work.push({ section_id, ...one });
  }
  const spoken = await spokenLengths(services, projectId);
  const past = await pastSpeed(services, caller.accountId);
  const unspoken_language =
    work.length === 0 ? null : await readUnspokenLanguage(services, projectId, body.section_ids);
  const quoted = quoteOf(work, {
    prices: services.settings.prices,
    audioMsPerCharacter:
      spoken.characters >= ENOUGH_CHARACTERS ? spoken.audio_ms / spoken.characters : MS_PER_CHARACTER,
    speed: (provider) => past ?? SPEED_OF_KIND[engines.find((one) => one.provider === provider)?.kind ?? "embedded"],
  });
  return { ...quoted, unspoken_language };
}

/** The engine that automatic casting chooses first. */
function firstProvider(catalogue: Catalogue, voices: ReturnType<typeof usableVoices>): string | undefined {
  const [first] = voices.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return first === undefined ? undefined : catalogue.voice(first.voice_id)?.provider;
}

async function* blocksNamed(services: Pick<Services, "db">, sectionId: string, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += WINDOW) {
    const found = await blocksById(services, sectionId, ids.slice(from, from + WINDOW));
    yield* found.values();
  }
}
