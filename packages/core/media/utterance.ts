// What an engine is sent for a block.

import { textOverride } from "../direction/direction.ts";
import type { TextContent } from "../document/document.ts";
import { type SpokenText, type SpokenTextOptions, spokenText } from "./spoken-text.ts";

export interface Utterance extends Pick<SpokenText, "text" | "emphasis" | "pronunciations" | "silences"> {
  /** The block's own text: words of the audio can be told in its offsets. */
  readonly isOwnText: boolean;
}

/**
 * What is said of a block when `provider` speaks it: its spoken text, or what a control set of that engine puts in its
 * place (provider_text_override), which is sent as it stands.
 */
export function utteranceOf(content: TextContent, provider: string, options: SpokenTextOptions = {}): Utterance {
  const text = textOverride(content.delivery_control_sets, provider);
  if (text === undefined) return { ...spokenText(content, options), isOwnText: true };
  return { text, emphasis: [], pronunciations: [], silences: [], isOwnText: false };
}
