// A project as a podcast: RSS 2.0 (https://www.rssboard.org/rss-specification) with Apple's tags
// (https://podcasters.apple.com/support/823-podcast-requirements) and those of the podcast namespace
// (https://podcasting2.org/docs/podcast-namespace). Chapters without a finished file are left out until they have one.

import { ApiError } from "@fullcast/contract";
import { xmlText as xml } from "../http/http.ts";
import { uuidV5 } from "../ids.ts";
import type { Services } from "../services.ts";
import { audioPath, chaptersPath, sectionPath, transcriptPath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import type { PublicSection, PublicStory } from "./public-story.ts";

const ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd";
const ATOM = "http://www.w3.org/2005/Atom";
const PODCAST = "https://podcastindex.org/namespace/1.0";
/** The namespace of podcast GUIDs. */
const PODCAST_GUIDS = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6";

/**
 * @param openings The first words of sections by their ids.
 * @throws ApiError NOT_FOUND for the link of a single section
 */
export function podcastFeed(
  { publicUrl }: Pick<Services, "publicUrl">,
  story: PublicStory,
  openings: ReadonlyMap<string, string>,
): string {
  const { link, title, book, sections } = story;
  if (link.kind !== "project") throw new ApiError("NOT_FOUND", { resource: "feed" });
  const url = `${publicUrl()}/s/${link.slug}`;
  const updated = sections.reduce((latest, { file }) => Math.max(latest, file?.completed_at.getTime() ?? 0), 0);
  const about = book.description ?? `${title}, an audiobook with a full cast of voices.`;
  const description = [about, story.narration?.statement ?? ""].filter((text) => text !== "").join("\n\n");
  const cover = `${publicUrl()}${coverPath(story)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" xmlns:itunes="${ITUNES}" xmlns:atom="${ATOM}" xmlns:podcast="${PODCAST}"><channel>`,
    `<title>${xml(title)}</title>`,
    `<link>${xml(url)}</link>`,
    `<atom:link rel="self" type="application/rss+xml" href="${xml(`${url}/feed.xml`)}"/>`,
    `<description>${xml(description)}</description>`,
    `<language>${xml(book.language ?? "en")}</language>`,
    "<generator>Fullcast</generator>",
    ...(updated === 0 ? [] : [`<lastBuildDate>${new Date(updated).toUTCString()}</lastBuildDate>`]),
    `<image><url>${xml(cover)}</url><title>${xml(title)}</title><link>${xml(url)}</link></image>`,
    `<itunes:image href="${xml(cover)}"/>`,
    `<itunes:author>${xml(book.author ?? title)}</itunes:author>`,
    "<itunes:type>serial</itunes:type>",
    '<itunes:category text="Fiction"/>',
    "<itunes:explicit>false</itunes:explicit>",
    "<itunes:block>Yes</itunes:block>",
    // Of the project, so that it stays when the project is published again under another address.
    `<podcast:guid>${uuidV5(PODCAST_GUIDS, link.project_id)}</podcast:guid>`,
    "<podcast:medium>audiobook</podcast:medium>",
    ...aiContent(story),
    ...sections.flatMap((section, index) =>
      item(publicUrl(), story, section, { episode: index + 1, opening: openings.get(section.id) ?? "" }),
    ),
    "</channel></rss>\n",
  ].join("\n");
}

/** Whether machines speak, as the podcast hosts state it (podcast-namespace, discussion 753). */
const aiContent = ({ narration }: PublicStory): string[] =>
  narration === null ? [] : [`<podcast:txt purpose="ai-content">${narration.kind !== "human"}</podcast:txt>`];

function item(
  origin: string,
  { link, title: bookTitle, book }: PublicStory,
  { id, title, file }: PublicSection,
  { episode, opening }: { readonly episode: number; readonly opening: string },
): string[] {
  if (file === null) return [];
  const at = (path: string) => xml(`${origin}${path}`);
  const language = book.language === null ? "" : ` language="${xml(book.language)}"`;
  const summary = xml(opening === "" ? `${title} of ${bookTitle}.` : opening);
  return [
    "<item>",
    `<title>${xml(title)}</title>`,
    `<link>${at(sectionPath(link.slug, id))}</link>`,
    `<guid isPermaLink="false">${id}</guid>`,
    `<pubDate>${file.completed_at.toUTCString()}</pubDate>`,
    `<description>${summary}</description>`,
    `<itunes:summary>${summary}</itunes:summary>`,
    `<enclosure url="${at(audioPath(link.slug, id))}" length="${file.size_bytes}" type="${xml(file.content_type)}"/>`,
    ...(file.duration_ms === null ? [] : [`<itunes:duration>${Math.round(file.duration_ms / 1000)}</itunes:duration>`]),
    `<itunes:episode>${episode}</itunes:episode>`,
    "<itunes:episodeType>full</itunes:episodeType>",
    ...(file.timeline_sha256 === null
      ? []
      : [`<podcast:transcript url="${at(transcriptPath(link.slug, id))}" type="text/vtt"${language}/>`]),
    `<podcast:chapters url="${at(chaptersPath(link.slug, id))}" type="application/json+chapters"/>`,
    "</item>",
  ];
}
