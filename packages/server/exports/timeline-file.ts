// The timeline that an export's file was made from, as a stored, immutable object.

import { text } from "node:stream/consumers";
import type { RenderManifest, UnitWordTimings } from "@fullcast/core/timeline";
import type { Services } from "../services.ts";

export interface StoredTimeline {
  readonly manifest: RenderManifest;
  readonly unit_word_timings: readonly UnitWordTimings[];
}

/** @returns the object's hash. */
export async function storeTimeline({ files }: Pick<Services, "files">, timeline: StoredTimeline): Promise<string> {
  return (await files.put(Buffer.from(JSON.stringify(timeline), "utf8"))).sha256;
}

export async function readTimeline({ files }: Pick<Services, "files">, sha256: string): Promise<StoredTimeline> {
  return JSON.parse(await text(files.open(sha256))) as StoredTimeline;
}
