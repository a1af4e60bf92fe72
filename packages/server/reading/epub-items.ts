// The items of an EPUB, and the paths between its documents.

/** An item of the package with its full path in the container. */
export interface Item {
  readonly path: string;
  readonly mediaType: string;
  readonly properties: string;
}

/** Resolves a relative path with its fragment. Returns "" for a path outside of the container. */
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
