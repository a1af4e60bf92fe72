// The publishing passport, its signature, and the warnings before publishing.

import assert from "node:assert/strict";
import { createHash, createPublicKey, randomUUID, verify } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { canonicalJson } from "@fullcast/core/json";
import { type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { signerOf } from "../../packages/server/passports/signature.ts";
import { poll, startTestServer, type TestServer } from "./server.ts";
import { link, readySound } from "./sound.ts";
import { createAudio, createStory, exportStory, prepare, spokenStory, studioMutation } from "./story.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-passport-"));
let service: StandIn;
let server: TestServer;

before(async () => {
  service = await startStandIn();
  const file = join(folder, "engines.json");
  const voices = [
    { id: "nell", name: "Nell", license: "CC BY-NC 4.0", publishable: false },
    { id: "ned", name: "Ned" },
  ];
  const engine = { provider: "lent", name: "Lent voices", type: "openai-compatible", model: "kokoro", voices };
  writeFileSync(file, JSON.stringify({ engines: [{ ...engine, base_url: `${service.url}/v1` }] }));
  chmodSync(file, 0o600);
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
  await poll(
    () => server.client.call("listEngines"),
    ({ engines }) => engines.some(({ provider, status }) => provider === "lent" && status === "available"),
  );
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const passportOf = (projectId: string) => server.client.call("readPassport", { params: { projectId } });
const keys = () => server.client.call("readPassportKeys");

test("a passport names voices with licences, files with hashes, and shop checks of measured files", async () => {
  const story = await spokenStory(server.client);
  const before = await passportOf(story.projectId);
  assert.deepEqual([before.passport.files, before.passport.warnings, before.passport.narration], [[], [], "machine"]);
  assert.ok(before.passport.voices.length > 1);
  for (const { engine, license, may_publish, lines, duration_ms } of before.passport.voices) {
    assert.match(license, /^Flite/);
    assert.deepEqual([may_publish, lines > 0, duration_ms > 0], [true, true, true], engine);
  }
  const { id, artifact } = await exportStory(server.client, story, "mp3");
  const bytes = await (await fetch(artifact?.download_url ?? assert.fail("no file"))).arrayBuffer();
  const [file] = (await passportOf(story.projectId)).passport.files;
  assert.deepEqual(
    [file?.export_id, file?.size_bytes, file?.sha256, file?.shop_checks],
    [id, bytes.byteLength, createHash("sha256").update(Buffer.from(bytes)).digest("hex"), []],
  );
  const { manifest_hash } = await server.client.call("readExportManifest", { params: { exportId: id } });
  assert.equal(file?.manifest_hash, manifest_hash);
  const report = await server.client.call("readExportReport", { params: { exportId: id } });
  const [measured] = (await passportOf(story.projectId)).passport.files;
  const acx = measured?.shop_checks.find(({ shop }) => shop === "ACX (Audible)");
  assert.deepEqual([acx?.passed, acx?.machine_voices, acx?.rules_as_of], [report.passed, "refused", "2026-06"]);
  assert.equal(measured?.shop_checks.length, 6);
});

test("the signature is that of the published key, without Fullcast's own code too; any change breaks it", async () => {
  const story = await spokenStory(server.client);
  const { passport, jws } = await passportOf(story.projectId);
  const [key] = (await keys()).keys;
  assert.deepEqual(signerOf(canonicalJson(passport), jws), key);
  const [header = "", , signature = ""] = jws.split(".");
  const payload = Buffer.from(canonicalJson(passport)).toString("base64url");
  const publicKey = createPublicKey({ key: key ?? assert.fail("no key"), format: "jwk" });
  assert.ok(verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, "base64url")));
  assert.equal(signerOf(canonicalJson({ ...passport, title: "Another" }), jws), null);
  assert.deepEqual((await keys()).keys, [key], "the key stays the same");
});

test("voices whose licence is unknown or forbids it, and sounds of others, warn before publishing and block nothing", async () => {
  const story = await createStory(server.client, `Rain fell. "Who goes there?" asked Tom.\n\n"A friend," said Tom.`);
  const { projectId } = story;
  await prepare(server.client, projectId, story.sectionId);
  for (const [role, voice] of [
    ["narrator", "nell"],
    ["character", "ned"],
  ] as const) {
    const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: { projectId } });
    const speaker = speakers.find((one) => one.role === role) ?? assert.fail(role);
    await server.client.call("castSpeaker", {
      params: { projectId, speakerId: speaker.id },
      body: {
        ...studioMutation(),
        base_speaker_registry_version: speaker_registry_version,
        voice_id: voiceId("lent", voice),
      },
    });
  }
  const { run } = await createAudio(server.client, projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const { warnings } = await server.client.call("readProjectShare", { params: { projectId } });
  assert.deepEqual(warnings.map(({ code }) => code).toSorted(), ["license_forbids", "license_unknown"]);
  assert.match(
    warnings.find(({ code }) => code === "license_forbids")?.message ?? "",
    /Nell \(Lent voices\).*CC BY-NC/,
  );
  const body = { schema_version: 1 as const, client_mutation_id: randomUUID() };
  const published = await server.client.call("publishProject", { params: { projectId }, body });
  assert.equal(published.share_link?.state, "active");
  assert.deepEqual(published.warnings, warnings);
  const { passport } = await passportOf(projectId);
  assert.deepEqual(passport.warnings, warnings);
  assert.deepEqual(passport.voices.map(({ voice, may_publish }) => [voice, may_publish]).toSorted(), [
    ["Ned", null],
    ["Nell", false],
  ]);
});

test("a linked sound of the account is named with its rights; an unknown project is 404", async () => {
  const story = await createStory(server.client, "Rain fell.");
  const sound = await readySound(server.client);
  await link(server.client, story.projectId, sound.id, 1);
  assert.deepEqual(
    (await passportOf(story.projectId)).passport.sounds.map(({ origin }) => origin),
    ["uploaded"],
  );
  assert.equal((await server.request(`/studio/projects/${randomUUID()}/passport`)).status, 404);
});
