// Plays one sound of the library at a time.

import { useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";

export interface SoundPlay {
  /** The sound that plays, or is about to; null when there is silence. */
  readonly soundId: string | null;
  readonly fault: unknown;
  readonly toggle: (soundId: string) => void;
}

export function useSoundPlay(): SoundPlay {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [soundId, setSoundId] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => () => audio.current?.pause(), []);

  const stop = () => {
    wanted.current = null;
    audio.current?.pause();
    setSoundId(null);
  };
  const play = async (id: string) => {
    audio.current ??= new Audio();
    const element = audio.current;
    element.pause();
    wanted.current = id;
    setSoundId(id);
    setFault(null);
    try {
      const { url } = await api.call("createSoundPreviewUrl", { params: { soundId: id } });
      if (wanted.current !== id) return;
      element.src = url;
      element.onended = stop;
      await element.play();
    } catch (error) {
      if (wanted.current !== id) return;
      stop();
      setFault(error);
    }
  };
  return { soundId, fault, toggle: (id) => (soundId === id ? stop() : void play(id)) };
}
