// The service worker of public pages: what a listener kept is answered from the cache, audio by ranges. Everything else
// goes to the server. A page is asked from the server first, so that a revoked link ends here too.

import { byteRange } from "./byte-range.ts";
import { CACHE, SCOPE } from "./kept-pages.ts";

interface FetchOfPage extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Worker {
  addEventListener(name: "fetch", listener: (event: FetchOfPage) => void): void;
  addEventListener(name: "install" | "activate", listener: (event: Lasting) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
const worker = globalThis as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || search !== "" || request.cache === "no-store") return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else event.respondWith(part(request, pathname));
});

async function page(request: Request, path: string): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(path);
    if (kept !== undefined) return kept;
    throw error;
  }
  // The owner took the page back: nothing of it stays on this device.
  if (answer.status === 404) await forget(path);
  return answer;
}

async function part(request: Request, path: string): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(path);
  if (kept === undefined) return fetch(request);
  const header = request.headers.get("range");
  if (header === null) return kept;
  const bytes = await kept.blob();
  const range = byteRange(header, bytes.size);
  const headers = { "accept-ranges": "bytes", "content-type": kept.headers.get("content-type") ?? "" };
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${bytes.size}` } });
  }
  if (range === null) return new Response(bytes, { headers });
  const { start, end } = range;
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(end - start + 1),
      "content-range": `bytes ${start}-${end}/${bytes.size}`,
    },
  });
}

async function forget(path: string): Promise<void> {
  const [, slug] = path.slice(SCOPE.length - 1).split("/");
  if (slug === undefined || slug === "") return;
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname === `${SCOPE}${slug}` || pathname.startsWith(`${SCOPE}${slug}/`)) await cache.delete(url);
  }
}
