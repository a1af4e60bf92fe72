// A project as a podcast: RSS 2.0 (https://www.rssboard.org/rss-specification) with Apple's tags
// (https://podcasters.apple.com/support/823-podcast-requirements). Chapters without a finished file wait until they have one.

import { ApiError } from "@fullcast/contract";
import { escapeMarkup } from "../http/http.ts";
import type { Services } from "../services.ts";
import { audioPath, sectionPath } from "./public-audio.ts";
import type { PublicSection, PublicStory } from "./public-story.ts";

const ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd";
const ATOM = "http://www.w3.org/2005/Atom";

/** XML 1.0 has no way to say most control characters. */
const xml = (text: string) =>
  escapeMarkup(text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, " "));

/** @throws ApiError NOT_FOUND for the link of a single section */
export function podcastFeed({ publicUrl }: Pick<Services, "publicUrl">, story: PublicStory): string {
  const { link, title, sections } = story;
  if (link.kind !== "project") throw new ApiError("NOT_FOUND", { resource: "feed" });
  const url = `${publicUrl()}/s/${link.slug}`;
  const updated = sections.reduce((latest, { file }) => Math.max(latest, file?.completed_at.getTime() ?? 0), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" xmlns:itunes="${ITUNES}" xmlns:atom="${ATOM}"><channel>`,
    `<title>${xml(title)}</title>`,
    `<link>${xml(url)}</link>`,
    `<atom:link rel="self" type="application/rss+xml" href="${xml(`${url}/feed.xml`)}"/>`,
    `<description>${xml(`${title}, a story with a full cast.`)}</description>`,
    "<language>en</language>",
    "<generator>Fullcast</generator>",
    ...(updated === 0 ? [] : [`<lastBuildDate>${new Date(updated).toUTCString()}</lastBuildDate>`]),
    `<itunes:author>${xml(title)}</itunes:author>`,
    "<itunes:type>serial</itunes:type>",
    '<itunes:category text="Fiction"/>',
    "<itunes:explicit>false</itunes:explicit>",
    "<itunes:block>Yes</itunes:block>",
    ...sections.flatMap((section, index) => item(publicUrl(), link.slug, section, index + 1)),
    "</channel></rss>\n",
  ].join("\n");
}

function item(origin: string, slug: string, { row, title, file }: PublicSection, episode: number): string[] {
  if (file === null) return [];
  const audio = `${origin}${audioPath(slug, row.id)}`;
  return [
    "<item>",
    `<title>${xml(title)}</title>`,
    `<link>${xml(`${origin}${sectionPath(slug, row.id)}`)}</link>`,
    `<guid isPermaLink="false">${row.id}</guid>`,
    `<pubDate>${file.completed_at.toUTCString()}</pubDate>`,
    `<enclosure url="${xml(audio)}" length="${file.size_bytes}" type="${xml(file.content_type)}"/>`,
    ...(file.duration_ms === null ? [] : [`<itunes:duration>${Math.round(file.duration_ms / 1000)}</itunes:duration>`]),
    `<itunes:episode>${episode}</itunes:episode>`,
    "<itunes:episodeType>full</itunes:episodeType>",
    "</item>",
  ];
}
