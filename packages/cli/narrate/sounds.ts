// Whether a story has sounds: a setting of each section, which its later narrations keep.

import { randomUUID } from "node:crypto";
import { type Client, hasCode } from "../connection/client.ts";
import type { StorySection } from "./section.ts";

const MOST_ATTEMPTS = 5;

/** Whether the sounds of a section play. */
export async function hasSounds(client: Client, sectionId: string): Promise<boolean> {
  return (await readSounds(client, sectionId)).sound_effects_enabled;
}

/** Switches the sounds of sections on or off. Returns the sections where they were not so. */
export async function setSounds<T extends StorySection>(
  client: Client,
  sections: readonly T[],
  enabled: boolean,
): Promise<readonly T[]> {
  const changed: T[] = [];
  for (const section of sections) if (await setOne(client, section.sectionId, enabled)) changed.push(section);
  return changed;
}

async function setOne(client: Client, sectionId: string, enabled: boolean): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { document, sound_effects_enabled } = await readSounds(client, sectionId);
    if (sound_effects_enabled === enabled) return false;
    try {
      await client.call("editDocument", {
        params: { sectionId },
        body: {
          schema_version: 1,
          actor_session_id: randomUUID(),
          client_mutation_id: randomUUID(),
          base_document_version: document.document_version,
          operations: [{ op: "set_sound_effects_enabled", enabled }],
        },
      });
      return true;
    } catch (error) {
      // A run or a person changed the script since it was read.
      if (!hasCode(error, "VERSION_CONFLICT") || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

const readSounds = (client: Client, sectionId: string) =>
  client.call("readDocument", { params: { sectionId }, query: { from_index: 0, limit: 1 } });
