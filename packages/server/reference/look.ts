// Style and script of the reference: light and dark, a list of operations beside the text, a search through both.

/** Light and dark, for every page of this room. */
export const PAGE_COLORS = `
:root { color-scheme: light dark; --text: #1c1a17; --back: #fdfbf7; --soft: #5b554b; --line: #ddd6c8; --link: #7a3413; --box: #f3eee4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e9e4da; --back: #171513; --soft: #b3aa9b; --line: #3b362f; --link: #f0a578; --box: #221f1b; }
}
* { box-sizing: border-box; }
`;

export const REFERENCE_STYLE = `${PAGE_COLORS}
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--text); background: var(--back); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header { padding: 1rem 1rem 0; max-width: 60rem; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); }
nav summary { margin-top: .75rem; cursor: pointer; }
nav h2 { font-size: 1rem; margin: 1rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .9rem; }
nav li { padding: .1rem 0; }
input { font: inherit; width: 100%; padding: .4rem .6rem; color: inherit; background: var(--box); border: 1px solid var(--soft); border-radius: .4rem; }
main { padding: 1rem; max-width: 60rem; }
@media (min-width: 60rem) {
  body { display: grid; grid-template: "nav header" auto "nav main" 1fr / 19rem minmax(0, 1fr); }
  nav { grid-area: nav; position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  header { grid-area: header; padding: 1.5rem 2.5rem 0; }
  main { grid-area: main; padding: 0 2.5rem 1.5rem; }
}
h1 small, .soft { color: var(--soft); font-weight: 400; font-size: .85em; }
main > section > h2 { margin-top: 3rem; border-bottom: 2px solid var(--line); }
article, .schema { border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
h4 { margin: 1.25rem 0 .25rem; }
h5 { margin: .75rem 0 0; }
.place { font-size: 1.05rem; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--box); padding: .75rem 1rem; border-radius: .4rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-top: 1px solid var(--line); }
main, main table { max-width: 100%; }
@media (max-width: 60rem) {
  body { overflow-wrap: anywhere; }
  table { table-layout: fixed; }
}
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: var(--back); }
[hidden] { display: none; }
`;

export const REFERENCE_SCRIPT = `"use strict";
const search = document.getElementById("search");
const found = document.getElementById("found");
search.hidden = false;
// On a phone the list stays closed, so that the text follows the heading at once.
document.getElementById("operations").open = matchMedia("(min-width: 60rem)").matches;
const texts = [...document.querySelectorAll("[data-operation]")].map((article) => ({
  article,
  entry: document.querySelector('[data-for="' + article.dataset.operation + '"]'),
  text: article.textContent.toLowerCase(),
}));
const groups = [...document.querySelectorAll("[data-group]")];
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { article, entry, text } of texts) {
    const hit = words.every((word) => text.includes(word));
    article.hidden = entry.hidden = !hit;
    if (hit) count += 1;
  }
  for (const group of groups) group.hidden = !group.querySelector("[data-operation]:not([hidden]), [data-for]:not([hidden])");
  found.textContent = words.length === 0 ? "" : count + (count === 1 ? " operation" : " operations");
});
`;
