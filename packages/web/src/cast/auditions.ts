// Auditions: a voice speaks a line. Up to three voices can be compared, and a change of voice continues in the same sentence.

import { useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";

export interface Auditions {
  /** The voice that speaks; null when there is silence. */
  readonly playing: string | null;
  readonly loading: string | null;
  readonly fault: unknown;
  /** Plays the voice, or stops it. */
  readonly toggle: (voiceId: string) => void;
  /** Continues with another voice at the same place of the sentence. */
  readonly change: (voiceId: string) => void;
  /** Fetches ahead, so that a change is heard at once. */
  readonly prefetch: (voiceIds: readonly string[]) => void;
}

/** @param text null: a sentence in the language of each voice */
export function useAuditions(text: string | null): Auditions {
  const audio = useRef<HTMLAudioElement | null>(null);
  const made = useRef(new Map<string, Promise<string>>());
  const [playing, setPlaying] = useState<string | null>(null);
  const [loading, setLoading] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other sounds.
  useEffect(() => {
    made.current.clear();
    audio.current?.pause();
    setPlaying(null);
  }, [text]);
  useEffect(() => () => audio.current?.pause(), []);

  const urlOf = (voiceId: string): Promise<string> => {
    const held = made.current.get(voiceId);
    if (held !== undefined) return held;
    const url = api
      .call("previewVoice", { params: { voiceId }, body: text === null ? {} : { text } })
      .then((preview) => preview.url);
    made.current.set(voiceId, url);
    url.catch(() => made.current.delete(voiceId));
    return url;
  };
  const play = async (voiceId: string, share: number) => {
    setLoading(voiceId);
    setFault(null);
    try {
      audio.current ??= new Audio();
      const element = audio.current;
      element.pause();
      element.src = await urlOf(voiceId);
      element.onended = () => setPlaying(null);
      if (share > 0) {
        // The same place of the sentence: voices differ in pace, so the share counts and not the second.
        element.onloadedmetadata = () => {
          element.currentTime = element.duration * share;
        };
      } else element.onloadedmetadata = null;
      setPlaying(voiceId);
      await element.play();
    } catch (error) {
      setPlaying(null);
      if (!(error instanceof DOMException && error.name === "AbortError")) setFault(error);
    } finally {
      setLoading(null);
    }
  };
  return {
    playing,
    loading,
    fault,
    toggle(voiceId) {
      if (playing === voiceId) {
        audio.current?.pause();
        setPlaying(null);
      } else void play(voiceId, 0);
    },
    change(voiceId) {
      const element = audio.current;
      const share =
        playing === null || element === null || !element.duration ? 0 : element.currentTime / element.duration;
      void play(voiceId, share);
    },
    prefetch(voiceIds) {
      for (const voiceId of voiceIds) urlOf(voiceId).catch(() => undefined);
    },
  };
}
