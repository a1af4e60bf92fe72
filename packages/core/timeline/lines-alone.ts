// Every spoken line of a manifest as a timeline of its own, for files that hold one line each.

import type { AssetUnit, RenderManifest, SequentialUnit, TimedWord, UnitWordTimings } from "./manifest.ts";

export interface LineAlone {
  readonly block_id: string;
  readonly block_kind: "speech" | "narration";
  readonly speaker_id: string;
  /** From the first sound of the line to its last: pauses inside the line are kept, those around it are left out. */
  readonly duration_ms: number;
  /** Times are relative to the line. */
  readonly units: readonly AssetUnit[];
  /** Times are relative to the line; empty where the engine reported none. */
  readonly words: readonly TimedWord[];
}

/** The lines that have audio, in order. */
export function linesAlone(
  { sequential_units }: Pick<RenderManifest, "sequential_units">,
  timings: readonly UnitWordTimings[] = [],
): readonly LineAlone[] {
  const wordsOf = new Map(timings.map(({ unit_id, words }) => [unit_id, words]));
  const byBlock = Map.groupBy(sequential_units.filter(isAsset), ({ block_id }) => block_id);
  return [...byBlock.values()].map((units) => {
    const [first = gone(), last = first] = [units[0], units.at(-1)];
    const from = first.start_ms;
    return {
      block_id: first.block_id,
      block_kind: first.block_kind,
      speaker_id: first.speaker_id,
      duration_ms: last.start_ms + last.duration_ms - from,
      units: units.map((unit) => ({ ...unit, start_ms: unit.start_ms - from })),
      words: units.flatMap(({ unit_id }) =>
        (wordsOf.get(unit_id) ?? []).map((word) => ({
          ...word,
          start_ms: word.start_ms - from,
          end_ms: word.end_ms - from,
        })),
      ),
    };
  });
}

const isAsset = (unit: SequentialUnit): unit is AssetUnit => unit.unit_type === "asset";

function gone(): never {
  throw new Error("a group of units has a first one");
}
