// What other programs read of a public page: cards of links, oEmbed, and the manifest of the page as an app.

import { escapeMarkup } from "../http/http.ts";
import type { Services } from "../services.ts";
import { audioPath, sectionPath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import type { PublicSection, PublicStory } from "./public-story.ts";

/** What the page is, for programs that show links (https://ogp.me, https://oembed.com). */
export function openGraph(
  { publicUrl }: Pick<Services, "publicUrl">,
  story: PublicStory,
  section?: PublicSection,
): string {
  const { link, book } = story;
  const at = (path: string) => escapeMarkup(`${publicUrl()}${path}`);
  const path = section === undefined ? `/s/${link.slug}` : sectionPath(link.slug, section.id);
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
    ...(first?.file == null ? [] : [meta("og:audio", at(audioPath(link.slug, first.id)))]),
    '<meta name="twitter:card" content="summary">',
    `<link rel="manifest" href="${manifestPath(link.slug)}">`,
    `<link rel="apple-touch-icon" href="${coverPath(story)}">`,
    `<link rel="alternate" type="application/json+oembed" title="${escapeMarkup(title)}" href="${oembedPath(link.slug)}">`,
  ].join("");
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
/** So high that the whole cover and the controls of a narrow player fit. */
const EMBED = { width: 560, height: 280 };

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
