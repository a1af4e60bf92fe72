// The synthesiser as its package provides it, without our memory, events and threads. The benchmark compares with it.

import createModule from "@echogarden/espeak-ng-emscripten";
import type { SpeakRequest } from "../engine.ts";
import { writeMarkup } from "./markup.ts";
import { USUAL_WORDS_PER_MINUTE } from "./utterance.ts";
import { findVoice } from "./voice-catalogue.ts";
import { voiceFile } from "./voice-design.ts";

/** Speaks with one of our voices at its usual rate. The words come from the engine; the audio is joined. */
export async function bareSynthesizer(voiceId: string): Promise<(request: SpeakRequest) => Int16Array> {
  const voice = findVoice(voiceId);
  if (voice === undefined) throw new Error("There is no such voice.");
  const module = await createModule({ print: () => {}, printErr: () => {} });
  const folder = "/usr/share/espeak-ng-data/voices/bare";
  module.FS.mkdir(folder);
  module.FS.writeFile(`${folder}/bare`, voiceFile(voice, "bare", false));
  const espeak = new module.eSpeakNGWorker();
  espeak.list_voices();
  espeak.set_voice("bare", "");
  espeak.set_rate(Math.round(USUAL_WORDS_PER_MINUTE * (voice.rate ?? 1)));
  return (request) => {
    const parts: Int16Array[] = [];
    let length = 0;
    espeak.synthesize(writeMarkup(request, 0, request.text.length, true).text, (audio) => {
      parts.push(audio);
      length += audio.length;
    });
    const pcm = new Int16Array(length);
    let at = 0;
    for (const part of parts) {
      pcm.set(part, at);
      at += part.length;
    }
    return pcm;
  };
}
