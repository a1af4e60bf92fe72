// Peak memory of a process and its descendants, on Linux.

import { readdirSync, readFileSync } from "node:fs";

const EVERY_MS = 250;

/** Watches until `stop`, which returns the peak in bytes; null on other systems. */
export function watchMemory(pid: number): { stop(): number | null } {
  let peak: number | null = null;
  const look = () => {
    const now = memoryOfTree(pid);
    if (now !== null) peak = Math.max(peak ?? 0, now);
  };
  const timer = setInterval(look, EVERY_MS);
  look();
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Proportional set size: memory that processes share is counted once. In bytes; null on other systems than Linux. */
export function memoryOfTree(root: number): number | null {
  const all = [...treeOf(root)];
  const bytes = all.map(
    (pid) => Number(/^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024,
  );
  return bytes.reduce((sum, one) => sum + one, 0) || null;
}

/** A process and its descendants, on Linux. */
export function treeOf(root: number): ReadonlySet<number> {
  const parents = new Map<number, number>();
  for (const entry of entriesOrNone("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readOrEmpty(`/proc/${entry}/stat`);
    parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const belongs = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && belongs(parents.get(pid)));
  return new Set([...parents.keys()].filter(belongs));
}

function entriesOrNone(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process may end while it is looked at. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
