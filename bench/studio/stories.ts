// Generated stories and scripts at the service.

import { randomUUID } from "node:crypto";
import type { Client } from "../../packages/contract/contract.ts";

const PEOPLE = ["Mara", "Tom", "Ines", "Abel", "Ruth"];

export const mutation = () => ({
  schema_version: 1 as const,
  actor_session_id: randomUUID(),
  client_mutation_id: randomUUID(),
});

export async function storyOf(client: Client, raw_text: string, title = "A long day") {
  const made = await client.call("createStandaloneSection", { body: { ...mutation(), title, raw_text } });
  return { projectId: made.project_id, sectionId: made.section.id };
}

/** A chapter whose script has exactly this many lines. */
export async function scriptOf(client: Client, lines: number) {
  const place = await storyOf(client, "");
  const text = Array.from(
    { length: lines },
    (_, at) => `${(PEOPLE[at % 5] ?? "").toUpperCase()}: ${sentence(at)}\n`,
  ).join("\n");
  const answer = await client.call("importScript", {
    params: { sectionId: place.sectionId },
    body: { ...mutation(), base_document_version: 1, text },
  });
  if (answer.block_count !== lines) throw new Error(`the script has ${answer.block_count} lines`);
  return place;
}

const sentence = (at: number) =>
  `I have counted ${at} boats since the morning${at % 3 === 0 ? ", and not one of them was ours" : ""}${at % 7 === 0 ? "; the gulls came down to look at what the tide had left on the sand" : ""}.`;

/** Paragraphs of narration and of dialogue, about this many characters. */
export function novel(characters: number, seed: number): string {
  const parts: string[] = [];
  for (let at = seed * 7, length = 0; length < characters; at++) {
    const who = PEOPLE[at % PEOPLE.length];
    const part =
      at % 2 === 0
        ? `“${sentence(at)}” said ${who}.`
        : `The tide went out for the ${at}th time, and ${who} walked along the quay to look at the nets that hung there since the spring.`;
    parts.push(part);
    length += part.length + 2;
  }
  return `${parts.join("\n\n")}\n`;
}
