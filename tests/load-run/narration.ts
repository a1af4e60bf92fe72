// From text to audio, as a client of the API does it: a short story to its file, and a novel that is spoken for as long as wanted.

import { ClientError, type Workflow } from "@fullcast/contract";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { longText, mutation, startAudio, startExport, startPrepare } from "../api/story.ts";
import { type User, until } from "./clients.ts";

/** Where a story is. */
export interface Place {
  readonly projectId: string;
  readonly sectionId: string;
}

/** Voices that speak: null = the ones that the service chose. */
export type Voices = { readonly provider: string; readonly voice: string } | null;

/** Paragraphs of a short story: about 600 words. */
const STORY_PARAGRAPHS = 34;
const TERMINAL: ReadonlySet<string> = new Set(["completed", "partially_completed", "failed", "cancelled"]);

export const ended = (user: User, workflowRunId: string): Promise<Workflow> =>
  until(
    () => user.quiet.call("readWorkflow", { params: { workflowRunId } }),
    ({ run }) => TERMINAL.has(run.status),
  );

let stories = 0;
/** A text that no other one equals, of the same length: no take of it is there already. */
const newWords = (paragraphs: number) =>
  longText(paragraphs).replaceAll(/\bboats\b|\bgulls\b/g, (word) => `${word} ${String(++stories).padStart(6, "0")}`);

/**
 * From the text of a short story to its MP3. Returns the time it takes, ms.
 * @throws when it does not end well
 */
export async function shortStory(user: User, voices: Voices): Promise<number> {
  const client = user.as("write a short story");
  const from = performance.now();
  const { project_id: projectId, section } = await client.call("createStandaloneSection", {
    body: { schema_version: 1, ...mutation(), title: "A short story", raw_text: newWords(STORY_PARAGRAPHS) },
  });
  const place = { projectId, sectionId: section.id };
  await spoken(user, place, voices);
  const { id } = await startExport(user.quiet, place, "mp3");
  const file = await until(
    () => user.quiet.call("readExport", { params: { exportId: id } }),
    ({ completed_at }) => completed_at !== null,
  );
  if (file.status !== "completed")
    throw new Error(`The file of a short story is ${file.status}: ${JSON.stringify(file.error)}.`);
  return performance.now() - from;
}

/** Prepares a section and makes its audio. */
export async function spoken(user: User, { projectId, sectionId }: Place, voices: Voices): Promise<void> {
  await prepared(user, projectId, [sectionId], voices);
  completed(await ended(user, (await startAudio(user.quiet, projectId, [sectionId])).run.id));
}

async function prepared(user: User, projectId: string, sectionIds: readonly string[], voices: Voices): Promise<void> {
  completed(await ended(user, (await startPrepare(user.quiet, projectId, ...sectionIds)).run.id));
  if (voices === null) return;
  const params = { projectId };
  const listed = await user.quiet.call("listSpeakers", { params });
  let version = listed.speaker_registry_version;
  for (const { id } of listed.speakers) {
    const cast = await user.quiet.call("castSpeaker", {
      params: { projectId, speakerId: id },
      body: {
        ...{ schema_version: 1, ...mutation(), base_speaker_registry_version: version },
        voice_id: voiceId(voices.provider, voices.voice),
      },
    });
    version = cast.speaker_registry_version;
  }
}

function completed({ run }: Workflow): void {
  if (run.status !== "completed") throw new Error(`A run is ${run.status}: ${JSON.stringify(run.error_summary)}.`);
}

export interface Novel extends AsyncDisposable {
  /** Starts to make its audio. When all of it is spoken, another novel follows. */
  start(): Promise<void>;
  /** Cancels what is under way, and resolves when nothing of it runs. */
  stop(): Promise<void>;
  /** Lines that were spoken. */
  lines(): number;
}

/** Chapters that one run may have with the usual sounds. */
const CHAPTERS = 12;
const PARAGRAPHS = 200;

/** An account's novel, prepared and cast. */
export async function newNovel(user: User, voices: Voices): Promise<Novel> {
  let book = await importedNovel(user, voices);
  let running: { readonly stopped: Promise<void>; readonly cancel: () => Promise<void> } | null = null;
  let lines = 0;
  const ending = new AbortController();
  const counting = (async () => {
    for await (const { event, data } of await user.quiet.call("followAccountEvents", { signal: ending.signal })) {
      if (event === "block") lines += data.blocks.filter(({ state }) => state === "ready").length;
    }
  })();
  const speak = (isStopped: () => boolean, onStart: (runId: string) => void) =>
    (async () => {
      while (!isStopped()) {
        const { run } = await startAudio(user.quiet, book.projectId, book.sectionIds);
        onStart(run.id);
        const { run: end } = await ended(user, run.id);
        if (end.status === "completed") book = await importedNovel(user, voices);
        else if (end.status !== "cancelled") throw new Error(`The novel's run is ${end.status}.`);
      }
    })();
  return {
    lines: () => lines,
    async start() {
      let isStopped = false;
      const { promise, resolve } = Promise.withResolvers<void>();
      let present = "";
      const stopped = speak(
        () => isStopped,
        (id) => {
          present = id;
          resolve();
        },
      );
      await Promise.race([promise, stopped]);
      const cancel = async () => {
        isStopped = true;
        await user.quiet.call("cancelWorkflow", { params: { workflowRunId: present } }).catch((error: unknown) => {
          // It ended in the meantime.
          if (!(error instanceof ClientError && error.status === 409)) throw error;
        });
      };
      running = { stopped, cancel };
      // stop() awaits the same promise and reports its failure.
      stopped.catch(() => undefined);
    },
    async stop() {
      await running?.cancel();
      await running?.stopped;
      running = null;
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await counting;
    },
  };
}

async function importedNovel(user: User, voices: Voices) {
  const chapters = Array.from({ length: CHAPTERS }, (_, at) => `# Chapter ${at + 1}\n\n${newWords(PARAGRAPHS)}`);
  const { project, sections } = await user.quiet.call("importBook", {
    headers: { "idempotency-key": crypto.randomUUID() },
    query: { filename: "novel.md" },
    upload: { contentType: "text/markdown", bytes: new TextEncoder().encode(chapters.join("\n\n")) },
  });
  const sectionIds = sections.map(({ section_id }) => section_id);
  await prepared(user, project.id, sectionIds, voices);
  return { projectId: project.id, sectionIds };
}
