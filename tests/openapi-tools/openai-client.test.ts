// OpenAI's own client library speaks through the service: whole files, streams, events, lists, and its classes of errors.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestServer, type TestServer } from "../api/server.ts";

/** The part of the library that is used here. The check of types runs before this folder's packages are installed. */
interface OpenAIClient {
  readonly audio: { readonly speech: { create(request: { readonly [name: string]: unknown }): Promise<Response> } };
  readonly models: {
    list(): Promise<{ readonly data: readonly { readonly id: string }[] }>;
    retrieve(id: string): Promise<{ readonly id: string }>;
  };
}
type ErrorClass = new (...args: never[]) => Error & { readonly error: unknown };
interface OpenAILibrary {
  new (options: { readonly baseURL: string; readonly apiKey: string; readonly maxRetries: number }): OpenAIClient;
  readonly BadRequestError: ErrorClass;
  readonly AuthenticationError: ErrorClass;
  readonly NotFoundError: ErrorClass;
}
const LIBRARY = "openai";
const { default: OpenAI } = (await import(LIBRARY)) as { readonly default: OpenAILibrary };

const INPUT = "“Is anyone there?” asked Mary. “Only me,” said Tom.";
let server: TestServer;
let client: OpenAIClient;

before(async () => {
  server = await startTestServer();
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.key, maxRetries: 0 });
});
after(() => server[Symbol.asyncDispose]());

const ascii = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");

test("it gets a story with its people as MP3, and one voice as WAV", async () => {
  const cast = await client.audio.speech.create({ model: "fullcast-cast", voice: "auto", input: INPUT });
  assert.equal(cast.headers.get("content-type"), "audio/mpeg");
  assert.ok((await cast.arrayBuffer()).byteLength > 20_000);
  const format = { response_format: "wav", speed: 1.25 } as const;
  const one = await client.audio.speech.create({ model: "gpt-4o-mini-tts", voice: "nova", input: INPUT, ...format });
  const bytes = new Uint8Array(await one.arrayBuffer());
  assert.deepEqual([ascii(bytes, 0, 4), ascii(bytes, 8, 12)], ["RIFF", "WAVE"]);
});

test("it reads a stream of samples while they are made", async () => {
  const stream = { response_format: "pcm", stream_format: "audio" } as const;
  const answer = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input: INPUT, ...stream });
  let bytes = 0;
  for await (const part of answer.body ?? assert.fail("no body")) bytes += part.length;
  // 24 kHz, 16 bit: at least two seconds.
  assert.ok(bytes > 2 * 48_000, String(bytes));
});

test("it lists the models, and finds one by its name", async () => {
  const names = (await client.models.list()).data.map(({ id }) => id);
  assert.ok(names.includes("fullcast-cast") && names.includes("tts-1"), names.join(" "));
  assert.equal((await client.models.retrieve("fullcast-cast")).id, "fullcast-cast");
});

test("it throws the classes of its own errors, with the message of the service", async () => {
  const wrong = { model: "tts-1", voice: "nobody-has-this-name", input: INPUT } as const;
  await assert.rejects(client.audio.speech.create(wrong), (error) => {
    assert.ok(error instanceof OpenAI.BadRequestError, String(error));
    assert.match(JSON.stringify(error.error), /voice/);
    return true;
  });
  const stranger = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "no-key", maxRetries: 0 });
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);
  await assert.rejects(client.models.retrieve("gpt-9"), OpenAI.NotFoundError);
});
