// Any program that turns a text file into a WAV file. Always true: no shell takes part; the program gets PATH, HOME,
// LANG and TMPDIR, an empty private folder, and limits of time and output; its process group is killed at the end.

import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { broughtVoices } from "../brought/brought-voices.ts";
import type { CommandEntry } from "../brought/engines-file.ts";
import { speakInPieces } from "../brought/in-pieces.ts";
import { EngineError, type SpeakRequest, type SpeakResult, type SpeechEngine } from "../engine.ts";
import { checkRequest, unsupportedWishes } from "../request.ts";

/** UTF-16 units of one run of the program. */
const LONGEST = 65_536;
const MODEL = "command";
const USUAL_WORDS_PER_MINUTE = 175;
const MOST_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 200;
const PATIENCE_MS = 30_000;
const PATIENCE_PER_UNIT_MS = 100;

export function createCommandEngine(entry: CommandEntry): SpeechEngine {
  const { provider } = entry;
  const name = entry.name ?? provider;
  const controls = entry.command.some((part) => part.includes("{rate}")) ? ["rate"] : [];
  const voices = broughtVoices(entry.voices, [MODEL]);
  const ids = new Set(entry.voices.map(({ id }) => id));
  let closed = false;

  async function speakPiece(request: SpeakRequest, signal: AbortSignal | undefined): Promise<SpeakResult> {
    const folder = await mkdtemp(join(tmpdir(), "fullcast-command-"));
    try {
      const [input, output] = [join(folder, "input.txt"), join(folder, "output.wav")];
      await writeFile(input, request.text, { mode: 0o600 });
      const values: Readonly<Record<string, string>> = {
        input,
        output,
        voice: request.voice,
        rate: String(Math.round(USUAL_WORDS_PER_MINUTE * request.delivery.rate)),
      };
      const parts = entry.command.map((part) =>
        part.replace(/\{(input|output|voice|rate)\}/g, (_, key) => values[key]!),
      );
      await run(name, parts, { folder, output, ms: PATIENCE_MS + request.text.length * PATIENCE_PER_UNIT_MS }, signal);
      const bytes = await readFile(output).catch(() => {
        throw new EngineError("broken_answer", `${name} ended without a sound file.`);
      });
      return {
        audio: { kind: "file", bytes, content_type: "audio/wav" },
        words: null,
        warnings: unsupportedWishes(request, { controls, seed: false }),
        billed_characters: 0,
        request_id: null,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    provider,
    name,
    kind: "local",
    concurrency: entry.concurrency ?? availableParallelism(),
    limits: {
      requests_per_minute: entry.requests_per_minute ?? null,
      characters_per_minute: entry.characters_per_minute ?? null,
      monthly_characters: entry.monthly_characters ?? null,
    },
    async describe() {
      const program = entry.command[0]!;
      const found = await isProgram(program);
      return {
        status: found ? "available" : "unconfigured",
        notice: found ? null : `The program ${program} is not installed.`,
        models: [
          {
            id: MODEL,
            languages: [...new Set(voices.flatMap((voice) => voice.languages))],
            max_characters: LONGEST,
            controls,
            word_timings: false,
            seed: false,
            pauses: "spliced",
            snowcoins_per_1000: entry.snowcoins_per_1000 ?? null,
            revision: "1",
          },
        ],
        voices,
      };
    },
    longestRequest: () => LONGEST,
    async speak(request, signal) {
      if (closed) throw new EngineError("unavailable", `${name} is closed.`);
      signal?.throwIfAborted();
      checkRequest(request, { models: [MODEL], max_characters: LONGEST, hasVoice: (id) => ids.has(id) });
      return speakInPieces(request, LONGEST, (piece) => speakPiece(piece, signal), signal);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

/** @throws EngineError; the signal's reason */
async function run(
  name: string,
  [program, ...parts]: readonly string[],
  { folder, output, ms }: { readonly folder: string; readonly output: string; readonly ms: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const { PATH = "", HOME = "", LANG = "" } = process.env;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program!, parts, {
    cwd: folder,
    env: { PATH, HOME, LANG, TMPDIR: folder },
    stdio: "ignore",
    detached: process.platform !== "win32",
  });
  const fail = (error: unknown) => reject(error);
  const abort = () => fail(signal?.reason);
  const clock = setTimeout(
    () => fail(new EngineError("unavailable", `${name} did not end within ${Math.round(ms / 1000)} s.`)),
    ms,
  );
  const watch = setInterval(() => {
    stat(output)
      .then(({ size }) => {
        if (size > MOST_BYTES) fail(new EngineError("broken_answer", `${name} writes more than 256 MiB.`));
      })
      .catch(() => undefined);
  }, LOOK_MS);
  signal?.addEventListener("abort", abort, { once: true });
  child.on("error", () => fail(new EngineError("unavailable", `The program of ${name} cannot be started.`)));
  child.on("exit", (code) => {
    if (code === 0) resolve();
    else
      fail(
        new EngineError(
          "broken_answer",
          `The program of ${name} ended with ${code === null ? "a signal" : `code ${code}`}.`,
        ),
      );
  });
  try {
    await promise;
    const { size } = await stat(output).catch(() => ({ size: 0 }));
    if (size > MOST_BYTES) throw new EngineError("broken_answer", `${name} wrote more than 256 MiB.`);
  } finally {
    clearTimeout(clock);
    clearInterval(watch);
    signal?.removeEventListener("abort", abort);
    killGroup(child.pid);
  }
}

/** Also what the program started and left behind. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It is gone.
  }
}

async function isProgram(program: string): Promise<boolean> {
  const isPath = isAbsolute(program) || program.includes("/") || program.includes(sep);
  const places = isPath ? [program] : (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, program));
  for (const place of places) {
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return true;
  }
  return false;
}
