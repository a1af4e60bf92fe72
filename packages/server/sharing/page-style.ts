// The style of the public page, light and dark. It loads nothing from other servers. Colours have a contrast of at least
// 4.5 : 1 (WCAG 2.2, 1.4.3).

export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c1a17; --back: #fdfbf7; --soft: #5b554b; --line: #ddd6c8; --link: #7a3413; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e9e4da; --back: #171513; --soft: #b3aa9b; --line: #3b362f; --link: #f0a578; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--back); font: 1.125rem/1.65 Georgia, "Times New Roman", serif; }
header, nav, main, footer { max-width: 42rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
.cover { display: block; border-radius: .4rem; margin: 0 0 1.25rem; }
.by { font-family: system-ui, sans-serif; margin: 0 0 1rem; }
h1, h2 { line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2.1rem; margin: 0 0 .5rem; }
h2 { font-size: 1.45rem; margin: 3rem 0 1rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; }
.soft, .who, nav, footer, .listen { font-family: system-ui, sans-serif; font-size: .9rem; }
.soft, footer { color: var(--soft); }
.who { color: var(--soft); font-weight: 600; font-style: normal; margin-right: .35em; }
.who::after { content: ":"; }
p { margin: 0 0 1em; overflow-wrap: break-word; }
audio { width: 100%; }
button { font: inherit; padding: .5rem 1.25rem; border: 2px solid var(--link); border-radius: 2rem; color: var(--link);
  background: transparent; cursor: pointer; }
nav ol { padding-left: 1.5rem; }
footer { padding-top: 2rem; padding-bottom: 3rem; border-top: 1px solid var(--line); margin-top: 4rem; }
.listen { margin: 0 0 1.25rem; }
.keep { font: .9rem/1.65 system-ui, sans-serif; }
.feeds { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; }
.continue { display: block; margin: .25rem 0 .75rem; font: .9rem/1.65 system-ui, sans-serif; }
.embed .continue { margin: 0; }
.embed { display: flex; gap: 1rem; align-items: center; padding-top: 1rem; }
.embed .cover { margin: 0; }
.embed h1 { font-size: 1.2rem; margin: 0; }
.playable { padding-bottom: 7rem; }
.bar { position: fixed; inset: auto 0 0 0; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem;
  padding: .6rem 1rem; background: var(--back); border-top: 1px solid var(--line); font: .9rem/1.3 system-ui, sans-serif; }
.bar button { min-width: 2.75rem; min-height: 2.75rem; padding: 0 .5rem; border-width: 1px; }
.bar .play { width: 3rem; height: 3rem; padding: 0; background: var(--link); color: var(--back); border-radius: 50%; }
.bar .place { flex: 1 1 16rem; min-width: 0; }
.bar .line { display: flex; gap: .5rem; align-items: baseline; }
.bar .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar .state { color: var(--soft); }
.bar .clock { margin-left: auto; font-variant-numeric: tabular-nums; color: var(--soft); white-space: nowrap; }
.bar input { width: 100%; height: 1.5rem; margin: 0; accent-color: var(--link); }
.bar .rate { display: flex; align-items: center; gap: .5rem; }
.bar .rate input { width: 6rem; }
.bar select { font: inherit; max-width: 11rem; min-height: 2rem; color: var(--text); background: var(--back); border: 1px solid var(--soft); border-radius: .3rem; }
::highlight(heard-word), mark { background: #f4d58a; color: #1c1a17; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
