// The original EPUB of a story goes out with the narration in its own pages. The books are made by pandoc, and in the manner of
// nine other producers. epubcheck finds in a book with the narration what it finds in the original: nothing. foliate-js plays
// it from the first page to the last one, and epub.js shows every element that is lit.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import yauzl from "yauzl";
import { paragraphsOf } from "../../packages/core/packaging/epub/original/markup.ts";
import { bookExporting } from "../api/book-exporting.ts";
import { sharedAccount } from "../api/server.ts";
import { createAudio, prepare } from "../api/story.ts";
import { complaintsOf } from "./epubcheck.ts";
import { OLD_PRODUCERS } from "./old-producers.ts";
import { PRODUCERS } from "./producers.ts";
import { playedByFoliate, shownByEpubJs } from "./readers.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-original-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const server = await sharedAccount();
const { client } = server;
const { madeBook, bookBytes } = bookExporting(server);

async function filesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

function pandocBook(): Buffer {
  const [text, out] = [join(folder, "pandoc.md"), join(folder, "pandoc.epub")];
  writeFileSync(
    text,
    "---\ntitle: The Lamp\nauthor: Ann Ash\nlang: en\n---\n# One\n\nThe *old* lamp -- it was never lit -- stood there.[^1]\n\n[^1]: A note.\n\n# Two\n\n“Come in,” said Mara. It rained.\n",
  );
  execFileSync("pandoc", [text, "-o", out]);
  return readFileSync(out);
}

const imported = (bytes: Buffer) =>
  client.call("importBook", {
    headers: { "idempotency-key": randomUUID() },
    upload: { contentType: "application/epub+zip", bytes: new Uint8Array(bytes) },
  });

async function spoken(bytes: Buffer): Promise<string> {
  const { project, sections } = await imported(bytes);
  const ids = sections.map(({ section_id }) => section_id);
  await prepare(client, project.id, ...ids);
  await createAudio(client, project.id, ...ids);
  return project.id;
}

interface Clip {
  readonly text: string;
  readonly audio: string;
  readonly begin: number;
  readonly end: number;
}

/** The clips of the overlays of a book, in the order of its pages. */
function clipsOf(files: ReadonlyMap<string, Buffer>): Clip[] {
  const [opfPath = "", opf = ""] = [...files].find(([name]) => name.endsWith(".opf")) ?? [];
  const items = new Map(
    [...opf.toString().matchAll(/<item [^>]*>/gu)].map(([tag]) => [/ id="([^"]+)"/u.exec(tag)?.[1], tag]),
  );
  const linked = (from: string, tag: string, name: string) =>
    decodeURI(new URL(new RegExp(` ${name}="([^"]+)"`, "u").exec(tag)?.[1] ?? "", `http://book/${from}`).href).slice(
      12,
    );
  const seconds = (tag: string, name: string) =>
    (new RegExp(` ${name}="([\\d:.]+)"`, "u").exec(tag)?.[1] ?? "")
      .split(":")
      .reduce((sum, part) => sum * 60 + Number(part), 0);
  return [...opf.toString().matchAll(/<itemref [^>]*idref="([^"]+)"/gu)].flatMap(([, id]) => {
    const overlay = / media-overlay="([^"]+)"/u.exec(items.get(id) ?? "")?.[1];
    if (overlay === undefined) return [];
    const path = linked(opfPath, items.get(overlay) ?? "", "href");
    return [...(files.get(path) ?? "").toString().matchAll(/<par [^>]*>\s*(<text [^>]*>)\s*(<audio [^>]*>)/gu)].map(
      ([, text = "", audio = ""]) => ({
        text: linked(path, text, "src"),
        audio: linked(path, audio, "src"),
        begin: seconds(audio, "clipBegin"),
        end: seconds(audio, "clipEnd"),
      }),
    );
  });
}

/**
 * A player looks at the time four times a second, and some words are shorter: it lights some of the elements, in their order,
 * while their words are heard.
 */
async function readingProgramsPlay(book: Buffer, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const clips = clipsOf(files);
  const { lit, classed } = await playedByFoliate(book);
  const places = lit.map(({ text }) => clips.findIndex((clip) => clip.text === text));
  assert.ok(
    places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0)),
    places.join(" "),
  );
  assert.ok(new Set(places).size >= clips.length / 4, `${new Set(places).size} of ${clips.length}`);
  for (const [index, { audio, begin, end, at, text }] of lit.entries()) {
    assert.deepEqual({ text, audio, begin, end }, clips[places[index] ?? -1]);
    assert.ok(at >= begin - 0.05 && at <= end + 0.3, `${text}: ${begin} to ${end} at ${at}`);
  }
  const ids = lit.map(({ text }) => text.split("#")[1]);
  const changes = (all: readonly (string | undefined)[]) => all.filter((id, index) => id !== all[index - 1]);
  assert.deepEqual(changes(classed), changes(ids));
  const fragments = Map.groupBy(clips, ({ text }) => text.split("#")[0] ?? "");
  const { shown, missing } = await shownByEpubJs(
    book,
    new Map([...fragments].map(([path, own]) => [path, own.map(({ text }) => text.split("#")[1] ?? "")])),
  );
  assert.deepEqual(missing, []);
  assert.deepEqual(
    [...fragments.keys()].filter((path) => !shown.includes(path)),
    [],
  );
}

const BOOKS = [
  ["pandoc", async () => pandocBook()] as const,
  ...PRODUCERS,
  ...OLD_PRODUCERS.map(([producer, make]) => [`${producer}, EPUB 2`, make] as const),
];

for (const [index, [producer, make]] of BOOKS.entries()) {
  test(`a book of ${producer} goes out with the narration in its own pages, as clean as it came`, async () => {
    const bytes = await make();
    const path = join(folder, `${producer}.epub`);
    writeFileSync(path, bytes);
    const before = await complaintsOf(path);
    const projectId = await spoken(bytes);
    const original = await filesOf(bytes);
    const highlight = index % 2 === 0 ? "word" : "sentence";
    const made = await bookBytes(await madeBook(projectId, { format: "epub", book: { pages: "original", highlight } }));
    writeFileSync(path, made);
    // Pages of EPUB 2 keep the endings of their names, because other files link to them.
    const found = (await complaintsOf(path)).filter((one) => !one.startsWith("WARNING(HTM-014a)"));
    assert.deepEqual(
      found.filter((one) => !before.includes(one)),
      [],
    );
    const files = await filesOf(made);
    let clips = 0;
    for (const [name, content] of original) {
      const now = files.get(name) ?? assert.fail(`${name} is gone`);
      if (/html$/u.test(name)) {
        assert.equal(textOf(now), textOf(content), name);
        clips += [...now.toString().matchAll(/id="fullcast-\d+"/gu)].length;
      } else if (!name.endsWith(".opf")) assert.deepEqual(now, content, name);
    }
    const overlays = [...files].filter(([name]) => name.endsWith(".smil")).map(([, content]) => content.toString());
    assert.equal(overlays.flatMap((smil) => [...smil.matchAll(/<par /gu)]).length, clips);
    assert.ok(clips >= (highlight === "word" ? 12 : 4), `${clips} ${highlight}`);
    await readingProgramsPlay(made, files);
  });
}

test("foliate-js plays the edition of Fullcast, and epub.js shows what is lit in it", async () => {
  const projectId = await spoken(await pandocBook());
  const made = await bookBytes(await madeBook(projectId, { format: "epub" }));
  await readingProgramsPlay(made, await filesOf(made));
});

const textOf = (page: Buffer): string =>
  (paragraphsOf(page.toString()) ?? assert.fail("not well-formed")).map(({ text }) => text).join("\n");
