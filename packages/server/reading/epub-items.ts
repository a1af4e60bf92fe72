// What lies in an EPUB, and the paths by which its documents name each other.

/** What lies in the package, by its id, with its whole path in the container. */
export interface Item {
  readonly path: string;
  readonly mediaType: string;
  readonly properties: string;
}

/** A path, with its fragment, beside another one; what leads out of the container leads nowhere. */
export function inFolder(beside: string, href: string): string {
  try {
    const base = `epub:///${beside.split("/").map(encodeURIComponent).join("/")}`;
    const url = new URL(href, base);
    if (url.protocol !== "epub:") return "";
    return decodeURIComponent(url.pathname.slice(1)) + decodeURIComponent(url.hash);
  } catch {
    return "";
  }
}
