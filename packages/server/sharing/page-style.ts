// The style of the public page, light and dark. It loads nothing from other servers. Colours have a contrast of at least
// 4.5 : 1 (WCAG 2.2, 1.4.3).

/** The hues of the speakers, those of the studio (packages/web/src/ui/tokens.css), which tests their contrast. */
const HUES = [20, 250, 145, 310, 60, 195, 350, 120, 280, 90, 220, 170];
export const SPEAKER_HUES = HUES.length;

const whoColours = HUES.map((hue, at) => `.who-${at} { color: oklch(var(--who) ${hue}); }`).join("\n");

export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c1a17; --back: #fdfbf7; --sheet: #ffffff; --soft: #5b554b; --line: #ddd6c8;
  --link: #7a3413; --well: #f4efe4; --warn: #6b4700; --who: 0.47 0.11;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, "Times New Roman", serif; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e9e4da; --back: #171513; --sheet: #211e1b; --soft: #b3aa9b; --line: #3b362f; --link: #f0a578;
    --well: #26221d; --warn: #e8c07a; --who: 0.8 0.085; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--back); font: 1.125rem/1.65 var(--serif); }
header, nav, main, footer { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
.story { display: grid; gap: 1.5rem 2rem; padding-bottom: 1rem; }
.cover { display: block; border-radius: .5rem; box-shadow: 0 1px 2px rgb(0 0 0 / .12), 0 10px 28px rgb(0 0 0 / .16); }
.story .cover { width: min(15rem, 62vw); height: auto; }
.story.chapter .cover { width: 6rem; }
.about > :last-child { margin-bottom: 0; }
@media (min-width: 40rem) {
  .story { grid-template-columns: auto 1fr; align-items: center; max-width: 54rem; }
  .story.chapter { max-width: 44rem; }
}
.by { font: 1.05rem/1.4 var(--sans); margin: 0 0 .25rem; }
.voices { font: .9rem/1.5 var(--sans); margin: .25rem 0 .75rem; }
.voices summary { display: inline-block; padding: .15rem .75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--well);
  color: var(--text); cursor: pointer; }
.voices p { margin: .5rem 0 0; color: var(--soft); }
.facts { margin: 0 0 1rem; }
.missing { font: .9rem/1.5 var(--sans); color: var(--warn); margin: 0 0 1rem; }
.start { display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1.25rem; }
.start:empty { display: none; }
h1, h2 { line-height: 1.2; text-wrap: balance; font-weight: 600; }
h1 { font-size: clamp(1.8rem, 5vw, 2.5rem); margin: 0 0 .4rem; overflow-wrap: break-word; }
h2 { font-size: 1.45rem; margin: 3.5rem 0 1rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
nav h2 { font: 600 .85rem/1.4 var(--sans); color: var(--soft); margin: 1.5rem 0 .25rem; padding: 0; border: 0; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; }
.soft, .who, nav, footer, .listen { font-family: var(--sans); font-size: .9rem; }
.soft, footer { color: var(--soft); }
.who { color: var(--soft); font-weight: 600; font-style: normal; margin-right: .35em; }
.who::after { content: ":"; }
${whoColours}
p { margin: 0 0 1em; overflow-wrap: break-word; }
audio { width: 100%; }
button { font: 500 .95rem/1.3 var(--sans); min-height: 2.75rem; padding: .5rem 1.1rem; border: 1px solid var(--line); border-radius: 2rem;
  color: var(--text); background: var(--sheet); cursor: pointer; }
button:hover { border-color: var(--link); }
button svg { display: block; }
.main { display: inline-flex; align-items: center; gap: .5rem; min-height: 3.25rem; padding: .5rem 1.5rem; border-color: transparent; background: var(--link);
  color: var(--back); font-size: 1.05rem; font-weight: 600; }
.chapters { list-style: none; margin: 0; padding: 0; counter-reset: chapter; }
.chapters li { display: flex; align-items: center; gap: 1rem; min-height: 3rem; border-bottom: 1px solid var(--line); counter-increment: chapter; }
.chapters li::before { content: counter(chapter); min-width: 1.5em; color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
.chapters a { flex: 1; min-width: 0; padding: .5rem 0; color: var(--text); text-decoration: none; font: 1.05rem/1.35 var(--serif); overflow-wrap: anywhere; }
.chapters a:hover { color: var(--link); text-decoration: underline; }
.chapters [aria-current] { color: var(--link); font-weight: 600; }
.chapters .listen { margin: 0; }
.chapters .soft { white-space: nowrap; font-variant-numeric: tabular-nums; }
.round { flex: none; width: 2.75rem; height: 2.75rem; padding: 0; border-radius: 50%; display: inline-grid; place-items: center; color: var(--link); }
.ways p { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; margin: 1rem 0; }
footer { padding-top: 1.5rem; padding-bottom: 3rem; border-top: 1px solid var(--line); margin-top: 4rem; font-size: .85rem; }
footer p { margin: 0 0 .5em; }
.listen { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: 0 0 1.25rem; }
.keep { font: .9rem/1.65 var(--sans); margin: 0 0 .4rem; }
.feeds { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: 0 0 .4rem; }
.feeds a, .feeds button, .keep button { min-height: 2.25rem; padding: .25rem .9rem; font: 500 .85rem/1.3 var(--sans); }
.feeds a { display: inline-flex; align-items: center; border: 1px solid var(--line); border-radius: 2rem; color: var(--text);
  background: var(--sheet); text-decoration: none; }
.feeds a:hover { border-color: var(--link); }
.playable { padding-bottom: 7rem; }
.bar { position: fixed; inset: auto 0 0 0; display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .9rem; padding: .6rem 1.25rem;
  padding-bottom: max(.6rem, env(safe-area-inset-bottom)); background: var(--sheet); border-top: 1px solid var(--line); box-shadow: 0 -6px 20px rgb(0 0 0 / .06);
  font: .9rem/1.3 var(--sans); z-index: 1; }
.bar button { display: inline-grid; place-items: center; min-width: 2.75rem; padding: 0 .4rem; border-color: transparent; background: transparent; }
.bar button:hover { background: var(--well); }
.bar button[aria-pressed=true] { color: var(--link); background: var(--well); }
.bar button:disabled { opacity: .4; cursor: default; }
.bar .play { width: 3.25rem; height: 3.25rem; padding: 0; background: var(--link); color: var(--back); border-radius: 50%; }
.bar .play:hover { background: var(--link); }
.bar .news { flex: 1 1 100%; text-align: center; }
.bar .news:empty { display: none; }
.bar .news button { border-color: var(--line); padding-inline: 1.1rem; }
.bar .group { display: flex; align-items: center; gap: .1rem; }
.bar .place { flex: 1 1 16rem; min-width: 0; }
.bar .line { display: flex; gap: .6rem; align-items: baseline; }
.bar .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: 600 1rem/1.3 var(--serif); color: var(--text); text-decoration: none; }
.bar .state { color: var(--soft); }
.bar .clock { margin-left: auto; font-variant-numeric: tabular-nums; color: var(--soft); white-space: nowrap; }
.bar .rate .clock { margin: 0; min-width: 2.8em; text-align: right; }
.bar input { width: 100%; height: 1.5rem; margin: 0; accent-color: var(--link); }
.bar .rate { display: flex; align-items: center; gap: .5rem; }
.bar .rate input { width: 6rem; }
.bar .sleep svg { display: none; }
.bar select { font: inherit; max-width: 14rem; min-height: 2.25rem; color: var(--text); background: var(--sheet); border: 1px solid var(--line); border-radius: .4rem; }
@media (max-width: 40rem) {
  .playable { padding-bottom: 12rem; }
  .bar { padding-inline: .9rem; justify-content: space-between; }
  .bar .place { order: -1; flex-basis: 100%; }
  .bar .group { flex: 1; justify-content: center; gap: clamp(.1rem, 3vw, 1.25rem); }
  .bar .rate { flex: 1 1 100%; min-width: 0; gap: .35rem; }
  .bar .rate button { min-width: 2.5rem; padding: 0; }
  .bar .rate input { flex: 1 1 4rem; width: auto; min-width: 3rem; }
  .bar .sleep { position: relative; flex: none; display: inline-flex; align-items: center; justify-content: center; min-width: 2.5rem; min-height: 2.75rem;
    padding-inline: .4rem; border-radius: 2rem; }
  .bar .sleep svg { display: block; }
  .bar .sleep[data-on=true] { color: var(--link); background: var(--well); }
  .bar .sleep::after { content: attr(data-minutes); font-variant-numeric: tabular-nums; }
  .bar .sleep:focus-within { outline: 3px solid var(--link); }
  .bar .sleep select { position: absolute; inset: 0; width: 100%; height: 100%; min-width: 0; opacity: 0; cursor: pointer; }
  .bar select, .bar input { font-size: 1rem; }
}
dialog { width: min(34rem, calc(100vw - 2rem)); max-height: 80vh; padding: 0; border: 1px solid var(--line); border-radius: .75rem; color: var(--text); background: var(--sheet); }
dialog::backdrop { background: rgb(0 0 0 / .4); }
dialog .top { position: sticky; top: 0; display: flex; align-items: center; justify-content: space-between; padding: .75rem 1.25rem; background: var(--sheet); border-bottom: 1px solid var(--line); }
dialog h2 { margin: 0; padding: 0; border: 0; font-size: 1.2rem; }
dialog .body { padding: 1rem 1.25rem 1.25rem; font: 1rem/1.5 var(--sans); }
dialog .body svg { display: block; margin: 0 auto 1rem; border-radius: .5rem; max-width: 100%; height: auto; }
dialog .body input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .4rem; color: var(--text); background: var(--back); font: inherit; }
dialog .row { display: flex; flex-wrap: wrap; gap: .6rem; margin: .75rem 0; }
dialog .chapters { padding: 0 1.25rem 1rem; }
dialog .chapters button { flex: 1; text-align: start; border: 0; background: none; padding: .5rem 0; border-radius: 0; font: 1.05rem/1.35 var(--serif); }
.framed { padding-bottom: 0; display: flex; flex-direction: column; min-height: 100vh; }
.framed .bar { position: sticky; bottom: 0; margin-top: auto; box-shadow: none; }
.framed main { width: 100%; }
.framed .listen { display: none; }
.embed { display: flex; gap: 1rem; align-items: center; width: 100%; padding-top: 1rem; padding-bottom: 1rem; }
.embed .cover { flex: none; box-shadow: none; }
.embed h1 { font-size: 1.2rem; margin: 0; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.embed h1 a { color: inherit; text-decoration: none; }
.embed h1 a:hover { text-decoration: underline; }
.embed .soft { margin: 0; }
.embed .start { margin: .4rem 0 0; }
.embed .main, .embed .start button { min-height: 2.25rem; padding: .2rem .9rem; font-size: .9rem; }
@media (max-height: 300px) {
  .embed { padding-block: .5rem; }
  .framed .start { display: none; }
}
/* Frames that were made for the lower player of earlier versions. */
@media (max-height: 265px) {
  .embed { padding-block: .35rem; }
  .embed .cover { width: 3rem; height: 3rem; }
  .embed h1 { -webkit-line-clamp: 1; }
}
::highlight(heard-word), mark { background: #f4d58a; color: #1c1a17; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .bar, .start, .listen, .feeds, .keep { display: none; } }
`;
