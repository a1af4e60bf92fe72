import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "@fullcast/core/structure";
import fc from "fast-check";
import { readBookHere } from "./read-book-here.ts";
import { scriptOfTable } from "./script-table.ts";

/** [speaker, words] of every block that is spoken. */
function spoken(text: string): [string, string][] {
  const { blocks, characters } = structureText(text);
  return blocks.flatMap(({ kind, speaker, start_utf16, end_utf16, exclusions }): [string, string][] => {
    if (kind === "excluded") return [];
    let words = "";
    let at = start_utf16;
    for (const one of exclusions) {
      words += text.slice(at, one.start_utf16);
      at = one.end_utf16;
    }
    words += text.slice(at, end_utf16);
    return [[speaker === null ? kind : (characters[speaker]?.name ?? ""), words.replaceAll(/\s+/gu, " ").trim()]];
  });
}

test("a table of lines becomes a script with its speakers and directions", async () => {
  const table = [
    "\ufeffID,Character,Line,Text,Direction",
    'HB_001,Mara,1,"Listen: who is there?",whispering',
    'HB_002,Guard #2,2,"Halt, I said ""halt""!\nShow your pass.",',
    "HB_003,,3,Snow falls on the pier.,",
    "HB_004,old_man,4,Only me.,",
    "HB_005,Zoë,5,,",
  ].join("\r\n");
  const wanted = [
    ["Mara", "Listen: who is there?"],
    ["Guard #2", 'Halt, I said "halt"! Show your pass.'],
    ["narration", "Snow falls on the pier."],
    ["old man", "Only me."],
  ];
  const { chapters, format } = await readBookHere(Buffer.from(table), null);
  assert.equal(format, "text");
  const text = chapters.map((chapter) => chapter.text).join("");
  assert.deepEqual(spoken(text), wanted);
  assert.match(text, /\(whispering\)/);
  for (const delimiter of ["\t", ";"]) {
    const other = `Sprecher${delimiter}Text\nMara${delimiter}Wer ist da?\nTom${delimiter}Nur ich.\n`;
    assert.deepEqual(spoken(scriptOfTable(other) ?? ""), [
      ["Mara", "Wer ist da?"],
      ["Tom", "Nur ich."],
    ]);
  }
});

test("prose and other tables stay as they are", () => {
  for (const text of [
    "Speaker, she said, and text.\nMore.",
    "Day,High water\nMonday,6:12\n",
    "text\nOnly one column.\n",
    "",
  ])
    assert.equal(scriptOfTable(text), null);
});

test("any lines keep their order, their speakers and their words", () => {
  const names = fc.constantFrom("Mara", "Guard #2", "Old Tom", "DR. HAAS", "Äse");
  const words = fc
    .array(fc.constantFrom("yes", "no,", '"wait"', "Listen:", "Mara:", "now", "NOTE:", "stop.", "\n"), {
      minLength: 1,
      maxLength: 8,
    })
    .map((all) => `I say ${all.join(" ")} indeed`);
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(names, words), { minLength: 1, maxLength: 12 }), (rows) => {
      const table = ["speaker,line", ...rows.map((row) => row.map(quoted).join(","))].join("\n");
      const found = spoken(scriptOfTable(table) ?? "");
      assert.deepEqual(
        found.map(([name, said]) => [name.toLowerCase(), said]),
        rows.map(([name, said]) => [name.toLowerCase(), said.replaceAll(/\s+/gu, " ").trim()]),
      );
    }),
    { numRuns: 60 },
  );
});
