// The room of the readable API reference at `/docs`, made from the OpenAPI document, and of the icon.
// Always true: the page loads nothing from other hosts, it can be read without a script, and it adds nothing to the document.

import { openApiDocument } from "@fullcast/contract";
import { escapeMarkup, inline, type PublicRoute } from "../http/http.ts";
import type { Services } from "../services.ts";
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from "./look.ts";
import { markup } from "./markup.ts";
import type { Listed, OpenApi } from "./openapi-shape.ts";
import { operationHtml } from "./operation.ts";
import { schemaHtml } from "./schema.ts";

export { iconRoute } from "./icon-route.ts";

const style = inline(REFERENCE_STYLE);
const script = inline(REFERENCE_SCRIPT);

export function referenceRoute(services: Pick<Services, "publicUrl">): PublicRoute {
  let written: { readonly url: string; readonly html: string } | null = null;
  return {
    path: "/docs",
    answer: async () => {
      const url = `${services.publicUrl()}/v1`;
      if (written?.url !== url) written = { url, html: page(openApiDocument(url) as unknown as OpenApi, url) };
      return { kind: "page", status: 200, html: written.html, style, script };
    },
  };
}

function page(document: OpenApi, url: string): string {
  const operations: Listed[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== "head")
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter((operation) => operation.tags[0] === tag.name),
  }));
  const { title, version, summary, description } = document.info;
  const schemas = Object.entries(document.components.schemas);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<title>${escapeMarkup(title)} API reference</title><style>${style.text}</style></head><body>`,
    '<a class="skip" href="#reference">Skip to the reference</a>',
    `<header><h1>${escapeMarkup(title)} API <small>${escapeMarkup(version)}</small></h1>`,
    `<p>${escapeMarkup(summary)} Base URL: <code>${escapeMarkup(url)}</code>. The same as a document for programs: <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p></header>`,
    '<nav aria-label="Operations"><label for="search">Search</label> <input id="search" type="search" autocomplete="off" hidden>',
    '<p id="found" role="status"></p><details id="operations"><summary>Operations</summary>',
    ...groups.map(
      (group) =>
        `<section data-group><h2><a href="#tag-${group.name}">${escapeMarkup(group.name)}</a></h2><ul>${group.operations
          .map(
            (one) =>
              `<li data-for="${one.operationId}"><a href="#${one.operationId}">${escapeMarkup(one.summary)}</a></li>`,
          )
          .join("")}</ul></section>`,
    ),
    '<section><h2><a href="#schemas">Schemas</a></h2></section></details></nav>',
    '<main id="reference">',
    "<p>Every request needs a key, except where an operation says that it does not: <code>Authorization: Bearer &lt;API_KEY&gt;</code>.</p>",
    markup(description),
    ...groups.map((group) =>
      [
        `<section data-group><h2 id="tag-${group.name}">${escapeMarkup(group.name)}</h2>${markup(group.description)}`,
        ...group.operations.map((operation) => operationHtml(operation, url)),
        "</section>",
      ].join("\n"),
    ),
    '<section><h2 id="schemas">Schemas</h2>',
    ...schemas.map(
      ([name, schema]) =>
        `<section class="schema"><h3 id="schema-${name}">${escapeMarkup(name)}</h3>${schemaHtml(schema)}</section>`,
    ),
    `</section></main><script>${script.text}</script></body></html>`,
  ].join("\n");
}
