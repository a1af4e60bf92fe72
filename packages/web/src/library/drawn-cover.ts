// Drawn covers in the browser: the picture that exports and public pages have, in the fonts of this device.

import { coverSvg } from "@fullcast/core/cover";

/** A title that is being typed makes many covers: the oldest one goes. A picture that is shown stays when its URL is revoked. */
const MOST_KEPT = 300;
/** Pixels; a browser scales the drawing to its place. */
const WIDTH = 320;

/** Object URLs by title and author, oldest first. */
const urls = new Map<string, string>();

export function drawnCoverUrl(title: string, author: string | null): string {
  const key = JSON.stringify([title, author]);
  const kept = urls.get(key);
  if (kept !== undefined) return kept;
  const svg = coverSvg({ title, author, series: null, series_number: null }, "portrait", {
    width: WIDTH,
    anyFont: true,
  });
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  urls.set(key, url);
  const [oldest] = urls;
  if (urls.size > MOST_KEPT && oldest !== undefined) {
    urls.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return url;
}
