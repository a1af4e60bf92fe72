// A voice that can be installed for each language that the embedded voices do not speak, by the names of the public catalogues.
// The catalogues themselves are read when a voice is installed; a name that is no longer there is refused with near names.

const VOICES: Readonly<Record<string, string>> = {
  ar: "piper/ar_JO-kareem-medium",
  cy: "piper/cy_GB-gwryw_gogleddol-medium",
  fa: "piper/fa_IR-amir-medium",
  hi: "kokoro/hf_alpha",
  is: "piper/is_IS-bui-medium",
  ka: "piper/ka_GE-natia-medium",
  kk: "piper/kk_KZ-issai-high",
  lb: "piper/lb_LU-marylux-medium",
  lv: "piper/lv_LV-aivars-medium",
  ml: "piper/ml_IN-arjun-medium",
  ne: "piper/ne_NP-google-medium",
  sl: "piper/sl_SI-artur-medium",
  sr: "piper/sr_RS-serbski_institut-medium",
  sw: "piper/sw_CD-lanfrica-medium",
  te: "piper/te_IN-maya-medium",
  uk: "piper/uk_UA-ukrainian_tts-medium",
};

/** Names for `fullcast voices install`; empty if no catalogue is known to have the language. */
export const voiceToInstall = (language: string): readonly string[] =>
  Object.hasOwn(VOICES, language) ? [VOICES[language]!] : [];
