// The text that an engine receives for a block.

import { textOverride } from "../direction/direction.ts";
import type { TextContent } from "../document/document.ts";
import { type SpokenText, type SpokenTextOptions, spokenText } from "./spoken-text.ts";

export interface Utterance extends Pick<SpokenText, "text" | "emphasis" | "pronunciations" | "silences"> {
  /** Whether it is the block's own text, so that words of the audio have offsets in it. */
  readonly isOwnText: boolean;
}

/**
 * The text of a block for the engine of `provider`: its spoken text, or the provider_text_override of a control set for that
 * engine, which is sent as it is.
 */
export function utteranceOf(content: TextContent, provider: string, options: SpokenTextOptions = {}): Utterance {
  const text = textOverride(content.delivery_control_sets, provider);
  if (text === undefined) return { ...spokenText(content, options), isOwnText: true };
  return { text, emphasis: [], pronunciations: [], silences: [], isOwnText: false };
}
