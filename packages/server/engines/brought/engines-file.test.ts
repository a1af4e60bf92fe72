import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { SettingsError } from "../../settings.ts";
import { parseEngines, readEnginesFile } from "./engines-file.ts";
import { PRESETS } from "./presets.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-engines-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const KOKORO = {
  provider: "kokoro-server",
  type: "openai-compatible",
  base_url: "http://127.0.0.1:8880/v1/",
  model: "kokoro",
};
const COMMAND = {
  provider: "festival",
  type: "command",
  command: ["text2wave", "{input}", "-o", "{output}"],
  voices: [{ id: "default", name: "Festival", language: "en-US", gender: "male", age: "adult" }],
};
const parse = (...engines: readonly object[]) => parseEngines(JSON.stringify({ engines }));

function fault(...engines: readonly object[]): string {
  try {
    parse(...engines);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.message;
  }
  return assert.fail("nothing was refused");
}

test("the entries of the documentation are read", () => {
  const [kokoro, labs, command] = parse(
    KOKORO,
    { provider: "elevenlabs", type: "elevenlabs", api_key_env: "ELEVENLABS_API_KEY", models: ["eleven_v3"] },
    COMMAND,
  );
  assert.ok(kokoro?.type === "openai-compatible" && kokoro.base_url === "http://127.0.0.1:8880/v1");
  assert.ok(labs?.type === "elevenlabs" && labs.base_url === "https://api.elevenlabs.io");
  assert.equal(command?.type, "command");
});

test("every entry on the pages of docs/engines is read, as it stands there", () => {
  const folder = fileURLToPath(new URL("../../../../docs/engines/", import.meta.url));
  let entries = 0;
  for (const page of readdirSync(folder)) {
    for (const [, block = ""] of readFileSync(join(folder, page), "utf8").matchAll(/```json\n(.*?)```/gs)) {
      const whole = block.startsWith('{ "engines"') ? block : `{ "engines": [${block}] }`;
      const read = parseEngines(whole);
      assert.ok(read.length > 0, page);
      entries += read.length;
    }
  }
  assert.ok(entries >= 12, `${entries} entries`);
});

test('a page shows the entry that "fullcast engines add" writes, and the command', () => {
  for (const [name, preset] of Object.entries(PRESETS)) {
    assert.equal(parse(preset).length, 1, name);
    const page = readFileSync(fileURLToPath(new URL(`../../../../docs/engines/${name}.md`, import.meta.url)), "utf8");
    const [, block = ""] = /```json\n(.*?)```/s.exec(page) ?? [];
    const [shown] = (JSON.parse(block) as { engines: Record<string, unknown>[] }).engines;
    assert.deepEqual(shown, { ...shown, ...preset }, name);
    assert.match(page, new RegExp(`^npx fullcast engines add ${name}\\b`, "m"));
  }
});

test("a fault names the entry and the field, and never shows a key", () => {
  assert.match(fault(KOKORO, { ...KOKORO, provider: "b", modle: "x" }), /entry 2 \(b\): modle: there is no such field/);
  assert.match(fault({ ...KOKORO, modle: "x" }), /modle: there is no such field\. Did you mean model\?$/m);
  assert.match(fault({ ...KOKORO, colour: "x" }), /colour: there is no such field\.$/m);
  assert.match(fault({ ...KOKORO, base_url: "127.0.0.1" }), /entry 1 \(kokoro-server\): base_url: /);
  assert.match(fault({ ...KOKORO, type: "openai" }), /entry 1 .*type: "openai" is not known/);
  assert.match(fault({ ...KOKORO, provider: "espeak" }), /provider: .*Fullcast brings itself/);
  assert.match(fault(KOKORO, KOKORO), /entry 2 .*provider: another entry/);
  assert.match(fault({ ...COMMAND, command: ["say"] }), /command: .*\{input\}/);
  assert.match(fault({ ...COMMAND, voices: [{ id: "a", language: "english!" }] }), /voices\.0\.language/);
  assert.match(
    fault({ ...COMMAND, voices: [{ id: "a", language: "english" }] }),
    /voices\.0\.language: is not a language/,
  );
  assert.match(fault({ ...KOKORO, base_url: undefined }), /entry 1 \(kokoro-server\): base_url: is missing/);
  assert.throws(() => parseEngines('{ "engines": [], "engine": [] }'), /engine: there is no such field/);
  assert.match(fault({ ...KOKORO, model: undefined }), /model: /);
  assert.match(fault({ ...KOKORO, concurrency: 0 }), /concurrency/);
  const labs = { provider: "labs", type: "elevenlabs" };
  assert.match(fault({ ...labs, effects: "yes" }), /entry 1 \(labs\): effects: /);
  assert.match(fault({ ...labs, shared_voices: 5_000 }), /entry 1 \(labs\): shared_voices: /);
  const both = fault({ ...KOKORO, api_key: "sk-very-secret", api_key_env: "KEY" });
  assert.match(both, /api_key/);
  assert.doesNotMatch(both, /sk-very-secret/);
  assert.throws(
    () => parseEngines('{"engines":[{"api_key":"sk-very-secret"'),
    (error: Error) => !/sk-very/.test(error.message),
  );
  assert.throws(
    () => parseEngines('{ "engines": [\n  { "api_key": "sk-very-secret", }\n] }'),
    (error: Error) => /not valid JSON \(line 2 column \d+\)/.test(error.message) && !/sk-very/.test(error.message),
  );
});

test("a file that others can read becomes private; one that others can write is refused", {
  skip: process.platform === "win32",
}, () => {
  const path = join(folder, "engines.json");
  writeFileSync(path, JSON.stringify({ engines: [KOKORO] }));
  chmodSync(path, 0o644);
  const { entries, warnings } = readEnginesFile({ dataDir: folder, enginesFile: null });
  assert.equal(entries.length, 1);
  assert.match(warnings[0] ?? "", /0600/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  chmodSync(path, 0o620);
  assert.throws(() => readEnginesFile({ dataDir: folder, enginesFile: null }), /other users can write/);
});

test("no file is no engine; a named file must be there", () => {
  assert.deepEqual(readEnginesFile({ dataDir: join(folder, "none"), enginesFile: null }).entries, []);
  assert.throws(() => readEnginesFile({ dataDir: folder, enginesFile: join(folder, "other.json") }), /no such file/);
});
