// The credits of a book: spoken by the narrator's voice, with the levels of other speech, each as a section of its own.

import { ApiError } from "@fullcast/contract";
import { AST_VERSION, type SpokenBlock } from "@fullcast/core/document";
import { blockIntentParts, spokenText } from "@fullcast/core/media";
import { type Credit, readalongBlocks, readalongLayout } from "@fullcast/core/packaging";
import { compileManifest, type MasteringProfile } from "@fullcast/core/timeline";
import { type RenderPart, renderTimeline } from "../codec/codec.ts";
import { effectiveProfile } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { uuidV5 } from "../ids.ts";
import { outageOf } from "../outage.ts";
import { type KeptWords, keptWords } from "../previews/previews.ts";
import { castsOf, speakerRows } from "../speakers/speakers.ts";
import type { ContentServices } from "./content.ts";
import { ExportFailure } from "./export-failure.ts";
import type { ExportRow } from "./store.ts";
import type { StoredAsset } from "./stored-render.ts";

/** Namespace of the ids that are made from the text of a credit. */
const CREDIT_NAMESPACE = "5b1b1a0e-8a4f-4a55-9d0c-6f0f3f8c2a77";

export interface SpokenCredit {
  readonly part: RenderPart;
  readonly asset: StoredAsset;
}

/** @throws ExportFailure when the narrator has no voice, or the engine cannot speak. */
export async function speakCredit(
  services: ContentServices,
  row: Pick<ExportRow, "account_id" | "project_id" | "format" | "speaker_registry_version" | "mastering_version">,
  credit: Credit,
  mastering: MasteringProfile,
  signal: AbortSignal,
): Promise<SpokenCredit> {
  const narrator = (await speakerRows(services, row.project_id)).find((speaker) => speaker.role === "narrator");
  const cast = (await castsOf(services, row.project_id)).get(narrator?.id ?? "");
  if (narrator === undefined || cast === undefined) {
    throw new ExportFailure(
      "EXPORT_AUDIO_INCOMPLETE",
      "The narrator has no voice, so the credits cannot be spoken. Cast the narrator and export again.",
    );
  }
  const id = (what: string): string => uuidV5(CREDIT_NAMESPACE, JSON.stringify([what, credit, row.project_id]));
  const block: SpokenBlock = {
    id: id("block"),
    kind: "narration",
    block_version: 1,
    content: {
      type: "text",
      schema_version: AST_VERSION,
      text: credit.text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    generation_profile_override: null,
    placement: null,
    speaker_id: narrator.id,
  };
  const profile = effectiveProfile(cast, null);
  const voice = { ...cast.voice, model: profile?.model ?? cast.voice.model };
  const { text } = spokenText(block.content);
  const words = { voice, words: text, options: profile?.options ?? {}, signal };
  const kept = await keptWords(services, { accountId: row.account_id }, words).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : creditFailure(error);
  });
  return {
    part: partOf(
      row,
      { block, kept, assetId: id("asset"), renditionId: id("rendition"), heading: credit.heading },
      mastering,
    ),
    asset: { asset_id: id("asset"), sha256: kept.sha256 },
  };
}

function partOf(
  row: Pick<ExportRow, "project_id" | "format" | "speaker_registry_version" | "mastering_version">,
  said: {
    readonly block: SpokenBlock;
    readonly kept: KeptWords;
    readonly assetId: string;
    readonly renditionId: string;
    readonly heading: string;
  },
  mastering_profile: MasteringProfile,
): RenderPart {
  const { block, kept } = said;
  const compiled = compileManifest({
    project_id: row.project_id,
    section_id: block.id,
    document_version: 1,
    speaker_registry_version: row.speaker_registry_version,
    mastering_version: row.mastering_version,
    mastering_profile,
    sound_effects_enabled: false,
    hash: sha256,
    blocks: [
      {
        block,
        speaker_id: block.speaker_id,
        parts: blockIntentParts(block, sha256),
        freshness: "current",
        failed: false,
        voice: "ready",
        rendition: {
          id: said.renditionId,
          intent_hash: kept.sha256,
          asset_id: said.assetId,
          asset_content_hash: kept.sha256,
          duration_ms: kept.duration_ms,
          integrated_lufs: kept.integrated_lufs,
          sample_peak_dbfs: kept.sample_peak_dbfs,
        },
      },
    ],
  });
  if (compiled.kind === "too_large") throw new RangeError("one block exceeds a timeline");
  const blocks = readalongBlocks([block]);
  return {
    title: said.heading,
    manifest: renderTimeline(compiled.manifest, row.format),
    chapters: [{ title: said.heading, start_ms: 0 }],
    word_timings: [],
    ...(row.format === "epub" ? { text: { blocks, layout: readalongLayout(blocks) } } : {}),
  };
}

function creditFailure(error: unknown): unknown {
  if (!(error instanceof ApiError) || outageOf(error) !== null) return error;
  const said = `The credits could not be spoken: ${error.message}`;
  return new ExportFailure("EXPORT_FAILED", said, error.code === "ENGINE_UNREACHABLE");
}
