// What podcast programs show beside the audio of a section: its transcript as WebVTT and its chapters as JSON
// (https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md). Both match the finished file.

import { renderTimeline, subtitlesOf } from "../codec/codec.ts";
import { readTimeline } from "../exports/exports.ts";
import type { Services } from "../services.ts";
import { compileSection } from "../timelines/timelines.ts";
import { notShared, type PublicSection, type PublicStory } from "./public-story.ts";
import type { ShareLinkRow } from "./store.ts";

/** @throws ApiError NOT_FOUND without a finished file */
export async function transcriptOf(
  services: Pick<Services, "files">,
  { speakers }: PublicStory,
  { file, title }: PublicSection,
): Promise<string> {
  if (file === null || file.timeline_sha256 === null) throw notShared();
  const { manifest, unit_word_timings } = await readTimeline(services, file.timeline_sha256);
  const part = {
    title,
    manifest: renderTimeline(manifest, "vtt"),
    chapters: [],
    word_timings: unit_word_timings,
    speaker_names: Object.fromEntries(speakers),
  };
  return subtitlesOf({ parts: [part] }, "vtt");
}

/** @throws ApiError NOT_FOUND without a finished file, and for a section that is longer than a timeline holds */
export async function chaptersOf(
  services: Pick<Services, "db" | "engines">,
  { link, title, book }: PublicStory,
  { id, version, file, title: sectionTitle }: PublicSection,
): Promise<string> {
  if (file === null) throw notShared();
  // Headings within a section are known of its current state alone.
  const chapters = version === null ? [] : await headingsOf(services, link, id);
  return JSON.stringify({
    version: "1.2.0",
    title: sectionTitle,
    podcastName: title,
    ...(book.author === null ? {} : { author: book.author }),
    chapters: chapters.length > 0 ? chapters : [{ startTime: 0, title: sectionTitle }],
  });
}

async function headingsOf(services: Pick<Services, "db" | "engines">, link: ShareLinkRow, sectionId: string) {
  const compiled = await compileSection(services, { accountId: link.account_id }, sectionId, { withWords: false });
  if (compiled.kind === "too_large") throw notShared();
  return compiled.chapters.map(({ start_ms, title }) => ({ startTime: start_ms / 1000, title }));
}
