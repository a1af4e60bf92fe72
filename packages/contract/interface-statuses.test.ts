// The statuses that the specification lists at its endpoints, taken from interface.md by hand. The OpenAPI document must
// name every one of them, and the successes must be answered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointRows, openApiDocument } from "./contract.ts";

/** Successes and refusals of each endpoint whose entry lists them. A missing list of refusals reads []. */
const LISTED: { readonly [endpoint: string]: readonly [successes: readonly number[], refusals: readonly number[]] } = {
  "GET /health": [[200], []],
  "GET /voices/preparation-status": [[200], [400, 401, 403, 500]],
  "GET /me": [[200], [401, 403, 500]],
  "GET /me/generation-preferences": [[200], [401, 403, 500]],
  "PATCH /me/generation-preferences": [[200], [400, 401, 403, 500]],
  "GET /me/balance": [[200], [401, 403, 500]],
  "GET /studio/account-capabilities": [[200], [401, 403, 500]],
  "GET /api-keys": [[200], [401, 403, 500]],
  "POST /api-keys": [[201], [400, 401, 403, 409, 500]],
  "DELETE /api-keys/{apiKeyId}": [[200], [400, 401, 403, 404, 500]],
  "GET /studio/projects": [[200], [401, 500]],
  "PATCH /studio/projects/{projectId}": [[200], [400, 401, 404, 409, 500]],
  "GET /studio/projects/{projectId}/deletion-info": [[200], [401, 404, 500]],
  "DELETE /studio/projects/{projectId}": [[200], [400, 401, 404, 409, 500]],
  "POST /studio/sections": [
    [200, 201],
    [400, 401, 409, 500],
  ],
  "GET /studio/projects/{projectId}/sections": [[200], [400, 401, 403, 500]],
  "POST /studio/projects/{projectId}/sections": [
    [200, 201],
    [400, 401, 403, 409, 500],
  ],
  "PATCH /studio/projects/{projectId}/sections/{sectionId}": [[200], [400, 401, 403, 404, 409, 500]],
  "GET /studio/projects/{projectId}/sections/{sectionId}/deletion-info": [[200], [400, 401, 403, 404, 500]],
  "DELETE /studio/projects/{projectId}/sections/{sectionId}": [[200], [400, 401, 403, 404, 409, 500]],
  "POST /studio/projects/{projectId}/workflows": [[202], [400, 401, 403, 404, 409, 500, 503]],
  "GET /studio/projects/{projectId}/workflows": [[200], [400, 401, 403, 500, 503]],
  "GET /studio/workflows/{workflowRunId}": [[200], []],
  "GET /studio/sections/{sectionId}/media": [[200], [400, 401, 403, 404, 500, 503]],
  "GET /studio/sections/{sectionId}/generation-availability": [[200], [400, 401, 403, 404, 500]],
  "GET /studio/sections/{sectionId}/playback-manifest": [[200], [400, 409]],
  "GET /studio/projects/{projectId}/mastering-profile": [[200], [400, 401, 403, 404, 409, 500]],
  "POST /studio/exports": [
    [200, 202],
    [400, 401, 403, 404, 409, 500, 502, 503],
  ],
  "GET /studio/exports": [[200], [400, 401, 403, 404, 409, 500, 503]],
  "GET /studio/exports/{exportId}": [[200], [400, 401, 403, 404, 409, 500, 503]],
  "POST /studio/exports/{exportId}/cancel": [[200], [400, 401, 403, 404, 409, 500]],
  "POST /studio/projects/{projectId}/exports": [
    [200, 202],
    [400, 401, 403, 404, 409, 500, 503],
  ],
  "GET /studio/projects/{projectId}/exports": [[200], [400, 401, 403, 404, 500]],
  "GET /studio/projects/{projectId}/exports/{exportId}": [[200], []],
  "GET /studio/sounds": [[200], []],
  "POST /studio/sounds": [[201], [409]],
  "POST /studio/sounds/{soundId}/uploads/{uploadId}/complete": [[200, 202], []],
  "GET /studio/sounds/{soundId}/uploads/latest": [[200], []],
  "GET /studio/sounds/{soundId}": [[200], []],
  "PATCH /studio/sounds/{soundId}": [[200], [409]],
  "DELETE /studio/sounds/{soundId}": [[200], [409]],
  "POST /studio/sounds/{soundId}/preview-url": [[200], []],
  "GET /studio/projects/{projectId}/sounds": [[200], []],
  "POST /studio/projects/{projectId}/sounds": [[201], [409]],
  "DELETE /studio/projects/{projectId}/sounds/{soundId}": [[200], [409]],
};

interface Operation {
  readonly responses: { readonly [status: string]: { readonly description: string } };
}

const { paths } = openApiDocument("http://127.0.0.1:7411/v1") as unknown as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
};

test("every status that the interface lists at an endpoint is named there", () => {
  const missing = Object.entries(LISTED).flatMap(([endpoint, [successes, refusals]]) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const { responses } = paths[path]?.[method.toLowerCase()] ?? assert.fail(`no operation ${endpoint}`);
    return [...successes, ...refusals].filter((status) => !responses[status]).map((status) => `${endpoint} ${status}`);
  });
  assert.deepEqual(missing, []);
});

test("a status is reserved only where the interface lists it and no code of the row has it", () => {
  for (const [id, row] of Object.entries(endpointRows)) {
    const listed = LISTED[`${row.method} ${row.path}`]?.[1] ?? [];
    for (const status of row.reservedStatuses ?? []) {
      assert.ok(listed.includes(status), `${id}: interface.md does not list ${status}`);
      const { description } = paths[row.path]?.[row.method.toLowerCase()]?.responses[status] ?? assert.fail(id);
      assert.match(description, /^Reserved\b/, `${id}: ${status} has codes and needs no reservation`);
    }
  }
});
