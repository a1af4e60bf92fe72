// Runs one of Fullcast's programs in a limited child process, for work that may read hostile bytes or may need too much memory
// or time. The child holds no secrets, gets one job, may report progress, answers once, and ends. The operating system limits
// memory, processor time and file size (POSIX ulimit). This file limits wall-clock time and the size of the answer; on Windows
// these are the only limits. child-side.ts is the child's side.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { parse } from "node:path";
import { frameReader, writeFrame } from "./frames.ts";
import { bareEnvironment, passedEnvironment } from "./passed-environment.ts";
import { compiledProgram } from "./program-cache.ts";
import { programFolders, type Sandbox, sandbox } from "./sandbox.ts";

export interface ProcessLimits {
  /** Writable memory, KiB. Node itself takes 0.6 GB of it. 0 sets no limit. */
  readonly memoryKib: number;
  /** The JavaScript heap, MiB; part of the above. */
  readonly heapMib: number;
  /** Processor time, s. 0 sets no limit. */
  readonly cpuSeconds: number;
  /** Wall-clock time, s. 0 sets no limit. */
  readonly wallSeconds: number;
  /** The largest file that it may write, bytes. */
  readonly fileBytes: number;
  /** The largest answer including progress, bytes. */
  readonly answerBytes?: number;
}

export interface ProcessOptions<Progress> {
  readonly limits: ProcessLimits;
  /** Kills the process within moments. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Path of a file that the child reads from descriptor INPUT_DESCRIPTOR. */
  readonly input?: string | undefined;
  /**
   * Path of a file that is created, and that the child reads and writes as descriptor OUTPUT_DESCRIPTOR. It must not
   * exist. After an answer it is on disk.
   */
  readonly output?: string | undefined;
  /**
   * The program reads no hostile bytes. It runs outside of the sandbox (sandbox.ts) and may use the cache of compiled sources,
   * which makes its start faster.
   */
  readonly trusted?: boolean | undefined;
  /**
   * The work takes less than a second of processor time. Its WebAssembly is compiled quickly and not optimised, because the
   * optimising compiler would take longer than it saves.
   */
  readonly brief?: boolean | undefined;
  /**
   * The child removes files when this process dies. Other children are killed by the system at once, where it supports
   * that.
   */
  readonly tidiesUp?: boolean | undefined;
}

/**
 * How the process ended:
 * - `limits`: it exceeded one of its limits;
 * - `broken`: it ended without an answer, by itself;
 * - `stopped`: another process asked it to stop (SIGINT, SIGTERM or SIGHUP);
 * - `killed`: a person or the system killed it (SIGKILL), for example because the machine has no memory left;
 * - `aborted`: the caller's signal ended it;
 * - `unstarted`: the process could not be started.
 */
export type ProcessEnd<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "limits" | "broken" | "stopped" | "killed" | "aborted" | "unstarted" };

const DEFAULT_ANSWER_BYTES = 256 * 1024 * 1024;

/**
 * Runs one job. Never rejects because of the child. When it resolves, the process has ended and nothing writes to its files.
 *
 * @param program Path of the TypeScript file; it calls answerParent() of child-side.ts.
 * @param job Plain data (structured clone).
 * @throws system errors of opening `input` or `output`.
 */
export async function runLimited<Answer, Progress = never>(
  program: string,
  job: unknown,
  options: ProcessOptions<Progress>,
): Promise<ProcessEnd<Answer>> {
  const files: FileHandle[] = [];
  try {
    const { input, output } = options;
    if (input !== undefined) files.push(await open(input, "r"));
    if (output !== undefined) files.push(await open(output, "wx+", 0o600));
    const descriptors = [input === undefined ? ("ignore" as const) : files[0]!.fd];
    if (output !== undefined) descriptors.push(files.at(-1)!.fd);
    const box = options.trusted === true ? null : await sandbox();
    if (options.signal?.aborted) return { kind: "aborted" };
    const end = await runWith<Answer, Progress>(program, job, options, descriptors, box);
    // The child may not sync under Node's permissions.
    if (end.kind === "answered" && output !== undefined) await files.at(-1)!.sync();
    return end;
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

function runWith<Answer, Progress>(
  program: string,
  job: unknown,
  options: ProcessOptions<Progress>,
  descriptors: readonly ("ignore" | number)[],
  box: Sandbox | null,
): Promise<ProcessEnd<Answer>> {
  const { limits, signal, onProgress } = options;
  return new Promise((resolve) => {
    const compiled = box === null ? null : compiledProgram(program, engineOptions(options), box);
    const child = spawn(...command(program, options, box, compiled), {
      env:
        box === null
          ? passedEnvironment()
          : { ...bareEnvironment(), ...(compiled === null ? {} : { NODE_COMPILE_CACHE: compiled }) },
      ...(box === null ? {} : { ...box.user, cwd: parse(process.cwd()).root }),
      // A separate process group: its own children end with it, and a terminal's Ctrl-C does not reach it.
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "ignore", ...descriptors],
    });
    let end: ProcessEnd<Answer> | null = null;
    const stop = (kind: "limits" | "aborted" | "broken") => {
      end ??= { kind };
      killGroup(child);
    };
    const abort = () => stop("aborted");
    signal?.addEventListener("abort", abort, { once: true });
    const clock = limits.wallSeconds > 0 ? setTimeout(() => stop("limits"), limits.wallSeconds * 1_000) : undefined;

    const read = frameReader<ChildMessage<Answer, Progress>>();
    let bytes = 0;
    child.stdout!.on("data", (chunk: Buffer) => {
      if (end !== null) return;
      bytes += chunk.length;
      if (bytes > (limits.answerBytes ?? DEFAULT_ANSWER_BYTES)) return stop("limits");
      try {
        for (const message of read(chunk)) {
          if (message.kind === "progress") onProgress?.(message.progress);
          else end ??= message;
        }
      } catch {
        stop("broken");
      }
    });
    child.on("error", () => {
      end ??= { kind: "unstarted" };
      if (child.pid === undefined) settle(null, null);
    });
    // "close" comes after the last bytes of the answer. A process that the child left behind would hold its output open: the
    // inner process of a sandbox does when the outer one is killed before both are connected.
    child.on("exit", () => killGroup(child));
    child.on("close", settle);
    // If the child ends before it reads its job, its exit is the result.
    child.stdin!.on("error", () => undefined);
    // The stream stays open. Its end signals the child that this process is gone.
    writeFrame(child.stdin!, job);

    function settle(code: number | null, signalName: NodeJS.Signals | null): void {
      clearTimeout(clock);
      signal?.removeEventListener("abort", abort);
      killGroup(child);
      resolve(end ?? { kind: endOf(code, signalName) });
    }
  });
}

type ChildMessage<Answer, Progress> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "progress"; readonly progress: Progress };

/** Kills a child and its own children. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}

/** V8 aborts with SIGABRT or SIGTRAP when it is out of memory. The others mean the limits of time and file size. */
const LIMIT_SIGNALS: readonly NodeJS.Signals[] = ["SIGXCPU", "SIGXFSZ", "SIGABRT", "SIGTRAP"];
const STOP_SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Linux numbers. A wrapper exits with 128 plus the number of the signal that ended its program. */
const SIGNAL_OF_CODE: Readonly<Record<number, NodeJS.Signals>> = {
  129: "SIGHUP",
  130: "SIGINT",
  133: "SIGTRAP",
  134: "SIGABRT",
  137: "SIGKILL",
  143: "SIGTERM",
  152: "SIGXCPU",
  153: "SIGXFSZ",
};

function endOf(code: number | null, signalName: NodeJS.Signals | null): "limits" | "broken" | "stopped" | "killed" {
  const by = signalName ?? SIGNAL_OF_CODE[code ?? 0] ?? null;
  if (by === "SIGKILL") return "killed";
  if (by !== null && LIMIT_SIGNALS.includes(by)) return "limits";
  return by !== null && STOP_SIGNALS.includes(by) ? "stopped" : "broken";
}

/** ulimit counts file sizes in blocks of 512 bytes (POSIX). */
const BLOCK_BYTES = 512;
/** Kills the child at once when this process dies, even if the child is too busy to notice the end of its input. */
const SETPRIV = "/usr/bin/setpriv";

type CommandOptions = Pick<ProcessOptions<never>, "limits" | "tidiesUp" | "brief">;

/** V8's options of a child. */
const engineOptions = ({ limits, brief }: Pick<CommandOptions, "limits" | "brief">): string[] => [
  `--max-old-space-size=${limits.heapMib}`,
  "--max-semi-space-size=2",
  ...(brief === true ? ["--liftoff-only"] : []),
];

/**
 * The command line of a child with its limits; without a sandbox when `box` is null.
 *
 * @param compiled Folder of the compiled sources that a child in a sandbox uses (program-cache.ts).
 */
export function command(
  program: string,
  options: CommandOptions,
  box: Sandbox | null,
  compiled: string | null = null,
): [string, string[]] {
  const { limits, tidiesUp } = options;
  const bare = [process.execPath, ...engineOptions(options), ...(box === null ? [] : permissions(compiled)), program];
  const node = box === null ? bare : [...box.wrap(bare)];
  if (process.platform === "win32") return [node[0]!, node.slice(1)];
  const blocks = Math.ceil(limits.fileBytes / BLOCK_BYTES) + 1;
  const flags = ["-c 0"];
  if (Number.isFinite(blocks)) flags.push(`-f ${blocks}`);
  if (limits.memoryKib > 0) flags.push(`-d ${limits.memoryKib}`);
  // The soft limit sends SIGXCPU. The hard one would send SIGKILL, which looks like a kill from outside.
  if (limits.cpuSeconds > 0) flags.push(`-H -t ${limits.cpuSeconds + 5}`, `-S -t ${limits.cpuSeconds}`);
  // An unknown limit must not prevent the others from being set.
  const ulimits = flags.map((flag) => `ulimit ${flag} 2>/dev/null`).join("; ");
  const endsWithParent = tidiesUp !== true && existsSync(SETPRIV);
  const wrapped = endsWithParent ? [SETPRIV, "--pdeathsig", "KILL", "--no-new-privs", ...node] : node;
  return ["/bin/sh", ["-c", `${ulimits}; exec "$0" "$@"`, ...wrapped]];
}

/**
 * Node's permissions: the child's JavaScript may read only its program. It may not write files, start programs or connect; open
 * files stay usable. Native code is not bound by them; the sandbox limits it. Node reads compiled sources only where it has
 * the permission to write them, too; there the sandbox forbids to write.
 */
const permissions = (compiled: string | null): string[] => [
  "--permission",
  "--allow-addons",
  "--disable-warning=SecurityWarning",
  ...programFolders().map((folder) => `--allow-fs-read=${folder}`),
  ...(compiled === null ? [] : [`--allow-fs-write=${compiled}`]),
];
