// The voices of a service in OpenAI's dialect. The dialect has no standard list: servers answer strings or objects.

import { z } from "zod";
import type { BroughtVoice } from "../brought/engines-file.ts";

const item = z.union([
  z.string(),
  z.looseObject({
    id: z.string().optional(),
    voice_id: z.string().optional(),
    name: z.string().optional(),
    language: z.string().optional(),
    gender: z.string().optional(),
  }),
]);
const list = z.union([z.array(item), z.looseObject({ voices: z.array(item) }).transform(({ voices }) => voices)]);

/** @throws SyntaxError for another form */
export function voiceFromList(value: unknown): readonly BroughtVoice[] {
  const read = list.safeParse(value);
  if (!read.success) throw new SyntaxError("not a list of voices");
  return read.data.flatMap((one) => {
    const about = typeof one === "string" ? { id: one } : one;
    const id =
      about.id ?? ("voice_id" in about ? about.voice_id : undefined) ?? ("name" in about ? about.name : undefined);
    if (id === undefined || id === "" || id.length > 200) return [];
    const guess = kokoroVoice(id);
    const gender = "gender" in about ? genderOf(about.gender) : undefined;
    const name = "name" in about ? about.name : undefined;
    const language = "language" in about ? languageOf(about.language) : undefined;
    return [
      {
        ...voice(id),
        name: name ?? guess?.name ?? id,
        language: language ?? guess?.language ?? "en",
        gender: gender ?? guess?.gender ?? ("neutral" as const),
      },
    ];
  });
}

const voice = (id: string): BroughtVoice => ({
  id,
  language: "en",
  gender: "neutral",
  age: "adult",
  tags: [],
  description: "",
});

function genderOf(value: unknown): BroughtVoice["gender"] | undefined {
  const word = String(value ?? "").toLowerCase();
  return word === "male" || word === "female" || word === "neutral" ? word : undefined;
}

function languageOf(value: unknown): string | undefined {
  try {
    return typeof value === "string" ? new Intl.Locale(value.replace("_", "-")).toString() : undefined;
  } catch {
    return undefined;
  }
}

/** Kokoro's names: the language, the gender, then a name (the voice list of hexgrad/Kokoro-82M). */
const KOKORO: Readonly<Record<string, string>> = {
  a: "en-US",
  b: "en-GB",
  e: "es",
  f: "fr-FR",
  h: "hi",
  i: "it",
  j: "ja",
  p: "pt-BR",
  z: "zh",
};

function kokoroVoice(id: string): Pick<BroughtVoice, "name" | "language" | "gender"> | null {
  const [, language, gender, name] = /^([abefhijpz])([fm])_([a-z]+)$/.exec(id) ?? [];
  if (language === undefined || name === undefined) return null;
  return {
    name: name[0]!.toUpperCase() + name.slice(1),
    language: KOKORO[language]!,
    gender: gender === "f" ? "female" : "male",
  };
}

const female = (id: string): BroughtVoice => ({ ...voice(id), gender: "female" });
const male = (id: string): BroughtVoice => ({ ...voice(id), gender: "male" });

const OPENAI = [
  ...["alloy"].map(voice),
  ...["coral", "nova", "sage", "shimmer"].map(female),
  ...["ash", "echo", "fable", "onyx"].map(male),
];

/** Services that list no voices, by their models: OpenAI's guide "Text to speech" names these. Their genders are our reading. */
export const KNOWN_VOICES: readonly { readonly models: RegExp; readonly voices: readonly BroughtVoice[] }[] = [
  { models: /^tts-1/, voices: OPENAI },
  {
    models: /^gpt-4o.*-tts/,
    voices: [...OPENAI, ...["marin"].map(female), ...["ballad", "cedar", "verse"].map(male)],
  },
];
