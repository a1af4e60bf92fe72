// The pages of a review link, written on the server: the chapters, and a page for each chapter with its lines.

import { lineText } from "@fullcast/core/document";
import { blockWindows } from "../documents/documents.ts";
import { escapeMarkup, inline, type PageLanguage, type PublicAnswer } from "../http/http.ts";
import type { Services } from "../services.ts";
import {
  head,
  hueOf,
  PAGE_STYLE,
  PAGE_WORDS,
  type PublicSection,
  type PublicStory,
  player,
  speakerName,
} from "../sharing/sharing.ts";
import { REVIEW_WORDS } from "./review-words.ts";

export type ReviewPages = Pick<Services, "db"> & {
  /** The address of the player; null when it cannot be built. */
  readonly listenScript: () => Promise<string | null>;
};

const style = inline(`${PAGE_STYLE}
.lines section { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; align-items: start; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.lines section p { margin: 0; }
.lines .who { display: block; }
.lines .who::after { content: none; }
.lines section > button { min-height: 2.25rem; padding: .2rem .9rem; font-size: .85rem; }
.lines section:has(:target) { background: var(--well); box-shadow: 0 0 0 .5rem var(--well); }
.lines section, .lines p { scroll-margin: 6rem; }
#own { margin: 1rem 0; font: .95rem/1.5 var(--sans); }
#own summary { cursor: pointer; font-weight: 600; }
#own li { margin: .5rem 0; overflow-wrap: anywhere; }
#own li span { display: block; white-space: pre-wrap; }
.lines .said { grid-column: 1 / -1; margin-top: .5rem; padding: .4rem .9rem; border-radius: .5rem; background: var(--well); font: .95rem/1.5 var(--sans); white-space: pre-wrap; }
#comment { grid-column: 1 / -1; margin-top: .75rem; padding: 1rem; border-radius: .5rem; background: var(--well); font: .95rem/1.5 var(--sans); }
#comment p { margin: 0 0 .75rem; }
#comment p:last-child { margin: 0; min-height: 1.5em; }
#comment input, #comment textarea { display: block; width: 100%; margin-top: .25rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .4rem; color: var(--text); background: var(--sheet); font: 1rem/1.5 var(--sans); }
main > nav { padding: 0; }
/* On a phone the button is beside the name, and the words have the whole width. */
@media (max-width: 30rem) {
  .lines section { position: relative; display: block; }
  .lines section > button { position: absolute; inset: .4rem 0 auto auto; }
  [dir=rtl] .lines section > button { inset: .4rem auto auto 0; }
  .lines .who { min-height: 2.25rem; padding-inline-end: 8rem; }
  .lines section > p:not(:has(.who)) { min-height: 2.25rem; padding-inline-end: 8rem; }
}
`);

/**
 * Moves one form below the line whose button was pressed, sends what is written there, and shows it below the line. What was
 * sent is kept in the reader's browser and listed, on every page of the link, with the way to its line.
 */
const COMMENTS = inline(`
const own = document.querySelector("#own");
const slug = own.dataset.slug;
const kept = () => {
  try {
    const list = JSON.parse(localStorage.getItem("fullcast.comments." + slug));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};
const keep = (comment) => {
  try {
    localStorage.setItem("fullcast.comments." + slug, JSON.stringify([...kept(), comment].slice(-500)));
  } catch {}
};
const list = ({ section, block, quote, text }) => {
  own.hidden = false;
  const [item, link, words] = ["li", "a", "span"].map((name) => document.createElement(name));
  link.href = "/r/" + slug + "/sections/" + encodeURIComponent(section) + "#t-" + encodeURIComponent(block);
  link.textContent = quote;
  words.textContent = text;
  link.dir = words.dir = "auto";
  item.append(link, words);
  own.querySelector("ul").append(item);
};
const show = (line, text) => {
  const said = document.createElement("p");
  said.className = "said";
  said.dir = "auto";
  said.textContent = text;
  line.insertBefore(said, line.querySelector("#comment"));
};
const form = document.querySelector("#comment");
for (const comment of kept()) {
  list(comment);
  const line = document.getElementById("t-" + comment.block)?.closest("section");
  if (line) show(line, comment.text);
}
if (form !== null) {
  const state = document.querySelector("#state");
  const [who, said] = ["who", "said"].map((name) => form.elements.namedItem(name));
  let button = null;
  let isSending = false;
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("button[data-block]");
    if (pressed === null) return;
    button = pressed;
    button.closest("section").append(form);
    form.hidden = false;
    state.textContent = "";
    (who.value === "" ? who : said).focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    form.hidden = true;
    button.focus();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // A disabled button would lose the focus.
    if (isSending) return;
    isSending = true;
    const text = said.value;
    const { block } = button.dataset;
    const line = button.closest("section");
    try {
      const answer = await fetch("/v1/reviews/" + form.dataset.slug + "/comments", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ section_id: form.dataset.section, block_id: block, name: who.value, text }),
      });
      state.textContent = answer.ok ? form.dataset.sent : form.dataset.refused;
      if (answer.ok) {
        const quote = [...line.querySelector("p").lastChild.textContent].slice(0, 100).join("");
        const comment = { section: form.dataset.section, block, quote, text };
        keep(comment);
        list(comment);
        show(line, text);
        said.value = "";
      }
    } catch {
      state.textContent = form.dataset.silent;
    }
    isSending = false;
  });
}
`);
const script = { text: "", source: `'self' ${COMMENTS.source}` };

const page = (html: string | AsyncIterable<string>, language: PageLanguage): PublicAnswer => ({
  kind: "page",
  status: 200,
  html,
  style,
  script,
  language,
});

/** The story's own words are in the book's language; the words around them are in that of the page. */
const langOf = ({ book }: PublicStory): string =>
  book.language === null ? "" : ` lang="${escapeMarkup(book.language)}"`;

const reviewHead = (title: string, language: PageLanguage) => head(title, { language, style: style.text });

const addressOf = ({ link }: PublicStory, section?: PublicSection): string =>
  `/r/${link.slug}${section === undefined ? "" : `/sections/${section.id}`}`;

/** The chapters of the story. */
export function contentsPage(story: PublicStory, language: PageLanguage): PublicAnswer {
  const words = REVIEW_WORDS[language];
  const chapters = story.sections.map(
    (section) =>
      `<li><a href="${addressOf(story, section)}" dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</a></li>`,
  );
  const html = [
    ...reviewHead(story.title, language),
    `<header><h1 dir="auto"${langOf(story)}>${escapeMarkup(story.title)}</h1>`,
    `<p>${words.hint}</p></header><main>`,
    `<nav aria-label="${PAGE_WORDS[language].chapters}"><ol class="chapters">${chapters.join("")}</ol></nav>`,
    `${ownComments(story, language)}</main><script type="module">${COMMENTS.text}</script></body></html>`,
  ].join("");
  return page(html, language);
}

/** The lines of a chapter with the player, each with a button that opens the comment below it. */
export function chapterPage(
  services: ReviewPages,
  story: PublicStory,
  section: PublicSection,
  language: PageLanguage,
): PublicAnswer {
  return page(lines(services, story, section, language), language);
}

async function* lines(
  services: ReviewPages,
  story: PublicStory,
  section: PublicSection,
  language: PageLanguage,
): AsyncGenerator<string> {
  const words = REVIEW_WORDS[language];
  const around = PAGE_WORDS[language];
  yield* reviewHead(`${section.title} – ${story.title}`, language);
  yield `<a class="skip" href="#text">${around.skip}</a>`;
  yield `<header><p class="soft"><a href="${addressOf(story)}" dir="auto">${escapeMarkup(story.title)}</a></p>`;
  yield `<h1 dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</h1><p class="start"></p></header>`;
  yield `<main id="text">`;
  // The player looks for the text beside its box.
  yield `<article class="lines"${langOf(story)}>${ofLink(story, player(story, section, around))}`;
  for await (const blocks of blockWindows(services, section.id)) {
    for (const block of blocks) {
      const text = lineText(block);
      if (text === "") continue;
      const speaker = speakerName(story, block.speaker_id, around.narrator);
      const who =
        speaker === null ? "" : `<span class="who${hueClass(story, block.speaker_id)}">${escapeMarkup(speaker)}</span>`;
      yield `<section><p id="t-${block.id}" dir="auto">${who}${escapeMarkup(text)}</p>`;
      yield `<button type="button" lang="${language}" data-block="${block.id}" aria-describedby="t-${block.id}">${words.comment}</button></section>`;
    }
  }
  const about = { slug: story.link.slug, section: section.id, ...words.states };
  const data = Object.entries(about).map(([name, value]) => ` data-${name}="${escapeMarkup(value)}"`);
  yield `</article><form id="comment" lang="${language}"${data.join("")} hidden>`;
  yield `<p><label>${words.yourName} <input name="who" maxlength="60" required autocomplete="name"></label></p>`;
  yield `<p><label>${words.comment} <textarea name="said" maxlength="2000" rows="4" required></textarea></label></p>`;
  yield `<p><button type="submit">${words.send}</button></p><p id="state" role="status"></p></form>`;
  yield `${ownComments(story, language)}${ways(story, section, language)}</main>`;
  const address = await services.listenScript();
  yield `<script type="module">${COMMENTS.text}</script>`;
  if (address !== null) yield `<script type="module" src="${address}"></script>`;
  yield "</body></html>";
}

/** The narrator has no hue, as in the studio. */
const hueClass = (story: PublicStory, speakerId: string | null): string =>
  speakerId === story.narratorId ? "" : ` who-${hueOf(story, speakerId)}`;

/** Filled by the script with what this reader sent. */
const ownComments = ({ link }: PublicStory, language: PageLanguage): string =>
  `<details id="own" lang="${language}" data-slug="${link.slug}" hidden><summary>${REVIEW_WORDS[language].own}</summary><ul></ul></details>`;

/** The chapters before and after. */
function ways(story: PublicStory, section: PublicSection, language: PageLanguage): string {
  const around = PAGE_WORDS[language];
  const at = story.sections.indexOf(section);
  const way = (to: PublicSection | undefined, rel: string, name: string) =>
    to === undefined
      ? ""
      : `<a rel="${rel}" href="${addressOf(story, to)}">${name}: <span dir="auto">${escapeMarkup(to.title)}</span></a>`;
  const links = [
    way(story.sections[at - 1], "prev", around.before),
    way(story.sections[at + 1], "next", around.next),
  ].join("");
  return links === "" ? "" : `<nav class="ways" aria-label="${around.pages}"><p>${links}</p></nav>`;
}

/** Addresses of the public page as addresses of this link. */
const ofLink = ({ link }: PublicStory, text: string) => text.replaceAll(`/s/${link.slug}/`, `/r/${link.slug}/`);
