// A program of ours that meets hostile bytes, run where it can do no harm: in a process of its own without secrets, whose
// memory, processor time and file sizes the operating system limits (POSIX ulimit; on Windows only the clock does). It
// gets one job, answers once, and ends.

import { spawn } from "node:child_process";

export interface ProcessLimits {
  /** Writable memory, of which Node itself takes 0.6 GB. */
  readonly memoryKib: number;
  /** JavaScript's own memory, MiB; part of the above. */
  readonly heapMib: number;
  /** Processor time. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** The largest file that it may write, bytes. */
  readonly fileBytes: number;
}

/**
 * How it ended. `limits`: over one of them. `broken`: it died of what it was given. `aborted`: it was told to. `unstarted`:
 * no process could be made.
 */
export type ProcessEnd<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "limits" | "broken" | "aborted" | "unstarted" };

/** ulimit counts files in blocks of 512 bytes (POSIX). */
const BLOCK_BYTES = 512;

/**
 * Never rejects. When it resolves the process is gone, and nobody writes to its files any more.
 *
 * @param program Path of the TypeScript file that is run.
 * @param signal Kills the process within moments.
 */
export function runLimited<Answer>(
  program: string,
  job: unknown,
  limits: ProcessLimits,
  signal?: AbortSignal,
): Promise<ProcessEnd<Answer>> {
  if (signal?.aborted) return Promise.resolve({ kind: "aborted" });
  return new Promise((resolve) => {
    const child = spawn(...command(program, limits), {
      // Windows cannot load libraries without its SystemRoot; nothing else is passed on.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let end: ProcessEnd<Answer> | null = null;
    const stop = (kind: "limits" | "aborted") => {
      end ??= { kind };
      child.kill("SIGKILL");
    };
    const abort = () => stop("aborted");
    signal?.addEventListener("abort", abort, { once: true });
    const clock = setTimeout(() => stop("limits"), limits.wallSeconds * 1_000);
    child.on("message", (answer: Answer) => {
      end ??= { kind: "answered", answer };
    });
    child.on("error", () => {
      end ??= { kind: "unstarted" };
      if (child.pid === undefined) settle(null, null);
    });
    // "close" comes after the last message.
    child.on("close", settle);
    child.send(job as NodeJS.Dict<unknown>, (error) => {
      if (error !== null) child.kill("SIGKILL");
    });

    function settle(_code: number | null, endedBy: NodeJS.Signals | null): void {
      clearTimeout(clock);
      signal?.removeEventListener("abort", abort);
      resolve(end ?? { kind: LIMIT_SIGNALS.includes(endedBy) ? "limits" : "broken" });
    }
  });
}

/** V8 aborts with SIGABRT or SIGTRAP when it gets no memory; the processor's and the files' limits end with the others. */
const LIMIT_SIGNALS: readonly (NodeJS.Signals | null)[] = ["SIGXCPU", "SIGKILL", "SIGXFSZ", "SIGABRT", "SIGTRAP"];

function command(program: string, limits: ProcessLimits): [string, string[]] {
  const node = [`--max-old-space-size=${limits.heapMib}`, "--max-semi-space-size=2", program];
  if (process.platform === "win32") return [process.execPath, node];
  const blocks = Math.ceil(limits.fileBytes / BLOCK_BYTES) + 1;
  // A limit that a system does not know must not keep the others from being set.
  const ulimits = [`-c 0`, `-d ${limits.memoryKib}`, `-t ${limits.cpuSeconds}`, `-f ${blocks}`]
    .map((limit) => `ulimit ${limit} 2>/dev/null`)
    .join("; ");
  return ["/bin/sh", ["-c", `${ulimits}; exec "$0" "$@"`, process.execPath, ...node]];
}
