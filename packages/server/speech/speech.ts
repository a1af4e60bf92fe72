// Speech for other programs: turns a text into an audio file in the answer.
// Always true: nothing is stored; a priced engine is charged once, for audio that is finished; an account has one request at
// work on the engines and the encoder here, so that it does not delay another account.

import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { ApiError, type Caller, invalidField, LIMITS, SPEECH_TYPES, type SpeechRequest } from "@fullcast/contract";
import { encodeSpeech, RenderError, type SpokenPart } from "../codec/codec.ts";
import { createFairQueue } from "../compute/compute.ts";
import type { SendableFile, SendableParts } from "../http/http.ts";
import type { Services } from "../services.ts";
import { isCast, voiceFor } from "./names.ts";
import { readWithCast } from "./read-with-cast.ts";
import { type Line, lineOf, speakLine } from "./speak-line.ts";

export { listSpeechModels, listSpeechVoices, readSpeechModel } from "./names.ts";

type Speaker = Pick<Services, "db" | "clock" | "files" | "engines" | "scheduler" | "ledger" | "newId">;

/** Encoders and embedded engines; two of each need two processors. */
const encoders = createFairQueue({ atOnce: 2 });
/** Requests of each account that are not answered. */
const waiting = new Map<string, number>();
const RETRY_AFTER_S = 5;

/**
 * @param signal Ends the request when the client has disconnected.
 * @throws ApiError INVALID_REQUEST for an unknown voice or model and for text without words, INSUFFICIENT_FUNDS,
 * RATE_LIMITED, STORAGE_FULL, SERVICE_UNAVAILABLE, and the engine's failures
 */
export async function speak(
  services: Speaker,
  caller: Pick<Caller, "accountId">,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SendableFile> {
  const { accountId } = caller;
  using _place = takePlace(accountId);
  try {
    return await spoken(services, accountId, request, signal);
  } catch (error) {
    if (signal.aborted) throw new ApiError("SERVICE_UNAVAILABLE");
    throw error;
  }
}

/** @throws ApiError RATE_LIMITED */
function takePlace(accountId: string): Disposable {
  const count = waiting.get(accountId) ?? 0;
  if (count >= LIMITS.speech_waiting) throw new ApiError("RATE_LIMITED", { retry_after_seconds: RETRY_AFTER_S });
  waiting.set(accountId, count + 1);
  return {
    [Symbol.dispose]() {
      const left = (waiting.get(accountId) ?? 1) - 1;
      if (left > 0) waiting.set(accountId, left);
      else waiting.delete(accountId);
    },
  };
}

/**
 * Speaks a text sentence by sentence. The first part is there when it resolves, so that a refusal is an answer of its own.
 * @throws as speak
 */
export async function speakInParts(
  services: Speaker,
  caller: Pick<Caller, "accountId">,
  request: SpeechRequest,
): Promise<SendableParts> {
  const gone = new AbortController();
  const spoken = spokenParts(services, caller.accountId, request, gone.signal);
  const parts = request.stream_format === "sse" ? asEvents(spoken, request) : spoken;
  const first = await parts.next();
  return {
    contentType: request.stream_format === "sse" ? "text/event-stream" : SPEECH_TYPES[request.response_format],
    parts: beginningWith(first, parts),
    left: () => gone.abort(),
  };
}

async function* beginningWith(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** Formats whose parts follow each other in one stream. */
const JOINED: ReadonlySet<SpeechRequest["response_format"]> = new Set(["pcm", "wav", "mp3"]);

async function* spokenParts(
  services: Speaker,
  accountId: string,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (isCast(request.model) || !JOINED.has(request.response_format)) {
    const file = await speak(services, { accountId }, request, signal);
    for await (const bytes of await file.open()) yield bytes as Uint8Array;
    return;
  }
  using _place = takePlace(accountId);
  const { voice, model, followsRate } = await voiceFor(services, accountId, request);
  const rate = followsRate ? Math.min(2, Math.max(0.5, request.speed)) : 1;
  const lines = sentencesOf(request.input)
    .map((text) => lineOf(voice, model, text, { rate, instructions: request.instructions }))
    .filter(({ request: { text } }) => /[\p{L}\p{N}]/u.test(text));
  if (lines.length === 0) throw invalidField("input", "contains nothing that this voice can speak");
  const millionths = lines.reduce((sum, line) => sum + services.ledger.cost(voice.provider, line.characters), 0);
  const id = services.newId();
  if (millionths > 0) await holdFor(services, { id, accountId, millionths });
  let billed = 0;
  try {
    for (const [at, line] of lines.entries()) {
      const { pcm, sample_rate, millionths: cost } = await speakLine(services, accountId, line, signal);
      billed += cost;
      const part = { pcm, sample_rate, gain_db: 0, silence_after_ms: at < lines.length - 1 ? BETWEEN_SENTENCES_MS : 0 };
      const file = await encoded(services, accountId, request, request.speed / rate, [part]);
      const bytes: Buffer[] = [];
      for await (const piece of await file.open()) bytes.push(piece as Buffer);
      yield joinable(Buffer.concat(bytes), request.response_format, at === 0);
    }
  } finally {
    if (millionths > 0) {
      if (billed > 0) await services.ledger.settle(id, billed);
      await services.ledger.release(id);
    }
  }
}

/** About what the embedded voices leave between two sentences of one request. */
const BETWEEN_SENTENCES_MS = 480;
/** Short sentences are spoken together: an engine is asked less often, and the melody is better. */
const LEAST_PART = 120;

/** Sentences of a text; all but the first are joined to parts of a usable length. */
function sentencesOf(text: string): readonly string[] {
  const parts: string[] = [];
  let open = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)) {
    open += segment;
    if (open.trim() === "" || (parts.length > 0 && open.length < LEAST_PART)) continue;
    parts.push(open.trim());
    open = "";
  }
  if (open.trim() !== "") parts.push(open.trim());
  return parts;
}

/** A part of a stream: the header of a WAV file precedes only the first one, and states no length. */
function joinable(bytes: Buffer, format: SpeechRequest["response_format"], isFirst: boolean): Uint8Array {
  if (format !== "wav") return bytes;
  const data = bytes.indexOf("data", 12, "latin1");
  if (!isFirst) return bytes.subarray(data + 8);
  // Players read such a file to its end.
  bytes.writeUInt32LE(0xffff_ffff, 4);
  bytes.writeUInt32LE(0xffff_ffff, data + 4);
  return bytes;
}

/** OpenAI's events of streamed speech. A token is counted as four characters of text; audio is not counted. */
async function* asEvents(
  parts: AsyncGenerator<Uint8Array, void>,
  { input }: SpeechRequest,
): AsyncGenerator<Uint8Array, void> {
  const event = (data: object) => Buffer.from(`data: ${JSON.stringify(data)}\n\n`);
  try {
    for await (const bytes of parts) {
      yield event({ type: "speech.audio.delta", audio: Buffer.from(bytes).toString("base64") });
    }
    const tokens = Math.ceil(input.length / 4);
    const usage = { input_tokens: tokens, output_tokens: 0, total_tokens: tokens };
    yield event({ type: "speech.audio.done", usage });
  } finally {
    await parts.return();
  }
}

async function spoken(
  services: Speaker,
  accountId: string,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SendableFile> {
  if (isCast(request.model)) {
    const reading = await readWithCast(services, accountId, request, signal);
    return paid(services, accountId, reading.lines, async () => {
      const spoken = [];
      for (const line of reading.lines) spoken.push(await speakLine(services, accountId, line, signal));
      const billed = spoken.reduce((sum, { millionths }) => sum + millionths, 0);
      const parts = reading.layOut(spoken);
      return { file: await encoded(services, accountId, request, request.speed, parts), millionths: billed };
    });
  }
  const { voice, model, followsRate } = await voiceFor(services, accountId, request);
  // The engine speaks faster by itself where it can; the rest is stretched.
  const rate = followsRate ? Math.min(2, Math.max(0.5, request.speed)) : 1;
  const line = lineOf(voice, model, request.input, { rate, instructions: request.instructions });
  return paid(services, accountId, [line], async () => {
    const { pcm, sample_rate, millionths } = await speakLine(services, accountId, line, signal);
    const part = { pcm, sample_rate, gain_db: 0, silence_after_ms: 0 };
    return { file: await encoded(services, accountId, request, request.speed / rate, [part]), millionths };
  });
}

/** Holds what the lines cost, charges what was spoken, and gives the rest back. */
async function paid(
  { ledger, newId }: Pick<Services, "ledger" | "newId">,
  accountId: string,
  lines: readonly Line[],
  work: () => Promise<{ readonly file: SendableFile; readonly millionths: number }>,
): Promise<SendableFile> {
  const millionths = lines.reduce((sum, line) => sum + ledger.cost(line.voice.provider, line.characters), 0);
  if (millionths === 0) return (await work()).file;
  const id = newId();
  await holdFor({ ledger }, { id, accountId, millionths });
  try {
    const done = await work();
    await ledger.settle(id, done.millionths);
    return done.file;
  } finally {
    await ledger.release(id);
  }
}

/** Holds of this purpose are those of requests that wait: a crash gives them back. @throws ApiError INSUFFICIENT_FUNDS */
async function holdFor(
  { ledger }: Pick<Services, "ledger">,
  work: { readonly id: string; readonly accountId: string; readonly millionths: number },
): Promise<void> {
  const outcome = await ledger.hold({ ...work, purpose: "voice_preview" });
  if (outcome.kind === "insufficient")
    throw new ApiError("INSUFFICIENT_FUNDS", { needed: outcome.needed, available: outcome.available });
}

/** Spoken text is encoded even for a client that has disconnected, because it is paid for. */
async function encoded(
  { files }: Pick<Services, "files">,
  accountId: string,
  { response_format: format }: SpeechRequest,
  tempo: number,
  parts: readonly SpokenPart[],
): Promise<SendableFile> {
  const outputPath = files.temporary(`.${format}`);
  const size = await encoders
    .run(accountId, () => encodeSpeech({ format, tempo, parts, inputPath: files.temporary(".samples"), outputPath }))
    .catch(refuseUnencoded);
  return {
    size,
    contentType: SPEECH_TYPES[format],
    etag: null,
    cacheControl: "no-store",
    disposition: "inline",
    open: () => {
      const stream = createReadStream(outputPath);
      stream.once("close", () => void rm(outputPath, { force: true }).catch(() => undefined));
      return stream;
    },
  };
}

function refuseUnencoded(error: unknown): never {
  if (error instanceof RenderError && error.kind === "disk_full") throw new ApiError("STORAGE_FULL");
  if (error instanceof RenderError && error.kind === "killed") throw new ApiError("SERVICE_UNAVAILABLE");
  throw error;
}
