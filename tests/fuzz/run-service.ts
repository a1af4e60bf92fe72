// Mutated files, scripts, cursors and JSON sent to a real server. A finding is an answer of 500 and above, an answer that
// contains internals, an answer that breaks the contract, no answer, or a server that is gone or grew.

import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { createLog, type Log } from "@fullcast/server";
import { changedBundle } from "../api/bundle-files.ts";
import { startTestServer, type TestServer } from "../api/server.ts";
import { complete, newSound, put } from "../api/sound.ts";
import { spokenStory } from "../api/story.ts";
import { mutated, randomOf } from "./mutate.ts";
import type { Finding } from "./run-parsers.ts";
import { samples } from "./samples.ts";

/** One upload may take as long as its limits allow; none of these small ones comes near. */
const ANSWER_MS = 60_000;
/** Refused files are logged; here they are expected. */
const SILENT: Log = createLog("error", new Writable({ write: (_chunk, _encoding, done) => done() }));
const MOST_GROWTH = 700 * 1024 * 1024;

type Send = (server: TestServer, seed: number) => Promise<{ status: number; body: unknown }>;

const LISTS = ["/feedback", "/studio/sounds", "/projects", "/voices", "/admin/accounts", "/api-keys"];
const POSTS = ["/projects", "/feedback", "/studio/sections", "/studio/sounds", "/api-keys", "/admin/accounts"];

const book =
  (files: readonly Uint8Array[], type: string): Send =>
  (server, seed) =>
    server.request("/studio/imports", {
      method: "POST",
      headers: { "content-type": type, "idempotency-key": randomUUID() },
      body: new Uint8Array(mutated(files, seed)),
    });

/** A mutated bundle; every second one is mutated inside and has honest sums, so that its content is reached. */
const importedBundle =
  (bundle: Buffer): Send =>
  async (server, seed) => {
    const inside = () =>
      changedBundle(bundle, (entries) => {
        const names = [...entries.keys()];
        const name = names[Math.floor(randomOf(seed + 1)() * names.length)]!;
        entries.set(name, mutated([entries.get(name)!], seed));
      });
    return server.request("/studio/bundles", {
      method: "POST",
      headers: { "content-type": "application/zip", "idempotency-key": randomUUID() },
      body: new Uint8Array(seed % 2 === 0 ? mutated([bundle], seed) : await inside()),
    });
  };

const targets = (
  story: { projectId: string; sectionId: string },
  bundle: Buffer,
): { readonly [name: string]: Send } => ({
  "import of an EPUB": book(samples.epub, "application/epub+zip"),
  "import of an unnamed file": book(
    [...samples.text, ...samples.html, ...samples.docx, ...samples.images, ...samples.sounds],
    "application/octet-stream",
  ),
  cover: (server, seed) =>
    server.request(`/studio/projects/${story.projectId}/book/cover`, {
      method: "PUT",
      headers: { "content-type": ["image/png", "image/jpeg", "image/webp", "image/gif"][seed % 4]! },
      body: new Uint8Array(mutated(samples.images, seed)),
    }),
  bundle: importedBundle(bundle),
  "drawn cover": (server, seed) => book([mutated(samples.drawings, seed)], "application/octet-stream")(server, seed),
  sound: async (server, seed) => {
    const bytes = new Uint8Array(mutated(samples.sounds, seed));
    if (bytes.length === 0) return { status: 200, body: null };
    const { sound, upload } = await newSound(server.client, bytes);
    await put(upload, bytes);
    await complete(server.client, sound.id, upload.id);
    return server.request(`/studio/sounds/${sound.id}`);
  },
  script: (server, seed) =>
    server.request(`/studio/sections/${story.sectionId}/script`, {
      method: "POST",
      body: JSON.stringify({
        schema_version: 1,
        actor_session_id: randomUUID(),
        client_mutation_id: randomUUID(),
        base_document_version: 1,
        text: mutated(samples.script, seed).toString(),
      }),
    }),
  cursor: (server, seed) => {
    const cursor = encodeURIComponent(mutated(samples.cursors, seed).toString("latin1"));
    return server.request(`${LISTS[seed % LISTS.length]}?cursor=${cursor}&limit=2`);
  },
  JSON: (server, seed) =>
    server.request(POSTS[seed % POSTS.length]!, { method: "POST", body: new Uint8Array(mutated(samples.json, seed)) }),
});

/** @returns what was found, and how many requests were sent. */
export async function fuzzService(
  from: number,
  to: number,
  until: number,
): Promise<{ findings: Finding[]; files: number }> {
  const findings: Finding[] = [];
  const server = await startTestServer({}, SILENT);
  const { rss } = process.memoryUsage();
  let seed = from;
  try {
    const story = await spokenStory(server.client);
    const { body: bundle } = await server.request(`/studio/projects/${story.projectId}/bundle`);
    const all = Object.entries(targets(story, bundle));
    for (; seed < to && Date.now() < until; seed++) {
      const [target, send] = all[Math.floor(randomOf(seed)() * all.length)]!;
      const found = (what: string) => findings.push({ target, seed, what });
      const answer = await Promise.race([
        send(server, seed).catch((error: unknown) => ({ status: 0, body: String(error) })),
        new Promise<null>((resolve) => setTimeout(resolve, ANSWER_MS, null).unref()),
      ]);
      if (answer === null) found(`no answer within ${ANSWER_MS / 1_000} s`);
      else if (answer.status >= 500 || answer.status === 0)
        found(`${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`);
      else if (JSON.stringify(answer.body ?? "").includes(server.dataDir)) found("the answer holds a path");
    }
    const grown = process.memoryUsage().rss - rss;
    if (grown > MOST_GROWTH)
      findings.push({ target: "service", seed, what: `grew by ${Math.round(grown / 1048576)} MiB` });
    if ((await server.request("/me")).status !== 200) findings.push({ target: "service", seed, what: "is gone" });
  } finally {
    await Promise.resolve(server[Symbol.asyncDispose]()).catch((error: unknown) => {
      findings.push({ target: "service", seed, what: String((error as Error).message).slice(0, 2_000) });
    });
  }
  return { findings, files: seed - from };
}
