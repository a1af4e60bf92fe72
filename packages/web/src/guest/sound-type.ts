// The content type of a chosen file, as the server takes it. Phones name the same format in several ways, or not at all.

const NAMED: { readonly [type: string]: string } = {
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
  "audio/aacp": "audio/aac",
  "audio/x-aac": "audio/aac",
  "audio/mp3": "audio/mpeg",
  "audio/vnd.wave": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-flac": "audio/flac",
  "video/mp4": "audio/mp4",
  "video/webm": "audio/webm",
  "application/ogg": "audio/ogg",
};

const BY_ENDING: { readonly [ending: string]: string } = {
  aac: "audio/aac",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "audio/mp4",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/opus",
  wav: "audio/wav",
  webm: "audio/webm",
};

const TAKEN = new Set([...Object.values(BY_ENDING), ...Object.values(NAMED), "audio/x-wav"]);

/** The server finds the format in the bytes; the type only has to be one that it takes. */
export function soundType(type: string, filename = ""): string {
  const bare = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (TAKEN.has(bare)) return bare;
  const ending = filename.split(".").at(-1)?.toLowerCase() ?? "";
  return own(NAMED, bare) ?? own(BY_ENDING, ending) ?? "audio/mp4";
}

function own(types: { readonly [name: string]: string }, name: string): string | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
