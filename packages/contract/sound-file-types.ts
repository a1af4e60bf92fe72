// The types that an upload of a sound declares, by the endings of file names. Browsers name some of them differently.

export const SOUND_FILE_TYPES: { readonly [ending: string]: SoundType } = {
  wav: "audio/wav",
  wave: "audio/wav",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/opus",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp4: "audio/mp4",
  aac: "audio/aac",
  webm: "audio/webm",
};

export type SoundType =
  | "audio/wav"
  | "audio/mpeg"
  | "audio/ogg"
  | "audio/opus"
  | "audio/flac"
  | "audio/mp4"
  | "audio/aac"
  | "audio/webm";
