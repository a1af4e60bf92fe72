// Renders the section to a file on the server and brings the file here.

import { randomUUID } from "node:crypto";
import { uuidV5 } from "@fullcast/server/ids";
import { CliError } from "../cli-error.ts";
import { type Answer, type Client, hasCode } from "../connection/client.ts";
import { polling } from "../connection/polling.ts";
import { withoutStop } from "../terminal/text-table.ts";
import type { OutputFormat } from "./save-file.ts";
import { readSectionState, type StorySection } from "./section.ts";
import { latestWorkflow } from "./workflow.ts";

export type SectionExport = Answer<"readExport">;
export type Artifact = NonNullable<SectionExport["artifact"]>;

/** Namespace of the idempotency keys that are made from what is exported. */
const EXPORT_NAMESPACE = "c2c1a2b4-5a0e-4f6d-8c39-0e9e6a7d1b52";
const TERMINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "superseded"]);
const MOST_ATTEMPTS = 3;

/** Resolves with the completed export and its artifact. Throws CliError. */
export async function exportSection(
  client: Client,
  section: StorySection,
  format: OutputFormat,
  watch: (state: SectionExport) => void,
  signal: AbortSignal,
): Promise<{ readonly state: SectionExport; readonly artifact: Artifact }> {
  let state = await requestExport(client, section, format);
  for await (const _ of polling(signal)) {
    watch(state);
    if (TERMINAL.has(state.status)) break;
    state = await client.call("readExport", { params: { exportId: state.id } });
  }
  if (state.status !== "completed" || state.artifact === null) {
    const why =
      state.error === null
        ? `it ended as ${state.status}`
        : `${withoutStop(state.error.message)} (${state.error.code})`;
    throw new CliError("failed", `The file could not be made: ${why}. Run the command again to try once more.`);
  }
  return { state, artifact: state.artifact };
}

async function requestExport(client: Client, section: StorySection, format: OutputFormat): Promise<SectionExport> {
  let suffix = "";
  for (let attempt = 1; ; attempt++) {
    const { documentVersion, speakerRegistryVersion } = await readSectionState(client, section);
    const mastering = await client.call("readMasteringProfile", { params: { projectId: section.projectId } });
    const body = {
      schema_version: 1,
      section_id: section.sectionId,
      document_version: documentVersion,
      speaker_registry_version: speakerRegistryVersion,
      mastering_version: mastering.mastering_version,
      format,
    } as const;
    // The run that made the audio is part of the key: with newer audio the same versions make another file.
    const audio = (await latestWorkflow(client, section))?.run.id ?? null;
    const key = uuidV5(EXPORT_NAMESPACE, JSON.stringify([body, audio])) + suffix;
    try {
      const state = await client.call("createExport", { headers: { "idempotency-key": key }, body });
      if (!TERMINAL.has(state.status) || isUsable(state) || suffix !== "") return state;
      // An earlier command's export that failed, was cancelled or has expired: this is a new request.
      suffix = `-${randomUUID()}`;
    } catch (error) {
      // Somebody changed the section between reading and asking.
      if (!hasCode(error, "VERSION_CONFLICT") || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

function isUsable({ status, artifact }: SectionExport): boolean {
  return status === "completed" && artifact !== null && Date.parse(artifact.artifact_expires_at) > Date.now();
}

/** The artifact's bytes. `baseUrl` is where this command reaches the server. */
export async function* downloadArtifact(
  artifact: Artifact,
  baseUrl: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const response = await fetch(reachable(artifact.download_url, baseUrl), { signal });
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
 * The server writes URLs for its public address, which may not be reachable from here (a proxy, another port); its own
 * media path is therefore asked for where the API was reached. Other URLs (an object store's) stay as they are.
 */
function reachable(downloadUrl: string, baseUrl: string): string {
  const url = new URL(downloadUrl);
  const at = url.pathname.indexOf("/v1/media/");
  return at < 0 ? downloadUrl : new URL(url.pathname.slice(at) + url.search, baseUrl).href;
}
