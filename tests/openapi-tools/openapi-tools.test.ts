// The OpenAPI document in two large programs: the linter Spectral, and orval, which generates zod schemas. redocly and
// openapi-typescript run in tests/openapi, with `npm test`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openApiDocument } from "@fullcast/contract";

const folder = mkdtempSync(join(import.meta.dirname, "generated-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const document = openApiDocument("http://127.0.0.1:7411/v1");
writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));

const run = (program: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, "node_modules", program), ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });

const RULESET = {
  extends: ["spectral:oas"],
  rules: {
    // Wrong under OpenAPI 3.1, which lets every security scheme name roles, not only OAuth2 (section 4.8.30).
    "oas3-operation-security-defined": "off",
    // A self-hosted service has no contact that holds for every installation.
    "info-contact": "off",
  },
};

test("Spectral finds nothing to report", () => {
  writeFileSync(join(folder, "ruleset.json"), JSON.stringify(RULESET));
  // Severities do not decide: every result is a failure.
  const args = [
    "--ruleset",
    "ruleset.json",
    "--format",
    "json",
    "--output",
    "results.json",
    "--fail-severity",
    "error",
  ];
  try {
    run("@stoplight/spectral-cli/dist/index.js", "lint", "openapi.json", ...args);
  } catch (error) {
    // It ends with 1 when there are errors, which the results name, and with 2 when it could not run.
    if ((error as { readonly status?: number }).status !== 1) throw error;
  }
  const results = JSON.parse(readFileSync(join(folder, "results.json"), "utf8")) as readonly {
    readonly code: string;
    readonly path: readonly string[];
    readonly message: string;
  }[];
  assert.deepEqual(
    results.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`),
    [],
  );
});

interface Schema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
}
type Body = { readonly content?: { readonly [type: string]: { readonly example?: unknown } } };
interface Operation {
  readonly operationId: string;
  readonly requestBody?: Body;
  readonly responses: { readonly [status: string]: Body };
}

test("the zod schemas that orval generates accept every example of the document", async () => {
  writeFileSync(
    join(folder, "orval.config.mjs"),
    'export default { fullcast: { input: "./openapi.json", output: { client: "zod", target: "./zod.ts", mode: "single" } } };',
  );
  run("orval/dist/bin/orval.mjs", "--config", "orval.config.mjs");
  const schemas = (await import(pathToFileURL(join(folder, "zod.ts")).href)) as { readonly [name: string]: Schema };
  const faults: string[] = [];
  let accepted = 0;
  const check = (name: string, schema: Schema | undefined, body: Body | undefined) => {
    const example = body?.content?.["application/json"]?.example;
    if (example === undefined) return;
    const result = schema?.safeParse(example) ?? { success: false, error: { message: "no schema" } };
    if (result.success) accepted++;
    else faults.push(`${name}: ${result.error?.message}`);
  };
  const operations = Object.values(document.paths as object).flatMap((item) => Object.values(item)) as Operation[];
  for (const { operationId, requestBody, responses } of operations) {
    const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    check(`${name} body`, schemas[`${name}Body`], requestBody);
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 300)
        check(`${name} ${status}`, schemas[`${name}Response`] ?? schemas[`${name}${status}Response`], response);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(accepted > 100, `${accepted} examples`);
});
