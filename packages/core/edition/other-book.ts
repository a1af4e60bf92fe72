// Whether a file is probably another book than that of its story.

import type { EditionPlan } from "./plan-edition.ts";

/** What a story and a file state about their book; null: nothing. */
interface Stated {
  readonly author: string | null;
  /** BCP 47. */
  readonly language: string | null;
}

/** With fewer of the lines in common, an edition is none. */
const LEAST_SHARE = 1 / 5;

/**
 * True when few lines of the file's chapters stand in the story, and the file would take lines away, or states another author
 * or language. The next chapter of a serial takes none away.
 */
export function isOtherBook({ chapters }: EditionPlan, story: Stated, file: Stated): boolean {
  const sum = { kept: 0, others: 0, gone: 0 };
  for (const { chapter, counts, isEmptied } of chapters) {
    if (chapter === null && !isEmptied) continue;
    sum.kept += counts.lines_kept;
    sum.others += counts.lines_changed + counts.paragraphs_new;
    sum.gone += counts.lines_gone;
  }
  if (sum.kept >= (sum.kept + sum.others + sum.gone) * LEAST_SHARE) return false;
  return sum.gone > 0 || differ(story.author, file.author) || differ(base(story.language), base(file.language));
}

const base = (language: string | null) => language?.split("-")[0] ?? null;
const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && plain(one) !== plain(other);
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
