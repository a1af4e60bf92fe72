import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Block, isText, scriptFromStructure } from "../document/document.ts";
import { structureText } from "../structure/structure.ts";
import { type EditionSection, passagesOf, planEdition } from "./edition.ts";

let made = 0;
const newId = () => `id-${++made}`;
function prepared(title: string, text: string): EditionSection {
  const structured = structureText(text);
  const speakerIds = structured.characters.map(({ name }) => `speaker ${name}`);
  const blocks = scriptFromStructure(text, structured, { newId, speakerIds, narratorId: "narrator" });
  return { title, base: text, blocks };
}

const STORM = [
  "The storm came over the hill before noon, and Mara closed the shutters of the mill.\n\n",
  "“Is the boat back?” asked Mara.\n\n",
  "“Not yet,” said Tom. “She was at the bar an hour ago.”\n\n",
  "Mara looked at the lamp. It had been dark for three nights, and the oil was gone.\n\n",
].join("");

function passages(before: string, after: string, most = 100) {
  const sections = [prepared("One", before)];
  return passagesOf(planEdition(sections, [{ title: "One", text: after }]), sections, most);
}

test("a changed line, a new paragraph and one that is gone, in the order of the book", () => {
  const edited = STORM.replace("an hour ago", "two hours ago")
    .replace(/^The storm .*\n\n/, "")
    .concat("A gull cried over the empty harbour.\n\n");
  assert.deepEqual(passages(STORM, edited), {
    passages: [
      { chapter: 0, change: "gone", before: STORM.split("\n", 1)[0], after: null },
      {
        chapter: 0,
        change: "changed",
        before: "“She was at the bar an hour ago.”",
        after: "“She was at the bar two hours ago.”",
      },
      { chapter: 0, change: "new", before: null, after: "A gull cried over the empty harbour." },
    ],
    leftOut: 0,
  });
  assert.deepEqual(passages(STORM, STORM), { passages: [], leftOut: 0 });
});

test("a long line is shown from some words before its first difference; both texts are cut at the same place", () => {
  const long = `${"The wind blew over the hill. ".repeat(40)}The lamp was red. ${"The rain fell on the mill. ".repeat(40)}\n\n`;
  const [passage] = passages(long, long.replace("red", "green")).passages;
  assert.match(passage?.before ?? "", /^… [\w .]{30,90}The lamp was red\. [\w .]{100,} …$/);
  assert.equal(passage?.after?.slice(0, 200), passage?.before?.replace("red", "green").slice(0, 200));
  for (const text of [passage?.before, passage?.after]) assert.ok((text ?? "").length < 310, text ?? "");
});

const sentence = fc
  .array(fc.constantFrom("lamp", "harbour", "gull", "rope", "quiet", "stone", "😀", "é"), {
    minLength: 3,
    maxLength: 7,
  })
  .map((words) => words.join(" "));
const paragraph = fc.oneof(
  sentence.map((text) => `The ${text}.`),
  sentence.map((text) => `“No ${text},” said Mara. “And ${text}.”`),
);
const book = fc.array(fc.array(paragraph, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });

test("random editions: each changed, new and lost word is in a passage, and fewer passages are the first ones", () => {
  fc.assert(
    fc.property(book, book, fc.nat(6), (was, is, most) => {
      const write = (chapters: string[][]) => chapters.map((all) => all.map((one) => `${one}\n\n`).join(""));
      const sections = write(was).map((text, index) => prepared(`${index}`, text));
      const plan = planEdition(
        sections,
        write(is).map((text, index) => ({ title: `${index}`, text })),
      );
      const { passages: all, leftOut } = passagesOf(plan, sections, Number.POSITIVE_INFINITY);
      assert.equal(leftOut, 0);
      assert.deepEqual(passagesOf(plan, sections, most), {
        passages: all.slice(0, most),
        leftOut: Math.max(0, all.length - most),
      });
      for (const { before, after } of all)
        for (const text of [before, after]) assert.ok(text === null || (text.isWellFormed() && text.length < 310));
      if (all.some(({ before, after }) => `${before}${after}`.includes("…"))) return;
      const words = (texts: readonly (string | null)[]) => texts.flatMap((text) => text?.match(/\S+/gu) ?? []).sort();
      const text = (block: Block) => (isText(block) ? block.content.text : "");
      const blocks = plan.chapters.flatMap((chapter) => chapter.blocks);
      const stay = new Set(blocks.flatMap((one) => (one.kind === "new" ? [] : one.block.id)));
      const lost = sections.flatMap((one) => one.blocks).filter(({ id }) => !stay.has(id));
      const of = (change: string) => all.filter((one) => one.change === change);
      assert.deepEqual(words(of("gone").map(({ before }) => before)), words(lost.map(text)));
      assert.deepEqual(
        words(of("new").map(({ after }) => after)),
        words(blocks.map((one) => (one.kind === "new" ? one.text : null))),
      );
      const changed = blocks.filter((one) => one.kind === "changed" || (one.kind === "moved" && one.isChanged));
      assert.equal(of("changed").length, changed.length);
    }),
    { numRuns: 200 },
  );
});
