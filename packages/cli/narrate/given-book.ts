// Book data that is given as options of `narrate`: checked before any work, and preferred to what the file states.

import { readFile, stat } from "node:fs/promises";
import { LIMITS } from "@fullcast/contract/client";
import { isLanguageTag } from "@fullcast/contract/language-tag";
import { CliError } from "../cli-error.ts";
import { givenPath } from "../paths.ts";
import type { Story } from "../story/story-file.ts";
import { imageType } from "./book-data.ts";

export interface BookOptions {
  readonly author?: string;
  readonly cover?: string;
  readonly language?: string;
  readonly series?: string;
  readonly number?: string;
  readonly description?: string;
  readonly narratorCredit?: string;
  readonly lyrics?: boolean;
  readonly undisclosed?: string;
}

export interface GivenBook {
  readonly author: string | null;
  readonly language: string | null;
  readonly series: string | null;
  readonly series_number: string | null;
  readonly description: string | null;
  readonly cover: Uint8Array | null;
  /** The narrator that tags name in place of the voices. */
  readonly narrator: string | null;
  /** Whether MP3 files hold the text; null: as the project has it. */
  readonly lyrics: boolean | null;
  /** Why files do not state that machines speak; null: as the project has it. */
  readonly undisclosed: string | null;
}

/** @throws CliError (usage) for a value that the interface does not accept; (failed) for a cover that cannot be read */
export async function givenBook(options: BookOptions): Promise<GivenBook> {
  const { author, language, series, number, description, narratorCredit, cover } = options;
  if (number !== undefined && series === undefined) {
    throw new CliError("usage", `--number ${number}: a number needs the name of its series (--series).`);
  }
  if (language !== undefined && !isLanguageTag(language)) {
    throw new CliError("usage", `--language ${language}: a language tag (BCP 47) like en or de-AT is expected.`);
  }
  return {
    narrator: plainText("--narrator-credit", narratorCredit, LIMITS.book_author_units),
    author: plainText("--author", author, LIMITS.book_author_units),
    language: language ?? null,
    series: plainText("--series", series, LIMITS.book_series_units),
    series_number: plainText("--number", number, LIMITS.book_series_number_units),
    description: plainText("--description", description, LIMITS.book_description_units),
    lyrics: options.lyrics ?? null,
    undisclosed: reason(options.undisclosed),
    cover: cover === undefined ? null : await coverFile(givenPath(cover)),
  };
}

const LEAST_REASON = 10;

function reason(value: string | undefined): string | null {
  const text = plainText("--undisclosed", value, LIMITS.undisclosed_reason_units);
  if (text === null || text.length >= LEAST_REASON) return text;
  throw new CliError("usage", `--undisclosed ${text}: a reason of at least ${LEAST_REASON} characters is expected.`);
}

function plainText(option: string, value: string | undefined, most: number): string | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (text !== "" && text.length <= most && !text.includes("\0") && text.isWellFormed()) return text;
  throw new CliError("usage", `${option}: 1 to ${most} characters of plain text are expected.`);
}

async function coverFile(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) throw new CliError("usage", `--cover: there is no file ${path}.`);
  if (found.size > LIMITS.book_cover_bytes) {
    const most = LIMITS.book_cover_bytes / 1024 / 1024;
    throw new CliError("usage", `--cover: ${path} is larger than ${most} MiB.`);
  }
  const bytes = await readFile(path);
  if (imageType(bytes) === null) {
    throw new CliError("usage", `--cover: ${path} is no JPEG, PNG, GIF or WebP image.`);
  }
  return bytes;
}

/** MARC relator code of a narrator. */
const NARRATOR_ROLE = "nrt";

/** The story with the given data in place of its own. */
export function withGivenBook(
  story: Story,
  given: GivenBook,
): Story & { readonly isGiven: boolean; readonly lyrics: boolean | null; readonly undisclosed: string | null } {
  const { author, language, series, series_number, description, cover, narrator, lyrics, undisclosed } = given;
  const others = story.details.contributors.filter(({ role }) => role !== NARRATOR_ROLE);
  const isGiven = Object.values(given).some((value) => value !== null);
  return {
    ...story,
    isGiven,
    lyrics,
    undisclosed,
    author: author ?? story.author,
    language: language ?? story.language,
    cover: cover ?? story.cover,
    details: {
      ...story.details,
      ...(series === null ? {} : { series, series_number }),
      description: description ?? story.details.description,
      // Files of chapters name the narrators of the book.
      ...(narrator === null ? {} : { contributors: [...others, { name: narrator, role: NARRATOR_ROLE }] }),
    },
  };
}
