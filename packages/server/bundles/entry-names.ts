// The names of the files in a bundle.

export const MANIFEST = "manifest.json";
export const PROJECT = "project.json";
export const COVER = "cover.jpg";
/** The EPUB that the book was imported from. It is an archive itself, and so it is stored. */
export const ORIGINAL = "original.epub";

const number = (section: number) => String(section + 1).padStart(4, "0");
export const scriptName = (section: number) => `sections/${number(section)}/script.txt`;
export const blocksName = (section: number) => `sections/${number(section)}/blocks.jsonl`;
export const takesName = (section: number) => `sections/${number(section)}/takes.jsonl`;
export const audioName = (sha256: string) => `audio/${sha256}.wav`;

/** Every name that a bundle may hold. */
export const KNOWN_NAME =
  /^(?:manifest\.json|project\.json|cover\.jpg|original\.epub|sections\/\d{4,6}\/(?:script\.txt|blocks\.jsonl|takes\.jsonl)|audio\/[0-9a-f]{64}\.wav)$/;
export const isAudio = (name: string) => name.startsWith("audio/");
export const isStored = (name: string) => isAudio(name) || name === ORIGINAL;
