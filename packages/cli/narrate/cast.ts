import type { Answer, Client } from "../connection/client.ts";

export interface CastRow {
  readonly speaker: string;
  /** Number of the speaker's blocks. */
  readonly lines: number;
  readonly voice: string | null;
  readonly gender: string | null;
  readonly age: string | null;
  readonly accent: string | null;
  /** The licence of the voice, and whether it allows to publish recordings; null when that is unknown. */
  readonly license: string | null;
  readonly publishable: boolean | null;
}

export type Voice = Answer<"listVoices">["voices"][number];

/** Speakers with their voices: the narrator first, then by number of lines. Speakers without lines are left out. */
export async function readCast(client: Client, projectId: string): Promise<CastRow[]> {
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const voices = new Map((await allVoices(client)).map((voice) => [voice.voice_id, voice]));
  return speakers
    .filter(({ usage }) => usage.block_count > 0)
    .toSorted((a, b) => Number(b.role === "narrator") - Number(a.role === "narrator") || linesOf(b) - linesOf(a))
    .map((speaker) => {
      const voice = voices.get(speaker.casting?.voice_id ?? "");
      return {
        speaker: speaker.name,
        lines: linesOf(speaker),
        voice: speaker.casting?.voice_name ?? null,
        gender: voice?.gender ?? null,
        age: voice?.age ?? null,
        accent: voice?.accent ?? null,
        license: voice?.license ?? null,
        publishable: voice?.publishable ?? null,
      };
    });
}

/** Whether one voice speaks the whole project. */
export async function isNarratorOnly(client: Client, projectId: string): Promise<boolean> {
  return (await client.call("listSpeakers", { params: { projectId } })).narrator_only;
}

/** Every page of the voice list. */
export async function allVoices(client: Client): Promise<Voice[]> {
  const voices: Voice[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer<"listVoices"> = await client.call("listVoices", cursor === null ? {} : { query: { cursor } });
    voices.push(...page.voices);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return voices;
}

const linesOf = ({ usage }: Answer<"listSpeakers">["speakers"][number]) => usage.block_count;
