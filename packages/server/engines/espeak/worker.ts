// The thread that speaks with eSpeak NG.

import { EngineError } from "../engine.ts";
import { speakInThread } from "../speaking-thread.ts";
import { createSynthesizer } from "./espeak-module.ts";
import { speakUtterance } from "./utterance.ts";
import { CASTS, FIRST, findVoice, utteranceVoice } from "./voice-catalogue.ts";

const synthesizer = await createSynthesizer(FIRST, CASTS);

speakInThread((request, stopped) => {
  const voice = findVoice(request.voice);
  if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
  return speakUtterance(synthesizer, utteranceVoice(voice), request, stopped);
});
