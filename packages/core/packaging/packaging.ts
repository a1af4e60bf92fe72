// File formats: WAV, ID3, MP4, Ogg, EPUB, SRT and WebVTT as bytes or text, and covers as SVG. Always true: the same values
// give the same bytes.

export { aacFrameWindows } from "./aac-windows.ts";
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
export { FRAGMENT_HEADER, FRAGMENT_TYPE, type FragmentContent, writeFragment } from "./fragmented-mp4.ts";
export { writeId3 } from "./id3.ts";
export { AAC_FRAME_SAMPLES, aacFrameCount, type M4bContent, writeM4bHead } from "./m4b.ts";
export { type Mp3Facts, mp3Facts } from "./mp3-frames.ts";
export {
  MP3_FRAME_SAMPLES,
  MP3_INFO_BYTES,
  mp3Crc,
  mp3FrameCount,
  mp3FrameWindows,
  writeMp3Info,
} from "./mp3-info.ts";
export {
  OPUS_PACKET_SAMPLES,
  OPUS_PRE_SKIP,
  OPUS_RATE,
  type OpusContent,
  opusPacketCount,
  opusPages,
} from "./opus.ts";
export { type ShelvedBook, shelfFolders } from "./shelf.ts";
export { type Cue, cuesOf, type SpokenPassage, writeSrt, writeVtt } from "./srt.ts";
export { type ChapterSpan, type CoverImage, chapterSpans, type FileChapter, type FileTags } from "./tags.ts";
export { readWav, type WavSamples, wavHeader, wavTrailer, writeUnitWav } from "./wav.ts";
