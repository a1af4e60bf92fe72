// Files around the audio: EPUB, SRT and WebVTT as bytes or text, covers as SVG, credits and file names. audio-files.ts has the
// formats of audio. Always true: the same values give the same bytes.

export { type CoveredBook, type CoverShape, coverSvg, squaredPictureSvg } from "./cover/cover.ts";
export { stripedSky } from "./cover/striped-sky.ts";
export { type Credit, type CreditedBook, creditsOf } from "./credits.ts";
export { type Book, type BookFile, type BookSection, bookFiles } from "./epub/epub.ts";
export { type Injected, injectOverlays } from "./epub/original/inject.ts";
export type { Original, OriginalPage } from "./epub/original/original.ts";
export type { Publication } from "./epub/package-document.ts";
export { type ReadalongBlock, readalongBlocks, readalongLayout, type SpokenBlockTime } from "./epub/readalong.ts";
export type { Highlight } from "./epub/sentences.ts";
export { safeFileName, safeFolderName } from "./file-name.ts";
export { lineFileNames, type NamedLine } from "./line-files.ts";
export { type ShelvedBook, shelfFolders } from "./shelf.ts";
export { type Cue, cuesOf, type SpokenPassage, writeSrt, writeVtt } from "./srt.ts";
