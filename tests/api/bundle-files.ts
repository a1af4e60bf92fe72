// Bundles for tests: unpacked, changed, and packed again with correct sums.

import { createHash } from "node:crypto";
import yauzl from "yauzl";
import { ZipFile } from "yazl";

export const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export type Entries = Map<string, Buffer>;

export async function unpacked(bytes: Buffer): Promise<Entries> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const entries: Entries = new Map();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  return entries;
}

/** A book of this size is packed, so that the tests send little. */
const PACKED_FROM = 16 * 1024 * 1024;

export async function packed(entries: Entries, mode = 0o100_644): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, bytes] of entries) {
    const isStored = name.startsWith("audio/") || (name === "original.epub" && bytes.length < PACKED_FROM);
    zip.addBuffer(bytes, name, { compress: !isStored, mode });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A bundle with some files changed and the manifest made to fit. */
export async function changedBundle(
  bundle: Buffer,
  change: (entries: Entries) => void,
  mode?: number,
): Promise<Buffer<ArrayBuffer>> {
  const entries = await unpacked(bundle);
  change(entries);
  const manifest = manifestOf(entries);
  if (manifest === null) return packed(entries, mode);
  if (manifest.format === "fullcast-bundle-1")
    manifest.files = [...entries]
      .filter(([name]) => name !== "manifest.json")
      .map(([name, bytes]) => ({ name, sha256: sha256Of(bytes), size_bytes: bytes.length }));
  entries.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  return packed(entries, mode);
}

/** Null when it is no JSON object any more. */
function manifestOf(entries: Entries): { format?: unknown; files?: unknown } | null {
  try {
    const manifest: unknown = JSON.parse(entries.get("manifest.json")?.toString() ?? "");
    return typeof manifest === "object" ? manifest : null;
  } catch {
    return null;
  }
}
