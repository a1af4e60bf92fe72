// The page in place of a studio that could not be built.

import { inline, type PublicAnswer } from "../http/http.ts";

const style = inline(
  "body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 42rem; font: 1rem/1.55 system-ui, sans-serif; } :root { color-scheme: light dark; }",
);

const HTML = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  `<title>Fullcast</title><style>${style.text}</style></head><body><main>`,
  "<h1>The studio could not be built</h1>",
  "<p>The server’s log has the reason. Run <code>npm ci</code> in its folder, then load this page again.</p>",
  '<p>Everything else works: the <a href="/docs">API reference</a>, the <a href="/v1/openapi.json">OpenAPI document</a>,',
  "public pages and the command line.</p>",
  "</main></body></html>",
].join("\n");

export const unbuiltPage = (): PublicAnswer => ({ kind: "page", status: 503, html: HTML, style, script: null });
