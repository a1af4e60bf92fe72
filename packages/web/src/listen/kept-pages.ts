// Pages that a listener keeps for offline: the page, its audio, its words, its cover and its player, in the browser's cache.

/** One cache for all kept pages. Another layout gets another name. */
export const CACHE = "fullcast-kept-1";
/** The server serves the worker here; its scope are public pages. */
export const WORKER = "/offline-worker.js";
export const SCOPE = "/s/";

/** Browsers keep pages only where they trust the page: over https or on the server's own machine. */
export const canKeep = (): boolean => window.isSecureContext && "serviceWorker" in navigator && "caches" in window;

export const isKept = async (): Promise<boolean> =>
  (await caches.open(CACHE)).match(location.pathname).then((found) => found !== undefined);

export interface KeptFiles {
  /** Small files, without which the page does not work. */
  readonly parts: readonly string[];
  readonly audio: readonly string[];
}

/**
 * Fetches all files and keeps them. The page itself comes last, so that a page that is kept is whole.
 * @param onProgress a share between 0 and 1, by the bytes of the audio
 * @throws TypeError when the network breaks off; DOMException QuotaExceededError when the device is full
 */
export async function keepPage(files: KeptFiles, onProgress: (share: number) => void): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  // The browser may refuse; the page is then kept until it needs room. Firefox asks the listener, who need not answer.
  void navigator.storage.persist?.().catch(() => false);
  const cache = await caches.open(CACHE);
  try {
    for (const [at, address] of files.audio.entries()) {
      const answer = await fetched(address);
      const size = Number(answer.headers.get("content-length") ?? 0);
      let received = 0;
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          received += bytes.length;
          onProgress((at + (size > 0 ? Math.min(1, received / size) : 0)) / files.audio.length);
          controller.enqueue(bytes);
        },
      });
      const body = answer.body?.pipeThrough(counter) ?? null;
      await cache.put(address, new Response(body, { headers: answer.headers }));
    }
    for (const address of files.parts) await cache.put(address, await fetched(address));
    await cache.put(location.pathname, await fetched(location.pathname));
  } catch (error) {
    await dropPage(files);
    throw error;
  }
}

export async function dropPage({ parts, audio }: KeptFiles): Promise<void> {
  const cache = await caches.open(CACHE);
  // The player's parts serve other kept pages too, and are small.
  const own = [location.pathname, ...audio, ...parts.filter((address) => address.startsWith(SCOPE))];
  await Promise.all(own.map((address) => cache.delete(address)));
}

/** Whether the server has other audio now than what is kept; false while the server is away. */
export async function isOutdated({ audio }: KeptFiles): Promise<boolean> {
  const cache = await caches.open(CACHE);
  for (const address of audio) {
    const kept = (await cache.match(address))?.headers.get("etag") ?? null;
    // The worker answers GET alone from what is kept.
    const now = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (now?.ok === true && now.headers.get("etag") !== kept) return true;
  }
  return false;
}

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address, { cache: "no-store" });
  if (answer.status !== 200) throw new TypeError(`${address} answers ${answer.status}`);
  return answer;
}
