// Tests every field of every body and query in the OpenAPI document: unknown keys, null characters and malformed Unicode are
// refused, and every limit is tested at the limit and one beyond, with lengths in UTF-16 units. New rows of the endpoint
// table are tested without changes here.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Issue } from "@fullcast/contract";
import {
  bodyOf,
  type Described,
  described,
  headersOf,
  nowhere,
  type Path,
  type Place,
  queryOf,
  resolved,
  type Schema,
  sampleOf,
  speaksOf,
  variantsOf,
  withValueAt,
} from "./requests.ts";
import { sharedServer } from "./server.ts";

const server = await sharedServer();

/** interface.md: "the body schema is open"; other keys are ignored. */
const OPEN_BODIES: ReadonlySet<string> = new Set(["changeSound"]);
/** Longer texts are tested elsewhere (sections.test.ts, documents.test.ts). */
const LONGEST_TRIED = 70_000;
/** Lists whose limit depends on other fields, tested elsewhere: the sections of Create Audio depend on its sound lanes. */
const LISTS_TRIED_ELSEWHERE: ReadonlySet<string> = new Set(["startWorkflow section_ids", "quoteWorkflow section_ids"]);

/** Texts that are refused for their content, such as names that must exist, texts without words, and addresses. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  "createSpeech model",
  "createSpeech voice",
  "createSpeech input",
  "createWebhook url",
  // Symbols of the alphabet that the pronunciation states.
  "previewVoice pronunciations.0.value",
  "changeLexicon upsert.0.value",
  "previewLexicon upsert.0.value",
]);

let sent = 0;
after(() => assert.ok(sent > 1_500, `only ${sent} requests were tried`));

async function send(one: Described, body: unknown): Promise<{ status: number; issues: readonly Issue[] }> {
  sent++;
  const { row } = one;
  const { status, body: answer } = await server.request(nowhere(row) + queryOf(one), {
    method: row.method,
    headers: headersOf(),
    body: JSON.stringify(body),
  });
  return { status, issues: answer.error?.code === "INVALID_REQUEST" ? answer.error.details.issues : [] };
}

/** Asserts that the body is refused because of this place. */
async function refused(one: Described, path: Path, value: unknown, what: string): Promise<void> {
  const { status, issues } = await send(one, withValueAt(one.body, bodyOf(one), path, value));
  const where = `${one.id} ${path.join(".")}: ${what}`;
  assert.equal(status, 400, where);
  assert.ok(
    issues.some((issue) => speaksOf(issue, path)),
    `${where} ${JSON.stringify(issues)}`,
  );
}

/** Asserts that no issue names this place. */
async function accepted(one: Described, path: Path, value: unknown, what: string): Promise<void> {
  const { status, issues } = await send(one, withValueAt(one.body, bodyOf(one), path, value));
  const place = path.join(".");
  if (KNOWN_NAMES.has(`${one.id} ${place}`)) return;
  const wrong = issues.filter((issue) => issue.path === place);
  assert.ok(status < 500 && wrong.length === 0, `${one.id} ${place}: ${what} ${status} ${JSON.stringify(wrong)}`);
}

const withBody = described.filter((one) => one.body !== null);
const texts = (places: readonly Place[]) => places.filter(({ schema }) => schema.type === "string");
const inEvery = async (check: (one: Described, places: readonly Place[]) => Promise<void>) => {
  for (const { one, places } of withBody.flatMap(variantsOf)) await check(one, places);
};

describe("every body", () => {
  test("of its own example, or made from its description, has the right shape", async () => {
    for (const one of withBody) {
      const { row } = one;
      const parsed = row.body?.safeParse(bodyOf(one));
      assert.ok(parsed?.success, `${one.id}: ${parsed?.error?.message}`);
    }
  });
  test("with an unknown key, wherever it stands, is 400 and the key is named", async () => {
    await inEvery(async (one, places) => {
      for (const { path, schema } of places) {
        if (schema.type !== "object" || schema.additionalProperties !== false) continue;
        await refused(one, [...path, "zz-unknown"], 1, "an unknown key");
      }
      const closed = resolved(one.body).additionalProperties === false;
      assert.equal(closed, !OPEN_BODIES.has(one.id), `${one.id} is ${closed ? "closed" : "open"}`);
    });
  });
  test("with a null character or malformed Unicode in any text is 400", async () => {
    await inEvery(async (one, places) => {
      for (const { path } of texts(places)) {
        await refused(one, path, "a\u0000b", "a null character");
        await refused(one, path, "a\ud800b", "a lone surrogate");
        await refused(one, path, "\udc00", "a lone surrogate");
      }
    });
  });
  test("takes text up to its limit in UTF-16 units, and not one beyond", async () => {
    await inEvery(async (one, places) => {
      for (const { path, schema } of texts(places)) {
        const { maxLength, pattern, format } = schema;
        if (maxLength === undefined || maxLength > LONGEST_TRIED || format !== undefined) continue;
        // A surrogate pair is one code point and two units, so a check that counts code points accepts twice the limit.
        const full =
          pattern === undefined ? "\u{1f409}".repeat(maxLength / 2) + "a".repeat(maxLength % 2) : "a".repeat(maxLength);
        // With a pattern, only texts that are too long are known to be invalid.
        const isWell = pattern === undefined || new RegExp(pattern, "u").test(full);
        if (isWell) await accepted(one, path, full, `${maxLength} units`);
        await refused(one, path, `${full}a`, `${maxLength + 1} units`);
      }
    });
  });
  test("takes numbers and lists up to their limits, and not one beyond", async () => {
    await inEvery(async (one, places) => {
      for (const { path, schema } of places) await tryRanges(one, path, schema);
    });
  });
  test("with a value of another type in any place is 400", async () => {
    await inEvery(async (one, places) => {
      for (const { path, schema } of places) {
        if (schema.type === undefined || path.length === 0) continue;
        await refused(one, path, schema.type === "string" ? 5 : "another type", "another type");
      }
    });
  });
});

async function tryRanges(one: Described, path: Path, schema: Schema): Promise<void> {
  if (schema.type === "integer" || schema.type === "number") {
    const step = schema.type === "integer" ? 1 : 0.001;
    for (const [limit, beyond] of [
      [schema.minimum, -step],
      [schema.maximum, step],
    ]) {
      if (limit === undefined) continue;
      await accepted(one, path, limit, `${limit}`);
      await refused(one, path, limit + beyond, `${limit + beyond}`);
    }
    if (schema.type === "integer" && schema.const === undefined)
      await refused(one, path, (schema.minimum ?? 1) + 0.5, "a half");
  }
  if (schema.type === "array") {
    const item = resolved(schema.items);
    const isWord = item.type === "string" && item.format === undefined && item.pattern === undefined && !item.enum;
    const items = (length: number) => Array.from({ length }, (_, n) => (isWord ? `a${n}` : sampleOf(schema.items)));
    if (schema.minItems > 0) await refused(one, path, items(schema.minItems - 1), "too few");
    const isAlone = !LISTS_TRIED_ELSEWHERE.has(`${one.id} ${path.join(".")}`);
    if (schema.maxItems <= 1_000 && isAlone)
      await accepted(one, path, items(schema.maxItems), `${schema.maxItems} items`);
    if (schema.maxItems !== undefined) await refused(one, path, items(schema.maxItems + 1), "too many");
  }
}

describe("every query", () => {
  const withQuery = described.filter((one) => one.query.length > 0);
  const ask = (one: Described, given: { readonly [name: string]: string }) => {
    const required = one.query.filter((parameter) => parameter.required);
    const values = {
      ...Object.fromEntries(required.map(({ name, schema }) => [name, String(sampleOf(schema))])),
      ...given,
    };
    return server.request(`${nowhere(one.row)}?${new URLSearchParams(values)}`, { method: one.row.method });
  };
  const issuesOf = async (one: Described, given: { readonly [name: string]: string }) => {
    const { status, body } = await ask(one, given);
    return { status, issues: (body.error?.code === "INVALID_REQUEST" ? body.error.details.issues : []) as Issue[] };
  };
  test("with a null character in any text, or more units than its limit, is 400", async () => {
    for (const one of withQuery) {
      for (const { name, schema } of one.query) {
        const { type, maxLength, pattern, format } = resolved(schema);
        if (type !== "string") continue;
        const tried = ["a\u0000b", ...(maxLength === undefined ? [] : ["a".repeat(maxLength + 1)])];
        for (const value of tried) {
          const { status, issues } = await issuesOf(one, { [name]: value });
          assert.ok(status === 400 && issues.some((issue) => issue.path === name), `${one.id} ${name} ${status}`);
        }
        if (maxLength === undefined || pattern !== undefined || format !== undefined) continue;
        const { status } = await issuesOf(one, { [name]: "a".repeat(maxLength) });
        assert.ok(status < 500, `${one.id} ${name}: ${status}`);
      }
    }
  });
  test("takes numbers up to their limits, and not one beyond", async () => {
    for (const one of withQuery) {
      for (const { name, schema } of one.query) {
        const { type, minimum, maximum } = resolved(schema);
        if (type !== "integer") continue;
        for (const [limit, beyond] of [
          [minimum, minimum - 1],
          [maximum, maximum + 1],
        ]) {
          if (limit === undefined) continue;
          const fits = await issuesOf(one, { [name]: String(limit) });
          assert.ok(
            fits.issues.every((issue) => issue.path !== name),
            `${one.id} ${name}=${limit}`,
          );
          const { issues } = await issuesOf(one, { [name]: String(beyond) });
          assert.ok(
            issues.some((issue) => issue.path === name),
            `${one.id} ${name}=${beyond}`,
          );
        }
      }
    }
  });
});
