// What a person writes while the workers of a cluster speak another account's novel, and further accounts write: nothing is refused
// because others write at the same time.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Client, ClientError } from "@fullcast/contract";
import {
  createBook,
  createStory,
  longText,
  media,
  readDocument,
  startAudio,
  startPrepare,
  studioMutation,
} from "../api/story.ts";
import { createRecorder, type User } from "../load-run/clients.ts";
import { ended, type Novel, newNovel, spoken } from "../load-run/narration.ts";
import { clusterProduct, type Product } from "../load-run/product.ts";
import { newUser } from "../load-run/studio.ts";

const TIMES = 20;

let product: Product;
let novel: Novel;
let writer: User;
let client: Client;
let story: { readonly projectId: string; readonly sectionId: string };
const recorder = createRecorder();
/** Accounts that import one script after the other, each with one story. */
const OTHERS = 4;
let isOver = false;
const others: Promise<void>[] = [];

before(async () => {
  product = await clusterProduct({ speechUrl: null, workers: 2 });
  const options = { target: product.target, ownerKey: product.ownerKey, recorder, voices: null };
  writer = await newUser(options, "writer");
  client = writer.as("write");
  story = await createStory(writer.quiet, longText(12));
  await spoken(writer, story, null);
  novel = await newNovel(await newUser(options, "novelist"), null);
  await novel.start();
  for (let at = 0; at < OTHERS; at++) others.push(importScripts(await newUser(options, `other-${at}`)));
});
after(async () => {
  isOver = true;
  await Promise.all(others);
  await novel?.stop();
  await novel?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

async function importScripts({ as, quiet }: User): Promise<void> {
  const { sectionIds } = await createBook(quiet, "…");
  const params = { sectionId: sectionIds[0] ?? "" };
  for (let version = 1, script = 1; !isOver; script++) {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `${["MARA", "TOM", "INES"][at % 3]}: I counted ${at + script} boats.`,
    );
    const body = { ...studioMutation(), base_document_version: version, text: lines.join("\n\n") };
    const imported = await as("script of another account").call("importScript", { params, body }).catch(expectAnswer);
    if (imported !== undefined) version = imported.document_version;
  }
}

/** A line of the story with audio, as it is now. */
async function spokenLine(sectionId = story.sectionId) {
  const { document } = await readDocument(writer.quiet, sectionId);
  const current = (await media(writer.quiet, sectionId)).find(({ freshness }) => freshness === "current");
  return document.blocks.find(({ id }) => id === current?.block_id) ?? assert.fail("no line has audio");
}
const lineParams = async () => ({ sectionId: story.sectionId, blockId: (await spokenLine()).id });

async function lexiconVersion(projectId: string) {
  return (await writer.quiet.call("readLexicon", { params: { projectId } })).lexicon_version;
}

/** Each does one write of a person. */
const WRITES: { readonly [name: string]: (time: number) => Promise<unknown> } = {
  "further takes": async () => {
    const line = await spokenLine();
    return client.call("requestTakes", {
      params: { sectionId: story.sectionId, blockId: line.id },
      body: { ...studioMutation(), base_block_version: line.block_version, count: 1 },
    });
  },
  "a lock": async (time) =>
    client.call("setTakeLock", { params: await lineParams(), body: { ...studioMutation(), locked: time % 2 === 0 } }),
  "a chosen take": async () => {
    const params = await lineParams();
    const { takes } = await writer.quiet.call("listTakes", { params });
    return client.call("activateTake", {
      params: { ...params, takeId: takes.at(-1)?.id ?? "" },
      body: studioMutation(),
    });
  },
  "an edit": async (time) => {
    const document = (await readDocument(writer.quiet, story.sectionId)).document;
    return client.call("editDocument", {
      params: { sectionId: story.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [{ op: "set_title", title: `Title ${time}` }],
      },
    });
  },
  "a cast": async (time) => {
    const { voices } = await writer.quiet.call("listVoices", { query: { limit: 20 } });
    const params = { projectId: story.projectId };
    const { speakers, speaker_registry_version } = await writer.quiet.call("listSpeakers", { params });
    return client.call("castSpeaker", {
      params: { ...params, speakerId: speakers[0]?.id ?? "" },
      body: {
        ...studioMutation(),
        base_speaker_registry_version: speaker_registry_version,
        voice_id: voices[time % voices.length]?.voice_id ?? "",
      },
    });
  },
  "a pronunciation": async (time) =>
    client.call("changeLexicon", {
      params: { projectId: story.projectId },
      body: {
        ...studioMutation(),
        base_lexicon_version: await lexiconVersion(story.projectId),
        upsert: [{ term: `word${time}`, alphabet: "alias", value: "gulls" }],
        delete: [],
      },
    }),
  "a publication": () =>
    client.call("publishSection", {
      params: { sectionId: story.sectionId },
      body: { schema_version: 1, client_mutation_id: crypto.randomUUID() },
    }),
  "a new story": (time) =>
    client.call("createStandaloneSection", {
      body: { ...studioMutation(), title: `Story ${time}`, raw_text: longText(4) },
    }),
  "a run that prepares": async () => {
    const { projectId, sectionId } = await createStory(writer.quiet, longText(4));
    return startPrepare(client, projectId, sectionId);
  },
  "a run that speaks, and its end": async () => {
    const { run } = await startAudio(client, story.projectId, [story.sectionId]);
    await client.call("cancelWorkflow", { params: { workflowRunId: run.id } }).catch((error: unknown) => {
      // It ended in the meantime.
      if (!(error instanceof ClientError && error.status === 409)) throw error;
    });
    return ended(writer, run.id);
  },
};

describe("beside a novel in a cluster", () => {
  for (const [name, write] of Object.entries(WRITES)) {
    test(`${TIMES} times ${name}`, async () => {
      const first = recorder.answers.length;
      for (let time = 0; time < TIMES; time++) await write(time).catch(expectAnswer);
      const refused = recorder.answers.slice(first).filter(({ status }) => status >= 500 || status === 0);
      assert.deepEqual(refused, []);
      if (process.env.SHOW)
        console.error(name, Math.max(...recorder.answers.slice(first).map(({ ms }) => Math.round(ms))));
    });
  }
});

/** The recorder has its status. */
function expectAnswer(error: unknown): void {
  if (!(error instanceof ClientError && error.status === 503)) throw error;
}
