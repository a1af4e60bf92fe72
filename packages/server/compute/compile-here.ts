import {
  assetIdsOf,
  assetUnitsOf,
  type CompileInput,
  chaptersOf,
  compileManifest,
  manifestHash,
  manifestText,
} from "@fullcast/core/timeline";
import { sha256 } from "../hash.ts";
import type { CompiledTimeline, CompileTask, WrittenTimeline } from "./compile-timeline.ts";

type Prepared = NonNullable<CompileInput["prepared"]>;

/** Compiles a timeline in the thread that asks. */
export function compileHere({ input, blocks, title }: CompileTask, prepared: Prepared = new Map()): CompiledTimeline {
  const result = compileManifest({ ...input, blocks, hash: sha256, prepared });
  if (result.kind === "too_large") return result;
  const { manifest } = result;
  return {
    kind: "compiled",
    manifest,
    manifestHash: manifestHash(manifest, sha256),
    chapters: chaptersOf(
      blocks.map((entry) => entry.block),
      manifest,
      title,
    ),
  };
}

/** The same as text; `withUnits` tells what its audio is, too. */
export function writeHere(
  { input, blocks }: CompileTask,
  withUnits: boolean,
  prepared: Prepared = new Map(),
): WrittenTimeline {
  const result = compileManifest({ ...input, blocks, hash: sha256, prepared });
  if (result.kind === "too_large") return result;
  const { manifest } = result;
  // The text that is sent is the text that is hashed: nobody writes it twice.
  const json = new TextEncoder().encode(manifestText(manifest));
  return {
    kind: "written",
    json,
    manifestHash: sha256(json),
    assetIds: assetIdsOf(manifest),
    asset_units: withUnits ? assetUnitsOf(manifest) : [],
  };
}
