// Voices of Flite from a folder, and from an address that breaks off.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { dumpedVoice } from "../flite/dumped-voice.ts";
import { readNote } from "../onnx/voice-files.ts";
import { installedVoices, installVoice, planInstallation, readOffers, removeVoice } from "./install-voice.ts";
import { CatalogueError } from "./offers.ts";
import { SourceError } from "./voice-source.ts";

const home = mkdtempSync(join(tmpdir(), "fullcast-install-flite-"));
after(() => rmSync(home, { recursive: true, force: true }));
const { signal } = new AbortController();
const rms = await dumpedVoice("rms");
const sum = createHash("sha256").update(rms).digest("hex");
const folderOf = (dataDir: string) => join(dataDir, "voices", "flite");

function freshFolder(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = mkdtempSync(join(home, "source-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function install(dataDir: string, from: string, name: string) {
  const offers = await readOffers("flite", from, signal);
  const plan = await planInstallation(dataDir, offers, name, signal);
  return { plan, ...(await installVoice(dataDir, offers, plan, { gender: "male" }, { signal, pauseMs: 1 })) };
}

test("a voice comes from a folder with its size, licence and sum, is not fetched twice, and is removed", async () => {
  const dataDir = mkdtempSync(join(home, "data-"));
  const from = freshFolder({
    "cmu_us_tone.flitevox": rms,
    SHA256SUMS: `${sum}  cmu_us_tone.flitevox\n`,
    LICENSE: "License: BSD of Carnegie Mellon University\n",
  });
  const { plan, sums } = await install(dataDir, from, "cmu_us_tone");
  assert.deepEqual(
    [plan.bytes, plan.license, plan.publishable],
    [rms.length, "BSD of Carnegie Mellon University", true],
  );
  assert.deepEqual(sums, [{ name: "cmu_us_tone.flitevox", sha256: sum }]);
  assert.deepEqual(await installedVoices(dataDir, "flite"), ["cmu_us_tone"]);
  const note = await readNote(folderOf(dataDir), "cmu_us_tone");
  assert.deepEqual([note.gender, note.sha256, note.source], ["male", sum, from]);
  assert.deepEqual((await install(dataDir, from, "cmu_us_tone")).plan.missing, []);
  assert.equal((await removeVoice(dataDir, "flite", "cmu_us_tone"))?.files.length, 2);
  assert.deepEqual(readdirSync(folderOf(dataDir)), []);
});

test("a file with a wrong sum, of another language or of another kind is refused, and nothing is left", async () => {
  const hindi = new Uint8Array(rms);
  hindi.set(Buffer.from("hin"), Buffer.from(rms).indexOf("eng"));
  for (const [files, reason] of [
    [{ "v.flitevox": rms, SHA256SUMS: `${"0".repeat(64)}  v.flitevox\n` }, /SHA-256/],
    [{ "v.flitevox": hindi }, /speaks the language "hin"/],
    [{ "v.flitevox": "<!doctype html><title>Not found</title>" }, /no voice file of Flite 2/],
    [{ "v.flitevox": rms.subarray(0, rms.length >> 1) }, /damaged or incomplete/],
  ] as const) {
    const dataDir = mkdtempSync(join(home, "data-"));
    await assert.rejects(install(dataDir, freshFolder(files), "v"), (error) => {
      assert.ok(error instanceof CatalogueError || error instanceof SourceError);
      assert.match(error.message, reason);
      return true;
    });
    assert.deepEqual(readdirSync(folderOf(dataDir)), []);
  }
  await assert.rejects(readOffers("flite", freshFolder({ "readme.txt": "" }), signal), /no voice of Flite/);
});

test("a voice comes from the list of an address, and a download that breaks off continues", async () => {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/voices/us_voices") return response.end("cmu_us_tone.flitevox\n../../escape.flitevox\n");
    if (request.url !== "/voices/cmu_us_tone.flitevox") return response.writeHead(404).end();
    ranges.push(request.headers.range);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const length = rms.length - from;
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": length,
      ...(from > 0 ? { "content-range": `bytes ${from}-${rms.length - 1}/${rms.length}` } : {}),
    });
    if (from > 0) return response.end(rms.subarray(from));
    response.write(rms.subarray(0, 1_000_000), () => setImmediate(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const dataDir = mkdtempSync(join(home, "data-"));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/voices`;
    const offers = await readOffers("flite", address, signal);
    assert.deepEqual(
      offers.voices.map(({ name }) => name),
      ["cmu_us_tone"],
    );
    const { sums, plan } = await install(dataDir, `${address}/us_voices`, "cmu_us_tone");
    assert.equal(plan.license, null);
    assert.deepEqual(sums, [{ name: "cmu_us_tone.flitevox", sha256: sum }]);
    assert.equal(ranges.length, 2);
    assert.match(ranges[1] ?? "", /^bytes=[1-9]\d*-$/);
    assert.deepEqual(new Uint8Array(readFileSync(join(folderOf(dataDir), "cmu_us_tone.flitevox"))), rms);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
