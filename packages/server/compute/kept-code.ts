// Machine code of WebAssembly modules, kept beside Node's cache of compiled sources for the next processes. V8 first compiles a function
// quickly, and its busy ones again with its optimising compiler. For PostgreSQL alone that takes longer than the rest of a start.
// Node caches compiled JavaScript, but no WebAssembly, although V8 can write and read it (nodejs/node#36671 asks for it). So this file
// calls V8's own functions for its tests. Where they are missing or refuse, a module is compiled as usual.
// Always true: code is used only if its checksum is right, and if V8 made it with the same version, options and processor features,
// for the same bytes.

import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { isMainThread, threadId } from "node:worker_threads";
import { sha256 } from "../hash.ts";
import "./generic-wrappers.ts";

/** What of the JavaScript interface of WebAssembly is used here; the types of Node 24 do not declare it without the DOM. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<WasmModule> };

/** A WebAssembly.Module, which messages can carry to other threads. */
export type WasmModule = object;

/** The functions are not part of V8's interface. They were tried with this version. */
const KNOWN_V8 = /^13\.6\./;
/** Times after which the code of a new module is written: first for short commands, later with what became busy meanwhile. */
const WRITE_AFTER_MS = [3_000, 15_000, 60_000, 300_000];
/** A file is written again when there is this much more code than it holds. */
const WORTHWHILE_GROWTH = 1.1;
/** Files of earlier versions of Node and of the modules are removed when they are this old. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Less is the code of no function, only the table of them: V8 has not optimised any. */
const LEAST_BYTES = 32_768;
/** The hash of the code stands before it, in hexadecimal digits. */
const CHECKSUM_BYTES = 64;

/** The files that this thread keeps. */
const kept = new Set<string>();

/** Compiles a module, or takes the machine code that earlier processes kept of it. */
export async function compiledWasm(bytes: Uint8Array): Promise<WasmModule> {
  const file = keptFile(bytes);
  if (file === null) return WebAssembly.compile(bytes);
  const code = readKept(file);
  const known = code === null ? null : deserialized(code, bytes);
  const module = known ?? (await WebAssembly.compile(bytes));
  if (!kept.has(file)) keepLater(module, file, known === null ? 0 : (code?.byteLength ?? 0));
  return module;
}

/** Where the code of a module is kept; null when sources are not cached either. */
function keptFile(bytes: Uint8Array): string | null {
  const folder = process.env.NODE_COMPILE_CACHE;
  if (folder === undefined || folder === "" || !KNOWN_V8.test(process.versions.v8)) return null;
  // V8 refuses code that was made with other options. Each set of them has a file.
  const { version, platform, arch, execArgv, env } = process;
  const name = sha256(JSON.stringify([sha256(bytes), version, platform, arch, execArgv, env.NODE_OPTIONS]));
  return join(folder, "wasm", name.slice(0, 32));
}

function readKept(file: string): ArrayBuffer | null {
  let open: number | undefined;
  try {
    open = openSync(file, "r");
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    // V8 takes a whole buffer. So the code is read into one of its own.
    const code = new ArrayBuffer(Math.max(fstatSync(open).size - CHECKSUM_BYTES, 0));
    if (readSync(open, checksum) !== CHECKSUM_BYTES || readSync(open, new Uint8Array(code)) !== code.byteLength)
      return null;
    return sha256(new Uint8Array(code)) === checksum.toString("latin1") ? code : null;
  } catch {
    return null;
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** Null when V8 refuses the code. */
function deserialized(code: ArrayBuffer, bytes: Uint8Array): WasmModule | null {
  return native<WasmModule>("code, bytes", "%DeserializeWasmModule(code, bytes)", [code, bytes]);
}

function serialized(module: WasmModule): ArrayBuffer | null {
  return native<ArrayBuffer>("module", "%SerializeWasmModule(module)", [module]);
}

/**
 * Calls one of V8's own functions, which only a parser with an option accepts. With another option such a function returns nothing
 * when it refuses, for example a module without optimised code; without it, it ends the process.
 */
function native<Result>(parameters: string, call: string, values: readonly unknown[]): Result | null {
  try {
    const made = withOption("allow-natives-syntax", () => {
      const parsed = new Function(parameters, `if (arguments.length > 0) return ${call};`);
      // The first call parses the body.
      parsed();
      return parsed;
    });
    return (withOption("fuzzing", () => made(...values)) as Result | undefined) ?? null;
  } catch {
    return null;
  }
}

function withOption<Result>(name: string, action: () => Result): Result {
  setFlagsFromString(`--${name}`);
  try {
    return action();
  } finally {
    setFlagsFromString(`--no-${name}`);
  }
}

function keepLater(module: WasmModule, file: string, keptBytes: number): void {
  kept.add(file);
  let held = keptBytes;
  const keep = () => {
    const code = serialized(module);
    if (code === null || code.byteLength < Math.max(LEAST_BYTES, held * WORTHWHILE_GROWTH)) return;
    if (write(file, new Uint8Array(code))) held = code.byteLength;
  };
  for (const ms of WRITE_AFTER_MS) setTimeout(keep, ms).unref();
  // A thread is ended without this event.
  if (isMainThread) process.once("exit", keep);
}

/** A file that cannot be written is no error: the next process compiles the module. */
function write(file: string, code: Uint8Array): boolean {
  const folder = join(file, "..");
  const scratch = `${file}.${process.pid}.${threadId}.tmp`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(scratch, Buffer.concat([Buffer.from(sha256(code)), code]));
    renameSync(scratch, file);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
    }
    return true;
  } catch {
    try {
      rmSync(scratch, { force: true });
    } catch {
      // Nothing was written: the folder is none, or cannot be written.
    }
    return false;
  }
}
