// Reads facts from an MP3 file: the bit rates of its frames, and the number of chapters in its ID3v2 tag.

const ID3_HEADER = 10;
/** kbit/s of MPEG-1 layer III and of MPEG-2 and 2.5 layer III (ISO 11172-3, 2.4.2.3; ISO 13818-3, 2.4.2.3), by index. */
const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_1 = [44_100, 48_000, 32_000];

export interface Mp3Facts {
  /** bit/s when it is the same in all frames, else null. */
  readonly constant_bit_rate: number | null;
  readonly chapters: number;
}

/**
 * @param read The bytes [from, from + length), fewer at the file's end.
 * @param size Of the file.
 */
export function mp3Facts(read: (from: number, length: number) => Uint8Array, size: number): Mp3Facts {
  const header = read(0, ID3_HEADER);
  const isTagged = header.length === ID3_HEADER && String.fromCharCode(header[0]!, header[1]!, header[2]!) === "ID3";
  const tagBytes = isTagged ? ID3_HEADER + synchsafe(header, 6) : 0;
  const chapters = isTagged ? chapterCount(read(0, tagBytes), header[3]!) : 0;
  let rate: number | null = null;
  for (let at = tagBytes; at + 4 <= size; ) {
    const frame = read(at, 4);
    const found = frameOf(frame);
    // Another tag follows the last frame.
    if (found === null) break;
    if (rate !== null && found.bitRate !== rate) return { constant_bit_rate: null, chapters };
    rate = found.bitRate;
    at += found.bytes;
  }
  return { constant_bit_rate: rate, chapters };
}

const synchsafe = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 21) | (bytes[at + 1]! << 14) | (bytes[at + 2]! << 7) | bytes[at + 3]!;

const plain = (bytes: Uint8Array, at: number): number =>
  bytes[at]! * 0x100_0000 + ((bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!);

function chapterCount(tag: Uint8Array, version: number): number {
  let chapters = 0;
  for (let at = ID3_HEADER; at + 10 <= tag.length && tag[at] !== 0; ) {
    if (String.fromCharCode(tag[at]!, tag[at + 1]!, tag[at + 2]!, tag[at + 3]!) === "CHAP") chapters++;
    at += 10 + (version >= 4 ? synchsafe(tag, at + 4) : plain(tag, at + 4));
  }
  return chapters;
}

function frameOf(head: Uint8Array): { readonly bitRate: number; readonly bytes: number } | null {
  const [a = 0, b = 0, c = 0] = head;
  const version = (b >> 3) & 3;
  const isLayer3 = a === 0xff && (b & 0xe0) === 0xe0 && version !== 1 && ((b >> 1) & 3) === 1;
  const index = c >> 4;
  const rateIndex = (c >> 2) & 3;
  if (!isLayer3 || index === 0 || index === 15 || rateIndex === 3) return null;
  const isFirst = version === 3;
  const bitRate = (isFirst ? KBITS_1 : KBITS_2)[index]! * 1000;
  const sampleRate = RATES_1[rateIndex]! / (isFirst ? 1 : version === 2 ? 2 : 4);
  return { bitRate, bytes: Math.floor(((isFirst ? 144 : 72) * bitRate) / sampleRate) + ((c >> 1) & 1) };
}
