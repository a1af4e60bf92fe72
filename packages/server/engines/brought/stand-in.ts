// For tests: a service that speaks a tone for every text, in OpenAI's and in ElevenLabs' dialect, and that can fail in every way
// a service fails. It counts what it is asked.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { writeUnitWav } from "@fullcast/core/audio-files";

export type Mode =
  | "speaks"
  | "refuses-key"
  | "quota"
  | "limits"
  | "busy"
  | "fails"
  | "rejects"
  | "hangs"
  | "breaks-off"
  | "html"
  | "json"
  | "silence"
  | "clips"
  | "twenty-minutes"
  | "lies"
  | "redirects"
  | "endless"
  | "huge";

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  /** What the next requests get, in order; then `usual`. */
  readonly next: Mode[];
  usual: Mode;
  /** Whether lists of voices, models and the subscription are answered. */
  lists: "answered" | "left open";
  /** ms before an answer. */
  delayMs: number;
  /** What the answer to a text waits for. */
  heldBy: (text: string) => Promise<unknown> | null;
  /** Texts that were asked to be spoken, in order of arrival. */
  readonly texts: string[];
  /** What was answered, in order. */
  readonly answered: { readonly text: string; readonly mode: Mode }[];
  readonly bodies: { readonly [key: string]: unknown }[];
  /** Headers of all requests. */
  readonly headers: IncomingMessage["headers"][];
  /** ms at which each request to speak arrived. */
  readonly arrivals: number[];
  readonly running: { now: number; most: number; busyMs: number };
  redirectTo: string;
  /** What it counts for each character of a text, in the header of its answer. */
  costFactor: number;
  /** Copies of library voices that the account has, by the library's id; ElevenLabs' dialect. */
  readonly copies: Map<string, string>;
  /** Voices of ElevenLabs' dialect that are listed and spoken no more. */
  readonly withdrawn: Set<string>;
  /** Room for voices at the account. */
  voiceSlots: number;
  /** Voices that were made of recordings or words, by id. */
  readonly made: Map<string, MadeVoice>;
}

export interface MadeVoice {
  readonly name: string;
  /** Recordings; none of a designed voice. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** What the request stated beside them. */
  readonly fields: { readonly [name: string]: unknown };
}

export const RATE = 24_000;
const MS_PER_CHARACTER = 60;

/** Tones by length: a service is not to be slow because the test makes its sound. */
const tones = new Map<number, Int16Array>();

/** A tone in syllables, as long as the text takes: speech enough for the checks of takes. */
export function tone(text: string, speed = 1): Int16Array {
  const length = Math.round((((text.length * MS_PER_CHARACTER) / speed + 200) / 1000) * RATE);
  if (text.startsWith("[whispers]")) return syllables(length, () => Math.random() * 2 - 1);
  const made = tones.get(length) ?? syllables(length, (i) => Math.sin((2 * Math.PI * 180 * i) / RATE));
  tones.set(length, made);
  return made;
}

function syllables(length: number, sound: (sample: number) => number): Int16Array {
  const pcm = new Int16Array(length);
  for (let i = 0; i < length; i++) {
    const syllable = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (RATE * 0.22));
    pcm[i] = Math.round(8_000 * syllable * sound(i));
  }
  return pcm;
}

/** @param secured a key and a certificate (PEM) for HTTPS */
export async function startStandIn(secured?: { readonly key: string; readonly cert: string }): Promise<StandIn> {
  const state = {
    next: [] as Mode[],
    usual: "speaks" as Mode,
    withdrawn: new Set<string>(),
    lists: "answered" as StandIn["lists"],
    delayMs: 0,
    heldBy: (() => null) as StandIn["heldBy"],
    texts: [] as string[],
    answered: [] as { readonly text: string; readonly mode: Mode }[],
    bodies: [] as { readonly [key: string]: unknown }[],
    headers: [] as IncomingMessage["headers"][],
    arrivals: [] as number[],
    running: { now: 0, most: 0, busyMs: 0 },
    redirectTo: "http://127.0.0.1:1/",
    costFactor: 1,
    copies: new Map<string, string>(),
    voiceSlots: 10,
    made: new Map<string, MadeVoice>(),
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    state.headers.push(request.headers);
    answer(request, response).catch(() => response.destroy());
  };
  const server: Server = secured === undefined ? createServer(listener) : createSecureServer(secured, listener);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://stand.in");
    if (request.method === "GET") return list(pathname, response);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const type = request.headers["content-type"] ?? "";
    if (request.method === "DELETE") return removeVoice(pathname.split("/").at(-1) ?? "", response);
    if (type.startsWith("multipart/form-data")) return cloneVoice(pathname, type, Buffer.concat(parts), response);
    const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Record<string, unknown>;
    const [, added] = /\/v1\/voices\/add\/owner-1\/(\w+)$/.exec(pathname) ?? [];
    if (added !== undefined) return add(added, response);
    if (pathname.includes("/v1/text-to-voice")) return designVoice(pathname, body, response);
    const text = String(body.input ?? body.text);
    state.texts.push(text);
    state.bodies.push(body);
    state.arrivals.push(performance.now());
    state.running.most = Math.max(state.running.most, ++state.running.now);
    const began = performance.now();
    try {
      if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
      await state.heldBy(text);
      const mode = state.next.shift() ?? state.usual;
      state.answered.push({ text, mode });
      await speak(mode, { text, body, pathname }, response);
    } finally {
      state.running.now -= 1;
      state.running.busyMs += performance.now() - began;
    }
  }

  const respond = (response: ServerResponse, status: number, value: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  const FULL = { detail: { status: "voice_limit_reached", message: "You have reached your limit of voices." } };

  /** "Create IVC voice" of ElevenLabs' API reference; POST /voices of chatterbox-tts-api. */
  async function cloneVoice(pathname: string, type: string, bytes: Buffer, response: ServerResponse): Promise<void> {
    await state.heldBy("a recording");
    const mode = state.next.shift() ?? state.usual;
    if (mode === "fails") return respond(response, 500, { detail: "broken" });
    if (mode === "rejects") return respond(response, 400, { detail: { status: "voice_too_noisy" } });
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
    const files = [];
    for (const [, value] of form)
      if (typeof value !== "string") files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    const name = String(fields.voice_name ?? fields.name);
    const isChatterbox = pathname.endsWith("/voices");
    if (isChatterbox && state.made.has(name)) return respond(response, 409, { detail: "voice_exists_error" });
    if (state.copies.size + state.made.size >= state.voiceSlots) return respond(response, 400, FULL);
    const id = isChatterbox ? name : `clone${state.made.size + 1}`;
    state.made.set(id, { name, files, fields });
    respond(response, isChatterbox ? 201 : 200, { voice_id: id, requires_verification: false });
  }

  /** "Design a voice" and "Create a new voice from voice preview" of ElevenLabs' API reference. */
  function designVoice(pathname: string, body: Record<string, unknown>, response: ServerResponse): void {
    if (pathname.endsWith("/design")) {
      const mode = state.next.shift() ?? state.usual;
      if (mode === "rejects") {
        respond(response, 400, { detail: { status: "blocked_generation" } });
        return;
      }
      const previews = [1, 2, 3].map((n) => ({ generated_voice_id: `g${n}`, audio_base_64: "", duration_secs: 3 }));
      respond(response, 200, { previews, text: "A sample." });
      return;
    }
    if (state.copies.size + state.made.size >= state.voiceSlots) {
      respond(response, 400, FULL);
      return;
    }
    const id = `design${state.made.size + 1}`;
    state.made.set(id, { name: String(body.voice_name), files: [], fields: body });
    respond(response, 200, { voice_id: id });
  }

  function removeVoice(id: string, response: ServerResponse): void {
    const isBroken = (state.next.shift() ?? state.usual) === "fails";
    const known = !isBroken && state.made.delete(decodeURIComponent(id));
    respond(response, isBroken ? 500 : known ? 200 : 404, { status: known ? "ok" : "voice_not_found_error" });
  }

  /** "Add shared voice" of ElevenLabs' API reference. */
  function add(voice: string, response: ServerResponse): void {
    const isFull = state.copies.size >= state.voiceSlots;
    if (!isFull) state.copies.set(voice, `own${voice}`);
    response.writeHead(isFull ? 400 : 200, { "content-type": "application/json" });
    const refusal = { detail: { status: "voice_limit_reached", message: "You have reached your limit of voices." } };
    response.end(JSON.stringify(isFull ? refusal : { voice_id: `own${voice}` }));
  }

  function list(pathname: string, response: ServerResponse): void {
    if (state.lists === "left open") return;
    const [status, value] = listing(pathname);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  }

  function listing(pathname: string): readonly [status: number, value: unknown] {
    if (state.usual === "refuses-key") return [401, { error: "no such key" }];
    if (pathname.endsWith("/audio/voices")) {
      const made = [...state.made.values()].map(({ name, fields }) => ({ name, language: fields.language }));
      return [200, { voices: ["af_heart", { voice_id: "bm_george" }, { id: "zoe", name: "Zoe" }, ...made] }];
    }
    if (pathname.endsWith("/v1/user/subscription")) {
      const used = state.usual === "quota" ? 10_000 : 1_200;
      const slots = { voice_limit: state.voiceSlots, voice_slots_used: state.copies.size + state.made.size };
      return [200, { tier: "starter", character_count: used, character_limit: 10_000, ...slots }];
    }
    if (pathname.endsWith("/v1/shared-voices")) {
      const about = { public_owner_id: "owner-1", gender: "female", age: "young", accent: "irish", language: "en" };
      const voices = ["lib1", "lib2", "lib3"].map((id) => ({ ...about, voice_id: id, name: `Library ${id}` }));
      return [200, { voices, has_more: false }];
    }
    if (pathname.endsWith("/v2/voices")) {
      const voices = [
        {
          voice_id: "abc123",
          name: "Ada",
          labels: { gender: "female", age: "old", accent: "british", language: "en" },
        },
        { voice_id: "def456", name: "Tom", labels: { gender: "male", age: "young" } },
      ];
      const copied = [...state.copies].map(([original_voice_id, voice_id]) => ({
        ...{ voice_id, name: `Copy of ${original_voice_id}`, labels: { gender: "female" } },
        sharing: { original_voice_id },
      }));
      const made = [...state.made].map(([voice_id, { name }]) => ({ voice_id, name, labels: {} }));
      const listed = [...voices, ...copied, ...made].filter(({ voice_id }) => !state.withdrawn.has(voice_id));
      return [200, { voices: listed, has_more: false }];
    }
    return [pathname.endsWith("/models") ? 200 : 404, { object: "list", data: [] }];
  }

  async function speak(
    mode: Mode,
    { text, body, pathname }: { text: string; body: Record<string, unknown>; pathname: string },
    response: ServerResponse,
  ): Promise<void> {
    const refuse = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(value));
    };
    const settings = body.voice_settings as { readonly speed?: number } | undefined;
    const speed = typeof body.speed === "number" ? body.speed : (settings?.speed ?? 1);
    const wav = (spoken: Int16Array) => {
      const seconds = pathname.endsWith("/v1/sound-generation") ? Number(body.duration_seconds) : null;
      const pcm = seconds === null ? spoken : tone("x".repeat(Math.ceil(seconds * 20))).slice(0, seconds * RATE);
      if (pathname.includes("/with-timestamps")) {
        timed(text, pcm, state.costFactor, response);
        return;
      }
      response.writeHead(200, { "content-type": "audio/wav", "x-request-id": `r${state.texts.length}` });
      response.end(writeUnitWav(pcm, RATE));
    };
    const [, voice] = /\/text-to-speech\/(\w+)\//.exec(pathname) ?? [];
    if (voice !== undefined && (voice.startsWith("lib") || state.withdrawn.has(voice)))
      return refuse(404, { detail: { status: "voice_not_found" } });
    switch (mode) {
      case "speaks":
        return wav(tone(text, speed));
      case "silence":
        return wav(new Int16Array(RATE));
      case "clips":
        return wav(tone(text, speed).map((sample) => Math.max(-32_768, Math.min(32_767, sample * 12))));
      case "twenty-minutes":
        return wav(new Int16Array(RATE * 1_200).fill(3_000));
      case "refuses-key":
        return refuse(401, { error: { message: "Incorrect API key provided" } });
      case "quota":
        return refuse(429, { error: { code: "insufficient_quota" } });
      case "limits":
        return refuse(429, { error: "slower" }, { "retry-after": "1" });
      case "busy":
        return refuse(503, { error: "later" });
      case "fails":
        return refuse(500, { error: "broken" });
      case "rejects":
        return refuse(400, { error: "no such voice" });
      case "html":
        response.writeHead(200, { "content-type": "audio/wav" });
        response.end("<!doctype html><html><title>Welcome</title></html>");
        return;
      case "json":
        return refuse(200, { error: "the model is loading" });
      case "lies":
        response.writeHead(200, { "content-type": "audio/mpeg" });
        response.end(writeUnitWav(tone(text, speed), RATE));
        return;
      case "breaks-off": {
        const file = writeUnitWav(tone(text, speed), RATE);
        response.writeHead(200, { "content-type": "audio/wav", "content-length": String(file.length) });
        response.write(file.subarray(0, file.length / 2));
        await new Promise((resolve) => setTimeout(resolve, 20));
        response.destroy();
        return;
      }
      case "hangs":
        await new Promise((resolve) => response.once("close", resolve));
        return;
      case "redirects":
        response.writeHead(307, { location: state.redirectTo });
        response.end();
        return;
      case "huge":
        response.writeHead(200, { "content-type": "audio/wav", "content-length": String(5 * 1024 ** 3) });
        response.write(Buffer.alloc(1024));
        await new Promise((resolve) => response.once("close", resolve));
        return;
      case "endless": {
        response.writeHead(200, { "content-type": "audio/wav" });
        response.setMaxListeners(0);
        const part = Buffer.alloc(4 * 1024 * 1024, 1);
        while (!response.destroyed) {
          if (!response.write(part)) {
            await new Promise<void>((resolve) => {
              response.once("drain", resolve);
              response.once("close", resolve);
            });
          }
        }
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `${secured === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** As ElevenLabs answers "with-timestamps": audio in base64 and the time of each character. */
function timed(text: string, pcm: Int16Array, costFactor: number, response: ServerResponse): void {
  const characters = [...text];
  const each = pcm.length / RATE / characters.length;
  response.writeHead(200, {
    "content-type": "application/json",
    "request-id": "req-1",
    "character-cost": String(text.length * costFactor),
  });
  response.end(
    JSON.stringify({
      audio_base64: Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString("base64"),
      alignment: {
        characters,
        character_start_times_seconds: characters.map((_, i) => i * each),
        character_end_times_seconds: characters.map((_, i) => (i + 1) * each),
      },
    }),
  );
}
