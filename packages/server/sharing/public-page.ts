// The page of a public link, written on the server. It is readable without scripts.

import { escapeMarkup, inline, type PublicAnswer } from "../http/http.ts";
import type { Services } from "../services.ts";
import { LISTENING_SCRIPT } from "./listening-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { audioPath, playlistPath, sectionPath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import { type PublicSection, type PublicStory, paragraphsOf, publicRuns } from "./public-story.ts";

/** A project with more text than this has a page for each chapter, UTF-16 units. */
const ONE_PAGE_UNITS = 200_000;

const style = inline(PAGE_STYLE);
const script = inline(LISTENING_SCRIPT);

/** The page of the link: the whole text, or the contents of a long project. */
export function storyPage(services: Pick<Services, "db">, story: PublicStory): PublicAnswer {
  const units = story.sections.reduce((sum, section) => sum + section.row.source_text_length, 0);
  const whole = story.sections.length === 1 || units <= ONE_PAGE_UNITS;
  return page(wholePage(services, story, whole));
}

/** The page of one chapter. */
export function sectionPage(services: Pick<Services, "db">, story: PublicStory, section: PublicSection): PublicAnswer {
  return page(chapterPage(services, story, section));
}

export function missingPage(): PublicAnswer {
  const html = [
    ...head("Nothing here"),
    "<main><h1>There is nothing here</h1>",
    "<p>This link does not exist, or what it led to is not shared any more.</p></main></body></html>",
  ].join("");
  return { kind: "page", status: 404, html, style, script: null };
}

/** The language of the story's own texts; the words around them are English. */
const langOf = ({ book }: PublicStory): string =>
  book.language === null ? "" : ` lang="${escapeMarkup(book.language)}"`;

/** Author and description of the book. */
function aboutBook(story: PublicStory): string {
  const { author, description } = story.book;
  const by = author === null ? "" : `<p class="by" dir="auto">${escapeMarkup(author)}</p>`;
  const about = description === null ? "" : `<p dir="auto"${langOf(story)}>${escapeMarkup(description)}</p>`;
  return by + about;
}

const page = (html: AsyncIterable<string>): PublicAnswer => ({ kind: "page", status: 200, html, style, script });

async function* wholePage(services: Pick<Services, "db">, story: PublicStory, whole: boolean): AsyncGenerator<string> {
  const { link, sections } = story;
  yield* head(story.title, link.kind === "project" ? `/s/${link.slug}/feed.xml` : null);
  yield `<a class="skip" href="#text">Skip to the text</a><header>`;
  yield `<img class="cover" src="${coverPath(story)}" width="160" height="160" alt="">`;
  yield `<h1 dir="auto"${langOf(story)}>${escapeMarkup(story.title)}</h1>`;
  yield aboutBook(story);
  if (link.kind === "project") {
    yield `<p class="soft">${sections.length} ${sections.length === 1 ? "chapter" : "chapters"} · <a href="/s/${link.slug}/feed.xml">Podcast feed</a></p>`;
  }
  yield "</header>";
  if (sections.length > 1) {
    yield '<nav aria-label="Chapters"><h2>Chapters</h2><ol>';
    for (const section of sections) {
      const to = whole ? `#${section.row.id}` : sectionPath(link.slug, section.row.id);
      yield `<li><a href="${to}" dir="auto">${escapeMarkup(section.title)}</a>${lengthOf(section)}</li>`;
    }
    yield "</ol></nav>";
  }
  yield `<main id="text"${langOf(story)}>`;
  if (sections.length === 0) yield "<p>There are no chapters yet.</p>";
  if (whole) for (const section of sections) yield* article(services, story, section, sections.length > 1);
  yield "</main>";
  yield END;
}

async function* chapterPage(services: Pick<Services, "db">, story: PublicStory, section: PublicSection) {
  const at = story.sections.indexOf(section);
  const link = (to: PublicSection | undefined, rel: string, words: string) =>
    to === undefined
      ? ""
      : ` · <a rel="${rel}" href="${sectionPath(story.link.slug, to.row.id)}">${words}: <span dir="auto">${escapeMarkup(to.title)}</span></a>`;
  const ways = `<nav aria-label="Chapters"><p><a href="/s/${story.link.slug}">Contents</a>${link(story.sections[at - 1], "prev", "Before")}${link(story.sections[at + 1], "next", "Next")}</p></nav>`;
  yield* head(`${section.title} – ${story.title}`);
  yield `<a class="skip" href="#text">Skip to the text</a><header><h1 dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</h1>`;
  yield `<p class="soft" dir="auto">${escapeMarkup(story.title)}</p></header>${ways}<main id="text"${langOf(story)}>`;
  yield* article(services, story, section, false);
  yield `${ways}</main>${END}`;
}

async function* article(services: Pick<Services, "db">, story: PublicStory, section: PublicSection, titled: boolean) {
  const id = section.row.id;
  yield titled
    ? `<article aria-labelledby="${id}"><h2 id="${id}" dir="auto">${escapeMarkup(section.title)}</h2>`
    : "<article>";
  yield player(story, section);
  for await (const paragraphs of paragraphsOf(services, id)) {
    for (const paragraph of paragraphs) {
      let html = "";
      // The name stands where the speaker changes within the paragraph.
      let last: string | null = null;
      for (const { speaker, text } of publicRuns(story, paragraph)) {
        const name = speaker !== null && speaker !== last ? `<span class="who">${escapeMarkup(speaker)}</span>` : "";
        html += speaker === null ? escapeMarkup(text) : `${spaceBefore(text)}${name}${escapeMarkup(text.trimStart())}`;
        if (speaker !== null) last = speaker;
      }
      yield `<p dir="auto">${html}</p>`;
    }
  }
  yield "</article>";
}

const spaceBefore = (text: string) => (/^\s/u.test(text) ? " " : "");

function player({ link }: PublicStory, section: PublicSection): string {
  const label = `Audio of ${escapeMarkup(section.title)}`;
  if (section.file !== null) {
    const source = audioPath(link.slug, section.row.id);
    const download = link.allow_download
      ? `<p><a href="${source}?download" download>Download the MP3</a> (${megabytes(section.file.size_bytes)})</p>`
      : "";
    return `<div class="listen"><audio controls preload="none" aria-label="${label}" src="${source}"></audio>${download}</div>`;
  }
  if (!section.hasAudio) return "";
  return [
    `<div class="listen" data-playlist="${playlistPath(link.slug, section.row.id)}">`,
    `<p><button type="button">Listen to ${escapeMarkup(section.title)}</button> <span role="status"></span></p>`,
    '<audio preload="none"></audio><noscript><p>Listening to this chapter needs JavaScript.</p></noscript></div>',
  ].join("");
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function lengthOf({ file }: PublicSection): string {
  if (file?.duration_ms == null) return "";
  const minutes = Math.floor(file.duration_ms / 60_000);
  const seconds = Math.round((file.duration_ms % 60_000) / 1000);
  return ` <span class="soft">${minutes} min ${seconds} s</span>`;
}

function head(title: string, feed: string | null = null): string[] {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title>`,
    feed === null
      ? ""
      : `<link rel="alternate" type="application/rss+xml" title="${escapeMarkup(title)}" href="${feed}">`,
    `<style>${style.text}</style></head><body>`,
  ];
}

const END = `<footer><p>Published with Fullcast.</p></footer><script>${script.text}</script></body></html>`;
