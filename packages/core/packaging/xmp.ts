// An XMP packet (ISO 16684-1) with IPTC's Digital Source Type, the mark that programs look for in media files. Its places in
// files are those of Adobe's XMP Specification, part 3.

import { type Bytes, latin1, utf8 } from "./bytes.ts";

/** The kind of a box of MP4 that holds XMP. */
export const XMP_UUID: Bytes = Uint8Array.from([
  0xbe, 0x7a, 0xcf, 0xcb, 0x97, 0xa9, 0x42, 0xe8, 0x9c, 0x71, 0x99, 0x94, 0x91, 0xe3, 0xaf, 0xac,
]);

/** @param sourceType The address of a term: plain letters. */
export function xmpPacket(sourceType: string): Bytes {
  const lines = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    `<Iptc4xmpExt:DigitalSourceType>${sourceType}</Iptc4xmpExt:DigitalSourceType>`,
    "</rdf:Description></rdf:RDF></x:xmpmeta>",
    '<?xpacket end="r"?>',
  ];
  return utf8(lines.join("\n"));
}

/** The owner of ID3's private frame with XMP. */
export const XMP_OWNER: Bytes = latin1("XMP");
