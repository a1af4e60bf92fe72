// The token with which the devices of a listener share a place. It comes in the fragment of a link, which browsers send to no
// server, and stays in the browser.

const [, kind, slug = ""] = location.pathname.split("/");
const KEY = `fullcast.place-token.${slug}`;
const VERSION_KEY = `fullcast.place-version.${slug}`;

/** Whether this page can share its place: a published story, not in a frame of another site. */
export const canShare: boolean = kind === "s" && window.top === window;
export const placeAddress = `/v1/shared/${slug}/place`;
export const linkOf = (token: string): string => `${location.origin}/s/${slug}#place=${token}`;

/** From the link that was opened, else from an earlier visit. */
export function placeToken(): string | null {
  if (!canShare) return null;
  const [, given] = /^#place=([\w-]{22})$/.exec(location.hash) ?? [];
  if (given === undefined) return read(KEY);
  // It does not stay in the address, the history or a bookmark.
  history.replaceState(null, "", location.pathname + location.search);
  if (given !== read(KEY)) keepToken(given);
  return given;
}

/** Another token begins without a known version. */
export function keepToken(token: string | null): void {
  write(KEY, token);
  write(VERSION_KEY, null);
}

/** The newest writing of the place that this browser knows; 0: none. */
export const knownVersion = (): number => Number(read(VERSION_KEY) ?? 0) || 0;
export const keepVersion = (version: number): void => write(VERSION_KEY, String(version));

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing shares the place as long as the page is open.
  }
}
