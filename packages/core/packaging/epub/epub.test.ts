import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BookSection, bookFiles, type ReadalongBlock, type SpokenBlockTime } from "../packaging.ts";

const PUBLICATION = {
  identifier: "0b2d6a4e-6f0e-4a53-9a51-0d2d7c1b8f10",
  title: "A Title",
  author: null,
  narrator: null,
  language: "en-GB",
  modified: "2026-11-21T08:00:00Z",
};

const block = (text: string, more: Partial<ReadalongBlock> = {}): ReadalongBlock => ({
  block_id: text,
  role: "paragraph",
  kind: "narration",
  text,
  cuts: [],
  ...more,
});

/** Each word of `text` takes 100 ms, from `from` on. */
function timed(text: string, from: number, speaker_id = "narrator"): SpokenBlockTime {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match, index) => ({
    start_utf16: match.index,
    end_utf16: match.index + match[0].length,
    start_ms: from + index * 100,
  }));
  return { speaker_id, start_ms: from, duration_ms: Math.max(1, words.length * 100), words };
}

function sectionOf(blocks: readonly ReadalongBlock[], times: ReadonlyMap<string, SpokenBlockTime>): BookSection {
  const duration_ms = Math.max(1, ...[...times.values()].map((time) => time.start_ms + time.duration_ms + 250));
  return {
    title: "The Section",
    blocks,
    layout: "wrapped",
    timeOf: (id) => times.get(id) ?? null,
    chapters: [{ title: "The Section", start_ms: 0 }],
    duration_ms,
  };
}

function filesOf(sections: readonly BookSection[]): Map<string, string> {
  const files = bookFiles({ publication: PUBLICATION, sections, cover: null });
  return new Map(files.map((file) => [file.path, file.kind === "text" ? file.text() : file.kind]));
}

const clipsOf = (smil: string) =>
  [...smil.matchAll(/#(\w+)"\/><audio src="([^"]+)" clipBegin="([^"]+)" clipEnd="([^"]+)"/g)].map(
    ([, piece, audio, begin = "", end = ""]) => ({ piece, audio, begin: ms(begin), end: ms(end) }),
  );

function ms(clock: string): number {
  const [hours = "", minutes = "", seconds = ""] = clock.split(":");
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

test("the mimetype comes first and alone is stored, and every file of the manifest is there", () => {
  const text = "One morning.";
  const files = bookFiles({
    publication: PUBLICATION,
    sections: [sectionOf([block(text)], new Map([[text, timed(text, 0)]]))],
    cover: "image/png",
  });
  const stored = files.flatMap((file) => (file.kind === "text" && file.isStored ? [file.path] : []));
  assert.deepEqual([files[0]?.path, stored], ["mimetype", ["mimetype"]]);
  const opf = files.find((file) => file.path === "EPUB/package.opf");
  assert.ok(opf?.kind === "text");
  const named = [...opf.text().matchAll(/<item [^>]*href="([^"]+)"/g)].map((match) => `EPUB/${match[1]}`);
  const others = files.map((file) => file.path).filter((path) => path.startsWith("EPUB/") && !path.endsWith(".opf"));
  assert.deepEqual(named.sort(), others.sort());
});

test("marks are highlighted with their word, excluded text is left out, speakers have classes, headings are headings", () => {
  const said = "“Is it – late?” ";
  const tag = "NARRATOR: asked Mara.";
  const blocks = [
    block("I. Rain\n\n", { role: "heading" }),
    block(said, { kind: "speech" }),
    block(tag, { cuts: [{ start_utf16: 0, end_utf16: 10 }] }),
    block("\n\n* * *\n\n", { kind: "none", role: "scene_break" }),
    block("Who\n\nelse?"),
  ];
  const times = new Map([
    ["I. Rain\n\n", timed("I. Rain\n\n", 0)],
    [said, timed(said, 400, "mara")],
    [tag, { ...timed(tag, 900), words: timed(tag, 800).words!.slice(1) }],
    ["Who\n\nelse?", timed("Who\n\nelse?", 1400)],
  ]);
  const page = filesOf([sectionOf(blocks, times)]).get("EPUB/page-0001.xhtml") ?? "";
  const body = page.slice(page.indexOf('id="page">') + 11, page.indexOf("\n</section>"));
  const span = (piece: number, text: string) => `<span id="w${piece}">${text}</span>`;
  assert.deepEqual(body.split("\n"), [
    `<h1 id="p1"><span class="narration speaker-1">${span(1, "I.")} ${span(2, "Rain")}</span></h1>`,
    `<p id="p2"><span class="speech speaker-2">${span(3, "“Is")} ${span(4, "it –")} ${span(5, "late?”")} </span><span class="narration speaker-1">${span(6, "asked")} ${span(7, "Mara.")}</span></p>`,
    `<hr id="p3"/>`,
    `<p id="p4"><span class="narration speaker-1">${span(8, "Who")}</span></p>`,
    `<p id="p5"><span class="narration speaker-1">${span(9, "else?")}</span></p>`,
  ]);
});

test("where the engine reports no words, sentences are highlighted", () => {
  const text = "It rained. Nobody came!";
  const time = { speaker_id: null, start_ms: 100, duration_ms: 2300, words: null };
  const files = filesOf([sectionOf([block(text)], new Map([[text, time]]))]);
  assert.match(files.get("EPUB/page-0001.xhtml") ?? "", />It rained\.<\/span> <span id="w2">Nobody came!</);
  assert.deepEqual(
    clipsOf(files.get("EPUB/page-0001.smil") ?? "").map(({ begin, end }) => [begin, end]),
    [
      [0, 1200],
      [1200, 2650],
    ],
  );
});

test("each chapter has a page and an entry in the table of contents; the pages of all sections are numbered together", () => {
  const texts = ["First words here.\n\n", "Second words here."] as const;
  const blocks = texts.map((text) => block(text));
  const times = new Map([
    [texts[0], timed(texts[0], 0)],
    [texts[1], timed(texts[1], 1000)],
  ]);
  const section = {
    ...sectionOf(blocks, times),
    chapters: [
      { title: "Eins & Zwei", start_ms: 0 },
      { title: "Drei", start_ms: 1000 },
    ],
  };
  const files = filesOf([section, section]);
  const [contents = ""] = (files.get("EPUB/nav.xhtml") ?? "").split('<nav epub:type="landmarks"');
  const entries = [...contents.matchAll(/href="([^"]+)">([^<]+)</g)].map((m) => m.slice(1, 3));
  assert.deepEqual(entries, [
    ["page-0001.xhtml", "Eins &amp; Zwei"],
    ["page-0002.xhtml", "Drei"],
    ["page-0003.xhtml", "Eins &amp; Zwei"],
    ["page-0004.xhtml", "Drei"],
  ]);
  assert.equal(clipsOf(files.get("EPUB/page-0003.smil") ?? "")[0]?.audio, "audio-0002.mp3");
});

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."ab. \n\t\"'“”<>&]-–!?\u00a0\u2028"),
    fc.constantFrom(
      "\u0001",
      "\u001b",
      "\ufffe",
      "\uffff",
      "\ud800",
      "\udc00",
      "]]>",
      "<!--",
      "&nul;",
      "😀",
      "\r\n",
      "\n\n",
    ),
  ),
  minLength: 1,
  maxLength: 60,
});

test("any text gives no forbidden XML characters, no markup from the text, and clips that cover the whole audio", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 6 }), fc.boolean(), (texts, wordless) => {
      let at = 120;
      const times = new Map<string, SpokenBlockTime>();
      const blocks = texts.map((text, index) => {
        const time = timed(text, at, `<${text}>`);
        at += time.duration_ms + 200;
        const block_id = String(index);
        times.set(block_id, wordless ? { ...time, words: null } : time);
        return block(text, { block_id, kind: index % 2 === 0 ? "narration" : "speech" });
      });
      const section = { ...sectionOf(blocks, times), title: texts[0]! };
      const files = filesOf([{ ...section, chapters: [{ title: texts[0]!, start_ms: 0 }] }]);
      for (const [path, text] of files) {
        assert.ok(text.isWellFormed(), path);
        assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u, path);
        assert.doesNotMatch(text.replaceAll(/&(?:lt|gt|amp|quot|#9|#10|#13);/g, ""), /&/, path);
      }
      const page = files.get("EPUB/page-0001.xhtml");
      if (page === undefined) return;
      const body = page.slice(page.indexOf("<section"), page.indexOf("</section>"));
      for (const [, tag = ""] of body.matchAll(/<\/?([^\s>/]*)/g)) {
        assert.ok(["section", "p", "h1", "h2", "hr", "span"].includes(tag), tag);
      }
      const letters = (text: string) => [...text.matchAll(/[ab😀]/gu)].join("");
      const shown = letters(body.replaceAll(/<[^>]*>/g, "").replaceAll(/&\w+;/g, ""));
      assert.equal(shown, letters(texts.join("")));
      const smil = files.get("EPUB/page-0001.smil");
      if (smil === undefined) return;
      const clips = clipsOf(smil);
      let end = 0;
      for (const clip of clips) {
        assert.equal(clip.begin, end);
        assert.ok(clip.end > clip.begin);
        assert.ok(body.includes(`id="${clip.piece}"`));
        end = clip.end;
      }
      assert.equal(end, section.duration_ms);
      assert.equal(files.get("EPUB/package.opf")?.match(/property="media:duration"/g)?.length, 2);
    }),
    { numRuns: 150 },
  );
});

test("text has no colour of its own; the words being spoken have both colours", () => {
  const style = filesOf([sectionOf([block("One morning.")], new Map())]).get("EPUB/style.css") ?? "";
  const coloured = [...style.matchAll(/([^{}]+)\{([^}]*)\}/g)].filter(([, , rules = ""]) => /color/.test(rules));
  assert.deepEqual(
    coloured.map(([, selector = "", rules = ""]) => [
      selector.trim(),
      /background-color/.test(rules),
      /[^-]color/.test(rules),
    ]),
    [[".is-spoken", true, true]],
  );
});
