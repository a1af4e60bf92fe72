// Hears a word as it would be pronounced, in a voice, before anything is stored.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../api/api.ts";
import { pronunciationOf } from "./directions.ts";

/** The API speaks samples of at most this length, UTF-16 units. */
const LONGEST_SAMPLE = 300;

interface Sample {
  readonly voiceId: string;
  /** The text with the word; it is cut around the word where it is long. */
  readonly text: string;
  readonly word: { readonly text: string; readonly start: number };
  readonly typed: string;
}

export function useHearPronunciation() {
  const sound = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => sound.current?.pause(), []);
  return useMutation({
    mutationFn: async ({ voiceId, text, word, typed }: Sample) => {
      const body = {
        text: sampleAround(text, word),
        pronunciations: [{ term: word.text, ...pronunciationOf(typed) }],
      };
      const { url } = await api.call("previewVoice", { params: { voiceId }, body });
      sound.current ??= new Audio();
      sound.current.src = url;
      await sound.current.play();
    },
  });
}

/** The text, or whole words of it around the word. */
export function sampleAround(text: string, word: { readonly text: string; readonly start: number }): string {
  const whole = text.trim();
  if (whole.length <= LONGEST_SAMPLE) return whole;
  const room = Math.max(0, Math.floor((LONGEST_SAMPLE - word.text.length) / 2));
  const end = word.start + word.text.length;
  const before = text.slice(Math.max(0, word.start - room), word.start).replace(/^\S*\s/u, "");
  const after = text.slice(end, end + room).replace(/\s\S*$/u, "");
  return `${before}${word.text}${after}`.trim();
}
