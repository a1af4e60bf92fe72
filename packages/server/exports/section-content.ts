import { assetIdsOf } from "@fullcast/core/timeline";
import { renderTimeline, showsText } from "../codec/codec.ts";
import { sha256 } from "../hash.ts";
import { assetsOf } from "../media/media.ts";
import { type BookOfSection, bookOf } from "./book-text.ts";
import { compilePart } from "./compile-part.ts";
import { superseded } from "./export-failure.ts";
import type { ContentServices, FileContent } from "./file-content.ts";
import { peopleOf } from "./file-people.ts";
import { type SaidOfBook, saidOfBook, tagsOfBook } from "./said-of-book.ts";
import type { SectionExportRow } from "./store.ts";
import { storeTimeline } from "./timeline-file.ts";

/** A section as a file of its own. @throws ExportFailure */
export async function sectionContent(services: ContentServices, row: SectionExportRow): Promise<FileContent> {
  const { format } = row;
  const compiled = await compilePart(services, row, row.section_id, row, { withWords: true });
  const { section, manifest, manifestHash, chapters, silentTexts, wordTimings } = compiled;
  const said = await saidOfBook(services, section.project_id);
  return {
    // What the bytes depend on beside the timeline: format, tags, chapters.
    key: sha256(
      JSON.stringify([
        format,
        manifestHash,
        section.title,
        chapters,
        ...(said === null ? [] : [said.book, said.cover?.sha256 ?? null]),
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
            ...(format === "srt" ? { speaker_names: people.speakerNames, silent_texts: silentTexts } : {}),
            ...(book === undefined ? {} : { text: book.text }),
          },
        ],
        ...(book === undefined ? {} : { publication: publicationOf(book.publication, said) }),
        assets: [...assets.values()].map((asset) => ({ asset_id: asset.id, path: services.files.path(asset.sha256) })),
        tags: { title: section.title, ...tagsOfBook(services, said), narrators: people.narrators },
        mastering: manifest.mastering_profile,
      };
    },
  };
}

function publicationOf(of: BookOfSection["publication"], said: SaidOfBook | null): BookOfSection["publication"] {
  if (said === null) return of;
  return { ...of, author: said.book.author, language: said.book.language ?? of.language };
}
