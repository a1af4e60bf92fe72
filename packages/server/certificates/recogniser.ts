// Asks the recogniser that the operator configured: a service in OpenAI's dialect (POST {base_url}/audio/transcriptions), or a
// program that prints what a WAV file says.
// Always true: the key goes to no other host; no message holds a key, a text or the body of an answer; no shell takes part.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { printedText } from "@fullcast/core/certificate";
import { askService } from "../engines/brought/ask-service.ts";
import { runProgram } from "../engines/command/run-program.ts";
import { EngineError } from "../engines/engine.ts";
import { sha256 } from "../hash.ts";
import type { RecogniserSettings } from "../settings.ts";

export interface Recogniser {
  /** For people: the model, or the program's name. */
  readonly name: string;
  /** Its answers are kept under this key. */
  readonly key: string;
  /** Takes that it is asked about at the same time. */
  readonly atOnce: number;
  /**
   * What a take says.
   * @param wav mono WAV of 16 bits at 16 kHz
   * @throws EngineError; the signal's reason
   */
  hear(wav: Uint8Array<ArrayBuffer>, durationMs: number, signal: AbortSignal): Promise<string>;
}

const NAME = "The recogniser";
const MOST_BYTES = 4 * 1024 * 1024;
/** Of one take: this time, and several times its length, for programs on slow machines. */
const PATIENCE_MS = 60_000;
const PATIENCE_PER_MS = 10;

/** @param language BCP 47 of the story; null: not known */
export function createRecogniser(settings: RecogniserSettings, language: string | null): Recogniser {
  const spoken = language?.split(/[-_]/u, 1)[0]?.toLowerCase() ?? null;
  const identity = settings.kind === "service" ? [settings.baseUrl, settings.model] : settings.command;
  const key = sha256(JSON.stringify([settings.kind, identity, spoken])).slice(0, 32);
  const limited = async (durationMs: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<string>) => {
    const ms = PATIENCE_MS + durationMs * PATIENCE_PER_MS;
    const timeout = AbortSignal.timeout(ms);
    try {
      return await work(AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted) throw error;
      throw new EngineError("unavailable", `${NAME} did not answer within ${Math.round(ms / 1000)} s.`);
    }
  };
  if (settings.kind === "command") {
    const { command } = settings;
    return {
      name: basename(command[0]!),
      key,
      atOnce: 1,
      hear: (wav, durationMs, signal) =>
        limited(durationMs, signal, (within) => printed(command, wav, durationMs, within)),
    };
  }
  return {
    name: settings.model,
    key,
    atOnce: 4,
    hear: (wav, durationMs, signal) =>
      limited(durationMs, signal, (within) => transcribed(settings, spoken, wav, within)),
  };
}

async function transcribed(
  { baseUrl, model, apiKey }: Extract<RecogniserSettings, { readonly kind: "service" }>,
  language: string | null,
  wav: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([wav], { type: "audio/wav" }), "take.wav");
  body.set("model", model);
  body.set("response_format", "json");
  body.set("temperature", "0");
  if (language !== null && /^[a-z]{2,3}$/.test(language)) body.set("language", language);
  const { bytes } = await askService(
    NAME,
    {
      method: "POST",
      url: `${baseUrl}/audio/transcriptions`,
      headers: {
        accept: "application/json",
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body,
      mostBytes: MOST_BYTES,
    },
    signal,
  );
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    answer = null;
  }
  const text = typeof answer === "object" && answer !== null && "text" in answer ? answer.text : null;
  if (typeof text !== "string") throw new EngineError("broken_answer", `${NAME} answered in an unknown form.`);
  return wordsOf(JSON.stringify({ text }), text);
}

/** A proxy in between answers with a page when the recogniser is away. */
function wordsOf(printedByIt: string, text = printedByIt): string {
  if (/^\s*<(?:!doctype\s|html\b)/iu.test(text))
    throw new EngineError("broken_answer", `${NAME} answered with a web page instead of the text.`);
  return printedText(printedByIt);
}

async function printed(
  command: readonly string[],
  wav: Uint8Array,
  durationMs: number,
  signal: AbortSignal,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fullcast-recogniser-"));
  try {
    const input = join(folder, "take.wav");
    await writeFile(input, wav, { mode: 0o600 });
    const parts = command.map((part) => part.replaceAll("{input}", input));
    const ms = PATIENCE_MS + durationMs * PATIENCE_PER_MS;
    return wordsOf(await runProgram(NAME, parts, { folder, output: null, ms }, signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
