// The mix of a section without a finished file, as segments for players: an outline for the page's own player, and a
// playlist for browsers that play HLS themselves (RFC 8216). Nothing is spoken because a stranger opens a page.

import { Readable } from "node:stream";
import { ApiError } from "@fullcast/contract";
import { FRAGMENT_HEADER, FRAGMENT_TYPE } from "@fullcast/core/audio-files";
import type { PublicAnswer, PublicRequest, PublicRoute, SendableFile } from "../http/http.ts";
import type { HeardSection, MixOutline, SectionMixes } from "../listening/listening.ts";
import { CACHE_CONTROL } from "./public-audio.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEGMENT = /^(\d{1,6})\.m4s$/;

/** The names of the mixes of a section in addresses: with its sounds, voices only, and both in the narrator's voice. */
const MIXES = [
  { name: "mix", voicesOnly: false, isNarrated: false },
  { name: "voices", voicesOnly: true, isNarrated: false },
  { name: "narrator", voicesOnly: false, isNarrated: true },
  { name: "narrator-voices", voicesOnly: true, isNarrated: true },
] as const;

type Opened = Omit<HeardSection, "voicesOnly" | "isNarrated">;

/**
 * The routes below a section's address.
 * @param find finds the section that the address names, or refuses
 */
export function mixRoutes(
  { mixes }: { readonly mixes: SectionMixes },
  path: string,
  find: (params: PublicRequest["params"]) => Promise<Opened>,
): PublicRoute[] {
  return MIXES.flatMap(({ name, ...variant }) => {
    const open = async (params: PublicRequest["params"]) => ({ ...(await find(params)), ...variant });
    return [
      {
        path: `${path}/${name}.json`,
        waits: true,
        answer: async ({ params, query }) => {
          const section = await open(params);
          const outline = await mixes.outline(section);
          const line = typeof query.line === "string" && UUID.test(query.line) ? query.line : null;
          const line_ms = line === null ? null : await mixes.startOf(section, line);
          return { kind: "data", data: { ...outline, content_type: FRAGMENT_TYPE, line_ms } };
        },
      },
      {
        path: `${path}/${name}.m3u8`,
        waits: true,
        answer: async ({ params }) => ({
          kind: "text",
          contentType: "application/vnd.apple.mpegurl",
          text: playlist(name, await mixes.outline(await open(params))),
        }),
      },
      {
        path: `${path}/${name}/:mix/:file`,
        waits: true,
        answer: async ({ params }): Promise<PublicAnswer> => {
          const section = await open(params);
          const { mix = "", file = "" } = params;
          if (file === "header.mp4") return { kind: "file", file: sound(FRAGMENT_HEADER, "header") };
          const [, index] = SEGMENT.exec(file) ?? [];
          if (index === undefined) throw new ApiError("NOT_FOUND", { resource: "segment" });
          const bytes = await mixes.segment(section, mix, Number(index));
          return { kind: "file", file: sound(bytes, `${mix}-${index}`) };
        },
      },
    ];
  });
}

const sound = (bytes: Uint8Array, etag: string): SendableFile => ({
  size: bytes.byteLength,
  contentType: "audio/mp4",
  etag,
  cacheControl: CACHE_CONTROL,
  disposition: "inline",
  open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
});

function playlist(name: string, { mix, segments }: MixOutline): string {
  const longest = segments.reduce((most, [, duration]) => Math.max(most, duration), 1000);
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-TARGETDURATION:${Math.ceil(longest / 1000)}`,
    `#EXT-X-MAP:URI="${name}/${mix}/header.mp4"`,
    ...segments.flatMap(([, duration], index) => [
      `#EXTINF:${(duration / 1000).toFixed(3)},`,
      `${name}/${mix}/${index}.m4s`,
    ]),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}
