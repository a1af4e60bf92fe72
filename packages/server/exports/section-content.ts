// A section as a file of its own.

import type { FileChapter } from "@fullcast/core/audio-files";
import { assetIdsOf } from "@fullcast/core/timeline";
import { isSubtitles, renderTimeline, showsText, spokenText } from "../codec/codec.ts";
import { sha256 } from "../hash.ts";
import { assetsOf } from "../media/media.ts";
import { bookOf } from "./book-text.ts";
import { compilePart } from "./compile-part.ts";
import type { ContentServices, FileContent } from "./content.ts";
import { superseded } from "./export-failure.ts";
import { bookTags, coverKey, coverPicture, type FileBook, fileBook, fileCover } from "./file-book.ts";
import { fileDisclosure } from "./file-disclosure.ts";
import { peopleOf } from "./file-people.ts";
import type { SectionExportRow } from "./store.ts";
import { storeTimeline } from "./timeline-file.ts";

/** @throws ExportFailure */
export async function sectionContent(services: ContentServices, row: SectionExportRow): Promise<FileContent> {
  const { format } = row;
  const compiled = await compilePart(services, row, row.section_id, row, { withWords: true });
  const { section, manifest, manifestHash, silentTexts, wordTimings } = compiled;
  const { isNamed, ...known } = await fileBook(services, row);
  const chapters = isNamed ? withoutTitleChapter(compiled.chapters) : compiled.chapters;
  const title = section.title.trim() || known.title || "Untitled";
  const track = isNamed ? section.section_index + 1 : null;
  const found = await fileCover(services, row, { ...known, title: known.title ?? title });
  // A chapter's file is made without a picture that was removed; a cover is drawn then.
  const cover =
    found === "gone"
      ? await fileCover(services, row, { ...known, title: known.title ?? title, coverAssetId: null })
      : found;
  if (cover === "gone") throw new Error("a drawn cover needs no asset");
  const disclosure = isSubtitles(format)
    ? null
    : await fileDisclosure(services, row.project_id, known, { assetIds: assetIdsOf(manifest), hasCredits: false });
  return {
    // All that the bytes depend on beside the timeline.
    key: sha256(
      JSON.stringify([
        format,
        manifestHash,
        ...(isSubtitles(format) ? [] : [section.title, chapters, { ...known, coverAssetId: null }, track]),
        coverKey(cover),
        ...(isSubtitles(format) ? [] : [disclosure]),
      ]),
    ),
    manifestHash,
    timelineSha256: await storeTimeline(services, { manifest, unit_word_timings: wordTimings }),
    durationMs: manifest.duration_ms,
    name: section.title,
    job: async () => {
      const assets = await assetsOf(services, assetIdsOf(manifest));
      const people = await peopleOf(services, section.project_id, [manifest]);
      const book = format === "epub" ? await bookOf(services, section, manifest) : undefined;
      if (book === null) throw superseded();
      return {
        format,
        parts: [
          {
            title: section.title,
            manifest: renderTimeline(manifest, format),
            chapters,
            word_timings: showsText(format) ? wordTimings : [],
            ...(isSubtitles(format) ? { speaker_names: people.speakerNames, silent_texts: silentTexts } : {}),
            ...(book === undefined ? {} : { text: book.text }),
          },
        ],
        ...(book === undefined ? {} : { publication: publicationOf(book.publication, known) }),
        assets: [...assets.values()].map((asset) => ({ asset_id: asset.id, sha256: asset.sha256 })),
        tags: {
          title: section.title,
          album: known.title,
          ...bookTags(known, disclosure),
          language: known.language,
          narrators: narratorsOf(known) ?? people.narrators,
          track,
          lyrics:
            format === "mp3" && known.details?.lyrics === true
              ? spokenText({ manifest: renderTimeline(manifest, "srt"), silent_texts: silentTexts })
              : null,
          cover: await coverPicture(services, row, cover),
        },
        mastering: manifest.mastering_profile,
      };
    },
  };
}

/** Below this a chapter is the title above the first chapter, ms. */
const TITLE_MS = 4_000;

/**
 * The chapters of a chapter's file. A book's first chapter often begins with the book's title as a heading of its own; shops
 * refuse a file with two chapters.
 */
function withoutTitleChapter(chapters: readonly FileChapter[]): readonly FileChapter[] {
  const [first, second, ...rest] = chapters;
  if (first === undefined || second === undefined || second.start_ms - first.start_ms >= TITLE_MS) return chapters;
  return [{ ...second, start_ms: first.start_ms }, ...rest];
}

/** The narrators that the book names; null when it names none: then the voices are. */
function narratorsOf({ details }: FileBook): readonly string[] | null {
  const names = details?.contributors.filter(({ role }) => role === "nrt").map(({ name }) => name) ?? [];
  return names.length === 0 ? null : names;
}

type Publication = NonNullable<Awaited<ReturnType<typeof bookOf>>>["publication"];

const publicationOf = (of: Publication, { author, language, details }: FileBook): Publication => ({
  ...of,
  author,
  language: language ?? of.language,
  details,
});
