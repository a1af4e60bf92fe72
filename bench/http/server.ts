// The server side of the HTTP benchmark, forked: the real hall with handlers that cost nothing, so that only the hall
// is measured. Reports the base URL to its parent; ends with it.

import { randomUUID } from "node:crypto";
import { ApiError, type Caller, SCOPES } from "../../packages/contract/contract.ts";
import { AST_VERSION, type Block } from "../../packages/core/document/document.ts";
import { createHttp, type Handlers } from "../../packages/server/http/http.ts";

const BLOCKS = 100_000;
const ID = randomUUID();
const NOW = new Date().toISOString();

const caller: Caller = { accountId: ID, keyId: ID, scopes: new Set(SCOPES) };

const blocks: Block[] = Array.from({ length: BLOCKS }, (_, index) => ({
  id: randomUUID(),
  kind: "narration",
  block_version: 1,
  content: {
    type: "text",
    schema_version: AST_VERSION,
    text: `Nobody had lit the lamp for ${index} nights, and still the boats came home. `,
    annotations: [],
    points: [],
    delivery_control_sets: [],
  },
  generation_profile_override: null,
  placement: null,
  speaker_id: ID,
}));

const given: Partial<Handlers> = {
  readHealth: async () => ({ status: 200, data: { status: "ok", version: "1.0.0-beta" } }),
  readGenerationPreferences: async () => ({ status: 200, data: { allow_fallbacks: true, allow_paid_retries: false } }),
  readDocument: async () => ({
    status: 200,
    data: {
      actor_user_id: ID,
      project_id: ID,
      section_id: ID,
      document: { schema_version: AST_VERSION, document_version: 1, title: "The Lighthouse", blocks },
      speakers: [],
      speaker_registry_version: 1,
      sound_effects_enabled: true,
      source_text_length: 0,
      recovery_draft: null,
    },
  }),
  createStandaloneSection: async ({ body }) => ({
    status: 201,
    data: {
      project_id: ID,
      section: {
        id: ID,
        project_id: ID,
        title: body.title,
        document_version: 1,
        source_text_length: body.raw_text.length,
        activity_status: "needs_audio",
        created_at: NOW,
        updated_at: NOW,
      },
      document: { schema_version: AST_VERSION, document_version: 1, title: body.title, blocks: [] },
      section_order_version: 1,
      speaker_registry_version: 1,
      idempotent_replay: false,
    },
  }),
};

const notFound = async () => {
  throw new ApiError("NOT_FOUND");
};
const silent = () => {};
const app = createHttp({
  handlers: new Proxy(given, { get: (_, id) => given[id as keyof Handlers] ?? notFound }) as Handlers,
  authenticate: async (rawKey) => (rawKey === "fc_bench" ? caller : null),
  log: { debug: silent, info: silent, warn: silent, error: console.error },
  clock: () => new Date(),
  newId: randomUUID,
  limits: { perKey: { perSecond: 1e6, burst: 1e6 }, perAddress: { perSecond: 1e6, burst: 1e6 } },
});
process.on("disconnect", () => process.exit(0));
const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.(`${url}/v1`);
