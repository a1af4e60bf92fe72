// The recorded answers of a release about its own data, and their comparison with another version's answers.

import { createHash } from "node:crypto";

export interface Keys {
  readonly owner: string;
  /** Of the owner's account, with the scope studio:read only. */
  readonly reader: string;
  readonly revoked: string;
  /** Of another account. */
  readonly guest: string;
}

export interface UpgradeStory {
  readonly projectId: string;
  readonly sectionId: string;
  readonly shareSlug: string;
}

export interface Answer {
  readonly key: keyof Keys;
  /** Below /v1. */
  readonly path: string;
  readonly data: unknown;
  /** SHA-256 of each file that the answer links to, in order. */
  readonly files: readonly string[];
}

export interface UpgradeRecord {
  readonly release: string;
  readonly keys: Keys;
  readonly story: UpgradeStory;
  /** A run that was under way when the release was stopped. */
  readonly unfinishedRunId: string;
  readonly voiceIds: readonly string[];
  readonly answers: readonly Answer[];
}

const FILE_URLS: ReadonlySet<string> = new Set(["download_url", "playback_url", "preview_url"]);

/**
 * URLs are signed for each answer; the time of a key's last use changes with each request; files of exports would
 * expire, so the test gives them more time.
 */
const VOLATILE: ReadonlySet<string> = new Set([
  "artifact_expires_at",
  "avatar_url",
  "download_url",
  "download_url_expires_at",
  "last_used_at",
  "playback_url",
  "playback_url_expires_at",
  "preview_url",
  "url",
]);

/** Asks the server at `baseUrl` (with its version segment), and fetches every file that the answer links to. */
export async function ask(baseUrl: string, keys: Keys, key: keyof Keys, path: string): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${keys[key]}` } });
  const { data, error } = (await response.json()) as { data?: unknown; error?: unknown };
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${JSON.stringify(error)}`);
  const files: string[] = [];
  for (const url of fileUrls(data)) files.push(await fileHash(url));
  return { key, path, data: lasting(data), files };
}

function fileUrls(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    FILE_URLS.has(name) && typeof inner === "string" ? [inner] : fileUrls(inner),
  );
}

async function fileHash(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`A file that an answer links to: ${response.status}`);
  return createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("hex");
}

/** The answer without what may change from one request to the next. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !VOLATILE.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, lasting(inner)]));
}

/** Where `now` lacks or changes something of `before`. A later version may add fields, not entries of lists. */
export function differences(before: unknown, now: unknown, at = ""): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return [`${at}: no list any more`];
    if (now.length !== before.length) return [`${at}: ${before.length} entries became ${now.length}`];
    return before.flatMap((entry, index) => differences(entry, now[index], `${at}[${index}]`));
  }
  if (typeof before === "object" && before !== null) {
    if (typeof now !== "object" || now === null) return [`${at}: ${JSON.stringify(now)} instead of an object`];
    return Object.entries(before).flatMap(([name, inner]) =>
      differences(inner, (now as { readonly [name: string]: unknown })[name], `${at}.${name}`),
    );
  }
  return before === now ? [] : [`${at}: ${JSON.stringify(before)} became ${JSON.stringify(now)}`];
}
