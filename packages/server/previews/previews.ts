// Previews: a voice says a sentence, by its real engine. What always holds: the same words of the same voice and engine
// revision are spoken and charged once, and kept; what is not stored is not charged.

import { ApiError, type Caller, invalidField, type VoicePreview } from "@fullcast/contract";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { writeUnitWav } from "@fullcast/core/packaging";
import { EngineError, type SpeakRequest, type SpeakResult, type SpeechEngine } from "../engines/engine.ts";
import type { CatalogVoice } from "../engines/registry.ts";
import { StorageError } from "../files/files.ts";
import { sha256 } from "../hash.ts";
import { mediaUrl, mediaUrlExpiry } from "../media/media.ts";
import type { Services } from "../services.ts";
import { findVoice } from "../voices/voices.ts";
import { sampleSentence } from "./sample-sentences.ts";

const CONTENT_TYPE = "audio/wav";

interface Preview {
  readonly sha256: string;
  readonly content_type: string;
  readonly duration_ms: number;
}

type Previewer = Pick<Services, "db" | "files" | "engines" | "signer" | "publicUrl" | "ledger" | "clock" | "newId">;

/**
 * @param text null: a sentence of the voice's language
 * @throws ApiError NOT_FOUND, INSUFFICIENT_FUNDS, INVALID_REQUEST for words that the voice cannot say, and the engine's
 * failures
 */
export async function previewVoice(
  services: Previewer,
  caller: Caller,
  voiceId: string,
  text: string | null,
  signal: AbortSignal,
): Promise<VoicePreview> {
  const voice = await findVoice(services, voiceId);
  const engine = voice && services.engines.byProvider(voice.provider);
  if (voice === undefined || engine === undefined) throw new ApiError("NOT_FOUND", { resource: "voice" });
  const words = text ?? sampleSentence(voice.language, voice.name);
  const key = sha256(JSON.stringify([voice.provider, engine.revision, voice.model, voice.engine_voice_id, words]));
  const preview = (await known(services, key)) ?? (await make(services, caller, { voice, engine, words, key, signal }));
  const expiresAt = mediaUrlExpiry(services);
  const file = { sha256: preview.sha256, contentType: preview.content_type, filename: null, expiresAt };
  return {
    url: mediaUrl(services, file),
    expires_at: expiresAt.toISOString(),
    content_type: preview.content_type,
    duration_ms: preview.duration_ms,
  };
}

async function known({ db, files }: Pick<Services, "db" | "files">, key: string): Promise<Preview | null> {
  const row = await db.q
    .selectFrom("voice_previews")
    .select(["sha256", "content_type", "duration_ms"])
    .where("preview_key", "=", key)
    .executeTakeFirst();
  return row !== undefined && (await files.stat(row.sha256)) !== null ? row : null;
}

interface Wanted {
  readonly voice: CatalogVoice;
  readonly engine: SpeechEngine;
  readonly words: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function make(services: Previewer, caller: Caller, wanted: Wanted): Promise<Preview> {
  const { db, files, ledger, clock, newId } = services;
  const { voice, words, key } = wanted;
  const millionths = ledger.cost(voice.provider, words.length);
  const holdId = newId();
  if (millionths > 0) {
    const work = { id: holdId, purpose: "voice_preview" as const, accountId: caller.accountId, millionths };
    const outcome = await ledger.hold(work);
    if (outcome.kind === "insufficient") {
      throw new ApiError("INSUFFICIENT_FUNDS", { needed: outcome.needed, available: outcome.available });
    }
  }
  try {
    const result = await spoken(wanted);
    const object = await files.put(writeUnitWav(result.pcm, result.sample_rate)).catch(refuseFullStorage);
    const preview = {
      sha256: object.sha256,
      content_type: CONTENT_TYPE,
      duration_ms: Math.max(1, Math.round((result.pcm.length * 1_000) / result.sample_rate)),
    };
    await db.transaction(async () => {
      const stored = { ...preview, created_at: clock() };
      await db.q
        .insertInto("voice_previews")
        .values({ preview_key: key, ...stored })
        .onConflict((conflict) => conflict.column("preview_key").doUpdateSet(stored))
        .execute();
      if (millionths > 0)
        await ledger.settle(holdId, ledger.cost(voice.provider, result.billed_characters || words.length));
    });
    return preview;
  } finally {
    if (millionths > 0) await ledger.release(holdId);
  }
}

async function spoken({ voice, engine, words, signal }: Wanted): Promise<SpeakResult> {
  const request: SpeakRequest = {
    model: voice.model,
    voice: voice.engine_voice_id,
    text: words,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
  };
  try {
    return await engine.speak(request, signal);
  } catch (error) {
    if (signal.aborted) throw new ApiError("SERVICE_UNAVAILABLE");
    if (!(error instanceof EngineError)) throw error;
    if (error.kind === "quota") throw new ApiError("ENGINE_QUOTA_EXCEEDED");
    if (error.kind === "transient") throw new ApiError("ENGINE_UNREACHABLE");
    throw invalidField("text", "holds nothing that this voice can say");
  }
}

function refuseFullStorage(error: unknown): never {
  if (error instanceof StorageError && error.code === "disk_full") throw new ApiError("STORAGE_FULL");
  throw error;
}
