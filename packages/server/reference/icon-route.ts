// The icon that browsers ask for.

import { Readable } from "node:stream";
import { sha256 } from "../hash.ts";
import type { PublicRoute } from "../http/http.ts";
import { iconFile } from "./icon.ts";

export function iconRoute(): PublicRoute {
  const icon = iconFile();
  return {
    path: "/favicon.ico",
    answer: async () => ({
      kind: "file",
      file: {
        size: icon.length,
        contentType: "image/x-icon",
        etag: sha256(icon),
        cacheControl: "public, max-age=86400",
        disposition: "inline",
        open: (range) => Readable.from([icon.subarray(range?.start ?? 0, (range?.end ?? icon.length - 1) + 1)]),
      },
    }),
  };
}
