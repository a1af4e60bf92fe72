// The article of one operation: description, parameters, body, answers, errors and a curl command.

import { escapeMarkup } from "../http/http.ts";
import { markup, words } from "./markup.ts";
import type { Content, Listed } from "./openapi-shape.ts";
import { schemaHtml, typeHtml } from "./schema.ts";

export function operationHtml(operation: Listed, baseUrl: string): string {
  const { operationId, method, path, summary, description, responses } = operation;
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const bad = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return [
    `<article data-operation="${operationId}"><h3 id="${operationId}">${escapeMarkup(summary)}</h3>`,
    `<p class="place"><b>${method}</b> <code>${escapeMarkup(path)}</code></p>`,
    markup(description),
    parametersHtml(operation),
    operation.requestBody === undefined
      ? ""
      : `<h4>Body${operation.requestBody.required ? "" : " (may be left out)"}</h4>${contentHtml(operation.requestBody.content)}`,
    "<h4>Answers</h4>",
    ...good.map(
      ([status, answer]) =>
        `<p><b>${status}</b> ${words(answer.description)}</p>${answer.content === undefined ? "" : contentHtml(answer.content)}`,
    ),
    `<details><summary>Errors</summary>${bad.map(([status, answer]) => `<h5>${status}</h5>${markup(answer.description)}`).join("")}</details>`,
    `<h4>From a shell</h4><pre tabindex="0"><code>${escapeMarkup(curl(operation, baseUrl))}</code></pre></article>`,
  ].join("\n");
}

function parametersHtml({ parameters }: Listed): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    (parameter) =>
      `<tr><th scope="row"><code>${escapeMarkup(parameter.name)}</code>${parameter.required ? "" : ' <span class="soft">optional</span>'}</th><td>${parameter.in}</td><td>${typeHtml(parameter.schema)}</td><td>${words(parameter.description ?? "")}</td></tr>`,
  );
  return `<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function contentHtml(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      // The payload inside the envelope.
      const payload = schema.properties?.data ?? schema;
      const described = payload.format === "binary" ? "<p>Bytes.</p>" : schemaHtml(payload);
      const shown =
        example === undefined
          ? ""
          : `<pre tabindex="0"><code>${escapeMarkup(JSON.stringify(example, null, 2))}</code></pre>`;
      return `<p class="soft"><code>${type}</code>${schema.properties?.data === undefined ? "" : ", in <code>data</code>"}</p>${described}${shown}`;
    })
    .join("");
}

function curl({ method, path, parameters, requestBody, security }: Listed, baseUrl: string): string {
  const query = parameters.filter((one) => one.in === "query" && one.required).map((one) => `${one.name}=…`);
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${baseUrl}${path}${query.length === 0 ? "" : `?${query.join("&")}`}"`,
  ];
  if (security.length > 0) lines.push('-H "Authorization: Bearer $FULLCAST_KEY"');
  for (const one of parameters) if (one.in === "header" && one.required) lines.push(`-H "${one.name}: …"`);
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type !== undefined) {
    lines.push(`-H "Content-Type: ${type}"`);
    lines.push(type === "application/json" ? `-d '${JSON.stringify(body?.example ?? {})}'` : "--data-binary @file");
  }
  return lines.join(" \\\n  ");
}
