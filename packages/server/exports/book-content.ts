// A book: sections of a project in one file, with spoken credits at both ends when asked for. Sections are compiled one by
// one, and only the data that the file needs is kept.

import { ApiError } from "@fullcast/contract";
import { type CreditedBook, creditsOf } from "@fullcast/core/packaging";
import { assetIdsOf, type Chapter, type MasteringProfile, spacingMs } from "@fullcast/core/timeline";
import { originalOf } from "../books/books.ts";
import {
  isSubtitles,
  partStarts,
  type RenderJob,
  type RenderPart,
  renderTimeline,
  showsText,
  spokenText,
} from "../codec/codec.ts";
import type { ExportedBook } from "../db/tables.ts";
import { sha256 } from "../hash.ts";
import { assetsOf } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";
import { type BookSectionRow, loadBook } from "./book-store.ts";
import { bookOf, narratorLanguage, wholeSeconds } from "./book-text.ts";
import { compilePart } from "./compile-part.ts";
import type { ContentServices, FileContent } from "./content.ts";
import { type SpokenCredit, speakCredit } from "./credits.ts";
import { ExportFailure, superseded } from "./export-failure.ts";
import { bookTags, coverKey, coverPicture, type FileCover, fileCover } from "./file-book.ts";
import { fileDisclosure } from "./file-disclosure.ts";
import { peopleOf } from "./file-people.ts";
import { sampleOf } from "./sample.ts";
import type { ExportRow } from "./store.ts";
import type { StoredAsset } from "./stored-render.ts";

/** Lines of all sections together, enough for hundreds of hours. All of them are in memory while the book is mixed. */
const MOST_LINES = 200_000;

const NOTHING: BookParts = { parts: [], hashes: [], assets: [], lyrics: [], changedAt: new Date(0) };

/** The title of a file that is a part of the book: the book's, and the credit's heading or what shops call a sample. */
const nameOfPart = (part: ExportedBook["part"], title: string, heading = ""): string =>
  `${title} – ${part === "sample" ? "Retail Sample" : heading}`;

interface BookParts {
  readonly parts: readonly RenderPart[];
  readonly hashes: readonly string[];
  readonly assets: readonly StoredAsset[];
  /** The text of each section, when the file has lyrics. */
  readonly lyrics: readonly string[];
  /** Time of the latest change of a section. */
  readonly changedAt: Date;
}

/** @throws ExportFailure; the signal's reason when it is aborted. */
export async function bookContent(
  services: ContentServices,
  row: ExportRow,
  signal: AbortSignal,
): Promise<FileContent> {
  const { format } = row;
  const { book, sections } = await loadBook(services, row.id);
  const project = await findProject(services, { accountId: row.account_id }, row.project_id);
  const mastering = project.mastering_profile;
  const { part = "whole" } = book;
  const isCredit = part === "opening_credits" || part === "closing_credits";
  const compiled = isCredit ? NOTHING : await compileSections(services, row, { book, sections }, signal);
  const made = part === "sample" ? { ...compiled, parts: sampleOf(compiled.parts) } : compiled;
  const language = book.language ?? (await narratorLanguage(services, row.project_id));
  const details = book.details ?? null;
  const cover = await coverOf(services, row, book);
  const highlight = book.highlight ?? "word";
  const original = book.pages === "original" ? await originalIn(services, row.project_id) : null;
  const heard = await peopleOf(
    services,
    row.project_id,
    made.parts.map((part) => part.manifest),
  );
  const reader = book.narrator ?? (await narratorVoice(services, row.project_id));
  const narrators = book.narrator === null ? heard.narrators : [book.narrator];
  // The narrator speaks credits, which are no lines of the script.
  const named = isCredit && narrators.length === 0 && reader !== null ? [reader] : narrators;
  // Players sort files without a number first: there the opening belongs, and the closing behind the last chapter.
  const track = part === "closing_credits" ? sections.length + 1 : null;
  const hasCredits = isCredit || (book.credits && part === "whole");
  // A sample states what the whole book would state.
  const heardAssets = { assetIds: made.assets.map(({ asset_id }) => asset_id), hasCredits };
  const disclosure = isSubtitles(format)
    ? null
    : await fileDisclosure(services, row.project_id, { details, language: book.language }, heardAssets);
  const about = { ...book, narrator: reader, statement: disclosure?.statement ?? null };
  const credits = hasCredits ? await speakCredits(services, row, about, { language, mastering, signal }) : null;
  const spoken =
    credits === null
      ? []
      : part === "opening_credits"
        ? [credits.opening]
        : part === "closing_credits"
          ? [credits.closing]
          : [credits.opening, credits.closing];
  const [opening, closing] = spoken.map((credit) => credit.part);
  const parts = withPauses(
    [...(opening === undefined ? [] : [opening]), ...made.parts, ...(closing === undefined ? [] : [closing])],
    format,
    mastering,
  );
  const title = part === "whole" ? book.title : nameOfPart(part, book.title, parts[0]?.title);
  const manifestHash = sha256(JSON.stringify(made.hashes));
  const publication = {
    identifier: row.project_id,
    author: book.author,
    narrator: named.length === 0 ? null : named.join("; "),
    language,
    modified: wholeSeconds(made.changedAt),
    details,
  };
  const said = spoken.map((credit) => [credit.part.title, credit.asset.sha256]);
  const headings = parts.map(({ title, chapters }) => [title, chapters]);
  return {
    key: sha256(
      JSON.stringify([
        "book",
        format,
        manifestHash,
        book,
        coverKey(cover),
        named,
        track,
        said,
        headings,
        publication,
        disclosure,
        ...(original === null ? [] : [original.sha256]),
      ]),
    ),
    manifestHash,
    timelineSha256: null,
    durationMs: partStarts(parts).end,
    name: title,
    job: async () => ({
      format,
      parts: isSubtitles(format) ? parts.map((part) => ({ ...part, speaker_names: heard.speakerNames })) : parts,
      ...(format === "epub" ? { publication, highlight } : {}),
      ...(original === null ? {} : { original: { sha256: original.sha256 } }),
      assets: [...made.assets, ...spoken.map((credit) => credit.asset)],
      tags: {
        title,
        album: book.title,
        ...bookTags({ author: book.author, details }, disclosure),
        language: language === "und" ? null : language,
        narrators: named,
        track,
        // A sample ends within the text, and credits are none of it.
        lyrics: part === "whole" && made.lyrics.length > 0 ? made.lyrics.join("\n\n") : null,
        cover: await coverPicture(services, row, cover),
      },
      mastering,
    }),
  };
}

async function originalIn(services: Pick<Services, "db">, projectId: string) {
  const original = await originalOf(services, projectId);
  if (original !== undefined) return original;
  throw new ExportFailure("EXPORT_FAILED", "The original EPUB of the story is no longer kept.");
}

async function coverOf(services: Pick<Services, "db">, row: ExportRow, book: ExportedBook): Promise<FileCover | null> {
  const { title, author, language, details = null, cover_asset_id: coverAssetId } = book;
  const cover = await fileCover(services, row, { title, author, language, details, coverAssetId });
  // The cover may have been removed since the export was requested.
  if (cover === "gone") throw new ExportFailure("EXPORT_FAILED", "The book's cover was removed from the project.");
  return cover;
}

async function compileSections(
  services: ContentServices,
  row: ExportRow,
  { book, sections }: { readonly book: ExportedBook; readonly sections: readonly BookSectionRow[] },
  signal: AbortSignal,
): Promise<BookParts> {
  const parts: RenderPart[] = [];
  const hashes: string[] = [];
  const assets = new Map<string, StoredAsset>();
  const lyrics: string[] = [];
  const hasLyrics = row.format === "mp3" && book.details?.lyrics === true;
  let changedAt = new Date(0);
  let lines = 0;
  for (const [index, captured] of sections.entries()) {
    signal.throwIfAborted();
    const named = `Section ${index + 1} of the book (“${captured.title}”, ${captured.section_id}): `;
    const versions = { ...row, document_version: captured.document_version };
    const how = { withWords: showsText(row.format), named };
    const compiled = await compilePart(services, row, captured.section_id, versions, how).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === "NOT_FOUND" ? gone(named) : error;
    });
    const { section, manifest } = compiled;
    if (section.project_id !== row.project_id) throw gone(named);
    const timeline = renderTimeline(manifest, row.format);
    lines += timeline.sequential_units.length;
    if (lines > MOST_LINES) {
      throw new ExportFailure(
        "EXPORT_MANIFEST_TOO_LARGE",
        `The sections have more than ${MOST_LINES} lines together, the most of one file. Choose fewer sections.`,
      );
    }
    const text = row.format === "epub" ? await bookOf(services, section, manifest) : undefined;
    if (text === null) throw superseded();
    if (hasLyrics) {
      lyrics.push(spokenText({ manifest: renderTimeline(manifest, "srt"), silent_texts: compiled.silentTexts }));
    }
    const title = section.title.trim() || `Section ${index + 1}`;
    const whole: Chapter = { title, start_ms: 0 };
    parts.push({
      title,
      manifest: timeline,
      chapters: book.chapters === "headings" ? compiled.chapters : [whole],
      word_timings: compiled.wordTimings,
      ...(isSubtitles(row.format) ? { silent_texts: compiled.silentTexts } : {}),
      ...(text === undefined ? {} : { text: text.text }),
    });
    hashes.push(compiled.manifestHash);
    const wanted = assetIdsOf(manifest).filter((id) => !assets.has(id));
    for (const asset of (await assetsOf(services, wanted)).values()) {
      assets.set(asset.id, { asset_id: asset.id, sha256: asset.sha256 });
    }
    if (section.updated_at > changedAt) changedAt = section.updated_at;
  }
  return { parts, hashes, assets: [...assets.values()], lyrics, changedAt };
}

const gone = (named: string): ExportFailure =>
  new ExportFailure("EXPORT_AUDIO_INCOMPLETE", `${named}The section was moved or deleted.`);

async function speakCredits(
  services: ContentServices,
  row: ExportRow,
  book: CreditedBook,
  how: { readonly language: string; readonly mastering: MasteringProfile; readonly signal: AbortSignal },
): Promise<{ readonly opening: SpokenCredit; readonly closing: SpokenCredit }> {
  const { opening, closing } = creditsOf(book, how.language);
  return {
    opening: await speakCredit(services, row, opening, how.mastering, how.signal),
    closing: await speakCredit(services, row, closing, how.mastering, how.signal),
  };
}

/** The name of the narrator's voice. */
async function narratorVoice(services: Pick<Services, "db" | "engines">, projectId: string): Promise<string | null> {
  const narrator = (await speakerRows(services, projectId)).find((speaker) => speaker.role === "narrator");
  const catalogue = await services.engines.catalogue();
  return catalogue.voice(narrator?.casting_voice_id ?? "")?.name ?? null;
}

/**
 * Adds the pause after each part: as long as before a heading, less the room tone at the ends of the parts. The parts of a
 * read-along book are files of their own and need none.
 */
function withPauses(
  parts: readonly RenderPart[],
  format: RenderJob["format"],
  mastering: MasteringProfile,
): readonly RenderPart[] {
  if (format === "epub") return parts;
  const tone = mastering.enabled ? mastering.room_tone : null;
  const quiet = (tone?.head_ms ?? 0) + (tone?.tail_ms ?? 0);
  const pause_after_ms = Math.max(0, spacingMs({ kind: "before_heading" }, false) - quiet);
  return parts.map((part) => ({ ...part, pause_after_ms }));
}
