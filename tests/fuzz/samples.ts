// The small files that are mutated. All are generated here or by the tests.

import { readFileSync } from "node:fs";
import { docx, EPUB_FILES, epub, packed } from "../../packages/server/reading/sample-books.ts";
import { GIF, greyPng, JPEG, PNG, WEBP } from "../api/images.ts";
import { SHORT_WAV } from "../api/sound.ts";

const PANDOC = new URL("../../packages/server/reading/written-by-pandoc/", import.meta.url);
const TEXT = `Chapter One

“Who opened the sluice?” asked Mara.

“Not I,” said Tom. ‘Nobody did,’ said the old miller.

Chapter Two

— And the frost? — asked Mara.
`;
const SCRIPT = `MARA (whispering): Who is there?
TOM: Nobody.

[SFX: rain on a roof, 4s]
[PAUSE 2s]
(She goes to the window.)

It was late: the clock said so.
`;

export const samples = {
  text: [Buffer.from(TEXT), Buffer.from(`\ufeff${TEXT}`, "utf16le"), Buffer.from(TEXT, "latin1")],
  markdown: [
    Buffer.from(
      "---\ntitle: A\nauthor: [B, C]\n---\n# One\n\nThe *grey* **sea**[^1] [x](y).\n\n| a | b |\n|---|---|\n| c | d |\n\n[^1]: Note.\n",
    ),
    readFileSync(new URL("double.md", PANDOC)),
  ],
  html: [
    Buffer.from(EPUB_FILES["OPS/a b.xhtml"] as string),
    Buffer.from(
      "<!doctype html><title>T</title><h1>One</h1><p>It <i>rained</i>.<br><br>On.</p><table><tr><td>ANNA.</td><td>Yes.</td></tr></table>",
    ),
  ],
  epub: [await epub(), readFileSync(new URL("single.epub", PANDOC))],
  docx: [await docx()],
  script: [Buffer.from(SCRIPT)],
  images: [PNG, JPEG, WEBP, GIF, greyPng(40, 30)].map((image) => Buffer.from(image)),
  drawings: [
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><defs><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><rect width="60" height="80" fill="#246" filter="url(#f)"/><text x="1" y="9">A</text></svg>`,
    ),
  ],
  sounds: [Buffer.from(SHORT_WAV)],
  json: [
    Buffer.from(`{"schema_version":1,"client_mutation_id":"16fd2706-8baf-433b-82eb-8c7fada847da","name":"The Mill"}`),
    Buffer.from(
      `{"schema_version":1,"actor_session_id":"16fd2706-8baf-433b-82eb-8c7fada847da","client_mutation_id":"5b2a0c1e-7d3f-4c7b-9d0e-2f6a8b1c4d33","title":"A","raw_text":"It rained.","category":"bug","message":"m","context":{"a":[1,2]}}`,
    ),
  ],
  cursors: [
    "2026-01-01T00:00:00.000Z",
    `["2026-01-01T00:00:00.000Z","16fd2706-8baf-433b-82eb-8c7fada847da"]`,
    "17",
    `{"at":"2026-01-01","id":1}`,
  ].flatMap((cursor) => [Buffer.from(cursor), Buffer.from(Buffer.from(cursor).toString("base64url"))]),
} as const;

/** Packs the files again after one of them was changed, because a container with wrong sums is refused at once. */
export async function repacked(change: (bytes: Uint8Array) => Uint8Array, at: number): Promise<Buffer> {
  const names = Object.keys(EPUB_FILES);
  const name = names[at % names.length]!;
  return packed({ ...EPUB_FILES, [name]: change(Buffer.from(EPUB_FILES[name] as string)) });
}
