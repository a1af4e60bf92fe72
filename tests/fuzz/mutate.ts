// Seeded mutations of bytes. The same seed gives the same file, on every machine.

/** Mulberry32 (Tommy Ettinger, public domain): numbers from 0 up to 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Byte sequences with a meaning for one of the parsers. */
const WORDS = [
  ...'<!--|-->|<![CDATA[|]]>|<?xml|&#0;|&#xD800;|&amp;|<a href="#|<br><br>|</p>|<table><tr><td>|<!DOCTYPE x [<!ENTITY a "b">]>|&a;'.split(
    "|",
  ),
  ..."**|__|`|[a](|](|![|[^1]|:::|---\n|```\n|# |> |- |\\|\t|{.a}|\r\n|\n\n".split("|"),
  ..."“|”|‘|’|«|»|—|…|\u0000|\u200b|\ufeff|\ufffd|😀|\u0301|\u202e|ß|第一章".split("|"),
  ..."NAME: |[SFX: |[PAUSE |(whispering)|CHAPTER ".split("|"),
  ...'null|-1|1e999|99999999999999999999|0.1|""|[]|{}|true|"__proto__":|\'; drop table x; --|../../etc/passwd|%00|%2e%2e'.split(
    "|",
  ),
  "PK\u0003\u0004",
  "RIFF",
  "WAVEfmt ",
  "data",
  "\xff\xd8\xff",
  "IHDR",
].map((word) => Buffer.from(word));
const EDGES = [0, 1, 0x7f, 0x80, 0xff];

/** One file of the samples, changed in one to eight places, or spliced from two. */
export function mutated(samples: readonly Uint8Array[], seed: number): Buffer {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let bytes = Buffer.from(samples[below(samples.length)]!);
  const places = 1 + below(8);
  for (let change = 0; change < places; change++) {
    const at = below(bytes.length + 1);
    const size = 1 + below(random() < 0.2 ? 4_096 : 16);
    const rest = bytes.subarray(at);
    const kind = below(9);
    if (kind === 0 && bytes.length > 0) bytes[below(bytes.length)]! ^= 1 << below(8);
    else if (kind === 1 && bytes.length > 0) bytes[below(bytes.length)] = EDGES[below(EDGES.length)]!;
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(size)]);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(0, size), rest]);
    else if (kind === 4) bytes = Buffer.concat([bytes.subarray(0, at), WORDS[below(WORDS.length)]!, rest]);
    else if (kind === 5) {
      const word = WORDS[below(WORDS.length)]!;
      const times = random() < 0.1 ? 2_000 : 1 + below(20);
      bytes = Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: times }, () => word), rest]);
    } else if (kind === 6) bytes = Buffer.from(bytes.subarray(0, at));
    else if (kind === 7 && bytes.length >= 4) bytes.writeUInt32LE(below(4_294_967_296), Math.min(at, bytes.length - 4));
    else if (kind === 8) {
      const other = Buffer.from(samples[below(samples.length)]!);
      bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(below(other.length + 1))]);
    }
  }
  return bytes;
}
