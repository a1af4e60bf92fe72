// Any program that turns a text file into a WAV file. Always true: it runs in an empty private folder, as run-program.ts states.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { broughtVoices } from "../brought/brought-voices.ts";
import type { CommandEntry } from "../brought/engines-file.ts";
import { speakInPieces } from "../brought/in-pieces.ts";
import { EngineError, type SpeakRequest, type SpeakResult, type SpeechEngine } from "../engine.ts";
import { checkRequest, unsupportedWishes } from "../request.ts";
import { isProgram, runProgram } from "./run-program.ts";

/** UTF-16 units of one run of the program. */
const LONGEST = 65_536;
const MODEL = "command";
const USUAL_WORDS_PER_MINUTE = 175;
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
      await runProgram(
        name,
        parts,
        { folder, output, ms: PATIENCE_MS + request.text.length * PATIENCE_PER_UNIT_MS },
        signal,
      );
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
