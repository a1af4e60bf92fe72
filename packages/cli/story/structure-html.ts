// A page that shows who says what in a text: each line in its speaker's colour, with how sure structuring is, by what
// evidence, and who else it may be. One file that loads nothing; every word of the text and of the cast is escaped.

import type { StructuredBlock, StructureResult } from "@fullcast/core/structure";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** Below this a person should look at the line. */
const UNSURE = 0.6;

function escaped(text: string): string {
  return (
    text
      .replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark]!)
      // What no HTML document may hold, and what would turn the direction of all that follows.
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, "\ufffd")
  );
}

/** Hues far apart for neighbours in the cast; the words stay dark on a light ground, and light on a dark one. */
function hue(index: number): number {
  return Math.round((index * 137.508) % 360);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function wordsOf(text: string, block: StructuredBlock): string {
  let html = "";
  let position = block.start_utf16;
  for (const { start_utf16, end_utf16, reason } of block.exclusions) {
    html += escaped(text.slice(position, start_utf16));
    html += `<del title="not read: ${reason.replaceAll("_", " ")}">${escaped(text.slice(start_utf16, end_utf16))}</del>`;
    position = end_utf16;
  }
  return html + escaped(text.slice(position, block.end_utf16));
}

function blockHtml(text: string, block: StructuredBlock, names: readonly string[]): string {
  const words = wordsOf(text, block);
  if (block.kind === "excluded") return `<del title="not read">${words}</del>`;
  if (block.kind === "narration") return block.role === "heading" ? `<strong>${words}</strong>` : words;
  const who = block.speaker === null ? "nobody named" : names[block.speaker]!;
  const others = block.candidates.map(({ speaker, score }) => `${names[speaker]} ${percent(score)}`).join(", ");
  const sure = block.confidence ?? 0;
  const summary = `${who}, ${percent(sure)} sure by ${block.method ?? "none"}${others === "" ? "" : `; candidates: ${others}`}`;
  const classes = [block.speaker === null ? "nobody" : `s${block.speaker}`, sure < UNSURE ? "unsure" : ""];
  // The name is text too, so that the colour is not all there is.
  return (
    `<span class="${classes.filter((name) => name !== "").join(" ")}" tabindex="0" title="${escaped(summary)}">` +
    `<b>${escaped(who)}${sure < UNSURE ? " ?" : ""}</b> ${words}</span>`
  );
}

/** The page as one HTML document. `text` is what was structured. */
export function structureHtml(title: string, text: string, { blocks, characters }: StructureResult): string {
  const names = characters.map(({ name }) => name);
  const colours = names.map((_, index) => `.s${index}{--h:${hue(index)}}`).join("");
  const cast = characters
    .map(
      ({ name, aliases, gender, age, quotes }, index) =>
        `<tr><th scope="row"><span class="s${index}">${escaped(name)}</span></th><td>${quotes}</td>` +
        `<td>${gender ?? ""}</td><td>${age ?? ""}</td><td>${escaped(aliases.join(", "))}</td></tr>`,
    )
    .join("\n");
  const lines = blocks.filter(({ kind }) => kind === "speech");
  const unsure = lines.filter(({ confidence }) => (confidence ?? 0) < UNSURE).length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
:root{color-scheme:light dark}
body{font:1.05rem/1.6 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font:0.9rem/1.4 sans-serif}th,td{text-align:left;padding:0.2rem 0.8rem 0.2rem 0}
article{white-space:pre-wrap;overflow-wrap:anywhere}
article span,table span{--h:0;border-radius:0.2rem;padding:0.05rem 0.15rem;background:hsl(var(--h) 75% 90%);color:#111}
article b{font:bold 0.7rem sans-serif}
.nobody{background:#ddd!important}.unsure{outline:2px dashed #b00020}
del{color:#767676}
@media(prefers-color-scheme:dark){article span,table span{background:hsl(var(--h) 45% 24%);color:#f4f4f4}.nobody{background:#444!important}.unsure{outline-color:#ff8a80}del{color:#9a9a9a}}
${colours}
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${lines.length} lines, ${characters.length} speakers, ${unsure} lines below ${percent(UNSURE)} (dashed). What is struck through is not read.</p>
<table>
<caption>Cast</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Lines</th><th scope="col">Gender</th><th scope="col">Age</th><th scope="col">Also called</th></tr></thead>
<tbody>
${cast}
</tbody>
</table>
<article dir="auto">${blocks.map((block) => blockHtml(text, block, names)).join("")}</article>
</main>
</body>
</html>
`;
}
