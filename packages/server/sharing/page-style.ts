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
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
