// Requests one line from an engine: waits for a turn, makes a few attempts, and keeps the answer on disk until the take is
// stored. Always true: a line has at most four requests, and a received answer is not requested again, even after this
// process was killed.

import { setTimeout as wait } from "node:timers/promises";
import {
  EngineError,
  isPassing,
  type Recorded,
  type SpeakRequest,
  type SpeakResult,
  type SpeechEngine,
} from "../../engines/engine.ts";
import { refuseUnusable } from "../../engines/judge-take.ts";
import { measureAway } from "../../engines/measuring.ts";
import { record, samplesOf, speak } from "../../engines/record.ts";
import { speakInTurns } from "../../engines/scheduler/in-turns.ts";
import { EnginePaused, type Turn } from "../../engines/scheduler/scheduler.ts";
import type { Services } from "../../services.ts";
import { keptAnswers } from "./kept-answers.ts";

const MOST_ATTEMPTS = 4;
/** Further requests after silent or far too long audio. */
const MOST_UNUSABLE = 2;
const FIRST_WAIT_MS = 500;
/** The longest Retry-After that a line waits. */
const LONGEST_RETRY_AFTER_MS = 120_000;

export interface Ask {
  readonly engine: SpeechEngine;
  readonly request: SpeakRequest;
  readonly turn: Omit<Turn, "characters">;
  /** Identifies the line and its intent. */
  readonly key: string;
  /** Whether an unusable answer may be retried: the engine has no price, or the account allows it. */
  readonly mayRepeat: () => Promise<boolean>;
  /** The reason why the engine gets no further requests, if it became known while the line waited. */
  readonly closed?: (() => EngineError | undefined) | undefined;
  /** Called before the turn ends if the engine reports a used up account or a refused key. */
  readonly closes?: ((error: EngineError) => void) | undefined;
}

/** @throws EngineError when all attempts failed; the signal's reason */
export async function askEngine(
  services: Pick<Services, "scheduler" | "settings" | "log">,
  { engine, request, turn, key, mayRepeat, closed, closes }: Ask,
  signal: AbortSignal,
): Promise<Recorded> {
  if (engine.kind === "embedded") return withRetries(signal, () => record(engine, request, signal));
  const kept = keptAnswers(services.settings.dataDir);
  /** The kept answers for parts of the line. */
  const parts = new Set<string>();
  const asked = () =>
    speakInTurns(
      services.scheduler,
      {
        ...{ engine, request, turn },
        async speak(piece, from, inTurn) {
          const isWhole = piece.text === request.text;
          const name = isWhole ? key : `${key} ${from} ${piece.text.length}`;
          if (!isWhole) parts.add(name);
          const found = isWhole ? undefined : await kept.find(name);
          if (found !== undefined) return found;
          return inTurn(async (limited) => {
            const refusal = closed?.();
            if (refusal !== undefined) throw refusal;
            const given = await speak(engine, piece, limited).catch((error: unknown) => {
              // The next request may get the slot before this error reaches the caller.
              if (
                error instanceof EngineError &&
                error.scope === "engine" &&
                (error.kind === "quota" || error.kind === "auth")
              )
                closes?.(error);
              throw error;
            });
            // A part is decoded before it is kept, so that a broken part does not invalidate the others.
            const answer = isWhole ? given : await decoded(given, limited);
            // The answer is kept before the slot is freed. After a kill only running requests are repeated.
            await kept.keep(name, answer);
            return answer;
          });
        },
      },
      signal,
    );
  /** Joins the parts to one answer, which is kept instead of them. */
  const spoken = async () => {
    const answer = await asked();
    if (parts.size > 0) {
      await kept.keep(key, answer);
      await kept.drop([...parts]);
    }
    return answer;
  };
  let unusable = 0;
  return withRetries(signal, async () => {
    if (engine.record !== undefined) {
      const whole = { ...turn, characters: request.text.length };
      return services.scheduler.run(engine, whole, (limited) => record(engine, request, limited), signal);
    }
    const result = (await kept.find(key)) ?? (await spoken());
    const { billed_characters, request_id } = result;
    try {
      const speech = await samplesOf(result, signal);
      const recorded = await measureAway(speech, { billed_characters, request_id }, signal);
      refuseUnusable(recorded.recording.facts, request);
      return recorded;
    } catch (error) {
      if (error instanceof EngineError && error.kind === "broken_answer") {
        await kept.drop([key]);
        if (++unusable > MOST_UNUSABLE || !(await mayRepeat())) throw new LastAnswer(error);
      }
      throw error;
    }
  });
}

/** An answer after which there are no further requests. */
class LastAnswer extends EngineError {
  constructor({ kind, message, charged }: EngineError) {
    super(kind, message, { charged });
  }
}

async function decoded(answer: SpeakResult, signal: AbortSignal): Promise<SpeakResult> {
  const { pcm, sample_rate } = await samplesOf(answer, signal);
  return { ...answer, audio: { kind: "pcm", pcm, sample_rate } };
}

/** Retries transient failures a few times, with growing waits. */
export async function withRetries<T>(signal: AbortSignal, speak: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await speak();
    } catch (error) {
      if (!(error instanceof EngineError) || !isPassing(error) || attempt === MOST_ATTEMPTS) throw error;
      if (error instanceof LastAnswer || error instanceof EnginePaused) throw error;
      if ((error.retry_after_ms ?? 0) > LONGEST_RETRY_AFTER_MS) throw error;
      // A random factor spreads the retries of lines that failed together.
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}
