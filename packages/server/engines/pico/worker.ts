// The thread that speaks with Pico.

import { EngineError } from "../engine.ts";
import { speakUtterance } from "../natural/utterance.ts";
import type { WordPhones } from "../natural/word-times.ts";
import { speakInThread } from "../speaking-thread.ts";
import type { PicoBase } from "./languages.ts";
import { createPico } from "./pico-module.ts";
import { createPicoWordPhones, picoSpeaker } from "./speaker.ts";
import { findVoice } from "./voices.ts";

const pico = await createPico();
const wordPhones = new Map<PicoBase, WordPhones>();

speakInThread((request, stopped) => {
  const voice = findVoice(request.voice);
  if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
  const phones = wordPhones.get(voice.base) ?? createPicoWordPhones(pico, voice.base);
  wordPhones.set(voice.base, phones);
  return speakUtterance(picoSpeaker(pico, voice.base, phones), voice, request, stopped);
});
