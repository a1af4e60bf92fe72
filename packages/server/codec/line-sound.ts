// The sound of one line as an export mixes it, without other lines and without sounds. Needs no server.

import type { LineAlone, MasteringProfile } from "@fullcast/core/timeline";
import { createPieceMaker } from "./mix-piece.ts";
import { samplesOf } from "./positions.ts";
import type { RenderAsset } from "./render-job.ts";

export { OUTPUT_RATE } from "./positions.ts";

export interface LineMixer extends Disposable {
  /** @returns mono samples at 44.1 kHz @throws RenderError */
  mix(line: LineAlone, profile: MasteringProfile, assets: readonly RenderAsset[]): Int16Array;
}

/** A mixer for one thread. */
export function createLineMixer(): LineMixer {
  const maker = createPieceMaker();
  return {
    mix({ units, duration_ms }, mastering_profile, assets) {
      const timeline = {
        duration_ms,
        mastering_profile,
        sequential_units: units,
        overlay_units: [],
        timed_text_units: [],
        gaps: [],
      };
      const to = samplesOf(duration_ms);
      const { bytes } = maker.make({ timeline, assets, from: 0, to, isEnd: true, index: 0, format: "wav" });
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
    },
    [Symbol.dispose]: () => maker[Symbol.dispose](),
  };
}
