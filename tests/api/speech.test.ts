// Speech in OpenAI's dialect: requests as its npm client sends them, against a real server.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { measureFile } from "../../packages/server/codec/codec.ts";
import { type RawAnswer, sharedServer } from "./server.ts";

/** Snowcoins per 1,000 characters. */
const PRICE = 1_000;
const server = await sharedServer({ FULLCAST_PRICES: JSON.stringify({ espeak: PRICE }) });
const folder = mkdtempSync(join(tmpdir(), "fullcast-speech-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const { voices } = await server.client.call("listVoices", { query: {} });
const free = voices.find(({ provider, language }) => provider === "flite" && language.startsWith("en"))!;
const priced = voices.find(({ provider, language }) => provider === "espeak" && language.startsWith("en"))!;
const INPUT = "The boat was late. Nobody on the pier had seen it since noon.";

/** The headers and the body of openai 6 for `client.audio.speech.create(body)`. */
const speech = (body: object, key?: string | null): Promise<RawAnswer> =>
  server.request("/audio/speech", {
    method: "POST",
    headers: { accept: "application/octet-stream", "x-stainless-lang": "js", "x-stainless-retry-count": "0" },
    body: JSON.stringify({ model: "tts-1", voice: free.name, input: INPUT, ...body }),
    ...(key === undefined ? {} : { key }),
  });

async function measured({ status, body, headers }: RawAnswer) {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(Number(headers.get("content-length")), body.length);
  const path = join(folder, randomUUID());
  writeFileSync(path, body);
  return measureFile(path);
}
const refusal = ({ status, body }: RawAnswer) => [status, body.error.code, body.error.details.issues?.[0].path];

describe("speech", () => {
  test("is the audio itself, in each format with its content type", async () => {
    const types = { mp3: "audio/mpeg", wav: "audio/wav", flac: "audio/flac", opus: "audio/opus" };
    const lengths: number[] = [];
    for (const [response_format, type] of Object.entries(types)) {
      const answer = await speech({ response_format });
      assert.equal(answer.headers.get("content-type"), type);
      const { codec, duration_ms, channels } = await measured(answer);
      assert.match(codec, { mp3: /^mp3$/, wav: /^pcm_s16le$/, flac: /^flac$/, opus: /opus/ }[response_format]!);
      assert.equal(channels, 1);
      lengths.push(duration_ms);
    }
    const pcm = await speech({ response_format: "pcm", stream_format: "audio" });
    assert.deepEqual([pcm.status, pcm.headers.get("content-type")], [200, "audio/pcm"]);
    lengths.push(pcm.body.length / 48);
    assert.ok(lengths[0]! > 2_000 && Math.max(...lengths) - Math.min(...lengths) < 120, lengths.join());
    const body = { model: "tts-1", voice: free.name, input: INPUT };
    const usual = await server.client.call("createSpeech", { body });
    assert.equal(usual.headers.get("content-type"), "audio/mpeg");
    assert.ok((await usual.arrayBuffer()).byteLength > 10_000);
  });

  test("follows speed from a quarter to four times the pace", async () => {
    const lengthAt = async (speed: number) =>
      (await measured(await speech({ speed, response_format: "wav" }))).duration_ms;
    const usual = await lengthAt(1);
    for (const speed of [LIMITS.speech_speed.min, LIMITS.speech_speed.max]) {
      const ratio = usual / (await lengthAt(speed)) / speed;
      assert.ok(ratio > 0.75 && ratio < 1.3, `${speed}: ${ratio}`);
    }
  });

  test("takes a voice by id or name and the documented models; others are 400 with the field", async () => {
    for (const model of ["fullcast", "tts-1-hd", "gpt-4o-mini-tts", free.model])
      assert.equal((await speech({ model, voice: free.voice_id, input: "Yes." })).status, 200, model);
    assert.equal((await speech({ voice: free.name.toUpperCase(), input: "Yes." })).status, 200);
    assert.deepEqual(refusal(await speech({ model: "whisper-1" })), [400, "INVALID_REQUEST", "model"]);
    assert.deepEqual(refusal(await speech({ voice: "no such voice" })), [400, "INVALID_REQUEST", "voice"]);
    assert.deepEqual(refusal(await speech({ input: "?!" })), [400, "INVALID_REQUEST", "input"]);
    assert.deepEqual(refusal(await speech({ input: "" })), [400, "INVALID_REQUEST", "input"]);
    assert.deepEqual(refusal(await speech({ input: "a".repeat(LIMITS.speech_input_units + 1) })), [
      400,
      "INVALID_REQUEST",
      "input",
    ]);
    assert.deepEqual(refusal(await speech({ response_format: "aac" })), [400, "INVALID_REQUEST", "response_format"]);
    assert.deepEqual(refusal(await speech({ stream_format: "video" })), [400, "INVALID_REQUEST", "stream_format"]);
    const long = "a".repeat(LIMITS.speech_name_units + 1);
    assert.deepEqual(refusal(await speech({ voice: long })), [400, "INVALID_REQUEST", "voice"]);
    assert.deepEqual(refusal(await speech({ speed: LIMITS.speech_speed.max + 0.1 })), [
      400,
      "INVALID_REQUEST",
      "speed",
    ]);
  });

  test("takes the names of OpenAI's voices: each is an embedded voice of its own", async () => {
    const sums = new Set<string>();
    const all = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ");
    // A voice that has the name itself comes first.
    const names = all.filter((one) => !voices.some(({ name }) => name.toLowerCase() === one));
    assert.ok(names.length >= 10, names.join());
    for (const voice of names) {
      const answer = await speech({ model: "tts-1", voice, input: "Yes.", response_format: "wav" });
      assert.equal(answer.status, 200, voice);
      sums.add(createHash("sha256").update(answer.body).digest("hex"));
    }
    assert.equal(sums.size, names.length);
    const cast = { model: "fullcast-cast", voice: "Onyx", input: "The lamp was lit. “Yes,” said Anna." };
    assert.equal((await speech(cast)).status, 200);
  });

  test("needs studio:write", async () => {
    assert.equal((await speech({}, null)).status, 401);
    const { raw_key } = await server.client.call("createApiKey", {
      body: { name: randomUUID(), scopes: ["voices:read"], expires_in_days: null },
    });
    assert.deepEqual(refusal(await speech({}, raw_key)), [403, "INSUFFICIENT_SCOPE", undefined]);
  });

  test("of a priced engine is charged by its spoken characters to the account that asks, and refused without snowcoins", async () => {
    const { raw_key } = await server.client.call("createAccount", {
      body: { username: `u-${randomUUID()}`, display_name: "Payer", plan: "free", snowcoins: 100 },
    });
    const balance = async () => (await server.withKey(raw_key).call("readBalance")).balance;
    assert.equal((await speech({ voice: priced.voice_id }, raw_key)).status, 200);
    const left = 100 - INPUT.length;
    assert.deepEqual(await balance(), { snowcoins: left, available_snowcoins: left });
    assert.equal((await speech({ voice: free.voice_id }, raw_key)).status, 200);
    assert.equal((await speech({ voice: priced.voice_id }, raw_key)).body.error.code, "INSUFFICIENT_FUNDS");
    assert.equal((await speech({ voice: priced.voice_id, input: "?!" }, raw_key)).status, 400);
    assert.deepEqual(await balance(), { snowcoins: left, available_snowcoins: left });
  });

  test("of many requests of one account at once ends in 429 for the last ones, and another account is answered", async () => {
    const { raw_key } = await server.client.call("createAccount", {
      body: { username: `u-${randomUUID()}`, display_name: "Other", plan: "free", snowcoins: 0 },
    });
    const many = Array.from({ length: LIMITS.speech_waiting + 8 }, () => speech({ input: "Yes." }));
    const other = await speech({ input: "No." }, raw_key);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    assert.equal(other.status, 200);
    assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
    assert.ok(statuses.filter((status) => status === 200).length >= LIMITS.speech_waiting);
  });

  test("with fullcast-cast has the people of a passage speak with voices of their own; the named voice reads the rest", async () => {
    const input = '"Is anyone there?" asked Mary.\n\n"Only me," said John. "The boat was late."';
    const { raw_key } = await server.client.call("createAccount", {
      body: { username: `u-${randomUUID()}`, display_name: "Reader", plan: "free", snowcoins: 100 },
    });
    const request = { model: "fullcast-cast", input, voice: priced.name, response_format: "flac" };
    assert.ok((await measured(await speech(request, raw_key))).duration_ms > 3_000);
    // Automatic casting takes free voices for Mary and John, so only the narration is charged.
    const { balance } = await server.withKey(raw_key).call("readBalance");
    assert.equal(100 - balance.snowcoins, "asked Mary.".length + "said John.".length);
    assert.equal((await speech({ model: "fullcast-cast", input, voice: "auto" })).status, 200);
    assert.deepEqual(refusal(await speech({ model: "fullcast-cast", input: "?!" })), [400, "INVALID_REQUEST", "input"]);
  });
});

describe("the lists in OpenAI's dialect", () => {
  test("are bare: every voice with id and name, and the models", async () => {
    assert.ok((await server.client.call("listSpeechVoices")).voices.length > 20);
    assert.ok((await server.client.call("listSpeechModels")).data.length > 5);
    const listed = await server.request("/audio/voices");
    assert.deepEqual(Object.keys(listed.body), ["voices"]);
    assert.ok(
      listed.body.voices.some(
        (one: object) => JSON.stringify(one) === JSON.stringify({ id: free.voice_id, name: free.name }),
      ),
    );
    const models = await server.request("/models");
    assert.equal(models.body.object, "list");
    const ids = models.body.data.map(({ id, object }: { id: string; object: string }) =>
      object === "model" ? id : "",
    );
    for (const id of ["fullcast", "fullcast-cast", "tts-1", "tts-1-hd", "gpt-4o-mini-tts", free.model])
      assert.ok(ids.includes(id), id);
  });

  test("one model by its name; another name is 404", async () => {
    assert.equal((await server.client.call("readSpeechModel", { params: { model: "tts-1" } })).id, "tts-1");
    for (const id of ["fullcast-cast", free.model]) {
      const { status, body } = await server.request(`/models/${encodeURIComponent(id)}`);
      assert.deepEqual([status, body], [200, { id, object: "model" }]);
    }
    for (const id of ["no-such-model", "a/b"]) {
      const { status, body } = await server.request(`/models/${encodeURIComponent(id)}`);
      assert.deepEqual([status, body.error.code, body.error.details], [404, "NOT_FOUND", { resource: "model" }]);
    }
    const long = "a".repeat(LIMITS.speech_name_units + 1);
    assert.deepEqual(refusal(await server.request(`/models/${long}`)), [400, "INVALID_REQUEST", "model"]);
  });
});

describe("streamed speech", () => {
  const LONG = Array.from(
    { length: 12 },
    (_, i) => `The boat was late for the ${i + 1}th time, and nobody saw it.`,
  ).join(" ");

  /** The arrival of each part, ms after the request, and all bytes. */
  async function streamed(body: object) {
    const began = performance.now();
    const answer = await fetch(`${server.url}/v1/audio/speech`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "tts-1", voice: free.name, input: LONG, ...body }),
    });
    const arrivals: number[] = [];
    const parts: Uint8Array[] = [];
    for await (const part of answer.body ?? []) {
      arrivals.push(performance.now() - began);
      parts.push(part);
    }
    return { answer, arrivals, bytes: Buffer.concat(parts) };
  }
  async function lengthOf(bytes: Buffer): Promise<number> {
    const path = join(folder, randomUUID());
    writeFileSync(path, bytes);
    return (await measureFile(path)).duration_ms;
  }

  test("sends its first bytes long before the last, and as much speech as the whole file has", async () => {
    const whole = (await measured(await speech({ input: LONG, response_format: "wav" }))).duration_ms;
    for (const response_format of ["pcm", "wav", "mp3"]) {
      const { answer, arrivals, bytes } = await streamed({ response_format, stream_format: "audio" });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("content-length"), null);
      assert.ok(arrivals[0]! < arrivals.at(-1)! / 2, `${response_format}: ${arrivals.map(Math.round).join()}`);
      const length = response_format === "pcm" ? bytes.length / 48 : await lengthOf(bytes);
      assert.ok(Math.abs(length / whole - 1) < 0.2, `${response_format}: ${length} of ${whole} ms`);
    }
  });

  test("as events are deltas of base64 and an end with its usage", async () => {
    const { answer, bytes } = await streamed({ response_format: "pcm", stream_format: "sse" });
    assert.equal(answer.headers.get("content-type"), "text/event-stream");
    const events = bytes
      .toString()
      .split("\n\n")
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^data: /, "")));
    const deltas = events.filter(({ type }) => type === "speech.audio.delta");
    assert.ok(deltas.length >= 3, `${deltas.length} deltas`);
    assert.equal(events.at(-1).type, "speech.audio.done");
    assert.equal(events.at(-1).usage.input_tokens, Math.ceil(LONG.length / 4));
    const samples = Buffer.concat(deltas.map(({ audio }) => Buffer.from(audio, "base64")));
    assert.ok(samples.length / 48 > 10_000);
  });

  test("refuses before the first byte as any other request does, and other formats come in one part", async () => {
    assert.deepEqual(refusal(await speech({ stream_format: "sse", voice: "no such voice" })), [
      400,
      "INVALID_REQUEST",
      "voice",
    ]);
    assert.deepEqual(refusal(await speech({ stream_format: "audio", input: "?!" })), [400, "INVALID_REQUEST", "input"]);
    const { bytes } = await streamed({ response_format: "flac", stream_format: "audio", input: INPUT });
    assert.ok((await lengthOf(bytes)) > 2_000);
  });

  test("is charged once, for what was spoken", async () => {
    const { id } = await server.client.call("readProfile");
    await server.client.call("grantSnowcoins", {
      params: { accountId: id },
      body: { client_mutation_id: randomUUID(), snowcoins: 500, kind: "account" },
    });
    const before = (await server.client.call("readBalance")).balance;
    const { answer } = await streamed({
      ...{ voice: priced.name, stream_format: "audio", response_format: "pcm", input: INPUT },
    });
    assert.equal(answer.status, 200);
    const { snowcoins, available_snowcoins } = (await server.client.call("readBalance")).balance;
    const paid = before.snowcoins - snowcoins;
    assert.ok(paid > INPUT.length - 5 && paid <= INPUT.length, `${paid} for ${INPUT.length} characters`);
    assert.equal(available_snowcoins, snowcoins);
  });
});
