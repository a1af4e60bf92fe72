// An engine that is part of the program: worker threads that speak, and voices that never change while it runs.
// Always true: the same request gives the same bytes, on any thread, whatever was spoken before.

import { availableParallelism } from "node:os";
import { describeEmbeddedModel, EMBEDDED_MODEL } from "./embedded-model.ts";
import { withoutEndlessWords } from "./endless-words.ts";
import type { EngineVoice, SpeakRequest, SpeechEngine } from "./engine.ts";
import { withProfile } from "./profile-options.ts";
import { checkRequest, unsupportedWishes, withWarnings } from "./request.ts";
import { createSpeakingPool } from "./speaking-pool.ts";

export interface EmbeddedOptions {
  /** Worker threads; by default as many as there are processors. */
  readonly threads?: number;
}

export interface EmbeddedEngine {
  readonly provider: string;
  /** The id of its one model. */
  readonly model: string;
  readonly name: string;
  /** The model's revision. */
  readonly revision: string;
  readonly voices: readonly EngineVoice[];
  /** The module that calls speakInThread(). */
  readonly program: URL;
}

export function createEmbeddedEngine(engine: EmbeddedEngine, options: EmbeddedOptions = {}): SpeechEngine {
  const { provider, model, name, revision, voices, program } = engine;
  const threads = Math.max(1, options.threads ?? availableParallelism());
  const pool = createSpeakingPool({ program, threads });
  const description = describeEmbeddedModel({ id: model, revision }, voices);
  const ids = new Set(voices.map(({ id }) => id));
  const check = (request: SpeakRequest) =>
    checkRequest(request, {
      models: [model],
      max_characters: EMBEDDED_MODEL.max_characters,
      hasVoice: (id) => ids.has(id),
    });
  return {
    provider,
    name,
    kind: "embedded",
    // Twice the threads: while one utterance is spoken the next already waits at the thread.
    concurrency: threads * 2,
    describe: async () => description,
    async speak(request, signal) {
      check(request);
      const { request: spoken, warnings } = withoutEndlessWords(withProfile(request));
      const answer = await pool.speak(spoken, signal);
      return withWarnings(answer, [...warnings, ...unsupportedWishes(request, EMBEDDED_MODEL)]);
    },
    async record(request, signal) {
      check(request);
      const { request: spoken, warnings } = withoutEndlessWords(withProfile(request));
      const { recording, file } = await pool.record(spoken, signal);
      const all = [...warnings, ...unsupportedWishes(request, EMBEDDED_MODEL)];
      return { recording: withWarnings(recording, all), file };
    },
    warm: () => pool.warm(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
