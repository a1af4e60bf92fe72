// One account's client: it chooses a kind of write, sends it, and remembers what was promised to it.

import type { CallOf, Client, EndpointId, Endpoints } from "@fullcast/contract";
import { ClientError } from "@fullcast/contract";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { longText, versions } from "../api/story.ts";
import type { Random } from "../power/random.ts";
import type { Account, Done } from "./traffic.ts";
import { answered, type Findings, perform, type Write } from "./writes.ts";

export interface Writer {
  /** Gets money and writes the first story. */
  begin(): Promise<void>;
  next(): Promise<void>;
}

interface WriterOptions {
  readonly account: Account;
  readonly owner: Client;
  readonly done: Done;
  readonly findings: Findings;
  readonly voiceIds: readonly string[];
  readonly random: Random;
  /** Sends a file to an upload URL, wherever the service is now. */
  readonly put: (url: string, init: RequestInit) => Promise<Response>;
}

interface Story {
  readonly projectId: string;
  readonly sectionId: string;
  /** Audio is made of it, so an exact account does not change its text. */
  readonly isSpoken: boolean;
  isPrepared: boolean;
  isRequested: boolean;
}

const SESSION = "6a7c0f5e-4d0b-4c55-9a14-2f0b7b6f9e01";
const STORIES = 6;
const GRANT = 1_000_000;
const FORMATS = ["mp3", "wav", "srt", "vtt", "m4b"] as const;

export function createWriter(options: WriterOptions): Writer {
  const { account, owner, done, findings, random } = options;
  const { client } = account;
  const stories: Story[] = [];
  const id = () => uuidOf(random);
  const choose = <T>(all: readonly T[]): T | undefined => all[random.below(Math.max(1, all.length))];
  const words = () => `${choose(["Gulls", "Boats", "Bells", "Ropes"])} ${random.below(1_000_000)}`;
  const mutation = (key: string) => ({
    schema_version: 1 as const,
    actor_session_id: SESSION,
    client_mutation_id: key,
  });

  /** Sends a write until it is answered; null when it was refused. */
  const write = async <T>(
    kind: string,
    key: string | null,
    call: () => Promise<T>,
    stated: (answer: T) => unknown,
  ): Promise<T | null> => {
    let last: T | null = null;
    const one: Write = {
      kind,
      key,
      accountId: account.id,
      send: async () => {
        last = await call();
        return JSON.stringify(stated(last));
      },
      attempts: 0,
      isDeleted: false,
      outcome: { kind: "open" },
    };
    done.writes.push(one);
    return (await perform(one, findings)) ? last : null;
  };
  /** The newest promise about one thing replaces the ones before. */
  const promise = (what: string, expected: unknown, read: () => Promise<unknown>) =>
    done.promised.set(what, {
      what,
      expected: JSON.stringify(expected),
      read: async () => JSON.stringify(await read()),
    });
  const read = <Id extends EndpointId>(name: Id, call: CallOf<Endpoints[Id]>) =>
    answered(() => (client.call as (name: Id, call: unknown) => ReturnType<typeof client.call<Id>>)(name, call));

  const begin = async () => {
    const key = id();
    const granted = await write(
      "grant",
      key,
      () =>
        owner.call("grantSnowcoins", {
          params: { accountId: account.id },
          body: { client_mutation_id: key, snowcoins: GRANT, kind: "account" },
        }),
      ({ grant_id }) => grant_id,
    );
    if (granted !== null) account.granted += GRANT;
    await newStory();
  };

  const newStory = async () => {
    const key = id();
    const isSpoken = stories.length % 2 === 0;
    const text = longText(4 + random.below(isSpoken ? 16 : 200));
    const title = words();
    const made = await write(
      "story",
      key,
      () => client.call("createStandaloneSection", { body: { ...mutation(key), title, raw_text: text } }),
      ({ section, project_id }) => [section.id, project_id],
    );
    if (made === null) return;
    stories.push({
      ...{ projectId: made.project_id, sectionId: made.section.id, isSpoken },
      ...{ isPrepared: false, isRequested: false },
    });
    promise(`title of ${made.section.id}`, title, () => titleOf(made.section.id));
    if (isSpoken) account.spokenSections.push(made.section.id);
    promise(`text of ${made.section.id}`, text, () => textOf(made.section.id));
  };
  const titleOf = async (sectionId: string) => (await read("readDocument", { params: { sectionId } })).document.title;
  const textOf = async (sectionId: string) =>
    (await read("readDocument", { params: { sectionId } })).document.blocks
      .map(({ content }) => (content.type === "text" ? content.text : ""))
      .join("");

  const newBook = async () => {
    const key = id();
    const name = words();
    const made = await write(
      "project",
      key,
      () => client.call("createProject", { body: { schema_version: 1, client_mutation_id: key, name } }),
      ({ project }) => project.id,
    );
    if (made === null) return;
    const projectId = made.project.id;
    const chapter = id();
    await write(
      "chapter",
      chapter,
      () =>
        client.call("createSection", {
          params: { projectId },
          body: { ...mutation(chapter), title: name, raw_text: longText(3), base_section_order_version: 1 },
        }),
      ({ section }) => section.id,
    );
    if (random.below(2) === 0) {
      promise(`project ${projectId}`, name, async () => {
        const { projects } = await read("listProjects", { query: {} });
        return projects.find((one) => one.id === projectId)?.name ?? null;
      });
      return;
    }
    // It is deleted again. A repeated deletion finds nothing, also when the first one was committed.
    await write(
      "deletion",
      null,
      () =>
        client
          .call("deleteProject", {
            params: { projectId },
            body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: false },
          })
          .catch((error: unknown) => {
            if (error instanceof ClientError && error.code === "NOT_FOUND") return null;
            throw error;
          }),
      () => "deleted",
    );
    for (const one of done.writes) if (one.key === key || one.key === chapter) one.isDeleted = true;
    promise(`project ${projectId}`, null, async () => {
      const { projects } = await read("listProjects", { query: {} });
      return projects.find((one) => one.id === projectId)?.name ?? null;
    });
  };

  const importBook = async () => {
    const key = id();
    const bytes = new TextEncoder().encode(`# ${words()}\n\n${longText(5)}\n\n# ${words()}\n\n${longText(4)}`);
    await write(
      "book",
      key,
      () =>
        client.call("importBook", {
          headers: { "idempotency-key": key },
          query: { filename: "book.md" },
          upload: { contentType: "text/markdown", bytes },
        }),
      ({ project, sections }) => [project.id, sections.map(({ section_id }) => section_id)],
    );
  };

  const setTitle = async ({ sectionId }: Story) => {
    const key = id();
    const title = words();
    const { document } = await read("readDocument", { params: { sectionId } });
    const body = {
      ...mutation(key),
      base_document_version: document.document_version,
      operations: [{ op: "set_title" as const, title }],
    };
    const edited = await write(
      "edit",
      key,
      () => client.call("editDocument", { params: { sectionId }, body }),
      ({ document_version, deleted_block_ids }) => [document_version, deleted_block_ids],
    );
    if (edited !== null) promise(`title of ${sectionId}`, title, () => titleOf(sectionId));
  };

  const setScript = async ({ sectionId }: Story) => {
    const key = id();
    const { document } = await read("readDocument", { params: { sectionId } });
    const lines = Array.from({ length: 3 + random.below(30) }, () => `${choose(["MARA", "TOM", "INES"])}: ${words()}!`);
    const body = {
      ...mutation(key),
      base_document_version: document.document_version,
      text: `${lines.join("\n\n")}\n`,
    };
    const imported = await write(
      "script",
      key,
      () => client.call("importScript", { params: { sectionId }, body }),
      ({ document_version, block_count }) => [document_version, block_count],
    );
    if (imported === null) return;
    // A line over a block of a prepared text keeps the form of that block, so its label can be absent from the text.
    done.promised.delete(`text of ${sectionId}`);
    promise(`script of ${sectionId}`, scriptLines(body.text), async () =>
      scriptLines((await read("readScript", { params: { sectionId } })).text),
    );
  };

  const cast = async ({ projectId }: Story) => {
    const key = id();
    const { speakers, speaker_registry_version } = await read("listSpeakers", { params: { projectId } });
    const speaker = choose(speakers);
    const voiceId = choose(options.voiceIds);
    if (speaker === undefined || voiceId === undefined) return;
    const params = { projectId, speakerId: speaker.id };
    const body = { ...mutation(key), base_speaker_registry_version: speaker_registry_version, voice_id: voiceId };
    const changed = await write(
      "cast",
      key,
      () => client.call("castSpeaker", { params, body }),
      (answer) => [answer.speaker.id, answer.speaker_registry_version],
    );
    if (changed === null) return;
    promise(`voice of ${speaker.id}`, voiceId, async () => {
      const now = await read("listSpeakers", { params: { projectId } });
      return now.speakers.find((one) => one.id === speaker.id)?.casting?.voice_id ?? null;
    });
  };

  const setLexicon = async ({ projectId }: Story) => {
    const key = id();
    const { lexicon_version } = await read("readLexicon", { params: { projectId } });
    const term = `term${random.below(1_000_000)}`;
    const body = {
      ...mutation(key),
      base_lexicon_version: lexicon_version,
      upsert: [{ term, alphabet: "alias" as const, value: words() }],
      delete: [],
    };
    const changed = await write(
      "lexicon",
      key,
      () => client.call("changeLexicon", { params: { projectId }, body }),
      () => term,
    );
    if (changed === null) return;
    promise(`term ${term} of ${projectId}`, true, async () =>
      (await read("readLexicon", { params: { projectId } })).entries.some((one) => one.term === term),
    );
  };

  const startRun = async (story: Story) => {
    const { projectId, sectionId } = story;
    const isPreparing = !story.isPrepared;
    const key = id();
    const body = isPreparing
      ? { ...mutation(key), workflow_kind: "prepare_sections" as const, section_ids: [sectionId] }
      : {
          ...mutation(key),
          schema_version: 2 as const,
          workflow_kind: "create_audio" as const,
          section_ids: [sectionId],
        };
    const started = await write(
      isPreparing ? "prepare run" : "audio run",
      key,
      () => client.call("startWorkflow", { params: { projectId }, body }),
      ({ run }) => run.id,
    );
    if (started === null) return;
    done.runs.set(started.run.id, client);
    if (isPreparing) story.isPrepared = true;
    else story.isRequested = true;
    if (!account.isExact && random.below(5) === 0) {
      await write(
        "cancellation",
        null,
        () => client.call("cancelWorkflow", { params: { workflowRunId: started.run.id } }),
        ({ run }) => run.id,
      );
    }
  };

  const takes = async ({ sectionId }: Story) => {
    const { document } = await read("readDocument", { params: { sectionId } });
    const { blocks } = await read("readSectionMedia", { params: { sectionId }, query: {} });
    // A line without a voice cannot be spoken.
    const spoken = new Set(blocks.filter((one) => one.freshness === "current").map((one) => one.block_id));
    const block = choose(document.blocks.filter(({ kind, id: blockId }) => kind !== "sfx" && spoken.has(blockId)));
    if (block === undefined) return;
    const key = id();
    const count = 1 + random.below(2);
    const body = { ...mutation(key), base_block_version: block.block_version, count };
    const params = { sectionId, blockId: block.id };
    const started = await write(
      "takes",
      key,
      () => client.call("requestTakes", { params, body }),
      ({ run }) => run.id,
    );
    if (started === null) return;
    done.runs.set(started.run.id, client);
    done.furtherTakes.set(block.id, (done.furtherTakes.get(block.id) ?? 0) + count);
  };

  const exportFile = async ({ projectId, sectionId }: Story) => {
    const key = id();
    const format = choose(FORMATS) ?? "mp3";
    const now = await answered(() => versions(client, { projectId, sectionId }));
    const started = await write(
      "export",
      key,
      () =>
        client.call("createExport", {
          headers: { "idempotency-key": key },
          body: { schema_version: 1, section_id: sectionId, ...now, format },
        }),
      (one) => one.id,
    );
    if (started !== null) done.exports.set(started.id, client);
  };

  const share = async ({ sectionId }: Story) => {
    const key = id();
    const state = async () => {
      const { share_link, page } = await read("readSectionShare", { params: { sectionId } });
      return share_link === null ? null : [share_link.slug, page?.follow_edits ?? "revoked"];
    };
    if (random.below(3) > 0) {
      const [allow_download, follow_edits] = [random.below(2) === 0, random.below(2) === 0];
      const body = { schema_version: 1 as const, client_mutation_id: key, allow_download, follow_edits };
      const shared = await write(
        "share",
        key,
        () => client.call("publishSection", { params: { sectionId }, body }),
        // A link that was revoked since is not published again by a repeated request; its slug stays.
        ({ share_link }) => share_link?.id,
      );
      if (shared !== null) promise(`share of ${sectionId}`, [shared.share_link?.slug, follow_edits], state);
      done.pages.set(sectionId, client);
      return;
    }
    const revoked = await write(
      "revocation",
      null,
      () => client.call("revokeSectionShare", { params: { sectionId } }),
      () => "revoked",
    );
    if (revoked === null) return;
    const slug = revoked.share_link?.slug;
    promise(`share of ${sectionId}`, slug === undefined ? null : [slug, "revoked"], state);
  };

  const uploadSound = async () => {
    const key = id();
    const bytes = madeWav({ samples: 11_025 + random.below(40_000) });
    const file = { filename: "sound.wav", content_type: "audio/wav" as const, size_bytes: bytes.length };
    const name = words();
    const made = await write(
      "sound",
      key,
      () =>
        client.call("createSound", {
          body: {
            ...{ schema_version: "studio-sound-upload-1" as const, client_mutation_id: key, name },
            ...{ description: "A door.", tags: ["door"], is_public: false, file },
            rights_acknowledgment_version: "studio-sound-rights-1",
          },
        }),
      ({ sound, upload }) => [sound.id, upload.id],
    );
    if (made === null) return;
    const { sound, upload } = made;
    const sent = await write(
      "file",
      null,
      async () => {
        const answer = await options
          .put(upload.url, { method: upload.method, headers: upload.headers, body: bytes })
          .catch((cause: unknown) => {
            throw new ClientError({ status: 0, code: "NO_ANSWER", message: "no answer", retryable: true }, { cause });
          });
        if (answer.ok) return;
        const { error } = (await answer.json()) as { error: { code: string; message: string } };
        // The file arrived before: the answer was lost.
        if (error.code === "SOUND_UPLOAD_RECEIVED") return;
        const status = error.code === "SOUND_UPLOAD_UNDER_WAY" ? 503 : answer.status;
        throw new ClientError({ status, code: error.code, message: error.message });
      },
      () => "received",
    );
    if (sent === null) return;
    const completed = await write(
      "upload",
      null,
      () =>
        client.call("completeSoundUpload", {
          params: { soundId: sound.id, uploadId: upload.id },
          body: { schema_version: "studio-sound-upload-complete-1" },
        }),
      (one) => one.id,
    );
    if (completed !== null) done.sounds.set(sound.id, client);
    promise(
      `name of sound ${sound.id}`,
      name,
      async () => (await read("readSound", { params: { soundId: sound.id } })).name,
    );
  };

  const feedback = async () => {
    const key = id();
    const body = { schema_version: 1 as const, client_mutation_id: key, category: "idea" as const, message: words() };
    await write(
      "feedback",
      key,
      () => client.call("sendFeedback", { body }),
      (answer) => answer.feedback.id,
    );
  };

  const grant = async () => {
    const key = id();
    const snowcoins = 1 + random.below(1_000);
    const granted = await write(
      "grant",
      key,
      () =>
        owner.call("grantSnowcoins", {
          params: { accountId: account.id },
          body: { client_mutation_id: key, snowcoins, kind: "account" },
        }),
      ({ grant_id }) => grant_id,
    );
    if (granted !== null) account.granted += snowcoins;
  };

  const inStory = (suits: (story: Story) => boolean, action: (story: Story) => Promise<void>) => async () => {
    const story = choose(stories.filter(suits));
    await (story === undefined ? newStory() : action(story));
  };
  const isText = (story: Story) => !story.isSpoken || (!account.isExact && story.isPrepared);
  const kinds: readonly (readonly [weight: number, action: () => Promise<void>])[] = [
    [6, async () => (stories.length < STORIES ? newStory() : feedback())],
    [3, newBook],
    [2, importBook],
    [10, inStory(() => true, setTitle)],
    [8, inStory(isText, setScript)],
    [8, inStory((story) => !account.isExact || story.isPrepared, cast)],
    [6, inStory((story) => !story.isSpoken, setLexicon)],
    [16, inStory((story) => story.isSpoken, startRun)],
    [6, inStory((story) => story.isSpoken && story.isRequested, takes)],
    [8, inStory((story) => story.isSpoken && story.isRequested, exportFile)],
    [6, inStory(() => true, share)],
    [5, uploadSound],
    [4, feedback],
    [5, grant],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  return {
    begin,
    async next() {
      let left = random.below(total);
      for (const [weight, action] of kinds) {
        if (left < weight) return action();
        left -= weight;
      }
    },
  };
}

/** The lines of a written script as they are compared: a known speaker keeps the case of its name. */
const scriptLines = (script: string) =>
  script
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.toLowerCase());

/** A random UUID (version 4) that the seed determines. */
function uuidOf(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16));
  digits[12] = "4";
  digits[16] = "8";
  const text = digits.join("");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}
