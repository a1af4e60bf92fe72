// The microphone: one recording, and the level while it runs.

import { levelOf } from "./samples.ts";

export interface Recording {
  /** The level now, 0 to 1. */
  readonly level: () => number;
  /** Ends the recording and returns its sound. */
  readonly finish: () => Promise<Blob>;
  /** Ends it without a sound. Safe to call after `finish`. */
  readonly cancel: () => void;
}

export interface Microphone {
  readonly level: () => number;
  readonly record: () => Recording;
  /** Switches the microphone off. */
  readonly close: () => void;
}

/** @throws when the person or the system refuses, there is no microphone, or the page came over plain http */
export async function openMicrophone(): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const level = () => {
    analyser.getFloatTimeDomainData(samples);
    return levelOf(samples);
  };
  return {
    level,
    record() {
      const recorder = new MediaRecorder(stream);
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.start();
      const stop = () => recorder.state !== "inactive" && recorder.stop();
      return {
        level,
        cancel: stop,
        finish: () =>
          new Promise((resolve) => {
            recorder.onstop = () => resolve(new Blob(parts, { type: recorder.mimeType }));
            stop();
          }),
      };
    },
    close() {
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
