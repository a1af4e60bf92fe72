// The OpenAPI document in other programs: a linter, and generated clients.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { openApiDocument } from "@fullcast/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";

const source = JSON.stringify(openApiDocument("http://127.0.0.1:7411/v1"));
const document = JSON.parse(source);
const root = dirname(dirname(import.meta.dirname));

type Operation = {
  readonly operationId: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
};
const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object)) as Operation[];

test("the linter reports nothing, with all its recommended rules as errors", async () => {
  // As text: the compiler takes seconds to compare an object with the type of the linter's settings.
  const config = await createConfig(
    JSON.stringify({
      extends: ["recommended-strict"],
      rules: {
        "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: false },
        "operation-description": "error",
        "parameter-description": "error",
        "tag-description": "error",
      },
    }),
  );
  const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    [],
  );
});

test("every operation is described, has a tag, and every parameter says what it means", () => {
  assert.ok(operations.length > 40);
  const bare = operations.flatMap((operation) => [
    ...((operation.description ?? "") === "" || operation.tags.length !== 1 ? [operation.operationId] : []),
    ...operation.parameters
      .filter((parameter) => (parameter.description ?? "") === "")
      .map((parameter) => `${operation.operationId} ${parameter.name}`),
  ]);
  assert.deepEqual(bare, []);
});

test("a client generated with openapi-typescript compiles, and so does a program that uses it", () => {
  const folder = mkdtempSync(join(import.meta.dirname, "generated-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "openapi.json"), source);
  const node = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], { cwd: folder, stdio: "pipe", encoding: "utf8" });
  node(join(import.meta.dirname, "node_modules/openapi-typescript/bin/cli.js"), ...GENERATE);
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: "es2024",
        module: "nodenext",
        moduleResolution: "nodenext",
        lib: ["es2024", "dom", "dom.iterable"],
        types: [],
        skipLibCheck: false,
      },
      files: ["program.ts", "fullcast.d.ts"],
    }),
  );
  try {
    node(join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
  } catch (error) {
    assert.fail(String((error as { readonly stdout?: unknown }).stdout));
  }
});

/** What has a default may be left out of a request. */
const GENERATE = ["openapi.json", "-o", "fullcast.d.ts", "--default-non-nullable=false"];

const PROGRAM = `
import createClient from "openapi-fetch";
import type { components, paths } from "./fullcast.d.ts";

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:7411/v1", headers: { authorization: "Bearer fc_key" } });

export async function narrate(title: string, text: string): Promise<string> {
  const created = await client.POST("/studio/sections", {
    body: { schema_version: 1, actor_session_id: crypto.randomUUID(), client_mutation_id: crypto.randomUUID(), title, raw_text: text },
  });
  if (created.error !== undefined) throw new Error(created.error.error.code);
  const { project_id, section } = created.data.data;
  const started = await client.POST("/studio/projects/{projectId}/workflows", {
    params: { path: { projectId: project_id } },
    body: {
      schema_version: 2,
      workflow_kind: "create_audio",
      actor_session_id: crypto.randomUUID(),
      client_mutation_id: crypto.randomUUID(),
      section_ids: [section.id],
    },
  });
  const status: "queued" | "running" | "canceling" | "completed" | "partially_completed" | "failed" | "cancelled" | undefined =
    started.data?.data.run.status;
  const exported = await client.POST("/studio/exports", {
    params: { header: { "Idempotency-Key": "once" } },
    body: { schema_version: 1, section_id: section.id, document_version: 1, speaker_registry_version: 1, mastering_version: 1, format: "m4b" },
  });
  // @ts-expect-error there is no such format
  const format: "ogg" | undefined = exported.data?.data.format;
  return exported.data?.data.artifact?.download_url ?? String(status) + format;
}

export function onEvent(event: components["schemas"]["ProjectEvent"]): string {
  switch (event.event) {
    case "run":
      return event.data.workflow_run_id;
    case "block":
      return event.data.blocks.map((block) => block.state).join();
    case "export":
      return event.data.status;
    default:
      return event.id;
  }
}
`;
