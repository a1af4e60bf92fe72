import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { readStory } from "../story-file.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-book-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function story(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readStory(path);
}

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>No</title><script src="x"/></head><body>${body}</body></html>`;

function epub(files: { readonly [path: string]: string }): Uint8Array {
  const all = {
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
    "OPS/book.opf": `<package xmlns:dc="d"><metadata><dc:title>The Lamp &amp; the Sea</dc:title></metadata><manifest>
      <item id="n" href="nav.xhtml" properties="nav"/><item id="a" href="a%20b.xhtml"/><item id="c" href="../OPS/c.xhtml"/>
      <item id="out" href="../../../../etc/passwd"/></manifest>
      <spine><itemref idref="n"/><itemref idref="c"/><itemref idref="a"/><itemref idref="out"/></spine></package>`,
    "OPS/nav.xhtml": page("<nav>Contents</nav>"),
    "OPS/a b.xhtml": page(
      `<p>Second<a epub:type="noteref" href="#n">1</a> page.</p><aside epub:type="footnote">A note.</aside>`,
    ),
    "OPS/c.xhtml": page("<h1>Chapter <em>One</em></h1><p>Tom &amp;\n  Mara<br/>went.</p>"),
    ...files,
  };
  const entries = Object.entries(all).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync({ mimetype: [strToU8("application/epub+zip"), { level: 0 }], ...Object.fromEntries(entries) });
}

test("an EPUB is read in the order of its spine, without contents and footnotes, by its own title", async () => {
  const { text, title } = await story("some.bin", epub({}));
  assert.equal(text, "Chapter One\n\nTom & Mara went.\n\nSecond page.");
  assert.equal(title, "The Lamp & the Sea");
});

test("HTML and Markdown become their text", async () => {
  const html = await story(
    "page.txt",
    "<!DOCTYPE html><title>Rain</title><style>p{}</style><h1>I</h1><p>It &lt;rained&gt;.",
  );
  assert.deepEqual([html.text, html.title], ["I\n\nIt <rained>.", "Rain"]);
  const markdown = await story("the-sea.md", "# One\n\nThe *grey* sea.\n\n<script>no()</script>\n\n- salt\n");
  assert.deepEqual([markdown.text, markdown.title], ["One\n\nThe grey sea.\n\nsalt", "The sea"]);
});

test("entities of a document's own are never expanded", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]>${page("<p>Calm &a;&b; sea.</p>")}`;
  const { text } = await story("bomb.epub", epub({ "OPS/c.xhtml": bomb, "OPS/a b.xhtml": "" }));
  assert.doesNotMatch(text, /boom|root:/);
});

test("a book that unpacks to too much, is damaged, encrypted or empty is refused with its reason", async () => {
  const huge = epub({ "OPS/c.xhtml": page(`<p>${"a".repeat(65 * 1024 * 1024)}</p>`) });
  assert.ok(huge.length < 200_000);
  await assert.rejects(story("huge.epub", huge), { name: "StoryError", fault: "too-long" });
  const whole = epub({});
  await assert.rejects(story("cut.epub", whole.subarray(0, whole.length - 40)), { fault: "unreadable" });
  await assert.rejects(story("none.epub", epub({ "META-INF/container.xml": "<x/>" })), { fault: "unreadable" });
  const locked = epub({ "META-INF/encryption.xml": "<encryption><EncryptedKey/></encryption>" });
  await assert.rejects(story("locked.epub", locked), { fault: "unreadable", message: /encrypted/ });
  await assert.rejects(story("blank.epub", epub({ "OPS/c.xhtml": "", "OPS/a b.xhtml": "" })), { fault: "blank" });
});
