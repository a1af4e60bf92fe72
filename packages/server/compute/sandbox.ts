// Keeps a child process that reads hostile bytes away from the machine's files. docs/sandbox.md lists the protection on each
// platform. The strongest sandbox that works here is chosen once by a probe: a child must find its program and must fail to
// read a file of the server.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Sandbox {
  readonly kind: "bubblewrap and own user" | "bubblewrap" | "own user" | "none";
  /** The user that the child runs as; null: the server's. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** The command that runs a command in the sandbox. */
  readonly wrap: (command: readonly string[]) => readonly string[];
}

const BUBBLEWRAP = "/usr/bin/bwrap";
/** Debian reserves the ids from 65000 to 65533, so no account, service or file has this one. */
const OWN_USER = { uid: 65_533, gid: 65_533 };
/** Far longer than a start of Node takes, even on a busy machine. */
const PROBE_MS = 60_000;

const open = (command: readonly string[]) => command;
const NONE: Sandbox = { kind: "none", user: null, wrap: open };

function candidates(): Sandbox[] {
  if (process.platform === "win32") return [];
  const bubblewrap = process.platform === "linux" && existsSync(BUBBLEWRAP);
  const isRoot = process.getuid?.() === 0;
  return [
    ...(bubblewrap && isRoot ? [{ kind: "bubblewrap and own user" as const, user: OWN_USER, wrap: inBubblewrap }] : []),
    ...(bubblewrap ? [{ kind: "bubblewrap" as const, user: null, wrap: inBubblewrap }] : []),
    ...(isRoot ? [{ kind: "own user" as const, user: OWN_USER, wrap: open }] : []),
  ];
}

let chosen: Promise<Sandbox> | null = null;

/** The sandbox of this process's children. Never rejects. */
export function sandbox(): Promise<Sandbox> {
  chosen ??= choose();
  return chosen;
}

async function choose(): Promise<Sandbox> {
  for (const candidate of candidates()) if (await works(candidate)) return candidate;
  const why =
    process.getuid?.() === 0
      ? "another user cannot read the program, and bubblewrap is not installed or not permitted"
      : "the server does not run as root, and bubblewrap is not installed or not permitted";
  process.emitWarning(
    `Processes that decode uploaded files could read files of the server's user: ${why}. See docs/sandbox.md.`,
    { code: "FULLCAST_NO_SANDBOX" },
  );
  return NONE;
}

/** Whether a child in this sandbox finds its program and cannot read other files. */
export async function works(candidate: Sandbox): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-sandbox-"));
  try {
    const secret = join(folder, "secret");
    writeFileSync(secret, "secret", { mode: 0o600 });
    const probe = fileURLToPath(new URL("./sandbox-probe.mjs", import.meta.url));
    const [program = "", ...args] = candidate.wrap([process.execPath, probe, secret]);
    const options = { ...candidate.user, env: {}, cwd: "/", timeout: PROBE_MS, killSignal: "SIGKILL" as const };
    return await new Promise((resolve) => {
      execFile(program, args, options, (error, stdout) => resolve(error === null && stdout === "sandboxed"));
    });
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Shared libraries of Node and of the codecs. They contain nothing private. */
const LIBRARIES = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/nix/store"];

function inBubblewrap(command: readonly string[]): readonly string[] {
  const bound = [...LIBRARIES, realpathSync(process.execPath), process.execPath, ...programFolders()];
  return [
    BUBBLEWRAP,
    ...["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--dev", "/dev", "--chdir", "/"],
    ...[...new Set(bound)].flatMap((path) => ["--ro-bind-try", path, path]),
    "--",
    ...command,
  ];
}

/** The folders of a child's program: this package, and the packages that it can import. */
export function programFolders(): string[] {
  const folders = [realpathSync(dirname(import.meta.dirname))];
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (existsSync(modules)) {
      folders.push(modules);
      const own = join(modules, "@fullcast");
      if (existsSync(own)) folders.push(...readdirSync(own).map((name) => realpathSync(join(own, name))));
    }
    if (dirname(at) === at) return folders;
  }
}
