// The specification as tables: for each endpoint the statuses, codes, limits and fields that interface.md and decisions.md
// state, written here by hand and not taken from the contract. A row is one request to a real server.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { SCOPES } from "@fullcast/contract";
import { poll, type RawAnswer, sharedServer } from "./server.ts";

type Json = { readonly [name: string]: unknown };
/** Method and path, the body (null: none), the status, the error code or null, further headers. */
type Row = readonly [request: string, body: Json | null, status: number, code?: string | undefined, headers?: Json];

const server = await sharedServer();
/** Values that stand in paths and bodies as {name}. {new} is another UUID each time. */
const known: Record<string, string> = { nowhere: randomUUID(), session: randomUUID() };

const filled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "new" ? randomUUID() : (known[name] ?? `{${name}}`)));

async function ask(request: string, body: Json | null, headers: Json = {}, key?: string | null): Promise<RawAnswer> {
  const [method = "GET", path = ""] = request.split(" ");
  return server.request(filled(path), {
    method,
    headers: headers as Record<string, string>,
    ...(body === null ? {} : { body: filled(JSON.stringify(body)) }),
    ...(key === undefined ? {} : { key }),
  });
}

function rows(title: string, table: () => readonly Row[]): void {
  test(title, async () => {
    const wrong: string[] = [];
    for (const [request, body, status, code, headers] of table()) {
      const answer = await ask(request, body, headers);
      const got = `${answer.status} ${answer.body.error?.code ?? ""}`.trim();
      const wanted = `${status} ${code ?? ""}`.trim();
      if (code === undefined ? answer.status !== status : got !== wanted)
        wrong.push(`${request} ${JSON.stringify(body)?.slice(0, 200)}: ${got}, not ${wanted}`);
    }
    assert.deepEqual(wrong, []);
  });
}

const BAD = "INVALID_REQUEST";
const STALE = "VERSION_CONFLICT";
const mutation = { schema_version: 1, actor_session_id: "{session}", client_mutation_id: "{new}" };
const story = (title: string, raw_text = "A word.") => ({ ...mutation, title, raw_text });
const KEY = { "idempotency-key": "conformance-key" };

before(async () => {
  const made = await ask("POST /studio/sections", story("A story", "“Is it far?” asked Mara. The rain fell."));
  assert.equal(made.status, 201);
  known.project = made.body.data.project_id;
  known.section = made.body.data.section.id;
  known.block = made.body.data.document.blocks[0].id;
  const named = await ask("POST /projects", { schema_version: 1, client_mutation_id: "{new}", name: "A book" });
  known.book = named.body.data.project.id;
  for (const [at, name] of ["first", "second"].entries()) {
    const body = { ...story(name), base_section_order_version: at + 1 };
    known[name] = (await ask("POST /studio/projects/{book}/sections", body)).body.data.section.id;
  }
  const sound = await ask("POST /studio/sounds", newSound({}));
  assert.equal(sound.status, 201, JSON.stringify(sound.body));
  known.sound = sound.body.data.sound.id;
});

function newSound(change: Json, file: Json = {}): Json {
  return {
    schema_version: "studio-sound-upload-1",
    client_mutation_id: "{new}",
    name: "Bell",
    description: "A bell.",
    tags: ["bell"],
    is_public: false,
    rights_acknowledgment_version: "studio-sound-rights-1",
    file: { filename: "bell.wav", content_type: "audio/wav", size_bytes: 1000, ...file },
    ...change,
  };
}

/** interface.md, "Endpoints": the scope of each. */
const SCOPE_OF: readonly (readonly [scope: (typeof SCOPES)[number], requests: readonly string[]])[] = [
  ["voices:read", ["GET /voices/preparation-status", "GET /voices"]],
  ["account:read", ["GET /me", "GET /me/generation-preferences", "GET /me/balance"]],
  ["account:write", ["PATCH /me/generation-preferences"]],
  ["api_keys:read", ["GET /api-keys"]],
  ["api_keys:write", ["POST /api-keys", "DELETE /api-keys/{nowhere}"]],
  [
    "studio:read",
    [
      "GET /studio/account-capabilities",
      "GET /studio/projects",
      "GET /studio/projects/{project}/deletion-info",
      "GET /studio/projects/{project}/sections",
      "GET /studio/projects/{project}/sections/{section}/deletion-info",
      "GET /studio/sections/{section}/document",
      "GET /studio/projects/{project}/workflows",
      "GET /studio/workflows/{nowhere}",
      "GET /studio/sections/{section}/media",
      "GET /studio/sections/{section}/generation-availability",
      "GET /studio/sections/{section}/playback-manifest",
      "GET /studio/projects/{project}/mastering-profile",
      "GET /studio/exports",
      "GET /studio/exports/{nowhere}",
      "GET /studio/projects/{project}/exports",
      "GET /studio/projects/{project}/exports/{nowhere}",
      "GET /studio/sounds",
      "GET /studio/sounds/{nowhere}",
      "GET /studio/sounds/{nowhere}/uploads/latest",
      "POST /studio/sounds/{nowhere}/preview-url",
      "GET /studio/projects/{project}/sounds",
    ],
  ],
  [
    "studio:write",
    [
      "PATCH /studio/projects/{project}",
      "DELETE /studio/projects/{project}",
      "POST /studio/sections",
      "POST /studio/projects/{project}/sections",
      "PATCH /studio/projects/{project}/sections/{section}",
      "DELETE /studio/projects/{project}/sections/{section}",
      "PATCH /studio/sections/{section}/document",
      "POST /studio/projects/{project}/workflows",
      "POST /studio/exports",
      "POST /studio/exports/{nowhere}/cancel",
      "POST /studio/projects/{project}/exports",
      "POST /studio/sounds",
      "POST /studio/sounds/{nowhere}/uploads/{nowhere}/complete",
      "PATCH /studio/sounds/{nowhere}",
      "DELETE /studio/sounds/{nowhere}",
      "POST /studio/projects/{project}/sounds",
      "DELETE /studio/projects/{project}/sounds/{nowhere}",
    ],
  ],
];

describe("keys and scopes", () => {
  test("every endpoint refuses a missing key and a bad key, and names the scope that a key lacks", async () => {
    const wrong: string[] = [];
    for (const [scope, requests] of SCOPE_OF) {
      const { raw_key } = await server.client.call("createApiKey", {
        body: { name: `without ${scope}`, scopes: SCOPES.filter((one) => one !== scope), expires_in_days: null },
      });
      for (const request of requests) {
        const body = request.startsWith("GET") || request.includes("preview-url") ? null : {};
        const answers = [
          ...[await ask(request, body, {}, null), await ask(request, body, {}, "fc_bad")].map(
            ({ status, body: { error } }) => `${status} ${error?.code}`,
          ),
          await ask(request, body, {}, raw_key).then(
            ({ status, body: { error } }) => `${status} ${error?.code} ${error?.details?.required_scope}`,
          ),
        ];
        const wanted = ["401 UNAUTHENTICATED", "401 UNAUTHENTICATED", `403 INSUFFICIENT_SCOPE ${scope}`];
        if (answers.join() !== wanted.join()) wrong.push(`${request}: ${answers}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
});

describe("account and keys", () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID()).join();
  const key = (change: Json) => ({ name: randomUUID(), scopes: ["studio:read"], expires_in_days: null, ...change });
  rows("statuses and limits", () => [
    ["GET /health", null, 200],
    ["GET /nothing-here", null, 404, "NOT_FOUND"],
    ["GET /voices/preparation-status", null, 200],
    [`GET /voices/preparation-status?voice_ids=${ids(50)}`, null, 200],
    [`GET /voices/preparation-status?voice_ids=${ids(51)}`, null, 400, BAD],
    ["GET /voices/preparation-status?voice_ids=x", null, 400, BAD],
    ["PATCH /me/generation-preferences", { allow_fallbacks: true }, 200],
    ["PATCH /me/generation-preferences", { allow_fallbacks: "yes" }, 400, BAD],
    ["PATCH /me/generation-preferences", { allow_fallbacks: true, other: 1 }, 400, BAD],
    ["POST /api-keys", key({ expires_in_days: 3650 }), 201],
    ["POST /api-keys", key({ expires_in_days: 3651 }), 400, BAD],
    ["POST /api-keys", key({ expires_in_days: 0 }), 400, BAD],
    ["POST /api-keys", key({ name: "n".repeat(80) }), 201],
    ["POST /api-keys", key({ name: "n".repeat(81) }), 400, BAD],
    ["POST /api-keys", key({ name: "" }), 400, BAD],
    ["POST /api-keys", key({ scopes: [] }), 400, BAD],
    ["POST /api-keys", key({ scopes: ["studio:read", "studio:read"] }), 400, BAD],
    ["POST /api-keys", key({ scopes: ["studio:everything"] }), 400, BAD],
    ["POST /api-keys", key({ name: "twice" }), 201],
    ["POST /api-keys", key({ name: "twice" }), 409],
    ["DELETE /api-keys/{nowhere}", null, 404],
    ["DELETE /api-keys/not-a-uuid", null, 400, BAD],
  ]);
});

describe("projects and sections", () => {
  const name = (value: string) => ({ schema_version: 1, name: value });
  const kind = (expected_project_kind: string) => ({
    schema_version: 1,
    expected_project_kind,
    delete_ai_designed_voices: false,
  });
  const move = (to_index: number, version = 3) => ({ ...mutation, base_section_order_version: version, to_index });
  const remove = (order: number, document: number) => ({
    ...mutation,
    base_section_order_version: order,
    base_document_version: document,
  });
  const added = (version: number | null) => ({ ...story("more"), base_section_order_version: version });
  rows("statuses and limits", () => [
    ["PATCH /studio/projects/{book}", name("  A book  "), 200],
    ["PATCH /studio/projects/{book}", name("   "), 400, BAD],
    ["PATCH /studio/projects/{book}", name("n".repeat(121)), 400, BAD],
    ["PATCH /studio/projects/{book}", name("nul\0"), 400, BAD],
    ["PATCH /studio/projects/{book}", name("half \ud800"), 400, BAD],
    ["PATCH /studio/projects/{book}", { name: "A book" }, 400, BAD],
    ["PATCH /studio/projects/{nowhere}", name("A book"), 404],
    ["GET /studio/projects/{nowhere}/deletion-info", null, 404],
    ["DELETE /studio/projects/{book}", kind("standalone"), 409],
    ["DELETE /studio/projects/{book}", kind("other"), 400, BAD],
    ["DELETE /studio/projects/{nowhere}", kind("named"), 404],
    ["POST /studio/sections", story("💡".repeat(250)), 201],
    ["POST /studio/sections", story(`${"💡".repeat(250)}.`), 400, BAD],
    ["POST /studio/sections", story("a", "nul\0"), 400, BAD],
    ["POST /studio/sections", story("a", "half \udc00"), 400, BAD],
    ["POST /studio/sections", { ...story("a"), schema_version: 2 }, 400, BAD],
    ["POST /studio/sections", { ...story("a"), actor_session_id: "x" }, 400, BAD],
    ["POST /studio/sections", { ...story("a"), client_mutation_id: "{session}" }, 201],
    ["POST /studio/sections", { ...story("a"), client_mutation_id: "{session}" }, 200],
    ["POST /studio/sections", { ...story("b"), client_mutation_id: "{session}" }, 409, "IDEMPOTENCY_CONFLICT"],
    ["POST /studio/sections", story("a", "a".repeat(8 * 1024 * 1024)), 400, "REQUEST_TOO_LARGE"],
    ["POST /studio/projects/{project}/sections", added(1), 400, "STUDIO_COMMAND_REJECTED"],
    ["POST /studio/projects/{book}/sections", added(1), 409, STALE],
    ["POST /studio/projects/{book}/sections", added(0), 400, BAD],
    ["POST /studio/projects/{nowhere}/sections", added(1), 403],
    ["GET /studio/projects/{nowhere}/sections", null, 403],
    ["PATCH /studio/projects/{book}/sections/{first}", move(5000), 400, BAD],
    ["PATCH /studio/projects/{book}/sections/{first}", move(-1), 400, BAD],
    ["PATCH /studio/projects/{book}/sections/{first}", move(0, 1), 409, STALE],
    ["PATCH /studio/projects/{book}/sections/{nowhere}", move(0), 404],
    ["GET /studio/projects/{book}/sections/{nowhere}/deletion-info", null, 404],
    ["DELETE /studio/projects/{book}/sections/{first}", remove(1, 1), 409, STALE],
    ["DELETE /studio/projects/{book}/sections/{first}", remove(3, 2), 409, STALE],
    ["DELETE /studio/projects/{book}/sections/{nowhere}", remove(3, 1), 404],
  ]);
});

describe("documents", () => {
  const insert = (block: Json) => ({
    ...mutation,
    base_document_version: 1,
    operations: [{ op: "insert_block", after_block_id: null, block }],
  });
  const text = (value: string, more: Json = {}) =>
    insert({
      kind: "narration",
      content: {
        type: "text",
        schema_version: "studio-ast-2",
        text: value,
        annotations: [],
        points: [],
        delivery_control_sets: [],
        ...more,
      },
    });
  const pause = (duration_ms: number, offset_utf16 = 0) =>
    text("word", { points: [{ kind: "timed_silence", id: "{new}", offset_utf16, duration_ms }] });
  const said = (value: string, alphabet = "alias") =>
    text("word", {
      annotations: [{ kind: "pronunciation", id: "{new}", start_utf16: 0, end_utf16: 4, alphabet, value }],
    });
  const note = (value: string) =>
    insert({ kind: "note", content: { type: "note", schema_version: "studio-ast-2", text: value } });
  const sfx = (prompt: string, duration_ms: number) =>
    insert({ kind: "sfx", content: { type: "sfx", schema_version: "studio-ast-2", prompt, duration_ms, seed: null } });
  const EDIT = "PATCH /studio/sections/{first}/document";
  rows("limits of blocks", () => [
    [EDIT, text("a".repeat(65_537)), 400],
    [EDIT, note("a".repeat(20_001)), 400],
    [EDIT, pause(0), 400],
    [EDIT, pause(300_001), 400],
    [EDIT, pause(1, 5), 400],
    [EDIT, said(""), 400],
    [EDIT, said("a".repeat(501)), 400],
    [EDIT, said("a", "braille"), 400],
    [EDIT, sfx("", 1000), 400],
    [EDIT, sfx("a".repeat(4001), 1000), 400],
    [EDIT, sfx("bell", 99), 400],
    [EDIT, sfx("bell", 300_001), 400],
    [EDIT, { ...text("a"), operations: [] }, 400, BAD],
    [EDIT, { ...text("a"), base_document_version: 2 }, 409, STALE],
    [EDIT, text("a".repeat(65_536)), 200],
    [EDIT, { ...note("a".repeat(20_000)), base_document_version: 2 }, 200],
    [EDIT, { ...pause(300_000), base_document_version: 3 }, 200],
    [EDIT, { ...said("a".repeat(500)), base_document_version: 4 }, 200],
    [EDIT, { ...sfx("b".repeat(4000), 300_000), base_document_version: 5 }, 200],
    [EDIT, { ...sfx("bell", 100), base_document_version: 6 }, 200],
  ]);
});

describe("workflows", () => {
  const several = (count: number) => Array.from({ length: count }, () => randomUUID());
  const prepare = (section_ids: readonly string[]) => ({ ...mutation, workflow_kind: "prepare_sections", section_ids });
  const create = (section_ids: readonly string[], more: Json = {}) => ({
    ...mutation,
    schema_version: 2,
    workflow_kind: "create_audio",
    section_ids,
    ...more,
  });
  const target = (change: Json = {}, more: Json = {}) =>
    create(["{section}"], {
      include_generated_sfx: false,
      place_project_sounds: false,
      target_scope: {
        kind: "source_blocks",
        blocks: [
          { block_id: "{block}", base_block_version: 1, text_length_utf16: 1, text_hash: "0".repeat(64), ...change },
        ],
      },
      ...more,
    });
  const START = "POST /studio/projects/{project}/workflows";
  const silent = { include_generated_sfx: false, place_project_sounds: false };
  rows("statuses and limits", () => [
    [START, prepare([]), 400, BAD],
    [START, prepare(several(101)), 400, BAD],
    [START, prepare(["{section}", "{section}"]), 400, BAD],
    [START, { ...prepare(["{section}"]), schema_version: 2 }, 400, BAD],
    [START, { ...create(["{section}"]), schema_version: 1 }, 400, BAD],
    [START, create(several(17), silent), 400, BAD],
    [START, create(several(13)), 400],
    [START, create(several(15), { include_generated_sfx: false }), 400],
    [START, create(["{section}"], { direct_emotion: "yes" }), 400, BAD],
    [START, target({ text_length_utf16: 1_000_001 }), 400, BAD],
    [START, target({ text_length_utf16: 0 }), 400, BAD],
    [START, target({ text_hash: "A".repeat(64) }), 400, BAD],
    [START, target({ base_block_version: 0 }), 400, BAD],
    [START, target({}, { include_generated_sfx: true }), 400],
    [START, target({}, { section_ids: ["{section}", "{nowhere}"] }), 400],
    ["POST /studio/projects/{nowhere}/workflows", prepare(["{section}"]), 404],
    ["GET /studio/projects/{nowhere}/workflows", null, 403],
    ["GET /studio/projects/{project}/workflows?section_id=x", null, 400, BAD],
    ["GET /studio/projects/{project}/workflows", null, 200],
  ]);
  test("the latest workflow is null when none has run", async () => {
    assert.equal((await ask("GET /studio/projects/{book}/workflows", null)).body.data, null);
  });
});

describe("media and exports", () => {
  const one = (change: Json = {}) => ({
    schema_version: 1,
    section_id: "{section}",
    document_version: 1,
    speaker_registry_version: 1,
    mastering_version: 1,
    format: "srt",
    ...change,
  });
  const all = (change: Json = {}) => ({ schema_version: 1, format: "srt", pin: "current", ...change });
  const withKey = (value: string) => ({ "idempotency-key": value });
  const EXPORT = "POST /studio/exports";
  const BOOK = "POST /studio/projects/{book}/exports";
  rows("statuses and limits", () => [
    ["GET /studio/sections/{section}/media?schema_version=2", null, 200],
    ["GET /studio/sections/{section}/media?schema_version=3", null, 400, BAD],
    ["GET /studio/sections/{nowhere}/media", null, 404],
    ["GET /studio/sections/{nowhere}/generation-availability", null, 404],
    ["GET /studio/sections/{section}/playback-manifest", null, 400, BAD],
    ["GET /studio/sections/{section}/playback-manifest?document_version=0&speaker_registry_version=1", null, 400, BAD],
    ["GET /studio/sections/{section}/playback-manifest?document_version=1&speaker_registry_version=1&x=1", null, 400],
    [
      "GET /studio/sections/{section}/playback-manifest?document_version=9&speaker_registry_version=1",
      null,
      409,
      "STUDIO_PLAYBACK_STALE",
    ],
    ["GET /studio/projects/{nowhere}/mastering-profile", null, 404],
    [EXPORT, one(), 400, BAD],
    [EXPORT, one(), 400, BAD, withKey("k".repeat(256))],
    [EXPORT, one({ format: "zip" }), 400, BAD, KEY],
    [EXPORT, one({ document_version: 0 }), 400, BAD, KEY],
    [EXPORT, one({ document_version: 9 }), 409, STALE, KEY],
    [EXPORT, one({ section_id: "{nowhere}" }), 404, undefined, KEY],
    ["GET /studio/exports?limit=0", null, 400, BAD],
    ["GET /studio/exports?limit=101", null, 400, BAD],
    ["GET /studio/exports?limit=100&format=mp3&status=superseded", null, 200],
    ["GET /studio/exports?cursor=-1", null, 400, BAD],
    ["GET /studio/exports?format=zip", null, 400, BAD],
    ["GET /studio/exports?status=lost", null, 400, BAD],
    ["GET /studio/exports/{nowhere}", null, 404],
    ["POST /studio/exports/{nowhere}/cancel", null, 404],
    [BOOK, all(), 400, BAD],
    [BOOK, all(), 400, BAD, withKey("seven77")],
    [BOOK, all(), 400, BAD, withKey("k".repeat(129))],
    [BOOK, all(), 400, BAD, withKey("with a space")],
    [BOOK, all({ pin: "latest" }), 400, BAD, KEY],
    [BOOK, all({ sections: [] }), 400, BAD, KEY],
    [BOOK, all({ sections: ["{first}", "{first}"] }), 400, BAD, KEY],
    ["POST /studio/projects/{nowhere}/exports", all(), 404, undefined, KEY],
    ["GET /studio/projects/{book}/exports?limit=10", null, 200],
    ["GET /studio/projects/{book}/exports?limit=11", null, 400, BAD],
    ["GET /studio/projects/{nowhere}/exports", null, 404],
  ]);
});

describe("sounds", () => {
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
  const UPLOAD = "POST /studio/sounds";
  const remove = (version: number) => ({
    schema_version: "studio-sound-mutation-1",
    client_mutation_id: "{new}",
    expected_metadata_version: version,
  });
  const link = (expected_registry_version: number) => ({
    schema_version: "studio-project-sound-source-1",
    client_mutation_id: "{new}",
    sound_effect_id: "{sound}",
    expected_registry_version,
  });
  rows("statuses and limits", () => [
    ["GET /studio/sounds?scope=theirs", null, 400, BAD],
    [`GET /studio/sounds?q=${"q".repeat(201)}`, null, 400, BAD],
    [`GET /studio/sounds?q=${"q".repeat(200)}&limit=100&in_project=true&project_id={project}`, null, 200],
    ["GET /studio/sounds?limit=101", null, 400, BAD],
    [`GET /studio/sounds?cursor=${"c".repeat(501)}`, null, 400, BAD],
    [UPLOAD, newSound({ name: "" }), 400, BAD],
    [UPLOAD, newSound({ name: "n".repeat(121) }), 400, BAD],
    [UPLOAD, newSound({ description: "d".repeat(1001) }), 400, BAD],
    [UPLOAD, newSound({ tags: [] }), 400, BAD],
    [UPLOAD, newSound({ tags: tags(13) }), 400, BAD],
    [UPLOAD, newSound({ tags: ["a", "a"] }), 400, BAD],
    [UPLOAD, newSound({ rights_acknowledgment_version: "none" }), 400, BAD],
    [UPLOAD, newSound({}, { size_bytes: 0 }), 400, BAD],
    [UPLOAD, newSound({}, { size_bytes: 268_435_457 }), 400, BAD],
    [UPLOAD, newSound({}, { content_type: "audio/midi" }), 400, BAD],
    [UPLOAD, newSound({}, { filename: "f".repeat(256) }), 400, BAD],
    [UPLOAD, newSound({ name: "n".repeat(120), description: "d".repeat(1000), tags: tags(12) }), 201],
    [UPLOAD, newSound({}, { size_bytes: 268_435_456, content_type: "audio/webm", filename: "f".repeat(255) }), 201],
    ["GET /studio/sounds/{sound}", null, 200],
    ["GET /studio/sounds/{nowhere}", null, 404],
    ["PATCH /studio/sounds/{sound}", { is_public: true }, 409],
    ["DELETE /studio/sounds/{sound}", remove(9), 409, STALE],
    ["POST /studio/projects/{project}/sounds", link(1), 409],
    [`GET /studio/projects/{project}/sounds?q=${"q".repeat(201)}`, null, 400, BAD],
    ["GET /studio/projects/{project}/sounds?limit=101", null, 400, BAD],
  ]);
});

/** interface.md, "Resources and their fields". Further fields are allowed. */
const FIELDS: readonly (readonly [request: string, place: string, fields: string])[] = [
  ["GET /me", "", "id username display_name avatar_url email plan created_at"],
  ["GET /me/balance", "balance", "snowcoins available_snowcoins"],
  ["GET /studio/account-capabilities", "studio_funding", "total_available_snowcoins total_available_words"],
  ["GET /studio/account-capabilities", "actions", "prepare_sections create_audio export upload_sound clone_voice"],
  ["GET /voices/preparation-status", "", "provider status notice voices"],
  ["GET /studio/projects", "projects.0", "id name project_kind"],
  ["GET /studio/projects", "unassigned_sections.0", "project_id section"],
  [
    "GET /studio/projects/{book}/sections",
    "",
    "project_id initialized casting_defaults_mode default_automation_profile section_order_version speaker_registry_version sections",
  ],
  [
    "GET /studio/projects/{book}/sections",
    "sections.0",
    "id project_id title document_version source_text_length activity_status created_at updated_at",
  ],
  [
    "GET /studio/projects/{book}/deletion-info",
    "",
    "project_id section_count other_story_count block_count audio_run_count clip_count studio_media_count active_share_link_count ai_designed_voice_count",
  ],
  [
    "GET /studio/projects/{book}/sections/{second}/deletion-info",
    "",
    "project_id section_id block_count generated_clip_count active_share_link_count",
  ],
  ["GET /studio/sections/{section}/document", "", "actor_user_id project_id document recovery_draft"],
  [
    "GET /studio/sections/{section}/document",
    "document.blocks.0",
    "id kind block_version content generation_profile_override placement speaker_id",
  ],
  [
    "GET /studio/sections/{section}/document",
    "document.blocks.0.content",
    "type schema_version text annotations points delivery_control_sets",
  ],
  [
    "GET /studio/projects/{project}/mastering-profile",
    "",
    "schema_version project_id project_kind mastering_version scope profile",
  ],
  [
    "GET /studio/projects/{project}/mastering-profile",
    "profile",
    "schema_version enabled target_lufs strength max_boost_db max_reduction_db silence_threshold_lufs peak_ceiling_db speaker_adjustments_db sfx_bus_gain_db",
  ],
  [
    "GET /studio/sounds/{sound}",
    "",
    "id name description tags status is_public owner_display_name is_owned_by_user is_shared_with_user is_in_project can_edit can_delete can_share incoming_share metadata_version current_revision error created_at updated_at",
  ],
  ["GET /studio/sounds/{sound}/uploads/latest", "", "schema_version sound_id latest"],
  [
    "GET /studio/sounds/{sound}/uploads/latest",
    "latest",
    "id revision_number is_replacement status completed_revision_id error created_at updated_at expires_at",
  ],
  ["GET /studio/projects/{project}/sounds", "", "schema_version sounds next_cursor sound_source_registry_version"],
  [
    "GET /studio/projects/{project}/workflows",
    "run",
    "id project_id requested_by_user_id payer_user_id workflow_kind automation_profile profile_snapshot status current_stage step_count completed_step_count progress error_summary cancel_requested_at cancel_acknowledged_at created_at updated_at started_at completed_at resumes_workflow_run_id resumable",
  ],
  [
    "GET /studio/workflows/{run}",
    "steps.0",
    "id workflow_run_id section_id step_key step_index step_kind status requested_document_version execution_document_version assistant_batch_id render_run_id result_summary issue_kind error_code error_message created_at updated_at started_at completed_at",
  ],
  [
    "GET /studio/sections/{section}/media",
    "blocks.0",
    "block_id freshness activity active_block_version requested_block_version active_rendition_id generation_batch_id audio_version_count playback_url playback_url_expires_at content_type size_bytes analysis_integrated_lufs analysis_sample_peak_dbfs provider model error",
  ],
  ["GET /studio/sections/{section}/generation-availability", "blocks.0", "block_id generation"],
  [
    "GET /studio/sections/{section}/generation-availability",
    "blocks.0.generation",
    "requested_profile status reason diagnostics options",
  ],
  [
    "GET /studio/sections/{section}/playback-manifest?{versions}",
    "",
    "schema_version mastering_version manifest_hash manifest assets",
  ],
  [
    "GET /studio/sections/{section}/playback-manifest?{versions}",
    "manifest",
    "schema_version project_id section_id document_version speaker_registry_version mastering_version mastering_profile_hash mastering_profile completeness duration_ms sequential_units overlay_units timed_text_units gaps",
  ],
  [
    "GET /studio/sections/{section}/playback-manifest?{versions}",
    "manifest.sequential_units.0",
    "unit_id block_id block_index block_version block_kind start_ms duration_ms unit_type rendition_id rendition_intent_hash asset_id asset_content_hash source_ranges speaker_id analysis_integrated_lufs analysis_sample_peak_dbfs effective_gain_db",
  ],
  [
    "GET /studio/sections/{section}/playback-manifest?{versions}",
    "manifest.timed_text_units.0",
    "unit_id block_id block_index block_version speaker_id start_ms duration_ms text text_hash source_ranges",
  ],
  [
    "GET /studio/sections/{section}/playback-manifest?{versions}",
    "assets.0",
    "asset_id url expires_at content_type size_bytes",
  ],
  [
    "GET /studio/exports/{export}",
    "",
    "schema_version id project_id section_id format status phase percent cache_result authority created_at started_at completed_at error artifact",
  ],
  [
    "GET /studio/exports/{export}",
    "authority",
    "document_version speaker_registry_version mastering_version is_current",
  ],
  [
    "GET /studio/exports/{export}",
    "artifact",
    "asset_id filename content_type size_bytes download_url download_url_expires_at artifact_expires_at",
  ],
  ["GET /studio/exports", "", "schema_version exports next_cursor"],
  [
    "GET /studio/projects/{project}/exports/{parent}",
    "",
    "schema_version id project_id format status percent created_at sections archive",
  ],
  [
    "GET /studio/projects/{project}/exports/{parent}",
    "sections.0",
    "section_id title export_id authority export error",
  ],
];

describe("after one story was spoken and exported", () => {
  before(async () => {
    const started = await ask("POST /studio/projects/{project}/workflows", {
      ...mutation,
      schema_version: 2,
      workflow_kind: "create_audio",
      section_ids: ["{section}"],
      include_generated_sfx: false,
      place_project_sounds: false,
    });
    assert.equal(started.status, 202, JSON.stringify(started.body));
    known.run = started.body.data.run.id;
    const over = ["completed", "partially_completed", "failed"];
    const ended = await poll(
      () => ask("GET /studio/workflows/{run}", null),
      ({ body }) => over.includes(body.data.run.status),
    );
    assert.equal(ended.body.data.run.status, "completed");
    const { data } = (await ask("GET /studio/sections/{section}/document", null)).body;
    const versions = {
      document_version: data.document.document_version,
      speaker_registry_version: data.speaker_registry_version,
    };
    known.versions = new URLSearchParams(versions).toString();
    const body = { schema_version: 1, section_id: "{section}", ...versions, mastering_version: 1, format: "srt" };
    const made = await ask("POST /studio/exports", body, KEY);
    assert.equal(made.status, 202, JSON.stringify(made.body));
    known.export = made.body.data.id;
    const { body: done } = await poll(
      () => ask("GET /studio/exports/{export}", null),
      (answer) => ["completed", "failed"].includes(answer.body.data.status),
    );
    assert.equal(done.data.status, "completed");
    // The same key and request replays; another key finds the identical file; the same key for another request conflicts.
    assert.ok([200, 202].includes((await ask("POST /studio/exports", body, KEY)).status));
    const again = await ask("POST /studio/exports", body, { "idempotency-key": "another" });
    assert.deepEqual([again.status, again.body.data.cache_result], [200, "reused"]);
    assert.equal((await ask("POST /studio/exports", { ...body, format: "wav" }, KEY)).status, 409);
    const all = await ask(
      "POST /studio/projects/{project}/exports",
      { schema_version: 1, format: "srt", pin: "current" },
      { "idempotency-key": "whole-project" },
    );
    known.parent = all.body.data.id;
  });

  test("every answer has the fields that the specification names", async () => {
    const answers = new Map<string, RawAnswer>();
    const missing: string[] = [];
    for (const [request, place, fields] of FIELDS) {
      const answer = answers.get(request) ?? (await ask(request, null));
      answers.set(request, answer);
      const found = place
        .split(".")
        .filter((step) => step !== "")
        .reduce((value, step) => value?.[step], answer.body.data);
      const lacking = fields.split(" ").filter((field) => found?.[field] === undefined);
      if (lacking.length > 0) missing.push(`${request} ${answer.status} ${place}: ${lacking}`);
    }
    assert.deepEqual(missing, []);
  });

  test("constants and values that the specification fixes", async () => {
    const data = async (request: string) => (await ask(request, null)).body.data;
    const manifest = await data("GET /studio/sections/{section}/playback-manifest?{versions}");
    const parent = await data("GET /studio/projects/{project}/exports/{parent}");
    const library = await data("GET /studio/sounds");
    assert.deepEqual(
      {
        document: (await data("GET /studio/sections/{section}/document")).document.schema_version,
        manifest: [manifest.schema_version, manifest.manifest.schema_version, manifest.manifest.completeness],
        gaps: manifest.manifest.gaps,
        start: manifest.manifest.sequential_units[0].start_ms,
        parent: [parent.schema_version, parent.archive],
        library: library.schema_version,
        upload: (await data("GET /studio/sounds/{sound}/uploads/latest")).schema_version,
        media: (await data("GET /studio/sections/{section}/media?schema_version=2")).schema_version,
        health: await data("GET /health"),
        activity: (await data("GET /studio/projects/{project}/sections")).sections[0].activity_status,
        stage: (await data("GET /studio/workflows/{run}")).run.current_stage,
      },
      {
        document: "studio-ast-2",
        manifest: [1, "studio-render-manifest-2", "complete"],
        gaps: [],
        start: 0,
        parent: [1, null],
        library: "studio-sound-library-1",
        upload: "studio-sound-upload-status-1",
        media: 2,
        health: { status: "ok", version: "1.0.0-beta" },
        activity: "audio_ready",
        stage: null,
      },
    );
    assert.match(manifest.manifest_hash, /^[0-9a-f]{64}$/);
  });
});
