import { NARRATOR_NAME } from "@fullcast/core/document";
import type { Age, Gender } from "@fullcast/core/structure";
import { insertMany } from "../db/db.ts";
import type { Services } from "../services.ts";
import { speakerRows, takeNextRegistryVersion } from "./store.ts";

export interface NewCharacter {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: Gender | null;
  readonly age: Age | null;
  readonly description?: string | null;
  /** Several people who speak as one. */
  readonly isGroup?: boolean;
}

/** The role of a new speaker. */
export const roleOf = ({ isGroup }: Pick<NewCharacter, "isGroup">): "group" | "character" =>
  isGroup === true ? "group" : "character";

/** The narrator of a new project. Runs in the transaction that creates the project. */
export async function addNarrator(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  projectId: string,
): Promise<string> {
  const id = newId();
  await db.q
    .insertInto("speakers")
    .values({
      id,
      project_id: projectId,
      name: NARRATOR_NAME,
      role: "narrator",
      aliases: "[]",
      gender: null,
      age: null,
      description: null,
      color_index: 0,
      casting_voice_id: null,
      casting_profile: null,
      casting_source: null,
      created_at: clock(),
    })
    .execute();
  return id;
}

/**
 * Adds the speakers that a script names, in order of appearance. Runs in the caller's transaction.
 * @returns the new registry version, or null without new speakers.
 */
export async function addCharacters(
  services: Pick<Services, "db" | "clock">,
  projectId: string,
  characters: readonly NewCharacter[],
): Promise<number | null> {
  if (characters.length === 0) return null;
  const version = await takeNextRegistryVersion(services, projectId, null);
  await insertCharacters(services, projectId, characters);
  return version;
}

/** Inserts the rows of new speakers. The caller increases the registry version. */
export async function insertCharacters(
  services: Pick<Services, "db" | "clock">,
  projectId: string,
  characters: readonly NewCharacter[],
): Promise<void> {
  const known = await speakerRows(services, projectId);
  const first = known.reduce((highest, speaker) => Math.max(highest, speaker.color_index), 0) + 1;
  const at = services.clock();
  await insertMany(
    services.db,
    "speakers",
    characters.map((character, index) => ({
      id: character.id,
      project_id: projectId,
      name: character.name,
      role: roleOf(character),
      aliases: JSON.stringify(character.aliases),
      gender: character.gender,
      age: character.age,
      description: character.description ?? null,
      color_index: first + index,
      casting_voice_id: null,
      casting_profile: null,
      casting_source: null,
      created_at: at,
    })),
  );
}
