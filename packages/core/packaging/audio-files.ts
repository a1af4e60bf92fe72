// The formats of audio files: WAV, MP3 with ID3, MP4 and Ogg Opus as bytes, with their tags and chapters. The processes that
// decode and encode load only this part of packaging/. Always true: the same values give the same bytes.

export { aacFrameWindows } from "./aac-windows.ts";
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
export { type ChapterSpan, type CoverImage, chapterSpans, type FileChapter, type FileTags } from "./tags.ts";
export { readWav, type WavSamples, wavHeader, wavTrailer, writeUnitWav } from "./wav.ts";
