// The main job as a user runs it: a new process, a fresh installation, no cached data.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseSnippets } from "../packages/core/structure/snippets/score-snippets.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { watchMemory } from "./process-memory.ts";

export const describe =
  "fullcast narrate on a fresh installation, start and end included: story, chapter, a long German text (one run), and with --novel a whole novel (one run)";

const root = dirname(import.meta.dirname);
const LAUNCHER = join(root, "packages", "cli", "bin", "fullcast.mjs");

interface Narration {
  readonly wallMs: number;
  readonly audioMs: number;
  readonly peakBytes: number | null;
  readonly stages: readonly { readonly stage: string; readonly ms: number }[];
}

export async function run({ novel, runs }: BenchOptions): Promise<readonly Measurement[]> {
  const rows: Measurement[] = [];
  for (const [name, path] of [
    ["story of 590 words", join(root, "examples", "the-lighthouse.txt")],
    ["chapter of 2,400 words", join(root, "examples", "chapter.txt")],
  ] as const) {
    const narrations: Narration[] = [];
    for (let index = 0; index < runs; index++) narrations.push(await narrate(path));
    rows.push(...rowsOf(name, narrations, {}));
  }
  rows.push(...(await longGermanText()));
  if (novel === null) {
    console.error("  the novel is left out: name its text with --novel <file>");
    return rows;
  }
  const narration = await narrate(novel);
  for (const { stage, ms } of narration.stages) rows.push(measured(`novel, ${stage}`, ms / 1000, "s"));
  return [...rows, ...rowsOf("novel", [narration], { speed: 60, megabytes: 1500 })];
}

/** The German story and all German passages of the tests, four times with other words: no take serves two lines. */
async function longGermanText(): Promise<readonly Measurement[]> {
  const passages = ["de.txt", "held-out/de.txt"].flatMap((file) =>
    parseSnippets(readFileSync(join(root, "packages/core/structure/snippets", file), "utf8")).map(({ text }) => text),
  );
  const story = readFileSync(join(root, "examples", "die-letzte-faehre.txt"), "utf8");
  const chapters = ["Garten", "Hafen", "Winter", "Fluss"].map((word, index) => {
    const text = [story, ...passages].join("\n\n");
    // "die Tür am Garten", "die Tür am Hafen": another line in each chapter.
    return `Kapitel ${index + 1}\n\n${text.replaceAll(/\b(?:der|die|das|ein|eine) \p{L}+/gu, (words) => `${words} am ${word}`)}`;
  });
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const path = join(folder, "lange-geschichte.txt");
    writeFileSync(path, chapters.join("\n\n"));
    return rowsOf("long German text", [await narrate(path)], { speed: 60 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(
  name: string,
  narrations: readonly Narration[],
  target: { readonly speed?: number; readonly megabytes?: number },
): Measurement[] {
  const wall = median(narrations.map(({ wallMs }) => wallMs));
  const speed = median(narrations.map(({ audioMs, wallMs }) => audioMs / wallMs));
  const peaks = narrations.map(({ peakBytes }) => peakBytes).filter((peak) => peak !== null);
  const atLeast = target.speed === undefined ? undefined : ({ bound: "at least", value: target.speed } as const);
  const atMost = target.megabytes === undefined ? undefined : ({ bound: "at most", value: target.megabytes } as const);
  return [
    measured(`${name}: wall`, wall / 1000, "s"),
    measured(`${name}: audio`, median(narrations.map(({ audioMs }) => audioMs)) / 1000, "s"),
    measured(`${name}: speed`, speed, "× real time", atLeast),
    ...(peaks.length === 0 ? [] : [measured(`${name}: peak memory`, median(peaks) / 1e6, "MB", atMost)]),
  ];
}

async function narrate(story: string): Promise<Narration> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const from = performance.now();
    const args = [
      "narrate",
      story,
      "--out",
      join(folder, "out.mp3"),
      "--data-dir",
      join(folder, "data"),
      "--quiet",
      "--json",
    ];
    const child = spawn(process.execPath, [LAUNCHER, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const memory = watchMemory(child.pid ?? 0);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const wallMs = performance.now() - from;
    const peakBytes = memory.stop();
    if (code !== 0) throw new Error(`narrate ended with exit code ${code}`);
    const { duration_ms, stages } = JSON.parse(output) as { duration_ms: number; stages: Narration["stages"] };
    return { wallMs, audioMs: duration_ms, peakBytes, stages };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
