// The place of a listener on several devices. The newest one wins, by the order in which the server gets them. Loaded only by
// listeners who asked for it.

import type { Chapter } from "./chapters.ts";
import type { Place } from "./offers.ts";
import { keepToken, keepVersion, knownVersion, placeAddress } from "./place-token.ts";

const WRITE_MS = 15_000;
/** Two places nearer than this are the same one, seconds. */
const SAME_PLACE = 2;

export interface News {
  readonly chapter: Chapter;
  readonly seconds: number;
}

export interface PlaceSync {
  readonly token: string;
  /** A place that another device wrote since this one read or wrote it, if it is another one; else null. */
  look(own: Place | null): Promise<News | null>;
  /** Writes at most every 15 seconds, or now, and only what differs. Null: the story was heard to its end. */
  write(place: Place | null, isNow: boolean): void;
  /** Deletes the place on the server: no device shares it any more. */
  end(): Promise<boolean>;
}

interface StoredPlace {
  readonly section_id: string | null;
  readonly position_ms: number;
  readonly version: number;
}

/** The body of a request for a place. */
export const bodyOf = (place: Place | null): string => {
  const [, section] = /\/sections\/([\w-]+)\//.exec(place?.timeline ?? "") ?? [];
  const isThere = place !== null && section !== undefined;
  return JSON.stringify({
    section_id: isThere ? section : null,
    position_ms: isThere ? Math.max(0, Math.round(place.seconds * 1000)) : 0,
  });
};

/** @param onGone the place does not exist any more: it was deleted, or not used for long */
export function syncPlace(all: readonly Chapter[], token: string, onGone: () => void): PlaceSync {
  let version = knownVersion();
  let written = "";
  let writtenAt = Number.NEGATIVE_INFINITY;

  const ask = (init: RequestInit): Promise<Response | null> => {
    const headers = { "place-token": token, "content-type": "application/json" };
    return fetch(placeAddress, { ...init, headers, cache: "no-store" }).catch(() => null);
  };
  const gone = () => {
    keepToken(null);
    onGone();
  };

  /** Null: the server does not answer, or the place does not exist any more. */
  async function asked(init: RequestInit): Promise<StoredPlace | null> {
    const answer = await ask(init);
    if (answer?.status === 404) gone();
    if (answer?.ok !== true) return null;
    const { data } = (await answer.json()) as { readonly data: { readonly place: StoredPlace } };
    return data.place;
  }

  const learn = (next: number) => {
    if (next <= version) return;
    version = next;
    keepVersion(next);
  };

  return {
    token,
    async look(own) {
      const place = await asked({});
      if (place === null || place.version <= version) return null;
      learn(place.version);
      const chapter = all.find(({ timeline }) => place.section_id !== null && timeline.includes(place.section_id));
      if (chapter === undefined) return null;
      const seconds = place.position_ms / 1000;
      const isSame = own?.timeline === chapter.timeline && Math.abs(own.seconds - seconds) < SAME_PLACE;
      return isSame ? null : { chapter, seconds };
    },
    write(place, isNow) {
      const body = bodyOf(place);
      if (body === written || (!isNow && Date.now() - writtenAt < WRITE_MS)) return;
      const before = written;
      written = body;
      writtenAt = Date.now();
      void asked({ method: "PUT", body, keepalive: true }).then((stored) => {
        if (stored !== null) learn(stored.version);
        else if (written === body) written = before;
      });
    },
    async end() {
      const answer = await ask({ method: "DELETE" });
      const isGone = answer?.ok === true || answer?.status === 404;
      if (isGone) gone();
      return isGone;
    },
  };
}
