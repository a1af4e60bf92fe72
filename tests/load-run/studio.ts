// The accounts of a load run with their projects, chapters and public pages.

import { createClient } from "@fullcast/contract";
import { createBook, createStory, exportStory, longText, studioMutation } from "../api/story.ts";
import { createUser, type Recorder, type User } from "./clients.ts";
import { type Place, spoken, type Voices } from "./narration.ts";

export interface Account {
  readonly user: User;
  readonly chapters: readonly Chapter[];
  /** A story with all its audio, published. */
  readonly published: Place & { readonly slug: string };
  /** Lines of the published story that have audio. */
  readonly lines: readonly { readonly id: string; readonly version: number }[];
}

export interface Chapter extends Place {
  version: number;
  /** Its edit is not answered yet. */
  isBusy: boolean;
}

/** Lines of a chapter's script. */
const LINES = 60;
const PUBLISHED_PARAGRAPHS = 12;
const AT_ONCE = 4;

export interface StudioOptions {
  readonly target: () => string;
  readonly ownerKey: string;
  readonly recorder: Recorder;
  readonly voices: Voices;
}

export async function newUser({ target, ownerKey, recorder }: StudioOptions, name: string): Promise<User> {
  const owner = createClient({ baseUrl: `${target()}/v1`, apiKey: ownerKey });
  const { raw_key } = await owner.call("createAccount", {
    body: { username: name, display_name: name, email: null, plan: "unlimited" },
  });
  return createUser(target, raw_key, recorder);
}

/** @param onMade called after each account */
export async function fillStudio(
  options: StudioOptions,
  { accounts, projects }: { readonly accounts: number; readonly projects: number },
  onMade: (made: number) => void,
): Promise<readonly Account[]> {
  const made: Account[] = [];
  const numbers = Array.from({ length: accounts }, (_, at) => at).values();
  const lane = async () => {
    for (const at of numbers) {
      // Each account has its share; the first ones have what is left.
      const own = Math.floor(projects / accounts) + (at < projects % accounts ? 1 : 0);
      made.push(await newAccount(options, `account-${at}`, own));
      onMade(made.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return made;
}

async function newAccount(options: StudioOptions, name: string, projects: number): Promise<Account> {
  const user = await newUser(options, name);
  const client = user.quiet;
  const chapters: Chapter[] = [];
  for (let at = 0; at < projects; at++) {
    const { projectId, sectionIds } = await createBook(client, "…");
    const [sectionId = ""] = sectionIds;
    const script = Array.from(
      { length: LINES },
      (_, line) => `${SPEAKERS[line % SPEAKERS.length]}: ${lineOf(at, line)}`,
    );
    const { document_version } = await client.call("importScript", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: 1, text: `${script.join("\n\n")}\n` },
    });
    chapters.push({ projectId, sectionId, version: document_version, isBusy: false });
  }
  const { projectId, sectionId } = await createStory(client, longText(PUBLISHED_PARAGRAPHS), `Published by ${name}`);
  await spoken(user, { projectId, sectionId }, options.voices);
  await exportStory(client, { projectId, sectionId }, "mp3");
  const { share_link } = await client.call("publishSection", {
    params: { sectionId },
    body: { schema_version: 1, client_mutation_id: crypto.randomUUID() },
  });
  if (share_link === null) throw new Error("A story was not published.");
  const { document } = await client.call("readDocument", { params: { sectionId } });
  const { blocks } = await client.call("readSectionMedia", { params: { sectionId } });
  const current = new Set(blocks.filter(({ freshness }) => freshness === "current").map(({ block_id }) => block_id));
  const lines = document.blocks
    .filter(({ id }) => current.has(id))
    .map(({ id, block_version: version }) => ({ id, version }));
  return { user, chapters, published: { projectId, sectionId, slug: share_link.slug }, lines };
}

const SPEAKERS = ["MARA", "TOM", "INES"];
const lineOf = (project: number, line: number) =>
  `I have counted ${line} boats in harbour ${project} since the morning, and not one of them was ours.`;
