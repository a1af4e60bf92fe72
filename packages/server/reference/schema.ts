// Schemas as tables of fields. A schema with a name is a link to its own section.

import { escapeMarkup } from "../http/http.ts";
import { markup, words } from "./markup.ts";
import type { Schema } from "./openapi-shape.ts";

const DEEPEST = 4;

/** A schema with all its fields. */
export function schemaHtml(schema: Schema, depth = 0): string {
  const described = schema.description === undefined ? "" : markup(schema.description);
  const alternatives: Schema[] | undefined = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    return `${described}<p>One of:</p><ul>${alternatives
      .map((one) => `<li>${typeHtml(one)}${depth < DEEPEST && hasFields(one) ? schemaHtml(one, depth + 1) : ""}</li>`)
      .join("")}</ul>`;
  }
  if (!hasFields(schema)) return `${described}<p>${typeHtml(schema)}</p>`;
  const required: readonly string[] = schema.required ?? [];
  const rows = Object.entries(schema.properties as { [name: string]: Schema }).map(([name, field]) => {
    const inner = innerOf(field);
    return [
      `<tr><th scope="row"><code>${escapeMarkup(name)}</code>${required.includes(name) ? "" : ' <span class="soft">optional</span>'}</th>`,
      `<td>${typeHtml(field)}</td><td>${field.description === undefined ? "" : words(field.description)}`,
      inner === null || depth >= DEEPEST ? "" : schemaHtml(inner, depth + 1),
      "</td></tr>",
    ].join("");
  });
  return `${described}<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

const hasFields = (schema: Schema) => schema.$ref === undefined && Object.keys(schema.properties ?? {}).length > 0;

/** The schema of a field that has fields and no name of its own. */
function innerOf(field: Schema): Schema | null {
  if (hasFields(field)) return field;
  if (field.items !== undefined && hasFields(field.items)) return field.items;
  const alternatives: Schema[] = (field.oneOf ?? field.anyOf ?? []).filter(hasFields);
  return alternatives.length === 1 ? alternatives[0] : null;
}

/** A type in a few words. */
export function typeHtml(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = String(schema.$ref).split("/").at(-1) ?? "";
    return `<a href="#schema-${name}">${escapeMarkup(name)}</a>`;
  }
  const alternatives: Schema[] | undefined = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) return alternatives.map(typeHtml).join(" or ");
  if (schema.const !== undefined) return `<code>${escapeMarkup(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined) {
    return schema.enum.map((value: unknown) => `<code>${escapeMarkup(String(value))}</code>`).join(" ");
  }
  if (schema.type === "array")
    return `array of ${typeHtml(schema.items ?? {})}${bounds(schema.minItems, schema.maxItems, "items")}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any JSON");
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  const fallback =
    schema.default === undefined ? "" : `, default <code>${escapeMarkup(JSON.stringify(schema.default))}</code>`;
  return `${escapeMarkup(type + format)}${bounds(schema.minLength, schema.maxLength, "units")}${bounds(schema.minimum, schema.maximum, "")}${fallback}`;
}

function bounds(least: number | undefined, most: number | undefined, what: string): string {
  if (least === undefined && most === undefined) return "";
  const range = [least, most].map((bound) => bound?.toLocaleString("en") ?? "").join(" – ");
  return `, ${least === undefined ? `at most ${most?.toLocaleString("en")}` : most === undefined ? `at least ${least.toLocaleString("en")}` : range}${what === "" ? "" : ` ${what}`}`;
}
