// The page of a guest link. It holds no words of the story: its script asks for them with the token.

import { escapeMarkup, inline, type PageLanguage, type PublicAnswer, type PublicRoute } from "../http/http.ts";
import type { Services } from "../services.ts";
import { head, missingPage, PAGE_STYLE } from "../sharing/sharing.ts";
import { openGuest } from "./open-guest.ts";

const style = inline(`${PAGE_STYLE}
body { font-family: var(--sans); font-size: 1.0625rem; }
main { padding-top: 1.5rem; padding-bottom: 3rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; }
h2 { font: 600 1.1rem/1.4 var(--sans); margin: 0 0 .75rem; padding: 0; border: 0; }
h2:focus { outline: none; }
progress { display: block; width: 100%; height: .5rem; margin: 0 0 1rem; accent-color: var(--link); }
.soft { margin: 0 0 .4rem; }
.card, .consent, .kept { padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--sheet); }
.cue { margin: 0 0 1rem; padding: .6rem .9rem; border-radius: .5rem; background: var(--well); font-size: .95rem; }
.cue p:last-child { margin: 0; }
blockquote { margin: 0 0 1rem; font: 1.35rem/1.5 var(--serif); overflow-wrap: anywhere; white-space: pre-line; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; margin: .75rem 0 0; }
.row > * { flex: 1 1 9rem; }
button, .file { min-height: 3rem; font: 500 1rem/1.3 var(--sans); text-align: center; justify-content: center; }
button:disabled { opacity: .55; cursor: default; }
.file { display: inline-flex; align-items: center; position: relative; padding: .5rem 1.1rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--sheet); cursor: pointer; }
.file input { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; font-size: 1rem; }
.file:focus-within { outline: 3px solid var(--link); outline-offset: 2px; }
.danger { border-color: var(--warn); color: var(--warn); }
.recorder { margin-top: .5rem; }
.recorder meter { display: block; width: 100%; height: 1.25rem; margin: 0 0 .25rem; }
.recorder .stop { display: flex; width: 100%; }
.count { font-size: 1.15rem; font-weight: 600; margin: 0 0 .5rem; }
.count.on { color: var(--link); }
.hint { min-height: 1.5em; }
.notice { margin: .75rem 0; padding: .6rem .9rem; border-radius: .5rem; background: var(--well); font-size: .95rem; }
.notice p { margin: 0 0 .25rem; } .notice ul { margin: 0; padding-left: 1.2rem; }
.warn { color: var(--warn); }
.send { margin: 1rem 0 0; } .send button { width: 100%; }
.send + p { min-height: 1.5em; margin: .6rem 0 0; }
.consent .text, .kept .text { margin: 0 0 1rem; font-size: .95rem; }
.consent label { display: block; margin: 0 0 1rem; }
.consent input { display: block; width: 100%; min-height: 3rem; margin-top: .25rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .4rem; color: var(--text); background: var(--sheet); font: 1rem/1.5 var(--sans); }
.consent button { width: 100%; }
.kept { margin-top: 2rem; font-size: .95rem; } .kept summary { cursor: pointer; min-height: 2.5rem; line-height: 2.5rem; }
.withdraw button { min-height: 2.75rem; }
`);
/** The page's script is a file of this server (packages/web/src/guest). */
const script = { text: "", source: "'self'" };

const WORDS: { readonly [language in PageLanguage]: { readonly title: string; readonly noScript: string } } = {
  en: {
    title: "Lend a voice",
    noScript: "This page needs JavaScript to record. Switch it on, then load the page again.",
  },
  de: {
    title: "Leih deine Stimme",
    noScript: "Diese Seite braucht JavaScript für Aufnahmen. Schalte es ein und lade die Seite neu.",
  },
};

export function guestRoutes(
  services: Pick<Services, "db" | "clock"> & {
    /** The address of the script; null when it cannot be built. */
    readonly guestScript: () => Promise<string | null>;
  },
): PublicRoute[] {
  const pageOf = async (language: PageLanguage): Promise<PublicAnswer> => {
    const words = WORDS[language];
    const address = await services.guestScript();
    const html = [
      ...head(words.title, { language, style: style.text }),
      `<main><noscript><p>${escapeMarkup(words.noScript)}</p></noscript></main>`,
      address === null ? "" : `<script type="module" src="${address}"></script>`,
      "</body></html>",
    ].join("");
    return { kind: "page", status: 200, html, style, script, language, microphone: true };
  };
  return [
    {
      path: "/g/:token",
      refused: (_error, language) => missingPage(language),
      answer: async ({ params, language }) => {
        await openGuest(services, params.token ?? "");
        return pageOf(language);
      },
    },
  ];
}
