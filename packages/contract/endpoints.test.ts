import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointRows, endpoints, errorCodesOf, isErrorCode, LIMITS, requestErrors } from "./contract.ts";

const rows = Object.entries(endpointRows);
const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const OTHER_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae8";
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);

function paths(result: {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined;
}) {
  return result.error?.issues.map((issue) => issue.path.join(".")) ?? [];
}

test("every path names exactly the parameters that its row reads", () => {
  for (const [id, row] of rows) {
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    assert.deepEqual(inPath, Object.keys(row.params?.shape ?? {}), id);
  }
});

test("no two rows answer the same method and path", () => {
  const places = rows.map(([, row]) => `${row.method} ${row.path.replace(/\{\w+\}/g, "{}")}`);
  assert.equal(new Set(places).size, places.length);
});

test("only health, readiness, the OpenAPI document, the session of a browser, signed media, places of listeners, keys of passports, comments of reviewers and guests need no key", () => {
  assert.deepEqual(
    rows.filter(([, row]) => row.scope === null).map(([, row]) => row.path),
    [
      "/health",
      "/ready",
      "/openapi.json",
      "/session",
      "/session",
      "/session/pair",
      "/session",
      "/media/{token}",
      "/shared/{shareSlug}/place",
      "/shared/{shareSlug}/place",
      "/shared/{shareSlug}/place",
      "/shared/{shareSlug}/place",
      "/passport-keys",
      "/reviews/{reviewSlug}/comments",
      "/guests/{guestToken}",
      "/guests/{guestToken}/consent",
      "/guests/{guestToken}/consent",
      "/guests/{guestToken}/lines",
      "/guests/{guestToken}/sections/{sectionId}/blocks/{blockId}/recordings",
      "/guests/{guestToken}/recordings/{guestRecordingId}",
      "/guests/{guestToken}/send",
    ],
  );
});

test("a row's codes hold what every request of its kind can meet", () => {
  assert.deepEqual(errorCodesOf(endpointRows.readHealth), ["RATE_LIMITED", "INTERNAL"]);
  const codes = errorCodesOf(endpointRows.createSection);
  for (const code of ["UNAUTHENTICATED", "INSUFFICIENT_SCOPE", "INVALID_REQUEST", "REQUEST_TOO_LARGE", "FORBIDDEN"]) {
    assert.ok(isErrorCode(code) && codes.includes(code), code);
  }
});

test("a code is retryable only where the same request can succeed later", () => {
  for (const [code, { status, retryable }] of Object.entries(requestErrors)) {
    assert.equal(retryable, status === 429 || status === 502 || status === 503, code);
  }
});

const mutation = { schema_version: 1, actor_session_id: ID, client_mutation_id: OTHER_ID };

test("a title is measured in UTF-16 units: 500 pass, 501 do not", () => {
  const { body } = endpoints.createStandaloneSection;
  const withTitle = (title: string) => paths(body.safeParse({ ...mutation, title, raw_text: "Once." }));
  assert.deepEqual(withTitle("a".repeat(LIMITS.section_title_units)), []);
  assert.deepEqual(withTitle("😀".repeat(LIMITS.section_title_units / 2)), []);
  assert.deepEqual(withTitle(`${"😀".repeat(LIMITS.section_title_units / 2)}a`), ["title"]);
  assert.deepEqual(withTitle(""), []);
});

test("null characters and lone surrogates are refused in every text", () => {
  const { body } = endpoints.createStandaloneSection;
  for (const bad of ["a\u0000", "\ud800", "\udc00a", "a\ud83d"]) {
    assert.deepEqual(paths(body.safeParse({ ...mutation, title: bad, raw_text: "Once." })), ["title"]);
    assert.deepEqual(paths(body.safeParse({ ...mutation, title: "T", raw_text: bad })), ["raw_text"]);
    assert.deepEqual(
      paths(endpoints.createProject.body.safeParse({ schema_version: 1, client_mutation_id: ID, name: bad })),
      ["name"],
    );
    assert.deepEqual(
      paths(endpoints.createApiKey.body.safeParse({ name: bad, scopes: ["admin"], expires_in_days: null })),
      ["name"],
    );
    const casting = { ...mutation, base_speaker_registry_version: 1, voice_id: ID };
    const withOption = (options: unknown) =>
      paths(endpoints.castSpeaker.body.safeParse({ ...casting, generation_profile: { options } }));
    assert.deepEqual(withOption({ a: [bad] }), ["generation_profile.options"]);
    assert.deepEqual(withOption({ [bad]: 1 }), ["generation_profile.options"]);
    assert.deepEqual(withOption({ a: ["good", 1, null, { b: true }] }), []);
  }
});

test("raw text may take 8 MiB of UTF-8 and no byte more", () => {
  const { raw_text } = endpoints.createStandaloneSection.body.in.shape;
  const limit = LIMITS.raw_text_utf8_bytes;
  assert.ok(raw_text.safeParse("a".repeat(limit)).success);
  assert.ok(!raw_text.safeParse("a".repeat(limit + 1)).success);
  assert.ok(raw_text.safeParse("😀".repeat(limit / 4)).success);
  assert.ok(!raw_text.safeParse(`${"😀".repeat(limit / 4)}a`).success);
  assert.ok(raw_text.safeParse(`${"—".repeat(Math.floor(limit / 3))}ab`).success === limit % 3 >= 2);
});

test("a project's name is trimmed, then 1 to 120 units", () => {
  const named = (name: string) =>
    endpoints.createProject.body.safeParse({ schema_version: 1, client_mutation_id: ID, name });
  assert.equal(named(`  ${"a".repeat(120)}  `).data?.name, "a".repeat(120));
  assert.deepEqual(paths(named("a".repeat(121))), ["name"]);
  assert.deepEqual(paths(named("   ")), ["name"]);
});

test("unknown body keys are refused everywhere, except where the specification calls the body open", () => {
  for (const [id, row] of rows) {
    if (row.body === undefined || row === endpoints.changeSound) continue;
    const issues =
      row.body.safeParse({ workflow_kind: "prepare_sections", kind: "designed", surprise: 1 }).error?.issues ?? [];
    assert.ok(
      issues.some((issue) => issue.code === "unrecognized_keys" && issue.keys.includes("surprise")),
      id,
    );
  }
});

test("schema versions are constants", () => {
  const { body } = endpoints.createStandaloneSection;
  for (const schema_version of [0, 2, "1", null]) {
    assert.deepEqual(paths(body.safeParse({ ...mutation, schema_version, title: "", raw_text: "" })), [
      "schema_version",
    ]);
  }
});

const createAudio = { ...mutation, schema_version: 2, workflow_kind: "create_audio" };
const start = (request: object) => endpoints.startWorkflow.body.safeParse(request);

test("Create Audio takes 12, 14 or 16 sections, after its sound lanes", () => {
  const lanes = (include_generated_sfx: boolean, place_project_sounds: boolean, count: number) =>
    paths(start({ ...createAudio, section_ids: ids(count), include_generated_sfx, place_project_sounds }));
  assert.deepEqual(lanes(true, true, 12), []);
  assert.deepEqual(lanes(true, true, 13), ["section_ids"]);
  assert.deepEqual(lanes(false, true, 14), []);
  assert.deepEqual(lanes(true, false, 15), ["section_ids"]);
  assert.deepEqual(lanes(false, false, 16), []);
  assert.deepEqual(lanes(false, false, 17), ["section_ids"]);
  assert.deepEqual(paths(start({ ...createAudio, section_ids: ids(13) })), ["section_ids"]);
});

test("Create Audio fills in its defaults", () => {
  const { data } = start({ ...createAudio, section_ids: [ID] });
  assert.deepEqual(data, {
    ...createAudio,
    section_ids: [ID],
    include_generated_sfx: true,
    place_project_sounds: true,
    direct_emotion: true,
    target_scope: null,
  });
});

test("a target scope needs one section, both sound lanes off, and each block once", () => {
  const block = { block_id: ID, base_block_version: 1, text_length_utf16: 5, text_hash: "0".repeat(64) };
  const focused = { ...createAudio, section_ids: [ID], include_generated_sfx: false, place_project_sounds: false };
  const scoped = (change: object, blocks: unknown[] = [block]) =>
    paths(start({ ...focused, target_scope: { kind: "source_blocks", blocks }, ...change }));
  assert.deepEqual(scoped({}), []);
  assert.deepEqual(scoped({ section_ids: [ID, OTHER_ID] }), ["section_ids"]);
  assert.deepEqual(scoped({ include_generated_sfx: true }), ["include_generated_sfx"]);
  assert.deepEqual(scoped({ place_project_sounds: true }), ["place_project_sounds"]);
  assert.deepEqual(scoped({}, [block, block]), ["target_scope.blocks"]);
  assert.deepEqual(scoped({}, []), ["target_scope.blocks"]);
  assert.deepEqual(
    scoped(
      {},
      ids(251).map((block_id) => ({ ...block, block_id })),
    ),
    ["target_scope.blocks"],
  );
  assert.deepEqual(scoped({}, [{ ...block, text_length_utf16: 1_000_001 }]), [
    "target_scope.blocks.0.text_length_utf16",
  ]);
  assert.deepEqual(scoped({}, [{ ...block, text_hash: "A".repeat(64) }]), ["target_scope.blocks.0.text_hash"]);
});

test("a prepare run takes 1 to 100 different sections", () => {
  const prepare = (section_ids: readonly string[]) =>
    paths(start({ ...mutation, workflow_kind: "prepare_sections", section_ids }));
  assert.deepEqual(prepare(ids(100)), []);
  assert.deepEqual(prepare(ids(101)), ["section_ids"]);
  assert.deepEqual(prepare([]), ["section_ids"]);
  assert.deepEqual(prepare([ID, ID.toUpperCase()]), ["section_ids"]);
});

test("a key has a name of 1 to 80 units, scopes that exist, each once, and 1 to 3650 days or none", () => {
  const { body } = endpoints.createApiKey;
  const key = { name: "k".repeat(80), scopes: ["studio:read"], expires_in_days: 3650 };
  const changed = (change: object) => paths(body.safeParse({ ...key, ...change }));
  assert.deepEqual(changed({}), []);
  assert.deepEqual(changed({ expires_in_days: null }), []);
  assert.deepEqual(changed({ name: "k".repeat(81) }), ["name"]);
  assert.deepEqual(changed({ name: "" }), ["name"]);
  assert.deepEqual(changed({ scopes: [] }), ["scopes"]);
  assert.deepEqual(changed({ scopes: ["studio:read", "studio:read"] }), ["scopes"]);
  assert.deepEqual(changed({ scopes: ["root"] }), ["scopes.0"]);
  assert.deepEqual(changed({ expires_in_days: 0 }), ["expires_in_days"]);
  assert.deepEqual(changed({ expires_in_days: 3651 }), ["expires_in_days"]);
});
