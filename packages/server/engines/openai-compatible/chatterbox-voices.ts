// Voices that a Chatterbox server makes from a recording (chatterbox-tts-api, "Voice Library Management"): a recording is stored
// under a name, and the name is the voice. Tried against a local stand-in only.

import { askService } from "../brought/ask-service.ts";
import { type CustomVoices, EngineError } from "../engine.ts";

const MOST_JSON = 1024 * 1024;
const ALREADY_THERE = 409;
const UNKNOWN = 404;

/** @param service where it is, and what every request to it states */
export function chatterboxVoices({
  name,
  base_url,
  headers,
}: {
  readonly name: string;
  readonly base_url: string;
  readonly headers: Readonly<Record<string, string>>;
}): CustomVoices {
  return {
    limits: { kinds: ["cloned"], references: { files: 1, bytes: 10 * 1024 * 1024 } },
    async make(wish, signal) {
      if (wish.kind !== "cloned") throw new EngineError("rejected", `${name} designs no voices.`, { scope: "voice" });
      const [reference] = wish.references;
      if (reference === undefined) throw new EngineError("rejected", "There is no recording.", { scope: "voice" });
      const form = new FormData();
      form.set("voice_name", wish.name);
      form.set("language", wish.language.split("-", 1)[0]!);
      const type = reference.content_type === "audio/flac" ? "flac" : "wav";
      form.set("voice_file", new Blob([reference.bytes], { type: reference.content_type }), `recording.${type}`);
      const request = { method: "POST" as const, url: `${base_url}/voices`, headers, body: form, mostBytes: MOST_JSON };
      // The name was made for this voice: it was stored by an earlier attempt.
      await unless(ALREADY_THERE, askService(name, request, signal));
      return wish.name;
    },
    async remove(voice, signal) {
      const url = `${base_url}/voices/${encodeURIComponent(voice)}`;
      await unless(UNKNOWN, askService(name, { method: "DELETE", url, headers, mostBytes: MOST_JSON }, signal));
    },
  };
}

/** Waits for a request, and takes this status as done. */
async function unless(status: number, request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.status !== status) throw error;
  });
}
