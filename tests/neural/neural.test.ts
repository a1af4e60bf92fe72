// The neural engines with onnxruntime itself. The product's own code installs it: from npm, or from the folder that
// FULLCAST_ONNX_ARCHIVES names. The models are tiny ones that the tests write (onnx/tiny-models.ts).

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { parseEngines } from "../../packages/server/engines/brought/engines-file.ts";
import { engineConformance } from "../../packages/server/engines/conformance.ts";
import {
  EngineError,
  type EngineWord,
  type SpeakRequest,
  type SpeechEngine,
} from "../../packages/server/engines/engine.ts";
import { createKokoroEngine } from "../../packages/server/engines/kokoro/kokoro.ts";
import type { PiperJob } from "../../packages/server/engines/onnx/model-jobs.ts";
import { checkRuntime, neuralModels } from "../../packages/server/engines/onnx/models.ts";
import type { Surroundings } from "../../packages/server/engines/onnx/neural-engine.ts";
import { installRuntime, RUNTIME_VERSION, RuntimeError } from "../../packages/server/engines/onnx/runtime.ts";
import {
  tinyKokoro,
  tinyKokoroTokenizer,
  tinyPack,
  tinyPiper,
  tinyPiperConfig,
} from "../../packages/server/engines/onnx/tiny-models.ts";
import { readPiperConfig } from "../../packages/server/engines/piper/config.ts";
import { createPiperEngine } from "../../packages/server/engines/piper/piper.ts";
import { speakPcm } from "../../packages/server/engines/record.ts";

const home = mkdtempSync(join(tmpdir(), "fullcast-neural-"));
after(() => rmSync(home, { recursive: true, force: true }));
await installRuntime(home, process.env.FULLCAST_ONNX_ARCHIVES ?? null);

const folder = (type: string) => {
  const path = join(home, "voices", type);
  mkdirSync(path, { recursive: true });
  return path;
};
function putPiper(name: string, model: Uint8Array, config = tinyPiperConfig()): string {
  const path = join(folder("piper"), `${name}.onnx`);
  writeFileSync(path, model);
  writeFileSync(`${path}.json`, config);
  return path;
}
const piper = (surroundings: Surroundings = {}): SpeechEngine => {
  const [entry] = parseEngines('{ "engines": [{ "provider": "piper", "type": "piper" }] }');
  assert.ok(entry?.type === "piper");
  return createPiperEngine(entry, home, surroundings);
};
const kokoro = (): SpeechEngine => {
  const blends = [{ id: "both", voices: { af_one: 3, am_two: 1 } }];
  const [entry] = parseEngines(JSON.stringify({ engines: [{ provider: "kokoro", type: "kokoro", blends }] }));
  assert.ok(entry?.type === "kokoro");
  return createKokoroEngine(entry, home);
};
const request = (voice: string, text: string, changes: Partial<SpeakRequest> = {}): SpeakRequest => ({
  model: "piper",
  voice,
  text,
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [],
  options: {},
  ...changes,
});
function readConfig() {
  const read = readPiperConfig(tinyPiperConfig());
  assert.ok("config" in read);
  return read.config;
}
const failure = (kind: EngineError["kind"], message: RegExp) => (error: unknown) =>
  error instanceof EngineError && error.kind === kind && message.test(error.message);

putPiper("en_US-tone-low", tinyPiper());
writeFileSync(join(folder("kokoro"), "model.onnx"), tinyKokoro());
writeFileSync(join(folder("kokoro"), "tokenizer.json"), tinyKokoroTokenizer());
writeFileSync(join(folder("kokoro"), "af_one.bin"), tinyPack(0.01));
writeFileSync(join(folder("kokoro"), "am_two.bin"), tinyPack(0.05));

engineConformance("Piper", () => piper(), { voice: "en_US-tone-low" });
engineConformance("Kokoro", kokoro, { voice: "af_one" });

test("the pinned onnxruntime is loaded in a process of its own", async () => {
  assert.deepEqual(await checkRuntime(home), { version: RUNTIME_VERSION });
});

test("an archive that is missing or changed is refused, and what was there stays", async () => {
  const archives = mkdtempSync(join(home, "archives-"));
  await assert.rejects(
    installRuntime(home, archives),
    (error) => error instanceof RuntimeError && /is missing.*npm pack/.test(error.message),
  );
  writeFileSync(join(archives, `onnxruntime-node-${RUNTIME_VERSION}.tgz`), "not the archive");
  await assert.rejects(
    installRuntime(home, archives),
    (error) => error instanceof RuntimeError && /SHA-512 differs/.test(error.message),
  );
  assert.deepEqual(await checkRuntime(home), { version: RUNTIME_VERSION });
});

describe("Piper", () => {
  test("each speaker of a model is a voice, and each sounds different", async () => {
    putPiper("en_US-many-low", tinyPiper({ speakers: 3 }), tinyPiperConfig(3));
    await using engine = piper();
    const { voices } = await engine.describe(AbortSignal.timeout(60_000));
    const many = voices.filter(({ id }) => id.startsWith("en_US-many-low"));
    assert.deepEqual(
      many.map(({ id }) => id),
      ["en_US-many-low#p0", "en_US-many-low#p1", "en_US-many-low#p2"],
    );
    const sounds = [];
    for (const { id } of many) sounds.push((await speakPcm(engine, request(id, "The same words."))).pcm.join());
    assert.equal(new Set(sounds).size, 3);
  });

  test("words begin and end where the model's own frames put them", async () => {
    await using engine = piper();
    const text = "One long, quiet evening.";
    const { pcm, sample_rate, words } = await speakPcm(engine, request("en_US-tone-low", text));
    assert.deepEqual(
      words?.map(({ start, end }) => text.slice(start, end)),
      ["One", "long", "quiet", "evening"],
    );
    const slow = await speakPcm(engine, request("en_US-tone-low", text, { options: { length_scale: 2 } }));
    const times = (list: readonly EngineWord[] | null) => list!.flatMap(({ start_ms, end_ms }) => [start_ms, end_ms]);
    // Frames are whole: twice as long, less at most a frame for each of the symbols before.
    const ratio = slow.pcm.length / pcm.length;
    assert.ok(ratio > 1.7 && ratio <= 2, `${ratio}`);
    for (const [i, time] of times(slow.words).entries()) {
      assert.ok(Math.abs(time - times(words)[i]! * ratio) < 0.03 * ((slow.pcm.length * 1000) / sample_rate));
    }
  });

  test("a model that states no durations gives sound without word times", async () => {
    putPiper("en_US-untimed-low", tinyPiper({ timed: false }));
    await using engine = piper();
    assert.equal((await speakPcm(engine, request("en_US-untimed-low", "Nothing is estimated."))).words, null);
  });

  test("a file that is cut off, no model or of another kind is a state of the engine, and no voice", async () => {
    const whole = tinyPiper();
    putPiper("en_US-cut-low", whole.subarray(0, whole.length - 40));
    putPiper("en_US-text-low", new TextEncoder().encode("<html>404</html>"));
    putPiper("en_US-other-low", tinyKokoro());
    await using engine = piper();
    const { voices, notice, status } = await engine.describe(AbortSignal.timeout(60_000));
    assert.equal(status, "available");
    assert.match(notice ?? "", /en_US-cut-low cannot be used: the file is damaged or no ONNX model\./);
    assert.match(notice ?? "", /en_US-text-low cannot be used: the file is damaged or no ONNX model\./);
    assert.match(notice ?? "", /en_US-other-low cannot be used: it is no Piper model; it lacks the input input\./);
    for (const name of ["cut", "text", "other"]) {
      assert.ok(!voices.some(({ id }) => id === `en_US-${name}-low`));
      await assert.rejects(speakPcm(engine, request(`en_US-${name}-low`, "Hello.")), EngineError);
    }
    assert.ok((await speakPcm(engine, request("en_US-tone-low", "Still here."))).pcm.length > 0);
  });

  test("a model that onnxruntime refuses fails its own lines, is stated from then on, and other voices speak", async () => {
    putPiper("en_US-odd-operator", tinyPiper({ unknown: true }));
    putPiper("en_US-nan-low", tinyPiper({ broken: true }));
    await using engine = piper();
    await engine.describe(AbortSignal.timeout(60_000));
    await assert.rejects(
      speakPcm(engine, request("en_US-odd-operator", "Hello.")),
      failure("broken_answer", /^en_US-odd-operator cannot be used: .*NoSuchOperator/),
    );
    await assert.rejects(
      speakPcm(engine, request("en_US-nan-low", "Hello.")),
      failure("broken_answer", /values that are no sound/),
    );
    assert.ok((await speakPcm(engine, request("en_US-tone-low", "Still here."))).pcm.length > 0);
    const { voices, notice, status } = await engine.describe(AbortSignal.timeout(60_000));
    assert.equal(status, "available");
    assert.match(notice ?? "", /en_US-odd-operator cannot be used/);
    assert.ok(!voices.some(({ id }) => id === "en_US-odd-operator"));
  });

  test("a voice whose file vanished, and a config of another kind, are stated", async () => {
    const path = putPiper("en_US-gone-low", tinyPiper());
    putPiper("en_US-odd-low", tinyPiper(), '{ "audio": { "sample_rate": 1 } }');
    await using engine = piper();
    await engine.describe(AbortSignal.timeout(60_000));
    rmSync(path);
    await assert.rejects(
      speakPcm(engine, request("en_US-gone-low", "Hello.")),
      failure("broken_answer", /cannot be read/),
    );
    const { notice } = await engine.describe(AbortSignal.timeout(60_000));
    assert.match(notice ?? "", /en_US-odd-low cannot be used: its \.onnx\.json has a wrong field audio\.sample_rate/);
  });

  test("a changed model changes the revision of its voice and of no other", async () => {
    const path = putPiper("en_US-new-low", tinyPiper());
    await using engine = piper();
    const revisions = async () =>
      new Map((await engine.describe(AbortSignal.timeout(60_000))).voices.map(({ id, revision }) => [id, revision]));
    const before = await revisions();
    writeFileSync(path, tinyPiper({ timed: false }));
    utimesSync(path, new Date(), new Date(Date.now() + 5_000));
    const now = await revisions();
    assert.notEqual(now.get("en_US-new-low"), before.get("en_US-new-low"));
    assert.equal(now.get("en_US-tone-low"), before.get("en_US-tone-low"));
  });

  test("a text of one endless word is spoken or refused, never left hanging", async () => {
    await using engine = piper();
    const { pcm } = await speakPcm(engine, request("en_US-tone-low", "a".repeat(2_000)));
    assert.ok(pcm.length > 0);
    await assert.rejects(
      speakPcm(engine, request("en_US-tone-low", "a".repeat(100_000))),
      failure("rejected", /65536/),
    );
    await assert.rejects(speakPcm(engine, request("en_US-tone-low", "…!? 🙂🙂")), failure("rejected", /nothing/));
  });
});

test("a blend is a voice whose style lies between those of its parts", async () => {
  await using engine = kokoro();
  const { voices } = await engine.describe(AbortSignal.timeout(60_000));
  assert.deepEqual(
    voices.map(({ id, gender }) => [id, gender]),
    [
      ["af_one", "female"],
      ["am_two", "male"],
      ["both", "neutral"],
    ],
  );
  const crossings = async (voice: string) => {
    const { pcm } = await speakPcm(engine, request(voice, "The same words.", { model: "kokoro" }));
    let count = 0;
    for (let i = 1; i < pcm.length; i++) if (pcm[i]! >= 0 !== pcm[i - 1]! >= 0) count++;
    return count / pcm.length;
  };
  const [low, high, both] = [await crossings("af_one"), await crossings("am_two"), await crossings("both")];
  assert.ok(low < both && both < high, `${low} ${both} ${high}`);
});

test("Kokoro speaks a sentence that has more sounds than its model takes: in parts, each word once", async () => {
  await using engine = kokoro();
  await engine.describe(AbortSignal.timeout(60_000));
  for (const text of [
    `${"It cost 1,234,567 dollars and 8,888,888 cents, ".repeat(8)}he said.`,
    "1234567890".repeat(39),
    `${"word ".repeat(79)}word.`,
  ]) {
    const { pcm, words } = await speakPcm(engine, request("af_one", text, { model: "kokoro" }));
    assert.ok(pcm.length > 24_000);
    assert.deepEqual(
      words?.map(({ start, end }) => text.slice(start, end)),
      text.match(/[\p{L}\p{N}](?:[\p{L}\p{N},]*[\p{L}\p{N}])?/gu),
    );
  }
});

test("each voice of Kokoro is spoken with the sounds of its own language, in a process that has spoken nothing else", async () => {
  writeFileSync(join(folder("kokoro"), "bf_three.bin"), tinyPack(0.01));
  try {
    await using engine = kokoro();
    await engine.describe(AbortSignal.timeout(60_000));
    const { pcm, warnings } = await speakPcm(engine, request("bf_three", "The lamp is lit.", { model: "kokoro" }));
    assert.ok(pcm.length > 24_000);
    assert.deepEqual(warnings, []);
  } finally {
    rmSync(join(folder("kokoro"), "bf_three.bin"));
  }
});

test("a model that crashes its process fails its lines, and is not loaded again after two crashes", async () => {
  const program = fileURLToPath(new URL("../../packages/server/engines/onnx/crashing-child.ts", import.meta.url));
  const [entry] = parseEngines('{ "engines": [{ "provider": "piper", "type": "piper" }] }');
  assert.ok(entry?.type === "piper");
  await using engine = createPiperEngine(entry, home, { program });
  const speak = () => speakPcm(engine, request("en_US-tone-low", "Hello."));
  await assert.rejects(speak(), failure("broken_answer", /^en_US-tone-low ended the model process \(SIGSEGV\)\.$/));
  await assert.rejects(speak(), failure("broken_answer", /SIGSEGV/));
  await assert.rejects(speak(), failure("broken_answer", /2 times in a row\. Install the voice again\.$/));
  const { voices, notice } = await engine.describe(AbortSignal.timeout(60_000));
  assert.ok(!voices.some(({ id }) => id === "en_US-tone-low"));
  assert.match(notice ?? "", /2 times in a row/);
});

for (const requested of ["coreml", "webgpu"]) {
  test(`where ${requested} does not run, the processor speaks, and the line and the engine state it`, async (t) => {
    if (process.platform !== "linux") return t.skip("another system may have it");
    const [entry] = parseEngines(
      JSON.stringify({ engines: [{ provider: "piper", type: "piper", execution_provider: requested }] }),
    );
    assert.ok(entry?.type === "piper");
    await using engine = createPiperEngine(entry, home);
    const { pcm, warnings } = await speakPcm(engine, request("en_US-tone-low", "Hello there."));
    assert.ok(pcm.length > 0);
    const { status, notice } = await engine.describe(AbortSignal.timeout(60_000));
    assert.equal(status, "available");
    if (/^Models run on webgpu\./.test(notice ?? "")) return t.skip("this machine has a graphics processor");
    assert.deepEqual(warnings, [`The model ran on the processor, although ${requested} was requested.`]);
    assert.match(
      notice ?? "",
      new RegExp(`^Models run on the processor\\. ${requested} was requested and does not run\\.`),
    );
  });
}

test("too little memory is a state of the engine, and ends when there is enough", async () => {
  let free = 100e6;
  await using engine = piper({ freeBytes: () => free });
  const short = await engine.describe(AbortSignal.timeout(60_000));
  assert.equal(short.status, "unreachable");
  assert.match(short.notice ?? "", /^Too little memory: a model needs about 262 MB, and 100 MB are free\./);
  assert.ok(short.voices.length > 0);
  free = 8e9;
  const { status, notice } = await engine.describe(AbortSignal.timeout(60_000));
  assert.equal(status, "available");
  assert.match(notice ?? "", /A model needs up to 262 MB of memory\./);
});

test("an idle model is unloaded, and the next line loads it again", async () => {
  await using models = neuralModels({ name: "Piper", dataDir: home, processes: 1, idleMs: 50 });
  const voice = { family: "piper", config: readConfig(), speaker: null, noise_scale: 0, length_scale: 1, noise_w: 0 };
  const path = join(folder("piper"), "en_US-tone-low.onnx");
  const speak = () =>
    models.speak(
      {
        provider: "cpu",
        threads: 1,
        model: { path, name: "en_US-tone-low", stamp: "1", bytes: tinyPiper().length },
        voice: voice as PiperJob,
        language: "en-US",
        request: request("en_US-tone-low", "A short line."),
        pauseAfter: false,
      },
      undefined,
    );
  await speak();
  assert.equal(models.running, true);
  for (const until = Date.now() + 30_000; models.running && Date.now() < until; ) await new Promise(setImmediate);
  assert.equal(models.running, false);
  assert.ok((await speak()).pcm.length > 0);
});

test("without onnxruntime the engine is unconfigured and states the command", async () => {
  const empty = mkdtempSync(join(home, "empty-"));
  const [entry] = parseEngines('{ "engines": [{ "provider": "piper", "type": "piper" }] }');
  assert.ok(entry?.type === "piper" && existsSync(empty));
  await using engine = createPiperEngine(entry, empty);
  const { status, notice } = await engine.describe(AbortSignal.timeout(60_000));
  assert.deepEqual(
    [status, notice],
    ["unconfigured", `onnxruntime ${RUNTIME_VERSION} is not installed: run fullcast engines add piper.`],
  );
});
