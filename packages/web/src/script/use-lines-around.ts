// Reads lines that a list beside the script shows, although they are not on its screen.

import { useEffect } from "react";
import type { ScriptDesk } from "./script-desk.ts";

interface Around {
  readonly above: number;
  readonly below: number;
  /** Whether the audio of the lines is read too. */
  readonly withAudio?: boolean;
}

/** Reads each of the lines with those around it, and again when they are others. */
export function useLinesAround(desk: ScriptDesk, ids: readonly string[], around: Around): void {
  const { above, below, withAudio = false } = around;
  const known = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are compared by their text.
  useEffect(() => {
    const read = async () => {
      for (const id of ids) {
        const at = desk.placeOf(id);
        if (at < 0) continue;
        await desk.load(Math.max(0, at - above), Math.min(desk.model.count, at + below + 1));
        if (withAudio) await desk.loadAudio(at);
      }
    };
    void read();
  }, [desk, known, above, below, withAudio]);
}
