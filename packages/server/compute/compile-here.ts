import {
  assetIdsOf,
  assetUnitsOf,
  canonicalJson,
  chaptersOf,
  compileManifest,
  manifestHash,
} from "@fullcast/core/timeline";
import { sha256 } from "../hash.ts";
import type { CompiledTimeline, CompileTask, WrittenTimeline } from "./compile-timeline.ts";

/** Compiles a timeline in the thread that asks. */
export function compileHere({ input, blocks, title }: CompileTask): CompiledTimeline {
  const result = compileManifest({ ...input, blocks, hash: sha256 });
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
export function writeHere({ input, blocks }: CompileTask, withUnits: boolean): WrittenTimeline {
  const result = compileManifest({ ...input, blocks, hash: sha256 });
  if (result.kind === "too_large") return result;
  const { manifest } = result;
  // The text that is sent is the text that is hashed: nobody writes it twice.
  const json = new TextEncoder().encode(canonicalJson(manifest));
  return {
    kind: "written",
    json,
    manifestHash: sha256(json),
    assetIds: assetIdsOf(manifest),
    asset_units: withUnits ? assetUnitsOf(manifest) : [],
  };
}
