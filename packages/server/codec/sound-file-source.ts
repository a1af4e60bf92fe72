// Opens an uploaded file for decoding. The file is not trusted: only the listed containers and codecs are tried, FFmpeg may
// read only the one open descriptor (no other file, no address), and the stated length is compared with the decoded one.

import { readSync } from "node:fs";
import { AV_OPT_TYPE_STRING, AVDISCARD_ALL, AVERROR_EOF, AVERROR_EXIT, AVMEDIA_TYPE_AUDIO } from "node-av/constants";
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, type Stream } from "node-av/lib";
import { SoundFileError } from "./sound-file-job.ts";

/** FFmpeg's names of the containers of the accepted content types. Playlists are left out: they refer to other files. */
const FORMATS = ["wav", "mp3", "ogg", "flac", "mov", "aac", "matroska"];

const CODECS = [
  ...["mp3float", "mp3", "aac", "opus", "vorbis", "flac", "alac"],
  ...["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw"],
  ...["pcm_s16be", "pcm_s24be", "pcm_s32be"],
];

/** Containers whose header states the length. For others FFmpeg estimates it from sizes and bit rates. */
const STATES_LENGTH: ReadonlySet<string> = new Set(["flac", "mov", "matroska"]);

const MOST_STREAMS = 32;
/** The part of broken packets up to which a file is accepted. Old or truncated files may have a few. */
const BROKEN_PACKETS = 0.02;
const LEAST_BROKEN = 2;

export interface SoundFileSource extends Disposable {
  /** FFmpeg's name of the decoder, one of CODECS. */
  readonly codecName: string;
  /** The duration in the header, ms. Null if the container does not state it. */
  readonly claimedMs: number | null;
  /**
   * All frames in order. A frame is valid until the next one is requested.
   * @throws SoundFileError `damaged` when too little of the file can be decoded.
   */
  frames(): Generator<Frame>;
}

/**
 * @param file Descriptor of the open file; it stays open.
 * @throws SoundFileError when the file contains nothing that can be decoded.
 */
export function openSoundFile(file: number): SoundFileSource {
  const format = new FormatContext();
  format.allocContext();
  try {
    const options = { protocol_whitelist: "fd", format_whitelist: FORMATS.join(), codec_whitelist: CODECS.join() };
    for (const [name, value] of Object.entries(options)) {
      if (format.setOption(name, value, AV_OPT_TYPE_STRING) < 0) throw internal();
    }
    format.maxStreams = MOST_STREAMS;
    // FFmpeg reads from the current position of the descriptor, and seeks in it.
    if (format.openInputSync("fd:", null, Dictionary.fromObject({ fd: `${file}` })) < 0) {
      throw new SoundFileError(
        "unreadable",
        "This is no sound file that can be read: WAV, MP3, FLAC, Ogg, Opus, M4A, AAC or WebM.",
      );
    }
    format.findStreamInfoSync();
    const stream = format.streams[format.findBestStream(AVMEDIA_TYPE_AUDIO)];
    if (stream === undefined) throw new SoundFileError("no_audio", "The file holds no sound.");
    for (const other of format.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
    const decoder = openDecoder(stream);
    const name = format.iformat?.name?.split(",")[0] ?? "";
    return {
      codecName: Codec.findDecoder(stream.codecpar.codecId)?.name ?? "",
      claimedMs: name === "wav" ? wavClaim(file) : STATES_LENGTH.has(name) ? claimOf(stream, format) : null,
      frames: () => framesOf(format, stream.index, decoder),
      [Symbol.dispose]: () => {
        decoder.freeContext();
        format.closeInputSync();
      },
    };
  } catch (error) {
    format.closeInputSync();
    throw error;
  }
}

const internal = () => new SoundFileError("internal", "The decoder is not as expected.");

function openDecoder(stream: Stream): CodecContext {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (codec?.name == null || !CODECS.includes(codec.name)) {
    throw new SoundFileError(
      "codec_unsupported",
      "The sound is compressed in a way that is not supported: use PCM, MP3, AAC, Opus, Vorbis, FLAC or ALAC.",
    );
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  if (context.parametersToContext(stream.codecpar) < 0) throw internal();
  context.pktTimebase = stream.timeBase;
  context.threadCount = 1;
  if (context.open2Sync(codec, null) < 0) {
    context.freeContext();
    throw new SoundFileError("damaged", "The sound cannot be decoded: its header is broken.");
  }
  return context;
}

function claimOf(stream: Stream, format: FormatContext): number | null {
  const { num, den } = stream.timeBase;
  const claimed = Number(stream.duration);
  if (claimed > 0) return (claimed * num * 1_000) / den;
  const whole = Number(format.duration);
  return whole > 0 ? whole / 1_000 : null;
}

/**
 * The duration in the chunks of a WAV file, ms; FFmpeg reports a corrected one. Null if it is not stated: a program that
 * writes to a pipe does not know the length and writes 0 or the largest number of 31 or 32 bits.
 */
function wavClaim(file: number): number | null {
  const head = Buffer.alloc(64 * 1024);
  const bytes = readSync(file, head, 0, head.length, 0);
  let bytesPerSecond = 0;
  for (let at = 12; at + 24 <= bytes; ) {
    const id = head.toString("latin1", at, at + 4);
    const size = head.readUInt32LE(at + 4);
    if (id === "fmt ") bytesPerSecond = head.readUInt32LE(at + 12) * head.readUInt16LE(at + 20);
    if (id === "data") {
      const unknown = size === 0 || size >= 0xffff_fff0 || (size >= 0x7fff_f000 && size <= 0x8000_0000);
      return unknown || bytesPerSecond === 0 ? null : (size * 1_000) / bytesPerSecond;
    }
    at += 8 + size + (size % 2);
  }
  return null;
}

function* framesOf(format: FormatContext, index: number, decoder: CodecContext): Generator<Frame> {
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  let packets = 0;
  let broken = 0;
  let frames = 0;
  function* drain(): Generator<Frame> {
    for (;;) {
      const code = decoder.receiveFrameSync(frame);
      if (code < 0) {
        // EAGAIN and EOF mean that the decoder has no more frames for now.
        if (code !== AVERROR_EOF && code !== AGAIN) broken++;
        return;
      }
      frames++;
      yield frame;
      frame.unref();
    }
  }
  for (;;) {
    const code = format.readFrameSync(packet);
    if (code < 0) {
      if (code === AVERROR_EXIT) throw internal();
      if (code !== AVERROR_EOF) broken++;
      break;
    }
    if (packet.streamIndex === index) {
      packets++;
      if (decoder.sendPacketSync(packet) < 0) broken++;
      yield* drain();
    }
    packet.unref();
  }
  decoder.sendPacketSync(null);
  yield* drain();
  if (frames === 0 || broken > Math.max(LEAST_BROKEN, packets * BROKEN_PACKETS)) {
    throw new SoundFileError("damaged", "The sound cannot be decoded: the file is broken.");
  }
}

/** AVERROR(EAGAIN); macOS numbers it 35. */
const AGAIN = process.platform === "darwin" ? -35 : -11;
