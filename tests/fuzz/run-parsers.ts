// Runs the parsers' process over a range of seeds, and starts it again behind a file that ended or hung it.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Finding {
  readonly target: string;
  readonly seed: number;
  readonly what: string;
}

const PROGRAM = fileURLToPath(new URL("./parsers.ts", import.meta.url));
/** No small file takes seconds; a busy machine does. */
const HANG_MS = 30_000;

/** @returns what was found; empty when every file was read or refused. */
export async function fuzzParsers(
  from: number,
  to: number,
  until: number,
): Promise<{ findings: Finding[]; files: number }> {
  const findings: Finding[] = [];
  let next = from;
  while (next < to && Date.now() < until) {
    const end = await runOnce(next, to, until, findings);
    next = end;
  }
  return { findings, files: next - from };
}

function runOnce(from: number, to: number, until: number, findings: Finding[]): Promise<number> {
  return new Promise((resolve) => {
    const child = fork(PROGRAM, {
      execArgv: ["--max-old-space-size=768"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let at = { seed: from, name: "start" };
    let isDone = false;
    const hangs = () => {
      findings.push({ target: at.name, seed: at.seed, what: `no answer within ${HANG_MS / 1_000} s` });
      isDone = true;
      child.kill("SIGKILL");
    };
    let clock = setTimeout(hangs, HANG_MS);
    child.on("message", (message: { kind: string; seed: number; name: string; what: string }) => {
      clearTimeout(clock);
      clock = setTimeout(hangs, HANG_MS);
      if (message.kind === "begins") at = message;
      if (message.kind === "finding") findings.push({ target: message.name, seed: message.seed, what: message.what });
      if (message.kind === "done") at = { seed: to - 1, name: "end" };
      if (message.kind !== "done" && Date.now() < until) return;
      isDone = true;
      child.kill("SIGKILL");
    });
    child.on("exit", (code, signal) => {
      clearTimeout(clock);
      if (!isDone) findings.push({ target: at.name, seed: at.seed, what: `the process ended (${code ?? signal})` });
      resolve(at.seed + 1);
    });
    child.send({ from, to });
  });
}
