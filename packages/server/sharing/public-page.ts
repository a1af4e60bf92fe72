// The page of a public link, written on the server. It is readable without scripts.

import { escapeMarkup, inline, type PublicAnswer } from "../http/http.ts";
import type { Services } from "../services.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { audioPath, playlistPath, sectionPath, timelinePath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import { type PublicSection, type PublicStory, paragraphsOf, publicRuns } from "./public-story.ts";

/** A project with more text than this has a page for each chapter, UTF-16 units. */
const ONE_PAGE_UNITS = 200_000;

const style = inline(PAGE_STYLE);
/** The player is a file of this server (packages/web/src/listen). */
const script = { text: "", source: "'self'" };

type Pages = Pick<Services, "db" | "publicUrl"> & {
  /** The address of the player; null when it cannot be built. */
  readonly listenScript: () => Promise<string | null>;
};

/** The page of the link: the whole text, or the contents of a long project. */
export function storyPage(services: Pages, story: PublicStory): PublicAnswer {
  const units = story.sections.reduce((sum, section) => sum + section.row.source_text_length, 0);
  const whole = story.sections.length === 1 || units <= ONE_PAGE_UNITS;
  return page(wholePage(services, story, whole));
}

/** The page of one chapter. */
export function sectionPage(services: Pages, story: PublicStory, section: PublicSection): PublicAnswer {
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

async function* wholePage(services: Pages, story: PublicStory, whole: boolean): AsyncGenerator<string> {
  const { link, sections } = story;
  yield* head(story.title, link.kind === "project" ? `/s/${link.slug}/feed.xml` : null, openGraph(services, story));
  yield `<a class="skip" href="#text">Skip to the text</a><header>`;
  yield `<img class="cover" src="${coverPath(story)}" width="160" height="160" alt="">`;
  yield `<h1 dir="auto"${langOf(story)}>${escapeMarkup(story.title)}</h1>`;
  yield aboutBook(story);
  if (link.kind === "project") {
    yield `<p class="soft">${sections.length} ${sections.length === 1 ? "chapter" : "chapters"}${wholeLength(story)}</p>`;
    yield feedWays(services, story);
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
  yield await end(services);
}

async function* chapterPage(services: Pages, story: PublicStory, section: PublicSection) {
  const at = story.sections.indexOf(section);
  const link = (to: PublicSection | undefined, rel: string, words: string) =>
    to === undefined
      ? ""
      : ` · <a rel="${rel}" href="${sectionPath(story.link.slug, to.row.id)}">${words}: <span dir="auto">${escapeMarkup(to.title)}</span></a>`;
  const ways = `<nav aria-label="Chapters"><p><a href="/s/${story.link.slug}">Contents</a>${link(story.sections[at - 1], "prev", "Before")}${link(story.sections[at + 1], "next", "Next")}</p></nav>`;
  yield* head(`${section.title} – ${story.title}`, null, openGraph(services, story, section));
  yield `<a class="skip" href="#text">Skip to the text</a><header><h1 dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</h1>`;
  yield `<p class="soft" dir="auto">${escapeMarkup(story.title)}</p></header>${ways}<main id="text"${langOf(story)}>`;
  yield* article(services, story, section, false);
  yield `${ways}</main>${await end(services)}`;
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

/** The audio of a section, or nothing when it has none. */
export function player({ link }: PublicStory, section: PublicSection): string {
  const id = section.row.id;
  const label = `Audio of ${escapeMarkup(section.title)}`;
  const about = `data-title="${escapeMarkup(section.title)}" data-timeline="${timelinePath(link.slug, id)}"`;
  if (section.file !== null) {
    const source = audioPath(link.slug, id);
    const download = link.allow_download
      ? `<p><a href="${source}?download" download>Download the MP3</a> (${megabytes(section.file.size_bytes)})</p>`
      : "";
    const seconds = (section.file.duration_ms ?? 0) / 1000;
    return `<div class="listen" ${about} data-file="${source}" data-seconds="${seconds}"><audio controls preload="none" aria-label="${label}" src="${source}"></audio>${download}</div>`;
  }
  if (!section.hasAudio) return "";
  return [
    `<div class="listen" ${about} data-playlist="${playlistPath(link.slug, id)}">`,
    "<noscript><p>Listening to this chapter needs JavaScript.</p></noscript></div>",
  ].join("");
}

/** The page that other sites show in a frame: cover, title, chapters and the player. */
export function embedPage(services: Pages, story: PublicStory): PublicAnswer {
  return { kind: "page", status: 200, html: embedded(services, story), style, script, framed: true };
}

async function* embedded(services: Pages, story: PublicStory): AsyncGenerator<string> {
  yield* head(story.title, null, "");
  yield `<header class="embed"><img class="cover" src="${coverPath(story)}" width="72" height="72" alt="">`;
  yield `<div><h1 dir="auto"${langOf(story)}><a href="/s/${story.link.slug}" target="_blank" rel="noopener">${escapeMarkup(story.title)}</a></h1>`;
  yield story.book.author === null ? "" : `<p class="by" dir="auto">${escapeMarkup(story.book.author)}</p>`;
  yield "</div></header><main>";
  for (const section of story.sections) yield player(story, section);
  yield `</main>${await end(services)}`;
}

/** What the page is, for programs that show links (https://ogp.me, https://oembed.com). */
function openGraph({ publicUrl }: Pick<Services, "publicUrl">, story: PublicStory, section?: PublicSection): string {
  const { link, book } = story;
  const at = (path: string) => escapeMarkup(`${publicUrl()}${path}`);
  const path = section === undefined ? `/s/${link.slug}` : sectionPath(link.slug, section.row.id);
  const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`;
  const [first] = section === undefined ? story.sections : [section];
  const title = section === undefined ? story.title : `${section.title} – ${story.title}`;
  return [
    meta("og:type", "music.album"),
    meta("og:site_name", "Fullcast"),
    meta("og:title", escapeMarkup(title)),
    meta("og:url", at(path)),
    meta("og:image", at(coverPath(story))),
    ...(book.description === null ? [] : [meta("og:description", escapeMarkup(book.description))]),
    ...(first?.file == null ? [] : [meta("og:audio", at(audioPath(link.slug, first.row.id)))]),
    '<meta name="twitter:card" content="summary">',
    `<link rel="manifest" href="${manifestPath(link.slug)}">`,
    `<link rel="apple-touch-icon" href="${coverPath(story)}">`,
    `<link rel="alternate" type="application/json+oembed" title="${escapeMarkup(title)}" href="${oembedPath(link.slug)}">`,
  ].join("");
}

/** The feed as an address, and as a link that podcast programs open. */
function feedWays({ publicUrl }: Pick<Services, "publicUrl">, { link }: PublicStory): string {
  const path = `/s/${link.slug}/feed.xml`;
  const address = `${publicUrl()}${path}`;
  const program = escapeMarkup(address.replace(/^https?:/, "podcast:"));
  return `<p class="soft feeds"><a href="${path}" data-feed="${escapeMarkup(address)}">Podcast feed</a><a href="${program}">Open in a podcast app</a></p>`;
}

const manifestPath = (slug: string) => `/s/${slug}/manifest.webmanifest`;

/** What the page is as an installed app (https://www.w3.org/TR/appmanifest/). */
export function manifestOf(story: PublicStory): string {
  const { link, title, book } = story;
  const address = `/s/${link.slug}`;
  const cover = coverPath(story);
  return JSON.stringify({
    id: address,
    name: title,
    short_name: title,
    start_url: address,
    scope: address,
    display: "standalone",
    background_color: "#fdfbf7",
    theme_color: "#fdfbf7",
    ...(book.description === null ? {} : { description: book.description }),
    icons: [
      { src: cover, sizes: "1400x1400", type: cover.endsWith(".png") ? "image/png" : "image/jpeg" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    ],
  });
}

const oembedPath = (slug: string) => `/s/${slug}/oembed.json`;
const EMBED = { width: 560, height: 240 };

/** The answer of oEmbed 1.0 for the page of a link. */
export function oembedOf({ publicUrl }: Pick<Services, "publicUrl">, story: PublicStory): string {
  const { width, height } = EMBED;
  const address = escapeMarkup(`${publicUrl()}/s/${story.link.slug}/embed`);
  return JSON.stringify({
    version: "1.0",
    type: "rich",
    provider_name: "Fullcast",
    provider_url: publicUrl(),
    title: story.title,
    ...(story.book.author === null ? {} : { author_name: story.book.author }),
    thumbnail_url: `${publicUrl()}${coverPath(story)}`,
    thumbnail_width: 1400,
    thumbnail_height: 1400,
    width,
    height,
    html: `<iframe src="${address}" width="${width}" height="${height}" title="${escapeMarkup(story.title)}" loading="lazy"></iframe>`,
  });
}

/** " · 1 h 12 min" when every chapter has its file. */
function wholeLength({ sections }: PublicStory): string {
  if (sections.length === 0 || sections.some(({ file }) => file?.duration_ms == null)) return "";
  const minutes = Math.round(sections.reduce((sum, { file }) => sum + (file?.duration_ms ?? 0), 0) / 60_000);
  return minutes < 60 ? ` · ${minutes} min` : ` · ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function lengthOf({ file }: PublicSection): string {
  if (file?.duration_ms == null) return "";
  const minutes = Math.floor(file.duration_ms / 60_000);
  const seconds = Math.round((file.duration_ms % 60_000) / 1000);
  return ` <span class="soft">${minutes} min ${seconds} s</span>`;
}

/** @param about elements for programs that show links */
export function head(title: string, feed: string | null = null, about = ""): string[] {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title>`,
    feed === null
      ? ""
      : `<link rel="alternate" type="application/rss+xml" title="${escapeMarkup(title)}" href="${feed}">`,
    about,
    `<style>${style.text}</style></head><body>`,
  ];
}

async function end({ listenScript }: Pages): Promise<string> {
  const address = await listenScript();
  const player = address === null ? "" : `<script type="module" src="${address}"></script>`;
  return `<footer><p>Published with Fullcast.</p></footer>${player}</body></html>`;
}
