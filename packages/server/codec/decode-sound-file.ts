// Decodes an uploaded sound where it can do no harm: in a process of its own without secrets, whose memory, processor time
// and file sizes the operating system limits (POSIX ulimit; on Windows only the clock does).

import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type DecodedSound, type SoundFileAnswer, SoundFileError, type SoundFileJob } from "./sound-file-job.ts";

export type * from "./sound-file-job.ts";
export { SoundFileError } from "./sound-file-job.ts";

export interface ProcessLimits {
  /** Writable memory, of which Node itself takes 0.6 GB. */
  readonly memoryKib: number;
  /** Processor time. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** 65 minutes of the costliest codec take about a minute of a slow processor. */
const LIMITS: ProcessLimits = { memoryKib: 1024 * 1024, cpuSeconds: 300, wallSeconds: 1_200 };

const PROGRAM = fileURLToPath(new URL("./sound-file-process.ts", import.meta.url));
/** ulimit counts files in blocks of 512 bytes (POSIX). */
const BLOCK_BYTES = 512;

/**
 * Decodes `job.input_path` and writes it anew to `job.output_path`. When it rejects, nothing is left there.
 *
 * @param options.signal Kills the process within moments; the promise rejects with `aborted`.
 * @throws SoundFileError
 */
export async function decodeSoundFile(
  job: SoundFileJob,
  options: { readonly signal?: AbortSignal; readonly limits?: Partial<ProcessLimits> } = {},
): Promise<DecodedSound> {
  const { signal } = options;
  if (signal?.aborted) throw aborted();
  try {
    return await runLimited(job, { ...LIMITS, ...options.limits }, signal);
  } catch (error) {
    await rm(job.output_path, { force: true }).catch(() => undefined);
    throw error;
  }
}

const aborted = () => new SoundFileError("aborted", "The decoding was aborted.");
const overLimits = () =>
  new SoundFileError("limits", "The sound could not be decoded within the memory and the time that a file may take.");

function runLimited(job: SoundFileJob, limits: ProcessLimits, signal: AbortSignal | undefined): Promise<DecodedSound> {
  return new Promise((resolve, reject) => {
    const child = spawn(...command(job, limits), {
      // Windows cannot load libraries without its SystemRoot; nothing else is passed on.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let outcome: DecodedSound | SoundFileError | null = null;
    const end = (error: SoundFileError) => {
      outcome ??= error;
      child.kill("SIGKILL");
    };
    const abort = () => end(aborted());
    signal?.addEventListener("abort", abort, { once: true });
    const clock = setTimeout(() => end(overLimits()), limits.wallSeconds * 1_000);
    child.on("message", (answer: SoundFileAnswer) => {
      outcome ??= answer.kind === "decoded" ? answer.sound : new SoundFileError(answer.fault, answer.message);
    });
    child.on("error", () => {
      outcome ??= new SoundFileError("internal", "The decoding process could not be started.");
      if (child.pid === undefined) settle(null, null);
    });
    // "close" comes after the last message; the file is removed only when nobody writes to it any more.
    child.on("close", settle);
    child.send(job, (error) => {
      if (error !== null) child.kill("SIGKILL");
    });

    function settle(_code: number | null, ended: NodeJS.Signals | null): void {
      clearTimeout(clock);
      signal?.removeEventListener("abort", abort);
      const result = outcome ?? endedBy(ended);
      if (result instanceof SoundFileError) reject(result);
      else resolve(result);
    }
  });
}

/** What a process that ended without a word tells by the way it ended. */
function endedBy(ended: NodeJS.Signals | null): SoundFileError {
  // V8 aborts with SIGABRT or SIGTRAP when it gets no memory; the processor's and the files' limits end with the others.
  const limits: readonly (NodeJS.Signals | null)[] = ["SIGXCPU", "SIGKILL", "SIGXFSZ", "SIGABRT", "SIGTRAP"];
  if (limits.includes(ended)) return overLimits();
  return new SoundFileError("damaged", "The sound cannot be decoded: the file breaks its decoder.");
}

function command(job: SoundFileJob, limits: ProcessLimits): [string, string[]] {
  const node = ["--max-old-space-size=128", "--max-semi-space-size=2", PROGRAM];
  if (process.platform === "win32") return [process.execPath, node];
  const blocks = Math.ceil(job.max_output_bytes / BLOCK_BYTES) + 1;
  // A limit that a system does not know must not keep the others from being set.
  const ulimits = [`-c 0`, `-d ${limits.memoryKib}`, `-t ${limits.cpuSeconds}`, `-f ${blocks}`]
    .map((limit) => `ulimit ${limit} 2>/dev/null`)
    .join("; ");
  return ["/bin/sh", ["-c", `${ulimits}; exec "$0" "$@"`, process.execPath, ...node]];
}
