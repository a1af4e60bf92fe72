// The thread that speaks with Flite.

import { EngineError } from "../engine.ts";
import { speakUtterance } from "../natural/utterance.ts";
import { speakInThread } from "../speaking-thread.ts";
import { createFlite } from "./flite-module.ts";
import { fliteSpeaker, recordedOf } from "./speaker.ts";
import { findVoice } from "./voices.ts";
import { createWordPhones } from "./word-times.ts";

const flite = await createFlite();
const speaking = { flite, wordPhones: createWordPhones(flite) };

speakInThread((request, stopped) => {
  const voice = findVoice(request.voice);
  if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
  return speakUtterance(fliteSpeaker(speaking, recordedOf(voice.base)), voice, request, stopped);
});
