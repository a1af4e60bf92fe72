import { chaptersOf, compileManifest, manifestHash } from "@fullcast/core/timeline";
import { sha256 } from "../hash.ts";
import type { CompiledTimeline, CompileTask } from "./compile-timeline.ts";

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
