// The head of a voice's file (.flitevox): its kind, language and maker. Every file is hostile until it is read here.

const MAGIC = "CMU_FLITE_CG_VOXDATA-v2.0\0";
const LAST = "end_of_features";
/** The features lie in the first few hundred bytes of the files that Flite writes. */
export const HEAD_BYTES = 64 * 1024;
/** The largest voices of the public catalogue have a few megabytes. */
export const MOST_VOICE_BYTES = 64 * 2 ** 20;
const MOST_FEATURES = 200;
/** Flite writes this for what it does not know. */
const UNKNOWN = /^(?:unknown|none)?$/i;

export interface VoiceHead {
  /** BCP 47. */
  readonly language: string;
  readonly gender: "male" | "female" | null;
  readonly description: string | null;
  readonly copyright: string | null;
}

/** What a file states about itself, or why it is no voice that can speak here. */
export function readVoiceHead(bytes: Uint8Array): { readonly head: VoiceHead } | { readonly fault: string } {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  if (!head.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) {
    return { fault: "it is no voice file of Flite 2 (it does not begin with CMU_FLITE_CG_VOXDATA-v2.0)" };
  }
  // The byte order of the machine that wrote it; the program reads the same order only.
  let at = MAGIC.length;
  if (head.length < at + 4 || head.readInt32LE(at) !== 1) return { fault: "it was written in another byte order" };
  at += 4;
  const next = (): string | null => {
    if (at + 4 > head.length) return null;
    const length = head.readInt32LE(at);
    if (length < 1 || at + 4 + length > head.length) return null;
    const text = head.toString("utf8", at + 4, at + 4 + length - 1);
    at += 4 + length;
    return text;
  };
  const features = new Map<string, string>();
  for (let count = 0; ; count++) {
    const name = next();
    const value = next();
    if (name === null || value === null || count > MOST_FEATURES) return { fault: "its head is damaged" };
    if (name === LAST) break;
    features.set(name, value.replace(/\p{C}/gu, "").slice(0, 300));
  }
  const known = (name: string) => {
    const value = features.get(name)?.trim() ?? "";
    return UNKNOWN.test(value) ? null : value;
  };
  const language = known("language");
  if (language !== "eng" && language !== "en") {
    return { fault: `it speaks the language "${language ?? "unknown"}", and only English voices (eng) can speak here` };
  }
  const country = { USA: "US", UK: "GB", GBR: "GB" }[features.get("country") ?? ""];
  const gender = known("gender")?.toLowerCase();
  return {
    head: {
      language: country === undefined ? "en" : `en-${country}`,
      gender: gender === "male" || gender === "female" ? gender : null,
      description: known("description"),
      copyright: known("copyright"),
    },
  };
}
