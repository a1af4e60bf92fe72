// The mark in the name of a voice at its engine. It states which request the voice was made for: a voice is found again after a
// crash, and only its account sees it.

const MARK = /\bfullcast-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The name of a voice at its engine: a mark that ends it, and nothing that a person wrote. */
export const markedName = (customVoiceId: string): string => `fullcast-${customVoiceId}`;

/** The id of the custom voice whose mark ends the name; null without a mark. */
export const markIn = (name: string): string | null => MARK.exec(name)?.[1] ?? null;
