// The page of a public link, written on the server. It is readable without scripts.

import { repeatsTitle } from "@fullcast/core/document";
import { escapeMarkup, inline, type PageLanguage, type PublicAnswer } from "../http/http.ts";
import type { Services } from "../services.ts";
import { openGraph } from "./link-cards.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { PAGE_WORDS, type PageWords } from "./page-words.ts";
import { audioPath, mixPath, narratorPath, sectionPath, soundPath, timelinePath, voicesPath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import { audioLines, type PublicSection, type PublicStory, paragraphsOf, publicRuns } from "./public-story.ts";

/** A project with more text than this has a page for each chapter, UTF-16 units. */
const ONE_PAGE_UNITS = 200_000;

const style = inline(PAGE_STYLE);
/** The player is a file of this server (packages/web/src/listen). */
const script = { text: "", source: "'self'" };

type Pages = Pick<Services, "db" | "publicUrl" | "clock" | "files"> & {
  /** The address of the player; null when it cannot be built. */
  readonly listenScript: () => Promise<string | null>;
};

/** How many lines of a section have audio, for sections without a finished file. */
type Lines = Awaited<ReturnType<typeof audioLines>>;

/** The page of the link: the whole text, or the contents of a long project. */
export function storyPage(services: Pages, story: PublicStory, language: PageLanguage): PublicAnswer {
  const units = story.sections.reduce((sum, section) => sum + section.text.units, 0);
  const whole = story.sections.length === 1 || units <= ONE_PAGE_UNITS;
  return page(wholePage(services, story, whole, language), language);
}

/** The page of one chapter. */
export function sectionPage(
  services: Pages,
  story: PublicStory,
  section: PublicSection,
  language: PageLanguage,
): PublicAnswer {
  return page(chapterPage(services, story, section, language), language);
}

export function missingPage(language: PageLanguage): PublicAnswer {
  const words = PAGE_WORDS[language];
  const html = [
    ...head(words.nothing, { language }),
    `<main><h1>${words.nothingTitle}</h1>`,
    `<p>${words.nothingHint}</p></main></body></html>`,
  ].join("");
  return { kind: "page", status: 404, html, style, script: null, language };
}

/** The language of the story's own texts; the words around them are those of the page. */
const langOf = ({ book }: PublicStory): string =>
  book.language === null ? "" : ` lang="${escapeMarkup(book.language)}"`;

const page = (html: AsyncIterable<string>, language: PageLanguage): PublicAnswer => ({
  kind: "page",
  status: 200,
  html,
  style,
  script,
  language,
});

async function* wholePage(
  services: Pages,
  story: PublicStory,
  whole: boolean,
  language: PageLanguage,
): AsyncGenerator<string> {
  const { link, sections, book } = story;
  const words = PAGE_WORDS[language];
  const feed = link.kind === "project" ? `/s/${link.slug}/feed.xml` : null;
  yield* head(story.title, { language, feed, about: openGraph(services, story) });
  yield `<a class="skip" href="#text">${words.skip}</a><header class="story">`;
  yield `<img class="cover" src="${coverPath(story)}" width="240" height="240" alt=""><div class="about">`;
  yield `<h1 dir="auto"${langOf(story)}>${escapeMarkup(story.title)}</h1>`;
  if (book.author !== null) yield `<p class="by" dir="auto">${escapeMarkup(book.author)}</p>`;
  yield voicesBadge(story, words);
  const lines = await audioLines(services, sections);
  const facts = factsOf(story, words);
  if (facts !== "") yield `<p class="soft facts">${facts}</p>`;
  yield `${incomplete(sections, lines, words)}<p class="start"></p>`;
  if (book.description !== null) yield `<p dir="auto"${langOf(story)}>${escapeMarkup(book.description)}</p>`;
  if (link.kind === "project") yield feedWays(services, story, words);
  yield "</div></header>";
  if (sections.length > 1) {
    yield `<nav aria-label="${words.chapters}"><h2>${words.chapters}</h2>`;
    yield chapterList(story, lines, words, (section) => (whole ? `#${section.id}` : null));
    yield "</nav>";
  }
  yield `<main id="text"${langOf(story)}>`;
  if (sections.length === 0) yield `<p>${words.noChapters}</p>`;
  if (whole)
    for (const section of sections)
      yield* article(services, story, section, { heading: sections.length > 1 ? null : story.title, words });
  yield "</main>";
  yield await end(services, words);
}

async function* chapterPage(services: Pages, story: PublicStory, section: PublicSection, language: PageLanguage) {
  const { sections, link } = story;
  const words = PAGE_WORDS[language];
  const at = sections.indexOf(section);
  const way = (to: PublicSection | undefined, rel: string, name: string) =>
    to === undefined
      ? ""
      : `<a rel="${rel}" href="${sectionPath(link.slug, to.id)}">${name}: <span dir="auto">${escapeMarkup(to.title)}</span></a>`;
  const ways = `<nav class="ways" aria-label="${words.pages}"><p><a href="/s/${link.slug}">${words.contents}</a>${way(sections[at - 1], "prev", words.before)}${way(sections[at + 1], "next", words.next)}</p></nav>`;
  const lines = await audioLines(services, [section]);
  yield* head(`${section.title} – ${story.title}`, { language, about: openGraph(services, story, section) });
  yield `<a class="skip" href="#text">${words.skip}</a><header class="story chapter">`;
  yield `<img class="cover" src="${coverPath(story)}" width="96" height="96" alt=""><div class="about">`;
  yield `<p class="soft" dir="auto">${escapeMarkup(story.title)}</p><h1 dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</h1>`;
  yield `${voicesBadge(story, words)}${incomplete([section], lines, words)}<p class="start"></p></div></header>${ways}<main id="text"${langOf(story)}>`;
  yield* article(services, story, section, { heading: section.title, words });
  yield `${ways}</main>`;
  // The player continues with the other chapters, whose text is on separate pages.
  if (sections.length > 1)
    yield `<div hidden>${sections.map((one) => chapterData(story, one, section)).join("")}</div>`;
  yield await end(services, words);
}

/** The chapters with their lengths. Without an anchor a chapter has a page of its own, and the list is what the player plays. */
function chapterList(
  story: PublicStory,
  lines: Lines,
  words: PageWords,
  anchorOf: (section: PublicSection) => string | null,
): string {
  const items = story.sections.map((section) => {
    const anchor = anchorOf(section);
    const to = anchor ?? sectionPath(story.link.slug, section.id);
    const title = `<a href="${to}" dir="auto"${langOf(story)}>${escapeMarkup(section.title)}</a>`;
    const player = anchor === null ? `<span ${listenData(story, section)}></span>` : "";
    return `<li>${title}<span class="soft">${lengthWords(section, lines, words)}</span>${player}</li>`;
  });
  return `<ol class="chapters" aria-label="${words.chapters}">${items.join("")}</ol>`;
}

const chapterData = (story: PublicStory, section: PublicSection, here: PublicSection): string =>
  section === here
    ? '<span class="listen here"></span>'
    : `<span ${listenData(story, section)} data-page="${sectionPath(story.link.slug, section.id)}"></span>`;

async function* article(
  services: Pick<Services, "db" | "files">,
  story: PublicStory,
  section: PublicSection,
  /** `heading` is the heading of the page; null where each chapter has its own. */
  { heading, words }: { readonly heading: string | null; readonly words: PageWords },
) {
  const id = section.id;
  yield heading === null
    ? `<article aria-labelledby="${id}"><h2 id="${id}" dir="auto">${escapeMarkup(section.title)}</h2>`
    : "<article>";
  yield player(story, section, words);
  let isFirst = true;
  for await (const paragraphs of paragraphsOf(services, section)) {
    for (const paragraph of paragraphs) {
      // The heading says it already. The player still finds the words there.
      const hidden = isFirst && repeatsTitle(paragraph, heading ?? section.title) ? " hidden" : "";
      isFirst = false;
      let html = "";
      // The name stands where the speaker changes within the paragraph.
      let last: string | null = null;
      for (const { speaker, text, hue } of publicRuns(story, paragraph, words.narrator)) {
        const name =
          speaker !== null && speaker !== last ? `<span class="who who-${hue}">${escapeMarkup(speaker)}</span>` : "";
        html += speaker === null ? escapeMarkup(text) : `${spaceBefore(text)}${name}${escapeMarkup(text.trimStart())}`;
        if (speaker !== null) last = speaker;
      }
      yield `<p dir="auto"${hidden}>${html}</p>`;
    }
  }
  yield "</article>";
}

const spaceBefore = (text: string) => (/^\s/u.test(text) ? " " : "");

/** What the player needs to know of a section, as attributes. */
function listenData({ link }: PublicStory, section: PublicSection): string {
  const id = section.id;
  if (section.file === null && !section.hasAudio) return 'class="listen"';
  const voices = section.hasSounds ? ` data-voices="${voicesPath(link.slug, id)}"` : "";
  const narrator = section.isNarrated ? ` data-narrator="${narratorPath(link.slug, id)}"` : "";
  const mix = section.version === null ? "" : ` data-mix="${mixPath(link.slug, id)}"`;
  const about = `class="listen" data-title="${escapeMarkup(section.title)}" data-timeline="${timelinePath(link.slug, id)}"${mix}${voices}${narrator}`;
  if (section.file !== null) {
    const seconds = (section.file.duration_ms ?? 0) / 1000;
    const keep = link.allow_download ? " data-keep" : "";
    return `${about} data-file="${soundPath(link.slug, id)}" data-seconds="${seconds}"${keep}`;
  }
  return about;
}

/** The audio of a section, or nothing when it has none. */
export function player(story: PublicStory, section: PublicSection, words: PageWords): string {
  const { link } = story;
  const about = listenData(story, section);
  if (section.file !== null) {
    const { id } = section;
    const download = link.allow_download
      ? `<a class="soft" href="${audioPath(link.slug, id)}?download" download>${words.download}</a> <span class="soft">${words.megabytes(section.file.size_bytes / 1_000_000)}</span>`
      : "";
    return `<div ${about}><audio controls preload="none" aria-label="${escapeMarkup(words.audioOf(section.title))}" src="${soundPath(link.slug, id)}"></audio>${download}</div>`;
  }
  if (!section.hasAudio) return "";
  return `<div ${about}><noscript><p>${words.needsScript}</p></noscript></div>`;
}

/** Who reads, with the detail behind it; for programs as schema.org's digitalSourceType. */
function voicesBadge({ narration, title }: PublicStory, words: PageWords): string {
  if (narration === null) return "";
  const { kind, source_type, recorded_lines } = narration;
  return `<details class="voices" itemscope itemtype="https://schema.org/Audiobook"><summary>${words.voices[kind]}</summary><meta itemprop="name" content="${escapeMarkup(title)}"><meta itemprop="digitalSourceType" content="${source_type}"><p>${words.voicesDetail[kind](recorded_lines)}</p></details>`;
}

/** The page that other sites show in a frame: cover, title, chapters and the player. */
export function embedPage(services: Pages, story: PublicStory, language: PageLanguage): PublicAnswer {
  const html = embedded(services, story, language);
  return { kind: "page", status: 200, html, style, script, framed: true, language };
}

async function* embedded(services: Pages, story: PublicStory, language: PageLanguage): AsyncGenerator<string> {
  const words = PAGE_WORDS[language];
  yield* head(story.title, { language, kind: "framed" });
  yield `<header class="embed"><img class="cover" src="${coverPath(story)}" width="72" height="72" alt="">`;
  yield `<div><h1 dir="auto"${langOf(story)}><a href="/s/${story.link.slug}" target="_blank" rel="noopener">${escapeMarkup(story.title)}</a></h1>`;
  yield `<p class="soft" dir="auto">${[story.book.author ?? "", story.narration === null ? "" : words.voices[story.narration.kind], factsOf(story, words)].filter(Boolean).map(escapeMarkup).join(" · ")}</p>`;
  yield '<p class="start"></p></div></header><main>';
  for (const section of story.sections) yield player(story, section, words);
  yield `</main>${await scriptOf(services)}</body></html>`;
}

/** The feed as an address, and as a link that podcast programs open. */
function feedWays({ publicUrl }: Pick<Services, "publicUrl">, { link }: PublicStory, words: PageWords): string {
  const path = `/s/${link.slug}/feed.xml`;
  const address = `${publicUrl()}${path}`;
  const program = escapeMarkup(address.replace(/^https?:/, "podcast:"));
  return `<p class="soft feeds"><a href="${path}" data-feed="${escapeMarkup(address)}">${words.feed}</a><a href="${program}">${words.openFeed}</a></p>`;
}

/** "12 chapters · 7 h 3 min"; a story of one chapter has its length alone. */
function factsOf({ sections }: PublicStory, words: PageWords): string {
  const chapters = sections.length > 1 ? [words.chapterCount(sections.length)] : [];
  const isWhole = sections.length > 0 && sections.every(({ file }) => file?.duration_ms != null);
  const length = sections.reduce((sum, { file }) => sum + (file?.duration_ms ?? 0), 0);
  return [...chapters, ...(isWhole ? [timeWords(length)] : [])].join(" · ");
}

/** What a listener will miss, in plain words; empty when everything can be heard. */
function incomplete(sections: readonly PublicSection[], lines: Lines, words: PageWords): string {
  const silent = sections.filter(({ id, file }) => file === null && lines.get(id)?.isComplete !== true);
  if (silent.length === 0) return "";
  const counts = sections.map(({ id }) => lines.get(id));
  const [first] = counts;
  const said = sections.every(({ file, hasAudio }) => file === null && !hasAudio)
    ? words.noAudio
    : sections.length > 1
      ? words.silentChapters(silent.length, sections.length)
      : words.silentLines(first?.ready ?? 0, first?.total ?? 0);
  return `<p class="missing">${said}</p>`;
}

/** "1 h 12 min", "12 min", "40 s" */
function timeWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return `${Math.max(1, Math.round(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function lengthWords({ file, id, hasAudio }: PublicSection, lines: Lines, words: PageWords): string {
  if (file?.duration_ms != null) return timeWords(file.duration_ms);
  if (file !== null || lines.get(id)?.isComplete === true) return "";
  return hasAudio ? words.partly : words.silent;
}

interface HeadOptions {
  readonly language?: PageLanguage;
  readonly feed?: string | null;
  /** Elements for programs that show links. */
  readonly about?: string;
  readonly kind?: string;
  /** The text of the page's style; that of the public page. */
  readonly style?: string;
}

export function head(
  title: string,
  { language = "en", feed = null, about = "", kind = "", style: styleText = style.text }: HeadOptions = {},
): string[] {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title>`,
    feed === null
      ? ""
      : `<link rel="alternate" type="application/rss+xml" title="${escapeMarkup(title)}" href="${feed}">`,
    about,
    `<style>${styleText}</style></head><body${kind === "" ? "" : ` class="${kind}"`}>`,
  ];
}

async function scriptOf({ listenScript }: Pages): Promise<string> {
  const address = await listenScript();
  return address === null ? "" : `<script type="module" src="${address}"></script>`;
}

const end = async (services: Pages, words: PageWords): Promise<string> =>
  `<footer><p class="keys" hidden>${words.keys}</p><p>${words.published}</p></footer>${await scriptOf(services)}</body></html>`;
