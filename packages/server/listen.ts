// Where the server listens, and the small files in the data directory by which the local command line finds it.

import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { StartError } from "./db/db.ts";
import type { OwnAddresses } from "./http/http.ts";
import type { Settings } from "./settings.ts";

/** Listens and answers the URL. @throws StartError when the address cannot be had. */
export async function listen(http: FastifyInstance, { host, port }: Pick<Settings, "host" | "port">): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    await http.close();
    throw listenError(error, host, port);
  }
  const address = http.server.address();
  const bound = address !== null && typeof address === "object" ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The addresses of this machine that other devices can use, IPv4 first. They change with its networks. */
export function networkAddresses(): readonly string[] {
  const found = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return found
    .filter(({ internal, address }) => !internal && !address.startsWith("fe80:"))
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address.toLowerCase());
}

/** The URL for other devices: "every address" becomes the first one of the networks, or loopback without a network. */
export function reachableUrl(url: string): string {
  const [, name = ""] = /^http:\/\/\[?([^\]/]*?)\]?(?::\d+)?$/.exec(url) ?? [];
  if (!EVERY_ADDRESS.has(name)) return url;
  const address = networkAddresses()[0] ?? "127.0.0.1";
  return url.replace(name.includes(":") ? `[${name}]` : name, address.includes(":") ? `[${address}]` : address);
}

/**
 * The URLs under which other devices can reach the server, the most likely first.
 * @param base the server's own URL, as reachableUrl() or the settings state it
 */
export function reachableUrls(
  { host, publicUrl }: Pick<Settings, "host" | "publicUrl">,
  base: string,
): { readonly urls: readonly string[]; readonly isReachable: boolean } {
  if (publicUrl !== null) return { urls: [publicUrl], isReachable: true };
  const { hostname, port } = new URL(base);
  const found = EVERY_ADDRESS.has(host) ? networkAddresses() : [];
  const urls = found.map((one) => `http://${one.includes(":") ? `[${one}]` : one}:${port}`);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  return urls.length > 0 ? { urls, isReachable: true } : { urls: [base], isReachable: !isLoopback };
}

const ADDRESSES_KEPT_MS = 5_000;

/** Under which addresses browsers reach a server with these settings. Cheap: it is asked at every request of a browser. */
export function ownAddressesOf({ host, publicUrl }: Pick<Settings, "host" | "publicUrl">): () => OwnAddresses {
  const isEvery = EVERY_ADDRESS.has(host);
  let read = { publicUrl, listened: isEvery ? networkAddresses() : [host.toLowerCase()] };
  let readAt = performance.now();
  return () => {
    if (isEvery && performance.now() - readAt > ADDRESSES_KEPT_MS) {
      readAt = performance.now();
      read = { publicUrl, listened: networkAddresses() };
    }
    return read;
  };
}

/** @param settings how the names of the two settings begin that state the host and the port */
export function listenError(error: unknown, host: string, port: number, settings = "FULLCAST_"): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new StartError(
      "PortTaken",
      `Port ${port} on ${host} is taken by another program. Stop it, or choose another port with ${settings}PORT (0 takes any free one).`,
    );
  }
  if (code === "EACCES") {
    return new StartError(
      "PortTaken",
      `Listening on port ${port} is not allowed here; choose one above 1023 with ${settings}PORT.`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartError(
      "PortTaken",
      `${host} is not an address of this machine; set ${settings}HOST to one that is.`,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Keeps the generated owner key for the local command line, readable by its user only, durable when it returns. */
export async function keepOwnerKey(dataDir: string, rawKey: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "owner-key");
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, `${rawKey}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes server.json so that the command line finds the running server; it goes when the server does. */
export function writeServerFile(dataDir: string, url: string): Disposable {
  const path = join(dataDir, "server.json");
  rmSync(path, { force: true });
  writeFileSync(path, `${JSON.stringify({ url, pid: process.pid })}\n`, { flag: "wx", mode: 0o600 });
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}
