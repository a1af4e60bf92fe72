// The page at `/`, which says where to go until the studio is there, and the icon that browsers ask for.

import { Readable } from "node:stream";
import { API_VERSION } from "@fullcast/contract";
import { sha256 } from "../hash.ts";
import { inline, type PublicRoute } from "../http/http.ts";
import { iconFile } from "./icon.ts";
import { PAGE_COLORS } from "./look.ts";

const style = inline(`${PAGE_COLORS}
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 42rem; color: var(--text); background: var(--back); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
pre { background: var(--box); padding: .75rem 1rem; border-radius: .4rem; overflow-x: auto; }
`);

const HTML = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  `<title>Fullcast</title><style>${style.text}</style></head><body><main>`,
  "<h1>Fullcast</h1>",
  `<p>The service is running (version ${API_VERSION}). It turns story text into multi-voice audio. The studio for the browser is not part of this version. Use the interface or the command line:</p>`,
  "<ul>",
  '<li><a href="/docs">API reference</a>: every endpoint with examples</li>',
  '<li><a href="/v1/openapi.json">OpenAPI 3.1 document</a> for programs</li>',
  '<li><a href="/v1/health">Health</a></li>',
  "</ul>",
  "<p>One story from the shell:</p>",
  '<pre tabindex="0"><code>npm run narrate -- story.txt --out story.m4b</code></pre>',
  "<p>The first start of the server prints an API key and keeps it in the file <code>owner-key</code> of the data directory.</p>",
  "</main></body></html>",
].join("\n");

export function frontPageRoutes(): readonly PublicRoute[] {
  const icon = iconFile();
  return [
    { path: "/", answer: async () => ({ kind: "page", status: 200, html: HTML, style, script: null }) },
    {
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
    },
  ];
}
