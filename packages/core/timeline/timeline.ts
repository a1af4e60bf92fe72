// The timeline: the position of every unit of audio, its gaps, and its words.
// Always true: sequential units are contiguous from 0 ms; the same input gives the same manifest, byte by byte.

export { type Chapter, chaptersOf } from "./chapters.ts";
export {
  assetIdsOf,
  assetUnitsOf,
  type CompileBlock,
  type CompileInput,
  type CompileRendition,
  type CompileResult,
  compileManifest,
  manifestHash,
} from "./compile.ts";
export type { ManifestTooLarge } from "./limits.ts";
export { type LineAlone, linesAlone } from "./lines-alone.ts";
export * from "./manifest.ts";
export { type LongMember, manifestPieces, manifestText } from "./manifest-text.ts";
export { lineLayoutOf, type PassageLayout, passageLayout } from "./passages.ts";
export { cutPieces, type KnownLine, pieceStart, type TimelinePiece } from "./pieces.ts";
export { type SilentText, silentTexts } from "./silent-texts.ts";
export { spacingMs } from "./spacing.ts";
export { type StoredWord, unitWordTimings } from "./word-timings.ts";
