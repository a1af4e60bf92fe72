// A section's timeline as its audio stands now (core/timeline decides), with what the server knows of it.

import type { Caller } from "@fullcast/contract";
import { deliveryOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { optionsOf, sourceWords, spokenText } from "@fullcast/core/media";
import type { Chapter, CompileBlock, ManifestTooLarge, RenderManifest } from "@fullcast/core/timeline";
import {
  type CompileTask,
  type TimelineCompiler,
  timelineCompiler,
  type WrittenTimeline,
} from "../compute/compile-timeline.ts";
import { atOneVersion, type SectionRow } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf, speakerRows } from "../speakers/speakers.ts";
import { pinnedSource, usableRevisions } from "./project-sounds.ts";
import { assetsOf, wordsOf } from "./store.ts";
import { type TimelineAsset, type TimelineRow, timelineRows } from "./timeline-store.ts";
import { engineWords } from "./word-timings.ts";

export type CompiledSection =
  | {
      readonly kind: "compiled";
      readonly section: SectionRow;
      readonly manifest: RenderManifest;
      readonly manifestHash: string;
      readonly chapters: readonly Chapter[];
      readonly silentTexts: readonly SilentText[];
    }
  | ManifestTooLarge;

/** Text that is shown though nobody says it, with the block beside which it stands. */
export interface SilentText {
  readonly block_id: string;
  readonly place: "before" | "after";
  readonly text: string;
}

/** With the hash of what its audio is to be made of. */
type TimelineBlock = CompileBlock & { readonly intent_hash: string };

/** @throws ApiError NOT_FOUND when there is no such section of the caller's account. */
export async function compileSection(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
): Promise<CompiledSection> {
  using compilers = new DisposableStack();
  const { section, compiler, task } = await readTimeline(services, caller, sectionId, compilers, async () => {});
  const compiled = await compiler.compile(task);
  return compiled.kind === "too_large" ? compiled : { ...compiled, section, silentTexts: silentTexts(task.blocks) };
}

/** Told the assets that some more blocks have, while the database reads on. */
type AssetWatcher = (assets: ReadonlyMap<string, TimelineAsset>) => Promise<void>;

/**
 * The same as it is sent.
 * @param how.heard may be told of an asset that nothing plays in the end, or of one more than once.
 * @throws ApiError NOT_FOUND when there is no such section of the caller's account.
 */
export async function writeSection(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  how: { readonly withUnits: boolean; readonly heard: AssetWatcher },
): Promise<{ readonly written: WrittenTimeline; readonly of: CompileTask["input"] }> {
  using compilers = new DisposableStack();
  const { compiler, task } = await readTimeline(services, caller, sectionId, compilers, how.heard);
  return { written: await compiler.write(task, how.withUnits), of: task.input };
}

interface ReadTimeline {
  readonly section: SectionRow;
  readonly compiler: TimelineCompiler;
  readonly task: CompileTask;
}

/** Everything that a timeline is compiled from, as of one version. The compilers that it starts go onto the stack. */
async function readTimeline(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  compilers: DisposableStack,
  heard: AssetWatcher,
): Promise<ReadTimeline> {
  const { section, value } = await atOneVersion(services, caller, sectionId, async (row) => {
    const compiler = compilers.use(timelineCompiler(row.block_count));
    const project = await findProject(services, caller, row.project_id);
    const casts = await castsOf(services, row.project_id);
    const speakers = await speakerRows(services, row.project_id);
    const narrator = speakers.find((speaker) => speaker.role === "narrator")?.id ?? null;
    const blocks: TimelineBlock[] = [];
    for await (const window of timelineRows(services, sectionId)) {
      const assets = new Map<string, TimelineAsset>();
      const read = window.map((one): TimelineBlock => {
        if (one.asset_id !== null) assets.set(one.asset_id, one);
        const speaker = one.speaker_id ?? (one.kind === "narration" ? narrator : null);
        const entry = toCompileBlock(one, speaker, speaker !== null && casts.has(speaker));
        return isMakeable(services, entry.block) ? entry : { ...entry, voice: "unsupported" };
      });
      compiler.take(read);
      for (const block of read) blocks.push(block);
      await heard(assets);
    }
    const withSounds = await withProjectSounds(services, row.project_id, blocks, heard);
    const placed = row.sound_effects_enabled ? await withAnchorWords(services, withSounds) : withSounds;
    return { project, compiler, blocks: placed };
  });
  const { project, compiler, blocks } = value;
  const input = {
    project_id: section.project_id,
    section_id: section.id,
    document_version: section.document_version,
    speaker_registry_version: project.speaker_registry_version,
    mastering_version: project.mastering_version,
    mastering_profile: project.mastering_profile,
    sound_effects_enabled: section.sound_effects_enabled,
  };
  return { section, compiler, task: { input, blocks, title: section.title } };
}

/** Speech tags that fell silent as whole blocks: shown with the words of their paragraph, else with those that follow. */
function silentTexts(blocks: readonly CompileBlock[]): SilentText[] {
  const found: SilentText[] = [];
  if (!blocks.some(({ parts }) => parts.tags_omitted === true)) return found;
  let waiting: string[] = [];
  let last: string | null = null;
  let paragraphEnded = true;
  for (const { block, parts } of blocks) {
    if (block.content.type !== "text") continue;
    const { text } = block.content;
    const isSilent = parts.tags_omitted === true && parts.spoken === null;
    if (isSilent && text.trim() !== "") {
      if (last === null || paragraphEnded) waiting.push(text.trim());
      else found.push({ block_id: last, place: "after", text: text.trim() });
    } else if (parts.spoken !== null) {
      found.push(...waiting.map((one) => ({ block_id: block.id, place: "before" as const, text: one })));
      waiting = [];
      last = block.id;
    }
    paragraphEnded = /[\r\n\u2028\u2029]/.test(text.slice(text.trimEnd().length));
  }
  return found;
}

/** Blocks that play an uploaded sound have the revision that they name as their audio, cut where the block ends. */
async function withProjectSounds(
  services: Pick<Services, "db">,
  projectId: string,
  blocks: readonly TimelineBlock[],
  heard: AssetWatcher,
): Promise<readonly CompileBlock[]> {
  if (!blocks.some((one) => pinnedSource(one) !== null)) return blocks;
  const revisions = await usableRevisions(services, projectId, blocks);
  const assets = await assetsOf(
    services,
    [...revisions.values()].map((revision) => revision.asset_id),
  );
  await heard(assets);
  return blocks.map((one): CompileBlock => {
    const source = pinnedSource(one);
    if (source === null || one.block.content.type !== "sfx") return one;
    const revision = revisions.get(source.sound_effect_revision_id);
    const asset = revision === undefined ? undefined : assets.get(revision.asset_id);
    if (revision === undefined || asset === undefined || revision.sound_id !== source.sound_effect_id) {
      return { ...one, freshness: "absent", rendition: null };
    }
    return {
      ...one,
      freshness: "current",
      rendition: {
        id: revision.id,
        intent_hash: one.intent_hash,
        asset_id: revision.asset_id,
        asset_content_hash: asset.sha256,
        duration_ms: Math.min(one.block.content.duration_ms, revision.duration_ms),
        integrated_lufs: revision.integrated_lufs,
        sample_peak_dbfs: revision.sample_peak_dbfs,
      },
    };
  });
}

/** When the words are said of the blocks that a sound is anchored in; where an engine told nothing, nothing. */
async function withAnchorWords(
  services: Pick<Services, "db">,
  blocks: readonly CompileBlock[],
): Promise<readonly CompileBlock[]> {
  const anchors = new Set(
    blocks.flatMap(({ block }) =>
      block.kind === "sfx" && block.placement?.anchor === "offset" ? block.placement.anchor_block_id : [],
    ),
  );
  if (anchors.size === 0) return blocks;
  const stored = await wordsOf(
    services,
    blocks.flatMap((one) => (anchors.has(one.block.id) ? (one.rendition?.id ?? []) : [])),
  );
  return blocks.map((one): CompileBlock => {
    const { content } = one.block;
    const said = anchors.has(one.block.id) ? engineWords(stored.get(one.rendition?.id ?? "")) : null;
    if (said === null || one.rendition === null || content.type !== "text") return one;
    return {
      ...one,
      rendition: { ...one.rendition, source_words: sourceWords(spokenText(content, optionsOf(one.parts)), said) },
    };
  });
}

/** False for an effect whose prompt nobody here makes. */
function isMakeable({ engines }: Pick<Services, "engines">, { content }: Block): boolean {
  return content.type !== "sfx" || content.source !== undefined || engines.effects.understands(content.prompt);
}

function toCompileBlock(row: TimelineRow, speaker_id: string | null, hasVoice: boolean): TimelineBlock {
  const { id, kind, block_version, content, placement, generation_profile_override } = row;
  const block = {
    id,
    kind,
    block_version,
    content,
    generation_profile_override,
    placement,
    speaker_id: row.speaker_id,
  } as unknown as Block;
  const current = row.rendition_id !== null && row.generatable;
  return {
    block,
    speaker_id,
    parts: {
      spoken: row.spoken,
      ...(row.tags_omitted === true ? { tags_omitted: true as const } : {}),
      ...(row.leading_silence_ms === null ? {} : { leading_silence_ms: row.leading_silence_ms }),
      ...(row.trailing_silence_ms === null ? {} : { trailing_silence_ms: row.trailing_silence_ms }),
    },
    freshness: current ? "current" : row.stale && row.generatable ? "stale" : "absent",
    rendition: current ? renditionOf(row, row.rendition_id ?? "", block) : null,
    failed: row.failed,
    voice: hasVoice ? "ready" : "none",
    intent_hash: row.intent_hash ?? "",
  };
}

function renditionOf(row: TimelineRow, id: string, block: Block): CompileBlock["rendition"] {
  return {
    id,
    intent_hash: row.intent_hash ?? "",
    asset_id: row.asset_id,
    asset_content_hash: row.sha256,
    duration_ms: row.duration_ms,
    integrated_lufs: row.integrated_lufs,
    sample_peak_dbfs: row.sample_peak_dbfs,
    directed_volume_db: directedVolume(block, row.provider),
  };
}

function directedVolume(block: Block, provider: string): number {
  if (block.content.type !== "text" || block.content.delivery_control_sets.length === 0) return 0;
  return deliveryOf(block.content.delivery_control_sets, provider, block.content.text.length).volume_db;
}
