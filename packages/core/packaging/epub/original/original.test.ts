import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type BookSection, injectOverlays, type SpokenBlockTime } from "../../packaging.ts";
import { paragraphsOf } from "./markup.ts";

const PACKAGE = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata><meta property="dcterms:modified">2020-01-01T00:00:00Z</meta></metadata><manifest><item id="a" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`;
const PUBLICATION = { narrator: "Fiona", modified: "2026-11-21T08:00:00Z", disclosure: null };

const page = (body: string): string =>
  `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Not read</title></head><body>${body}</body></html>`;

/** Each word takes 100 ms; each text is a block. */
function sectionOf(texts: readonly string[]): BookSection {
  const times = new Map<string, SpokenBlockTime>();
  let at = 0;
  const blocks = texts.map((text, index) => {
    const start_ms = at;
    const words = [...text.matchAll(/[\p{L}\p{N}’]+/gu)].map((word) => {
      at += 100;
      return { start_utf16: word.index, end_utf16: word.index + word[0].length, start_ms: at - 100 };
    });
    times.set(String(index), { speaker_id: "n", start_ms, duration_ms: at - start_ms, words });
    return { block_id: String(index), role: "paragraph" as const, kind: "narration" as const, text, cuts: [] };
  });
  return {
    title: "One",
    blocks,
    layout: "wrapped",
    timeOf: (id) => times.get(id) ?? null,
    chapters: [],
    duration_ms: at + 250,
  };
}

function injected(bodies: readonly string[], texts: readonly (readonly string[])[], highlight: "word" | "sentence") {
  const pages = bodies.map((body, index) => ({
    path: index === 0 ? "OPS/text/a b.xhtml" : `OPS/${index}.xhtml`,
    markup: page(body),
  }));
  const original = { packagePath: "OPS/book.opf", packageDocument: PACKAGE, pages };
  const made = injectOverlays(original, texts.map(sectionOf), PUBLICATION, highlight);
  assert.ok(made !== null);
  const files = new Map(made.files.map((file) => [file.path, file.kind === "text" ? file.text : "audio"]));
  return { ...made, files, pages };
}

const spansOf = (markup = "") =>
  [...markup.matchAll(/<span id="fullcast-\d+">(.*?)<\/span>/gu)].map(([, inner]) => inner);
const clipsOf = (smil = "") =>
  [...smil.matchAll(/clipBegin="0:00:([\d.]+)" clipEnd="0:00:([\d.]+)"/g)].map(([, from, to]) => [
    Number(from),
    Number(to),
  ]);

describe("words of the original's pages", () => {
  test("get an element each, also across other elements; nothing else of the page changes", () => {
    const body = `<h1>One</h1><p class="x">“Is <em>it</em> late&#8212;so late?” <b>O</b>nce<br/>more.</p>`;
    const { files, pages, found, words } = injected([body], [["One\n\n“Is it late—so late?” Once more."]], "word");
    const made = files.get("OPS/text/a b.xhtml") ?? "";
    assert.deepEqual(spansOf(made), ["One", "“Is", "it", "late&#8212;", "so", "late?”", "<b>O</b>nce", "more."]);
    assert.equal(found, words);
    assert.equal(made.replaceAll(/<span id="fullcast-\d+">|<\/span>|<link [^>]*\/>/gu, ""), pages[0]?.markup);
    assert.match(made, /<link rel="stylesheet" type="text\/css" href="\.\.\/fullcast\/fullcast\.css"\/><\/head>/);
    const smil = files.get("OPS/fullcast/overlay-1.smil") ?? "";
    assert.match(smil, /<text src="\.\.\/text\/a%20b\.xhtml#fullcast-1"\/><audio src="audio-0001\.mp3"/);
    assert.equal(clipsOf(smil).length, 8);
  });
  test("that are said in another order, or not at all, have the times of their own words", () => {
    const first = "A long first paragraph stands here, with enough words to be known again.";
    const second = "Another long paragraph follows it, which was moved to the front by its author.";
    const { files } = injected(
      [`<p>${first}</p><p>All rights reserved.</p><p>${second}</p>`],
      [[`${second}\n\n${first}`]],
      "sentence",
    );
    assert.deepEqual(spansOf(files.get("OPS/text/a b.xhtml")), [first, second]);
    const clips = clipsOf(files.get("OPS/fullcast/overlay-1.smil"));
    assert.deepEqual(clips, [
      [1.4, 2.95],
      [0, 1.4],
    ]);
  });
  test("a changed word does not take the time from its neighbours", () => {
    const { files, found } = injected(
      ["<p>The grey cat sat on the mat.</p>"],
      [["The black cat sat on the mat."]],
      "word",
    );
    assert.deepEqual(spansOf(files.get("OPS/text/a b.xhtml")), ["The grey", "cat", "sat", "on", "the", "mat."]);
    assert.equal(found, 6);
  });
  test("ruby is one element, and its reading is not compared", () => {
    const { files } = injected(["<p>お<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>。</p>"], [["お漢字。"]], "word");
    assert.deepEqual(spansOf(files.get("OPS/text/a b.xhtml")), ["お<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>。"]);
  });
});

describe("sentences of the original's pages", () => {
  test("are one element; an abbreviation, and a small letter after a question, end none", () => {
    const { files } = injected(
      ["<p>Mr. Pell sat <i>down</i>. “Late?” asked Mara. It was.</p>"],
      [["Mr. Pell sat down. “Late?” asked Mara. It was."]],
      "sentence",
    );
    assert.deepEqual(spansOf(files.get("OPS/text/a b.xhtml")), [
      "Mr. Pell sat <i>down</i>.",
      "“Late?” asked Mara.",
      "It was.",
    ]);
  });
  test("that cross an element are split at it", () => {
    const { files } = injected(
      ["<p>They went <i>home. And</i> slept.</p>"],
      [["They went home. And slept."]],
      "sentence",
    );
    assert.deepEqual(spansOf(files.get("OPS/text/a b.xhtml")), ["They went ", "home.", "And", " slept."]);
  });
});

describe("the package", () => {
  test("keeps its items, gets the overlays, their times and the new time of change", () => {
    const { files } = injected(["<p>One day.</p>"], [["One day."]], "word");
    const opf = files.get("OPS/book.opf") ?? "";
    assert.match(
      opf,
      /href="text\/a%20b\.xhtml" media-type="application\/xhtml\+xml" media-overlay="fullcast-overlay-1"\/>/,
    );
    assert.match(opf, /<meta refines="#fullcast-overlay-1" property="media:duration">0:00:00\.450<\/meta>/);
    assert.match(opf, /<meta property="media:duration">0:00:00\.450<\/meta>/);
    assert.match(opf, /<meta property="dcterms:modified">2026-11-21T08:00:00Z<\/meta>/);
    assert.doesNotMatch(opf, /2020-01-01/);
  });
  test("older than EPUB 2, and one with a narration of its own, gets none", () => {
    for (const other of [
      PACKAGE.replace('version="3.0"', 'version="1.2"'),
      PACKAGE.replace("<item ", '<item media-overlay="o" '),
    ]) {
      const original = {
        packagePath: "OPS/book.opf",
        packageDocument: other,
        pages: [{ path: "OPS/a.xhtml", markup: page("<p>One.</p>") }],
      };
      assert.equal(injectOverlays(original, [sectionOf(["One."])], PUBLICATION, "word"), null);
    }
  });
  test("a page that is not well-formed stays as it is", () => {
    for (const broken of ["<p>One <i>day</p>", "<p>One", "<p a='>One</p>", "One</p>"])
      assert.equal(paragraphsOf(broken), null, broken);
  });
});

test("clips of a section cover its audio without a gap, for any markup and any change of words", () => {
  const word = fc.constantFrom("the", "sea", "lamp", "Mara", "went", "home", "late", "漢", "O’Hara", "1984");
  const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(" ")}. `);
  const text = fc.array(sentence, { minLength: 1, maxLength: 6 });
  const marked = (words: string, how: number) =>
    words.replaceAll(/\S+/gu, (one, at: number) =>
      at % 5 === how ? `<i>${one}</i>` : at % 7 === how ? `<b>${one[0]}</b>${one.slice(1)}` : one,
    );
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.array(text, { maxLength: 1 }),
      fc.nat(6),
      fc.boolean(),
      (said, more, how, byWord) => {
        const bodies = [...said, ...more].map((sentences) => `<p>${marked(sentences.join(""), how)}</p>`);
        const { files, pages } = injected(
          bodies,
          said.map((sentences) => [sentences.join("")]),
          byWord ? "word" : "sentence",
        );
        for (const [index, { path, markup }] of pages.entries()) {
          const made = files.get(path);
          if (made === undefined) continue;
          assert.notEqual(paragraphsOf(made), null, made);
          assert.equal(
            made.replaceAll(/<span id="fullcast-\d+">|<\/span>|<link [^>]*\/>/gu, ""),
            markup,
            String(index),
          );
        }
        const clips = [...files.values()].flatMap((file) =>
          [...file.matchAll(/<audio src="([^"]+)" clipBegin="0:00:([\d.]+)" clipEnd="0:00:([\d.]+)"/g)].map(
            ([, src, from, to]) => ({ src, from: Number(from), to: Number(to) }),
          ),
        );
        for (const [index, sentences] of said.entries()) {
          const own = clips
            .filter(({ src }) => src === `audio-000${index + 1}.mp3`)
            .sort((one, other) => one.from - other.from);
          if (own.length === 0) continue;
          let end = 0;
          for (const { from, to } of own) {
            assert.equal(from, end);
            assert.ok(to > from);
            end = to;
          }
          assert.equal(end, sectionOf([sentences.join("")]).duration_ms / 1000);
        }
      },
    ),
    { numRuns: 200 },
  );
});
