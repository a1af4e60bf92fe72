// The OpenAPI document is generated from the table that validates.

import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointRows, errorCodesOf, requestErrors } from "@fullcast/contract";
import { sharedAccount } from "./server.ts";

interface PathItem {
  readonly [method: string]: { readonly parameters?: readonly { readonly in: string; readonly name: string }[] };
}

const server = await sharedAccount();
const { status, body: document } = await server.request("/openapi.json", { key: null });

test("it is public and without the envelope", () => {
  assert.equal(status, 200);
  assert.equal(document.data, undefined);
});

test("it is a document of OpenAPI 3.1", () => {
  assert.match(document.openapi, /^3\.1\.\d+$/);
  assert.deepEqual([document.info.title.length > 0, document.info.version], [true, "1.0.0-beta"]);
  assert.ok(document.paths && document.components);
});

test("its server is this one, with the version segment v1", () => {
  assert.deepEqual(
    document.servers.map((one: { url: string }) => one.url),
    [`${server.url}/v1`],
  );
});

test("it lists every endpoint of the table and nothing else", () => {
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object)
      .filter((method) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const rows = Object.values(endpointRows).map((row) => `${row.method} ${row.path}`);
  assert.deepEqual(listed.sort(), rows.sort());
});

test("each operation states its success, its error statuses, and whether it needs a key", () => {
  for (const [id, row] of Object.entries(endpointRows)) {
    const operation = document.paths[row.path][row.method.toLowerCase()];
    const statuses = Object.keys(operation.responses).map(Number);
    for (const success of Object.keys(row.responses)) assert.ok(statuses.includes(Number(success)), `${id} ${success}`);
    for (const code of errorCodesOf(row)) assert.ok(statuses.includes(requestErrors[code].status), `${id} ${code}`);
    const isPublic = JSON.stringify(operation.security ?? document.security) === "[]";
    assert.equal(isPublic, row.scope === null, id);
    assert.equal(operation.operationId, id);
  }
});

test("each path parameter is declared, and every reference leads somewhere", () => {
  for (const [path, item] of Object.entries(document.paths) as [string, PathItem][]) {
    for (const operation of Object.values(item)) {
      const declared = (operation.parameters ?? []).flatMap((one) => (one.in === "path" ? [one.name] : []));
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(declared.sort(), named.sort(), path);
    }
  }
  const text = JSON.stringify(document);
  for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = (pointer ?? "").split("/").reduce((at, key) => at?.[key], document);
    assert.ok(target !== undefined, pointer);
  }
});

test("/docs is public, shows every operation with its scope, parameters, errors and a line for the shell, and loads nothing", async () => {
  const answer = await server.request(`${server.url}/docs`, { key: null });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  assert.doesNotMatch(answer.headers.get("content-security-policy") ?? "unsafe", /unsafe|\*/);
  const html: string = answer.body.toString("utf8");
  assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//);
  const articles = new Map(
    [...html.matchAll(/<article data-operation="(\w+)">(.*?)<\/article>/gs)].map((match) => [match[1], match[2] ?? ""]),
  );
  assert.deepEqual([...articles.keys()].sort(), Object.keys(endpointRows).sort());
  for (const [id, row] of Object.entries(endpointRows)) {
    const article = articles.get(id) ?? "";
    assert.ok(article.includes(`<code>${row.path}</code>`) && article.includes("curl"), id);
    if (row.scope !== null && row.scope !== "any")
      assert.ok(article.includes(`the scope <code>${row.scope}</code>`), id);
    for (const name of Object.keys(row.params?.shape ?? {})) assert.ok(article.includes(`<code>${name}</code>`), id);
    for (const code of errorCodesOf(row)) assert.ok(article.includes(`<code>${code}</code>`), `${id} ${code}`);
  }
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${target}"`), target);
});
