// Previews: the engine of a voice speaks a sentence. Always true: the same text with the same voice and engine revision
// is generated and charged once, and stored; nothing is charged that is not stored, and an answer that is no speech is not stored.

import { ApiError, type Caller, type SamplePronunciation, type VoicePreview } from "@fullcast/contract";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { AST_VERSION } from "@fullcast/core/document";
import { compileLexicon, lexiconPlaces } from "@fullcast/core/lexicon";
import { type IntentVoice, spokenText } from "@fullcast/core/media";
import { isDiskFull } from "../disk-full.ts";
import type { Recorded, SpeakRequest, SpeechEngine } from "../engines/engine.ts";
import { refuseUnusable } from "../engines/judge-take.ts";
import { refusalOf } from "../engines/refusal.ts";
import { voiceId } from "../engines/registry.ts";
import { recordInTurns } from "../engines/scheduler/in-turns.ts";
import { sha256 } from "../hash.ts";
import { mediaUrl, mediaUrlExpiry } from "../http/http.ts";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { findVoice, refuseVoice } from "../voices/voices.ts";
import { sampleSentence } from "./sample-sentences.ts";

const CONTENT_TYPE = "audio/wav";

/** A stored preview: its object and its measurements. */
export interface KeptWords {
  readonly sha256: string;
  readonly content_type: string;
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
}

type Speaker = Pick<Services, "db" | "files" | "engines" | "scheduler" | "ledger" | "clock" | "newId">;

/** Without a text: a sentence in the voice's language. */
export interface Sample {
  readonly text?: string | undefined;
  readonly pronunciations?: readonly SamplePronunciation[] | undefined;
}

/**
 * @throws ApiError NOT_FOUND, INSUFFICIENT_FUNDS, INVALID_REQUEST for text that the voice cannot speak, and the engine's
 * failures
 */
export async function previewVoice(
  services: Speaker & Pick<Services, "signer" | "publicUrl">,
  caller: Caller,
  id: string,
  { text, pronunciations = [] }: Sample,
  signal: AbortSignal,
): Promise<VoicePreview> {
  const voice = await findVoice(services, caller, id);
  if (voice === undefined) throw new ApiError("NOT_FOUND", { resource: "voice" });
  const words = text ?? sampleSentence(voice.language, voice.name);
  const preview = await keptWords(services, caller, {
    voice: { ...voice, engine_revision: voice.revision },
    words,
    lexicon: { language: voice.language, entries: pronunciations },
    options: {},
    signal,
  });
  const expiresAt = mediaUrlExpiry(services);
  return {
    url: mediaUrl(services, { purpose: "preview", object: preview.sha256, expiresAt }),
    expires_at: expiresAt.toISOString(),
    content_type: preview.content_type,
    duration_ms: preview.duration_ms,
  };
}

interface SampleLexicon {
  /** BCP 47, of the text. */
  readonly language: string;
  readonly entries: readonly SamplePronunciation[];
}
const NO_LEXICON: SampleLexicon = { language: "en", entries: [] };

/** The text and the voice as its engine knows it. */
export interface WantedWords {
  readonly voice: IntentVoice;
  readonly words: string;
  readonly lexicon?: SampleLexicon;
  /** Options of a generation profile. */
  readonly options: SpeakRequest["options"];
  readonly signal: AbortSignal;
}

/**
 * The stored preview of this text; generates it if there is none.
 * @throws ApiError as previewVoice
 */
export async function keptWords(
  services: Speaker,
  caller: Pick<Caller, "accountId">,
  wanted: WantedWords,
): Promise<KeptWords> {
  const { voice, words, options, lexicon = NO_LEXICON } = wanted;
  const said = [voice.provider, voice.engine_revision, voice.model, voice.engine_voice_id, words];
  if (lexicon.entries.length > 0) said.push(JSON.stringify(lexicon.entries));
  const key = sha256(JSON.stringify(Object.keys(options).length === 0 ? said : [...said, options]));
  const kept = await known(services, key);
  if (kept !== null) return kept;
  const engine = services.engines.byProvider(voice.provider);
  if (engine !== undefined && engine.kind !== "embedded") {
    await refuseVoice(services, caller.accountId, voice).catch((error: unknown) => {
      throw refusalOf(error, voice.provider, "text");
    });
  }
  if (engine === undefined) throw new ApiError("ENGINE_UNREACHABLE", { provider: voice.provider });
  return make(services, caller, { ...wanted, engine, key });
}

async function known({ db, files }: Pick<Services, "db" | "files">, key: string): Promise<KeptWords | null> {
  const row = await db.q
    .selectFrom("voice_previews")
    .select(["sha256", "content_type", "duration_ms", "integrated_lufs", "sample_peak_dbfs"])
    .where("preview_key", "=", key)
    .executeTakeFirst();
  return row !== undefined && (await files.stat(row.sha256)) !== null ? row : null;
}

interface Wanted extends WantedWords {
  readonly engine: SpeechEngine;
  readonly key: string;
}

async function make(services: Speaker, caller: Pick<Caller, "accountId">, wanted: Wanted): Promise<KeptWords> {
  const { db, files, ledger, clock, newId } = services;
  const { voice, words, key, lexicon = NO_LEXICON } = wanted;
  const said = pronounced(words, lexicon);
  // By the spoken text, as a take: what the engine counts is no price.
  const millionths = ledger.cost(voice.provider, said.text.length);
  const holdId = newId();
  if (millionths > 0) {
    const work = { id: holdId, purpose: "voice_preview" as const, accountId: caller.accountId, millionths };
    const outcome = await ledger.hold(work);
    if (outcome.kind === "insufficient") {
      throw new ApiError("INSUFFICIENT_FUNDS", { needed: outcome.needed, available: outcome.available });
    }
  }
  try {
    const { recording: result, file } = await spoken(services, caller.accountId, wanted, said);
    const object = await files.put(file).catch(refuseFullStorage);
    const kept: KeptWords = {
      sha256: object.sha256,
      content_type: CONTENT_TYPE,
      duration_ms: Math.max(1, Math.round((result.samples * 1_000) / result.sample_rate)),
      integrated_lufs: result.integrated_lufs,
      sample_peak_dbfs: result.sample_peak_dbfs,
    };
    await db.transaction(async () => {
      await refuseRemoved(services, caller, voice);
      const stored = { ...kept, voice_id: voiceId(voice.provider, voice.engine_voice_id), created_at: clock() };
      await db.q
        .insertInto("voice_previews")
        .values({ preview_key: key, ...stored })
        .onConflict((conflict) => conflict.column("preview_key").doUpdateSet(stored))
        .execute();
      if (millionths > 0) await ledger.settle(holdId, millionths);
    });
    return kept;
  } finally {
    if (millionths > 0) await ledger.release(holdId);
  }
}

/**
 * A removal and a deletion of the account wait for this transaction, or are seen by it.
 * @throws ApiError NOT_FOUND for a custom voice that was removed, and for any voice of an account that is disabled or deleted
 */
async function refuseRemoved(
  { db }: Pick<Services, "db">,
  { accountId }: Pick<Caller, "accountId">,
  voice: IntentVoice,
): Promise<void> {
  const account = await db.q
    .selectFrom("accounts")
    .select("disabled_at")
    .where("id", "=", accountId)
    .forShare()
    .executeTakeFirst();
  const rows = await db.q
    .selectFrom("custom_voices")
    .select("state")
    .where("provider", "=", voice.provider)
    .where("engine_voice_id", "=", voice.engine_voice_id)
    .forShare()
    .execute();
  const isRemoved = rows.some(({ state }) => state === "removing" || state === "removed");
  if (isRemoved || account?.disabled_at !== null) throw new ApiError("NOT_FOUND", { resource: "voice" });
}

/** Deletes what voices have said here. Joins the caller's transaction. */
export async function removePreviewsOfVoices(
  services: Pick<Services, "db" | "clock">,
  { causeId, voiceIds }: { readonly causeId: string; readonly voiceIds: readonly string[] },
): Promise<void> {
  if (voiceIds.length === 0) return;
  const gone = await services.db.q
    .deleteFrom("voice_previews")
    .where("voice_id", "in", voiceIds)
    .returning("sha256")
    .execute();
  const objects = gone.map(({ sha256 }) => sha256);
  await markObjects(services, causeId, objects);
}

async function spoken(
  { scheduler }: Speaker,
  accountId: string,
  { voice, engine, options, signal }: Wanted,
  said: ReturnType<typeof pronounced>,
): Promise<Recorded> {
  const request: SpeakRequest = {
    model: voice.model,
    voice: voice.engine_voice_id,
    text: said.text,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: said.pronunciations,
    silences: said.silences,
    options,
  };
  try {
    const turn = { accountId, group: "previews" };
    const recorded = await recordInTurns(scheduler, { engine, request, turn }, signal);
    if (engine.kind !== "embedded") refuseUnusable(recorded.recording.facts, request);
    return recorded;
  } catch (error) {
    if (signal.aborted) throw new ApiError("SERVICE_UNAVAILABLE");
    throw refusalOf(error, voice.provider, "text");
  }
}

/** The words as an engine receives them. Without pronunciations they are sent as they are. */
function pronounced(
  words: string,
  { language, entries }: SampleLexicon,
): Pick<SpeakRequest, "text" | "pronunciations" | "silences"> {
  if (entries.length === 0) return { text: words, pronunciations: [], silences: [] };
  const anyone = { case_sensitive: false, language: null, speaker_id: null };
  const lexicon = compileLexicon(entries.map((one, index) => ({ id: String(index), ...anyone, ...one })));
  const of = { text: words, annotations: [], speaker_id: null, language, omitTags: false };
  const content = {
    type: "text",
    schema_version: AST_VERSION,
    text: words,
    annotations: [],
    points: [],
    delivery_control_sets: [],
  } as const;
  return spokenText(content, { language, lexicon: lexiconPlaces(lexicon, of) });
}

function refuseFullStorage(error: unknown): never {
  if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
  throw error;
}
