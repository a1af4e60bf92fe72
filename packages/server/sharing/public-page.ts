// The page of a public link, written on the server. It is readable without scripts.

import { escapeMarkup, inline, type PublicAnswer } from "../http/http.ts";
import type { Services } from "../services.ts";
import { openGraph } from "./link-cards.ts";
import { PAGE_STYLE, SPEAKER_HUES } from "./page-style.ts";
import { audioPath, mixPath, sectionPath, timelinePath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import { audioLines, type PublicSection, type PublicStory, paragraphsOf, publicRuns } from "./public-story.ts";

/** A project with more text than this has a page for each chapter, UTF-16 units. */
const ONE_PAGE_UNITS = 200_000;

const style = inline(PAGE_STYLE);
/** The player is a file of this server (packages/web/src/listen). */
const script = { text: "", source: "'self'" };

type Pages = Pick<Services, "db" | "publicUrl" | "clock"> & {
  /** The address of the player; null when it cannot be built. */
  readonly listenScript: () => Promise<string | null>;
};

/** How many lines of a section have audio, for sections without a finished file. */
type Lines = Awaited<ReturnType<typeof audioLines>>;

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

const page = (html: AsyncIterable<string>): PublicAnswer => ({ kind: "page", status: 200, html, style, script });

async function* wholePage(services: Pages, story: PublicStory, whole: boolean): AsyncGenerator<string> {
  const { link, sections, book } = story;
  yield* head(story.title, link.kind === "project" ? `/s/${link.slug}/feed.xml` : null, openGraph(services, story));
  yield `<a class="skip" href="#text">Skip to the text</a><header class="story">`;
  yield `<img class="cover" src="${coverPath(story)}" width="240" height="240" alt=""><div class="about">`;
  yield `<h1 dir="auto"${langOf(story)}>${escapeMarkup(story.title)}</h1>`;
  if (book.author !== null) yield `<p class="by" dir="auto">${escapeMarkup(book.author)}</p>`;
  const lines = await audioLines(services, sections);
  yield `<p class="soft facts">${factsOf(story)}</p>${incomplete(sections, lines)}<p class="start"></p>`;
  if (book.description !== null) yield `<p dir="auto"${langOf(story)}>${escapeMarkup(book.description)}</p>`;
  if (link.kind === "project") yield feedWays(services, story);
  yield "</div></header>";
  if (sections.length > 1) {
    yield '<nav aria-label="Chapters"><h2>Chapters</h2>';
    yield chapterList(story, lines, (section) => (whole ? `#${section.row.id}` : null));
    yield "</nav>";
  }
  yield `<main id="text"${langOf(story)}>`;
  if (sections.length === 0) yield "<p>There are no chapters yet.</p>";
  if (whole) for (const section of sections) yield* article(services, story, section, sections.length > 1);
  yield "</main>";
  yield await end(services);
}

async function* chapterPage(services: Pages, story: PublicStory, section: PublicSection) {
  const { sections, link } = story;
  const at = sections.indexOf(section);
  const way = (to: PublicSection | undefined, rel: string, words: string) =>
    to === undefined
      ? ""
      : `<a rel="${rel}" href="${sectionPath(link.slug, to.row.id)}">${words}: <span dir="auto">${escapeMarkup(to.title)}</span></a>`;
  const ways = `<nav class="ways" aria-label="Pages"><p><a href="/s/${link.slug}">Contents</a>${way(sections[at - 1], "prev", "Before")}${way(sections[at + 1], "next", "Next")}</p></nav>`;
  const lines = await audioLines(services, [section]);
  yield* head(`${section.title} – ${story.title}`, null, openGraph(services, story, section));
  yield '<a class="skip" href="#text">Skip to the text</a><header class="story chapter">';
  yield `<img class="cover" src="${coverPath(story)}" width="96" height="96" alt=""><div class="about">`;
  yield `<p class="soft" dir="auto">${escapeMarkup(story.title)}</p><h1 dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</h1>`;
  yield `${incomplete([section], lines)}<p class="start"></p></div></header>${ways}<main id="text"${langOf(story)}>`;
  yield* article(services, story, section, false);
  yield `${ways}</main>`;
  // The player continues with the other chapters, whose text is on separate pages.
  if (sections.length > 1)
    yield `<div hidden>${sections.map((one) => chapterData(story, one, section)).join("")}</div>`;
  yield await end(services);
}

/** The chapters with their lengths. Without an anchor a chapter has a page of its own, and the list is what the player plays. */
function chapterList(story: PublicStory, lines: Lines, anchorOf: (section: PublicSection) => string | null): string {
  const items = story.sections.map((section) => {
    const anchor = anchorOf(section);
    const to = anchor ?? sectionPath(story.link.slug, section.row.id);
    const title = `<a href="${to}" dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</a>`;
    const player = anchor === null ? `<span ${listenData(story, section)}></span>` : "";
    return `<li>${title}<span class="soft">${lengthWords(section, lines)}</span>${player}</li>`;
  });
  return `<ol class="chapters" aria-label="Chapters">${items.join("")}</ol>`;
}

const chapterData = (story: PublicStory, section: PublicSection, here: PublicSection): string =>
  section === here
    ? '<span class="listen here"></span>'
    : `<span ${listenData(story, section)} data-page="${sectionPath(story.link.slug, section.row.id)}"></span>`;

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
      for (const { speaker, text, hue } of publicRuns(story, paragraph)) {
        const name =
          speaker !== null && speaker !== last
            ? `<span class="who who-${hue % SPEAKER_HUES}">${escapeMarkup(speaker)}</span>`
            : "";
        html += speaker === null ? escapeMarkup(text) : `${spaceBefore(text)}${name}${escapeMarkup(text.trimStart())}`;
        if (speaker !== null) last = speaker;
      }
      yield `<p dir="auto">${html}</p>`;
    }
  }
  yield "</article>";
}

const spaceBefore = (text: string) => (/^\s/u.test(text) ? " " : "");

/** What the player needs to know of a section, as attributes. */
function listenData({ link }: PublicStory, section: PublicSection): string {
  const id = section.row.id;
  if (section.file === null && !section.hasAudio) return 'class="listen"';
  const about = `class="listen" data-title="${escapeMarkup(section.title)}" data-timeline="${timelinePath(link.slug, id)}" data-mix="${mixPath(link.slug, id)}"`;
  if (section.file !== null) {
    const seconds = (section.file.duration_ms ?? 0) / 1000;
    const keep = link.allow_download ? " data-keep" : "";
    return `${about} data-file="${audioPath(link.slug, id)}" data-seconds="${seconds}"${keep}`;
  }
  return about;
}

/** The audio of a section, or nothing when it has none. */
export function player(story: PublicStory, section: PublicSection): string {
  const { link } = story;
  const about = listenData(story, section);
  if (section.file !== null) {
    const source = audioPath(link.slug, section.row.id);
    const download = link.allow_download
      ? `<a class="soft" href="${source}?download" download>Download the MP3</a> <span class="soft">${megabytes(section.file.size_bytes)}</span>`
      : "";
    return `<div ${about}><audio controls preload="none" aria-label="Audio of ${escapeMarkup(section.title)}" src="${source}"></audio>${download}</div>`;
  }
  if (!section.hasAudio) return "";
  return `<div ${about}><noscript><p>Listening to this chapter needs JavaScript.</p></noscript></div>`;
}

/** The page that other sites show in a frame: cover, title, chapters and the player. */
export function embedPage(services: Pages, story: PublicStory): PublicAnswer {
  return { kind: "page", status: 200, html: embedded(services, story), style, script, framed: true };
}

async function* embedded(services: Pages, story: PublicStory): AsyncGenerator<string> {
  yield* head(story.title, null, "", "framed");
  yield `<header class="embed"><img class="cover" src="${coverPath(story)}" width="72" height="72" alt="">`;
  yield `<div><h1 dir="auto"${langOf(story)}><a href="/s/${story.link.slug}" target="_blank" rel="noopener">${escapeMarkup(story.title)}</a></h1>`;
  yield `<p class="soft" dir="auto">${[story.book.author ?? "", factsOf(story)].filter(Boolean).map(escapeMarkup).join(" · ")}</p>`;
  yield '<p class="start"></p></div></header><main>';
  for (const section of story.sections) yield player(story, section);
  yield `</main>${await scriptOf(services)}</body></html>`;
}

/** The feed as an address, and as a link that podcast programs open. */
function feedWays({ publicUrl }: Pick<Services, "publicUrl">, { link }: PublicStory): string {
  const path = `/s/${link.slug}/feed.xml`;
  const address = `${publicUrl()}${path}`;
  const program = escapeMarkup(address.replace(/^https?:/, "podcast:"));
  return `<p class="soft feeds"><a href="${path}" data-feed="${escapeMarkup(address)}">Podcast feed</a><a href="${program}">Open in a podcast app</a></p>`;
}

/** "12 chapters · 7 h 3 min" */
function factsOf({ link, sections }: PublicStory): string {
  const chapters =
    link.kind === "project" ? [`${sections.length} ${sections.length === 1 ? "chapter" : "chapters"}`] : [];
  const isWhole = sections.length > 0 && sections.every(({ file }) => file?.duration_ms != null);
  const length = sections.reduce((sum, { file }) => sum + (file?.duration_ms ?? 0), 0);
  return [...chapters, ...(isWhole ? [timeWords(length)] : [])].join(" · ");
}

/** What a listener will miss, in plain words; empty when everything can be heard. */
function incomplete(sections: readonly PublicSection[], lines: Lines): string {
  const silent = sections.filter(({ row, file }) => file === null && lines.get(row.id)?.isComplete !== true);
  if (silent.length === 0) return "";
  const counts = sections.map(({ row }) => lines.get(row.id));
  const [first] = counts;
  const words = sections.every(({ file, hasAudio }) => file === null && !hasAudio)
    ? "There is no audio yet. The text is complete."
    : sections.length > 1
      ? `The audio is not complete: ${silent.length} of ${sections.length} chapters have lines without audio. The text is complete.`
      : `The audio is not complete: ${first?.ready ?? 0} of ${first?.total ?? 0} lines can be heard. The text is complete.`;
  return `<p class="missing">${words}</p>`;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** "1 h 12 min", "12 min", "40 s" */
function timeWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return `${Math.max(1, Math.round(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function lengthWords({ file, row, hasAudio }: PublicSection, lines: Lines): string {
  if (file?.duration_ms != null) return timeWords(file.duration_ms);
  if (file !== null || lines.get(row.id)?.isComplete === true) return "";
  return hasAudio ? "audio in parts" : "no audio yet";
}

/** @param about elements for programs that show links */
export function head(title: string, feed: string | null = null, about = "", kind = ""): string[] {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title>`,
    feed === null
      ? ""
      : `<link rel="alternate" type="application/rss+xml" title="${escapeMarkup(title)}" href="${feed}">`,
    about,
    `<style>${style.text}</style></head><body${kind === "" ? "" : ` class="${kind}"`}>`,
  ];
}

async function scriptOf({ listenScript }: Pages): Promise<string> {
  const address = await listenScript();
  return address === null ? "" : `<script type="module" src="${address}"></script>`;
}

const end = async (services: Pages): Promise<string> =>
  `<footer><p class="keys" hidden>Keys: space plays and pauses, j and l move 15 seconds, n and p change the chapter. Double-click a word to listen from there.</p><p>Published with Fullcast.</p></footer>${await scriptOf(services)}</body></html>`;
