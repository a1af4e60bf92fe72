// The timeline: where every unit of audio sits, what is missing, and the words in it.
// What always holds: sequential units are contiguous from 0 ms; the same input gives the same manifest, byte by byte.

export { canonicalJson } from "./canonical-json.ts";
export * from "./manifest.ts";
