// The language of a story against the voices that are there: what casting chooses by, and a warning where no voice speaks it.

import { type CastableVoice, speaksLanguage, unspokenLanguage } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { languageOf, primaryLanguage, storyLanguage } from "@fullcast/core/structure";
import { blockWindows, sectionsOfProject, speakerUsage } from "../documents/documents.ts";
import { voiceToInstall } from "../engines/install/voice-to-install.ts";
import type { Services } from "../services.ts";
import { castableVoices } from "./castable-voices.ts";
import { projectCasting } from "./project-casting.ts";
import { speakerRows } from "./store.ts";

/** UTF-16 units of text that suffice to recognise the language. */
export const LANGUAGE_UNITS = 48_000;

/**
 * The language by which voices are chosen: that of the story if a voice speaks it, otherwise what its words resemble most. It
 * has a country where the book states one for this language.
 * @param stated what the book states
 */
export function languageForCasting(voices: readonly CastableVoice[], text: string, stated: string | null): string {
  const language = storyLanguage(text, stated);
  const spoken = voices.some((voice) => voice.rank !== null && speaksLanguage(voice, language))
    ? language
    : languageOf(text);
  return stated !== null && primaryLanguage(stated) === spoken ? stated : spoken;
}

/** The language by which the voices of a whole project are chosen. */
export async function castingLanguage(services: Pick<Services, "db" | "engines">, projectId: string): Promise<string> {
  const { language: stated, provider } = await projectCasting(services, projectId);
  const voices = castableVoices(await services.engines.catalogue(), provider);
  return languageForCasting(voices, await openingOf(services, projectId, null), stated);
}

/** The warning on the language of these sections, or of the whole project; null if there is nothing to warn of. */
export async function readUnspokenLanguage(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  sectionIds: readonly string[] | null = null,
) {
  const { language: stated, provider, narrator_only } = await projectCasting(services, projectId);
  const catalogue = await services.engines.catalogue();
  const voices = castableVoices(catalogue, provider);
  const text = await openingOf(services, projectId, sectionIds);
  const language = storyLanguage(text, stated);
  const usage = await speakerUsage(services, projectId);
  const rows = await speakerRows(services, projectId);
  const ranked = new Map(voices.map((voice) => [voice.voice_id, voice]));
  const narrator = rows.find(({ role }) => role === "narrator");
  const speakers = rows
    // The narrator reads text that is not structured yet.
    .filter((row) => row === narrator || usage.has(row.id))
    .map(({ id, casting_voice_id }) => {
      const voiceId = casting_voice_id ?? (narrator_only ? (narrator?.casting_voice_id ?? null) : null);
      return { id, voice: ranked.get(voiceId ?? "") ?? null };
    });
  const found = text === "" ? null : unspokenLanguage({ language, speakers, voices });
  if (found === null) return null;
  const speaking = catalogue.engines.filter((engine) => found.providers.includes(engine.provider));
  const install = speaking.length > 0 ? [] : voiceToInstall(language);
  return {
    language,
    speaker_ids: [...found.speakerIds],
    providers: [...found.providers],
    install: [...install],
    message: messageOf(
      language,
      speaking.map(({ name }) => name),
      install,
    ),
  };
}

async function openingOf(
  services: Pick<Services, "db">,
  projectId: string,
  sectionIds: readonly string[] | null,
): Promise<string> {
  let text = "";
  for (const id of sectionIds ?? (await sectionsOfProject(services, projectId)).map((section) => section.id)) {
    for await (const blocks of blockWindows(services, id)) {
      text += blocks.map(spokenTextOf).join(" ");
      if (text.length >= LANGUAGE_UNITS) return text.slice(0, LANGUAGE_UNITS);
    }
  }
  return text.trim();
}

const spokenTextOf = ({ kind, content }: Block): string =>
  content.type === "text" && kind !== "excluded" && kind !== "note" ? content.text : "";

function messageOf(language: string, engines: readonly string[], install: readonly string[]): string {
  const named = `${new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language} (${language})`;
  if (engines.length > 0) {
    const all = new Intl.ListFormat("en", { type: "disjunction" }).format(engines);
    return `The embedded voices do not speak ${named}, so they would read it wrongly. Cast voices of ${all}, or make one of these engines the story's engine.`;
  }
  const wrong = `No voice of this server speaks ${named}, so a voice of another language reads it wrongly.`;
  const [voice] = install;
  return voice === undefined
    ? `${wrong} No voice to install is known for it. Connect a speech service that speaks it (docs/engines/README.md), then cast its voices.`
    : `${wrong} Install one: npx fullcast engines add ${voice.split("/")[0]}, then npx fullcast voices install ${voice}. "npx fullcast voices list --installable --language ${language}" lists others. Restart the server, then cast the new voice.`;
}
