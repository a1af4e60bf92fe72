// Compiles the timeline of a section from its current audio. core/timeline has the rules.

import type { Caller } from "@fullcast/contract";
import type { LineLayout } from "@fullcast/core/document";
import type { ManifestTooLarge } from "@fullcast/core/timeline";
import { atOneVersion, type SectionRow } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsFrom, speakerRows } from "../speakers/speakers.ts";
import { answerEffects } from "./section-effects.ts";
import { type TimelineCompiler, timelineCompiler } from "./timeline-compiler.ts";
import { failedBlocks, timelineRows } from "./timeline-store.ts";
import {
  type CompiledTimeline,
  type EffectAnswers,
  type MediaLinks,
  NO_EFFECTS,
  type TimelineContext,
  type WrittenTimeline,
} from "./timeline-work.ts";

export type CompiledSection =
  | (Extract<CompiledTimeline, { kind: "compiled" }> & { readonly section: SectionRow })
  | ManifestTooLarge;

/** The first blocks of a section, as they are in the whole of it. */
export interface SectionOpening {
  readonly blocks: number;
  /** lineLayout() of the section's source text. */
  readonly lines: LineLayout;
}

/**
 * @param how.withWords whether to include word timings
 * @param how.isNarrated whether the narrator's voice speaks every line that has a take in it
 * @param how.opening compiles only these blocks. Their units are those of the whole section unless a sound of a later block
 *   is placed among them; the duration, the gaps and the hash are those of the opening
 * @throws ApiError NOT_FOUND when there is no such section of the caller's account.
 */
export async function compileSection(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  how: {
    readonly withWords: boolean;
    readonly opening?: SectionOpening | undefined;
    readonly isNarrated?: boolean | undefined;
  },
): Promise<CompiledSection> {
  using compilers = new DisposableStack();
  const { section, compiler, effects } = await readTimeline(services, caller, sectionId, compilers, {
    ...how,
    links: null,
  });
  const compiled = await compiler.compile(effects);
  return compiled.kind === "too_large" ? compiled : { ...compiled, section };
}

/**
 * The same as text that is ready to send.
 * @throws ApiError NOT_FOUND when there is no such section of the caller's account.
 */
export async function writeSection(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  how: { readonly withWords: boolean; readonly links: MediaLinks },
): Promise<{ readonly written: WrittenTimeline; readonly of: TimelineContext["input"] }> {
  using compilers = new DisposableStack();
  const { compiler, input, effects } = await readTimeline(services, caller, sectionId, compilers, how);
  return { written: await compiler.write(effects), of: input };
}

interface ReadTimeline {
  readonly section: SectionRow;
  readonly input: TimelineContext["input"];
  readonly compiler: TimelineCompiler;
  readonly effects: EffectAnswers;
}

/** The inputs of a timeline at one version. Disposes the compilers that it starts with the stack. */
async function readTimeline(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  compilers: DisposableStack,
  {
    opening,
    isNarrated = false,
    ...how
  }: Pick<TimelineContext, "withWords" | "links"> & {
    readonly opening?: SectionOpening | undefined;
    readonly isNarrated?: boolean | undefined;
  },
): Promise<ReadTimeline> {
  const { section, value } = await atOneVersion(services, caller, sectionId, async (row) => {
    const [project, speakers, failed] = await Promise.all([
      findProject(services, caller, row.project_id),
      speakerRows(services, row.project_id),
      failedBlocks(services, sectionId),
    ]);
    const casts = await castsFrom(services, speakers);
    const narrating = speakers.find((speaker) => speaker.role === "narrator");
    const narrator = narrating?.id ?? null;
    const voiceId = isNarrated ? (narrating?.casting_voice_id ?? null) : null;
    const input = {
      project_id: row.project_id,
      section_id: row.id,
      document_version: row.document_version,
      speaker_registry_version: project.speaker_registry_version,
      mastering_version: project.mastering_version,
      mastering_profile: project.mastering_profile,
      sound_effects_enabled: row.sound_effects_enabled,
    };
    const lines = opening === undefined ? {} : { lines: opening.lines };
    const context = { ...how, ...lines, input, title: row.title, narrator, voiced: [...casts.keys()], failed };
    const most = opening?.blocks ?? null;
    const compiler = compilers.use(timelineCompiler(most ?? row.block_count, context));
    for await (const rows of timelineRows(services, sectionId, how.withWords, most, voiceId)) compiler.take(rows);
    const effects = row.sound_effects_enabled
      ? await answerEffects(services, row.project_id, await compiler.questions())
      : NO_EFFECTS;
    return { input, compiler, effects };
  });
  return { section, ...value };
}
