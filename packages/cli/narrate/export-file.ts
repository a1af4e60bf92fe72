// Exports a section or a book on the server and downloads the file.

import { randomUUID } from "node:crypto";
import { uuidV5 } from "@fullcast/server/ids";
import { CliError } from "../cli-error.ts";
import { type Answer, type Client, hasCode } from "../connection/client.ts";
import { polling } from "../connection/polling.ts";
import { withoutStop } from "../terminal/text-table.ts";
import type { OutputFormat } from "./save-file.ts";
import { readSectionStates, type StorySection } from "./section.ts";
import { latestWorkflow } from "./workflow.ts";

export type Artifact = NonNullable<Answer<"readExport">["artifact"]>;

/** The fields that exports of sections and of books share. */
type AnyExport = Pick<Answer<"readExport">, "id" | "percent" | "error" | "artifact" | "cache_result"> & {
  readonly status: string;
};

/** A finished file on the server. */
export interface MadeFile {
  readonly exportId: string;
  readonly artifact: Artifact;
  readonly durationMs: number;
  /** Whether an earlier export had made it. */
  readonly isReused: boolean;
}

/** Called with the progress of the file, 0 to 100. */
type Watch = (percent: number) => void;

/** Namespace of the idempotency keys that are made from the export's subject. */
const EXPORT_NAMESPACE = "c2c1a2b4-5a0e-4f6d-8c39-0e9e6a7d1b52";
const TERMINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "superseded"]);
const MOST_ATTEMPTS = 3;

/** A section as a file. Throws CliError. */
export async function exportSection(
  client: Client,
  section: StorySection,
  format: OutputFormat,
  watch: Watch,
  signal: AbortSignal,
): Promise<MadeFile> {
  const first = await requested(async (suffix) => {
    const state = await readSectionStates(client, [section]);
    const body = {
      schema_version: 1,
      section_id: section.sectionId,
      document_version: state.sections[0]?.documentVersion ?? 0,
      speaker_registry_version: state.speakerRegistryVersion,
      mastering_version: state.masteringVersion,
      format,
    } as const;
    // The file's tags and cover are those of the book: other data gives another file.
    const { book } = await client.call("readBook", { params: { projectId: section.projectId } });
    const key = exportKey([body, book, await lastAudio(client, section)]) + suffix;
    return client.call("createExport", { headers: { "idempotency-key": key }, body });
  });
  const read = () => client.call("readExport", { params: { exportId: first.id } });
  const made = await finished(first, read, watch, signal);
  const { manifest } = await client.call("readExportManifest", { params: { exportId: first.id } });
  return { ...made, durationMs: manifest.duration_ms };
}

/** The part of the book data that the request states; the project has the rest. */
export interface BookAbout {
  readonly title: string;
  readonly chapters: "sections" | "headings";
  readonly credits: boolean;
  /** The narrator that tags and credits name; absent: the voices. */
  readonly narrator?: string;
  readonly part?: "opening_credits" | "closing_credits" | "sample";
  /** Of an EPUB: the narration in the pages that the story was imported from, and what is lit. */
  readonly pages?: "original";
  readonly highlight?: "sentence";
}

/** All sections of a project as one file. Throws CliError. */
export async function exportBook(
  client: Client,
  sections: readonly StorySection[],
  { format, about }: { readonly format: OutputFormat; readonly about: BookAbout },
  watch: Watch,
  signal: AbortSignal,
): Promise<MadeFile> {
  const params = { projectId: sections[0]?.projectId ?? "" };
  const first = await requested(async (suffix) => {
    const body = {
      schema_version: 1,
      format,
      pin: "current",
      sections: sections.map(({ sectionId }) => sectionId),
      book: about,
    } as const;
    const audio: (string | null)[] = [];
    for (const section of sections) audio.push(await lastAudio(client, section));
    const { book } = await client.call("readBook", { params });
    const { sections: states, ...versions } = await readSectionStates(client, sections);
    const documents = states.map(({ documentVersion }) => documentVersion);
    const key = exportKey([body, book, versions, documents, audio]) + suffix;
    return client.call("createBookExport", { params, headers: { "idempotency-key": key }, body });
  });
  const read = () => client.call("readBookExport", { params: { ...params, exportId: first.id } });
  const made = await finished(first, read, watch, signal);
  return { ...made, durationMs: (await read()).duration_ms ?? 0 };
}

/** The run that made the audio is part of the key: with newer audio the same versions give another file. */
async function lastAudio(client: Client, section: StorySection): Promise<string | null> {
  return (await latestWorkflow(client, section))?.run.id ?? null;
}

const exportKey = (what: unknown): string => uuidV5(EXPORT_NAMESPACE, JSON.stringify(what));

/** Requests an export; with another key when that of an earlier command failed, was cancelled or has expired. */
async function requested<E extends AnyExport>(request: (suffix: string) => Promise<E>): Promise<E> {
  let suffix = "";
  for (let attempt = 1; ; attempt++) {
    try {
      const state = await request(suffix);
      if (!TERMINAL.has(state.status) || isUsable(state) || suffix !== "") return state;
      suffix = `-${randomUUID()}`;
    } catch (error) {
      // The story changed between the reading of its versions and the request.
      if (!hasCode(error, "VERSION_CONFLICT") || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

async function finished(
  first: AnyExport,
  read: () => Promise<AnyExport>,
  watch: Watch,
  signal: AbortSignal,
): Promise<Omit<MadeFile, "durationMs">> {
  let state = first;
  for await (const _ of polling(signal)) {
    watch(state.percent);
    if (TERMINAL.has(state.status)) break;
    state = await read();
  }
  if (state.status !== "completed" || state.artifact === null) {
    const why =
      state.error === null
        ? `it ended as ${state.status}`
        : `${withoutStop(state.error.message)} (${state.error.code})`;
    throw new CliError("failed", `The file could not be made: ${why}. Run the command again to try once more.`);
  }
  return { exportId: state.id, artifact: state.artifact, isReused: state.cache_result === "reused" };
}

function isUsable({ status, artifact }: AnyExport): boolean {
  return status === "completed" && artifact !== null && Date.parse(artifact.artifact_expires_at) > Date.now();
}

/** The artifact's bytes. `baseUrl` is where this command reaches the server. */
export async function* downloadArtifact(
  artifact: Artifact,
  baseUrl: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield* fetched(artifact.download_url, baseUrl, signal);
}

/** The bytes behind a signed URL. `baseUrl` is where this command reaches the server. */
export async function* fetched(signedUrl: string, baseUrl: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const response = await fetch(reachable(signedUrl, baseUrl), { signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new CliError(
      "failed",
      `The finished file could not be fetched (HTTP ${response.status}); run the command again.`,
    );
  }
  yield* response.body;
}

/**
 * The server writes URLs for its public address, which may not be reachable from here (a proxy, another port). Its own media
 * path is fetched from the address where the API was reached. Other URLs (an object store's) stay as they are.
 */
function reachable(downloadUrl: string, baseUrl: string): string {
  const url = new URL(downloadUrl);
  const at = url.pathname.indexOf("/v1/media/");
  return at < 0 ? downloadUrl : new URL(url.pathname.slice(at) + url.search, baseUrl).href;
}
