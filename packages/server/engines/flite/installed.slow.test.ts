// Voices in files: Flite wrote them itself, and they speak as the voices that are part of the program.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { engineConformance } from "../conformance.ts";
import { EngineError } from "../engine.ts";
import { speakPcm } from "../record.ts";
import { measureVoice } from "../voice-acoustics.ts";
import { dumpedVoice } from "./dumped-voice.ts";
import { createFlite } from "./flite-module.ts";
import { createInstalledFlite } from "./installed.ts";
import { readVoiceHead } from "./voice-file.ts";

const dataDir = mkdtempSync(join(tmpdir(), "fullcast-flitevox-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const folder = join(dataDir, "voices", "flite");
mkdirSync(folder, { recursive: true });
const rms = await dumpedVoice("rms");
writeFileSync(join(folder, "cmu_us_rms.flitevox"), rms);
const engine = () => createInstalledFlite({ type: "flite", provider: "flite-voices", threads: 1 }, dataDir);
const { signal } = new AbortController();

engineConformance("installed voices of Flite", engine);

const requestOf = (voice: string) => ({
  model: "flite",
  voice,
  text: "The lamp was lit before four, and the boats came in along the wall.",
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [],
  options: {},
});

test("a voice from a file gives the frames of the built-in one, also after a file that breaks the program off", async () => {
  const flite = await createFlite();
  const markup = "The lamp was lit before four.";
  const builtIn = flite.speak({ base: "rms", markup, stretch: 1 });
  const file = { bytes: rms };
  assert.deepEqual(flite.speak({ base: file, markup, stretch: 1 }), builtIn);
  for (const length of [400, 100_000]) {
    const broken = { bytes: rms.slice(0, length) };
    assert.throws(() => flite.speak({ base: broken, markup, stretch: 1 }), `${length} bytes`);
  }
  assert.deepEqual(flite.speak({ base: file, markup, stretch: 1 }), builtIn);
  assert.deepEqual(flite.speak({ base: "rms", markup, stretch: 1 }), builtIn);
});

test("the head of a file states its language; other files are refused with the reason", () => {
  const read = readVoiceHead(rms);
  assert.ok("head" in read);
  assert.deepEqual(read.head, { language: "en-US", gender: null, description: null, copyright: null });
  const hindi = Buffer.from(rms.subarray(0, 4_000));
  hindi.write("hin", hindi.indexOf("eng"));
  for (const [bytes, reason] of [
    [hindi, /speaks the language "hin"/],
    [Buffer.from("<!doctype html>"), /no voice file of Flite 2/],
    [rms.subarray(0, 100), /head is damaged/],
  ] as const) {
    const found = readVoiceHead(bytes);
    assert.ok("fault" in found);
    assert.match(found.fault, reason);
  }
});

test("a damaged file is a state of the engine or a refusal, and the other voices speak on", async () => {
  writeFileSync(join(folder, "short.flitevox"), rms.subarray(0, 100_000));
  writeFileSync(join(folder, "page.flitevox"), "<!doctype html>");
  try {
    await using flite = engine();
    const { status, notice, voices } = await flite.describe(signal);
    assert.equal(status, "available");
    assert.match(notice ?? "", /page cannot be used: it is no voice file/);
    assert.deepEqual(voices.map(({ id }) => id).sort(), ["cmu_us_rms", "short"]);
    await assert.rejects(flite.speak(requestOf("short")), (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.kind, "rejected");
      assert.match(error.message, /damaged or incomplete/);
      return true;
    });
    const { pcm, sample_rate } = await speakPcm(flite, requestOf("cmu_us_rms"));
    const { pitchHz } = measureVoice(pcm, sample_rate);
    assert.ok(pitchHz > 85 && pitchHz < 120, `${pitchHz} Hz; the recorded speaker has 101 Hz`);
  } finally {
    for (const name of ["short", "page"]) rmSync(join(folder, `${name}.flitevox`));
  }
});

test("another file under the name of a voice is another revision", async () => {
  await using flite = engine();
  const revision = async () => (await flite.describe(signal)).voices[0]!.revision;
  const before = await revision();
  assert.equal(await revision(), before);
  writeFileSync(join(folder, "cmu_us_rms.flitevox"), await dumpedVoice("slt"));
  try {
    assert.notEqual(await revision(), before);
    const { pcm, sample_rate } = await speakPcm(flite, requestOf("cmu_us_rms"));
    assert.ok(measureVoice(pcm, sample_rate).pitchHz > 140);
  } finally {
    writeFileSync(join(folder, "cmu_us_rms.flitevox"), rms);
  }
});
