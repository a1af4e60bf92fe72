// What many people do at once: reading, listening, editing, takes, previews. Each kind has a weight; the seed chooses.

import { ClientError } from "@fullcast/contract";
import { longText, studioMutation } from "../api/story.ts";
import type { Random } from "../power/random.ts";
import type { Recorder } from "./clients.ts";
import type { Account, Chapter } from "./studio.ts";

export interface Mixed {
  /** Does one thing that the seed chooses. Never rejects: the recorder has what was refused. */
  next(): Promise<void>;
  /** Runs that were started, with the account of each. */
  readonly runs: { readonly account: Account; readonly runId: string }[];
}

interface MixedOptions {
  readonly accounts: readonly Account[];
  readonly target: () => string;
  readonly recorder: Recorder;
  readonly voiceIds: readonly string[];
}

/** The first part of a file, as a player reads it. */
const FIRST_BYTES = "bytes=0-65535";

export function createMixed({ accounts, target, recorder, voiceIds }: MixedOptions, random: Random): Mixed {
  const choose = <T>(all: readonly T[]): T => all[random.below(all.length)] as T;
  const runs: Mixed["runs"] = [];
  let spokenWords = 0;

  const read = async (account: Account, chapter: Chapter) => {
    const { sectionId } = chapter;
    await account.user.as("document").call("readDocument", { params: { sectionId } });
  };
  const page = async ({ user, chapters }: Account) => {
    const { projectId } = choose(chapters);
    const client = user.as("page of a list");
    const lists = [
      () => client.call("listStories", { query: { limit: 25 } }),
      () => client.call("listExports", { query: { limit: 25 } }),
      () => client.call("listActivity", { query: { limit: 25 } }),
      () => client.call("listSpeakers", { params: { projectId } }),
      () => client.call("readProjectSections", { params: { projectId } }),
      () => client.call("listVoices", { query: { limit: 20 } }),
    ];
    await choose<() => Promise<unknown>>(lists)();
  };
  const media = async ({ user, published: { sectionId } }: Account) => {
    await user.as("media of a chapter").call("readSectionMedia", { params: { sectionId } });
  };
  const search = async ({ user }: Account, { projectId }: Chapter) => {
    await user.as("search").call("searchProject", { params: { projectId }, query: { q: "boats" } });
  };
  const edit = async ({ user }: Account, chapter: Chapter) => {
    // Two edits of one version would be a conflict, which is correct and says nothing about load.
    if (chapter.isBusy) return;
    chapter.isBusy = true;
    try {
      const { document_version } = await user.as("edit").call("editDocument", {
        params: { sectionId: chapter.sectionId },
        body: {
          ...studioMutation(),
          base_document_version: chapter.version,
          operations: [{ op: "set_title", title: `Chapter ${random.below(1_000_000)}` }],
        },
      });
      chapter.version = document_version;
    } finally {
      chapter.isBusy = false;
    }
  };
  const takes = async (account: Account) => {
    const { user, published, lines } = account;
    const { id, version } = choose(lines);
    const { run } = await user.as("take").call("requestTakes", {
      params: { sectionId: published.sectionId, blockId: id },
      body: { ...studioMutation(), base_block_version: version, count: 1 },
    });
    runs.push({ account, runId: run.id });
  };
  const preview = async ({ user }: Account) => {
    spokenWords += 1;
    await user.as("preview of a voice").call("previewVoice", {
      params: { voiceId: choose(voiceIds) },
      body: { text: `Is anyone there? I have called ${spokenWords} times.` },
    });
  };
  const previewImport = async ({ user }: Account) => {
    const chapters = Array.from({ length: 4 }, (_, at) => `# Chapter ${at + 1}\n\n${longText(40)}`);
    await user.as("preview of an import").call("previewImport", {
      query: { filename: "book.md" },
      upload: { contentType: "text/markdown", bytes: new TextEncoder().encode(chapters.join("\n\n")) },
    });
  };
  const publicPage = async ({ published: { slug } }: Account) => {
    await answered(recorder.send("public page", `${target()}/s/${slug}`));
  };
  const publicData = async ({ published: { slug } }: Account) => {
    await answered(recorder.send("public story data", `${target()}/s/${slug}/story.json`));
  };
  const publicAudio = async ({ published: { slug, sectionId } }: Account) => {
    const url = `${target()}/s/${slug}/sections/${sectionId}/audio.mp3`;
    await answered(recorder.send("public audio", url, { headers: { range: FIRST_BYTES } }));
  };

  const kinds: readonly (readonly [weight: number, act: (account: Account, chapter: Chapter) => Promise<void>])[] = [
    [22, smallRead],
    [22, read],
    [14, page],
    [6, media],
    [4, search],
    [12, edit],
    [2, takes],
    [2, preview],
    [1, previewImport],
    [4, publicPage],
    [4, publicData],
    [6, publicAudio],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  return {
    runs,
    async next() {
      const account = choose(accounts);
      const chapter = choose(account.chapters);
      let left = random.below(total);
      for (const [weight, act] of kinds) {
        if (left < weight) return act(account, chapter).catch(expectRefusal);
        left -= weight;
      }
    },
  };
}

/** The request of a page that is open: the smallest that needs a key and the database. */
export async function smallRead({ user }: Pick<Account, "user">): Promise<void> {
  await user.as("small read").call("readGenerationPreferences");
}

/** The recorder has counted it. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof ClientError)) throw error;
}

async function answered(response: Promise<Response>): Promise<void> {
  // fetch rejects when there is no answer, which the recorder has counted.
  await response.catch(() => undefined);
}
