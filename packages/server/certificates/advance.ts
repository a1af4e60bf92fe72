// Asks the recogniser about the takes of a project, one after the other. What is heard is stored at once, so a crash or the end
// of a turn loses no answer.

import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { bookOf } from "../books/books.ts";
import { RenderError } from "../codec/codec.ts";
import { EngineError } from "../engines/engine.ts";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { createRecogniser, type Recogniser } from "./recogniser.ts";
import {
  CERTIFICATE_QUEUE,
  type CertificateRow,
  certificateOf,
  endCertificate,
  takeCounts,
  type UnheardTake,
  unheardTakes,
  writeHeard,
} from "./store.ts";

type Hearing = Pick<Services, "db" | "files" | "jobs" | "settings" | "clock" | "log">;

/** After this time other projects have a turn. */
const TURN_MS = 30_000;
const PAGE = 32;
const LOOK_MS = 500;
const ATTEMPTS = 4;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** After this many takes in a row without a usable answer the check ends. */
const MOST_UNUSABLE = 5;
/** A minute of 48 kHz takes 6 MB; the longest recording has ten. */
const MOST_BYTES = 128 * 1024 * 1024;

const PASSING: ReadonlySet<EngineError["kind"]> = new Set(["rate_limited", "busy", "unavailable"]);
/** Of one take: the next one may be heard. */
const OF_TAKE: ReadonlySet<EngineError["kind"]> = new Set(["rejected", "broken_answer"]);

export async function advanceCertificate(services: Hearing, projectId: string, signal: AbortSignal): Promise<void> {
  const row = await certificateOf(services, projectId);
  if (row?.state !== "running") return;
  const settings = services.settings.recogniser;
  const language = (await bookOf(services, projectId))?.language ?? null;
  const recogniser = settings === null ? null : createRecogniser(settings, language);
  if (recogniser?.key !== row.recogniser_key) {
    const fault = "The recogniser or the language of the story was changed. Start the check again.";
    return endCertificate(services, projectId, "failed", fault);
  }
  const until = performance.now() + TURN_MS;
  let unusable = 0;
  let fault: string | null = null;
  for (;;) {
    const takes = await unheardTakes(services, row, PAGE);
    if (takes.length === 0) {
      // Not one take was heard: a story of a few lines ends here before the limit of takes in a row.
      const isUseless = fault !== null && (await takeCounts(services, projectId, row.recogniser_key)).heard === 0;
      return endCertificate(services, projectId, isUseless ? "failed" : "done", isUseless ? fault : null);
    }
    for (let at = 0; at < takes.length; at += recogniser.atOnce) {
      signal.throwIfAborted();
      if ((await certificateOf(services, projectId))?.state !== "running") return;
      if (performance.now() > until) return services.jobs.enqueue(CERTIFICATE_QUEUE, projectId, {});
      const group = takes.slice(at, at + recogniser.atOnce);
      await using watch = watchState(services, projectId);
      const within = AbortSignal.any([signal, watch.signal]);
      const ends = await Promise.allSettled(group.map((take) => hearTake(services, row, recogniser, take, within)));
      signal.throwIfAborted();
      if (watch.signal.aborted) return;
      for (const end of ends) {
        if (end.status === "fulfilled") {
          unusable = end.value === null ? 0 : unusable + 1;
          fault = end.value ?? fault;
          if (unusable >= MOST_UNUSABLE && end.value !== null)
            return endCertificate(services, projectId, "failed", end.value);
        } else if (end.reason instanceof EngineError) {
          return endCertificate(services, projectId, "failed", end.reason.message);
        } else throw end.reason;
      }
    }
  }
}

/** Aborts when the check no longer runs: a recogniser may take minutes for a take. */
function watchState(services: Hearing, projectId: string): AsyncDisposable & { readonly signal: AbortSignal } {
  const ended = new AbortController();
  let looking = Promise.resolve();
  const look = async () => {
    try {
      if ((await certificateOf(services, projectId))?.state !== "running")
        ended.abort(new Error("The check has ended."));
    } catch (error) {
      services.log.debug("the state of a check could not be read", faultFields(error));
    }
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS);
  return {
    signal: ended.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** @returns why the take was not heard; null when it was */
async function hearTake(
  services: Hearing,
  row: CertificateRow,
  recogniser: Recogniser,
  { sha256, duration_ms }: UnheardTake,
  signal: AbortSignal,
): Promise<string | null> {
  let fault: string;
  try {
    const wav = await samplesOf(services, sha256);
    await writeHeard(services, row, sha256, await patiently(recogniser, wav, duration_ms, signal));
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError && OF_TAKE.has(error.kind)) fault = error.message;
    else if (error instanceof RenderError && error.kind === "input") fault = error.message;
    else throw error;
  }
  await writeHeard(services, row, sha256, null);
  return fault;
}

async function samplesOf({ files }: Pick<Services, "files">, sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const facts = await files.stat(sha256);
  if (facts === null) throw new EngineError("rejected", "The file of a take is missing.");
  if (facts.size > MOST_BYTES) throw new EngineError("rejected", "A take is too long for the recogniser.");
  const { speechForRecognisers } = await import("../codec/speech-for-recognisers.ts");
  await using local = await files.local([sha256]);
  return speechForRecognisers(await readFile(local.path(sha256)));
}

/** Asked again after a passing failure. */
async function patiently(
  recogniser: Recogniser,
  wav: Uint8Array<ArrayBuffer>,
  durationMs: number,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await recogniser.hear(wav, durationMs, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EngineError) || !PASSING.has(error.kind) || attempt === ATTEMPTS) throw error;
      const wait = Math.max(error.retry_after_ms ?? 0, RETRY_MS * 2 ** (attempt - 1));
      if (wait > LONGEST_RETRY_MS) throw error;
      await pause(wait, undefined, { signal });
    }
  }
}
