// What a check of a manuscript found, and the mends that a person chose.

import { FINDING_KINDS } from "@fullcast/core/manuscript";
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, text, uuid, version } from "./primitives.ts";

export const findingKind = z.enum(FINDING_KINDS).meta({
  id: "FindingKind",
  description:
    "stray_symbol: remains of markup or of a wrong encoding. mixed_quotation_marks: a mark that the rest of the book does not use. author_note: a note that is no part of the story. split_word: a word in two parts. doubled_space: several spaces between two words. doubled_word: a word that no sentence has twice in sequence. empty_heading: a heading without text. unbalanced_dialogue: speech without its beginning or its end. name_spelled_two_ways: a rare spelling of a frequent name. unspeakable_word: a word that no voice can say.",
});

const kindCount = z
  .strictObject({
    kind: findingKind,
    count: count.meta({ description: "Findings of this kind." }),
    mendable: count.meta({ description: "Findings of this kind with a proposed mend." }),
  })
  .meta({ id: "FindingCount", description: "How many findings of a kind there are." });

const words = {
  before: z.string().meta({ description: "The text of the chapter before the place." }),
  words: z.string().meta({
    description: "The words of the place; of very long ones the beginning. Empty: something is missing.",
  }),
  after: z.string().meta({ description: "The text of the chapter after the place." }),
  mend: z
    .string()
    .nullable()
    .meta({ description: "The proposed text of the place. Empty: leave the words out. Null: a person has to decide." }),
};

const kinds = z.array(kindCount).meta({ description: "The kinds that were found, in all chapters." });
const next_from = count.nullable().meta({ description: "`from` of the next page. Null: this is the last one." });

const storyFinding = z
  .strictObject({
    kind: findingKind,
    section_id: uuid,
    block_id: uuid.meta({ description: "The block that holds the place." }),
    block_version: version,
    start_utf16: count.meta({ description: "Where the place begins in the text of the block." }),
    end_utf16: count.meta({ description: "Where the place ends in the text of the block." }),
    ...words,
    ignored: z.boolean().meta({ description: "Whether a person asked not to see it again." }),
  })
  .meta({ id: "StoryFinding", description: "A place in the script that a listener would hear as a fault." });

const checkedSection = z
  .strictObject({
    section_id: uuid,
    title: z.string(),
    document_version: version.meta({ description: "The version that was checked." }),
    finding_count: count.meta({ description: "Findings in this section." }),
  })
  .meta({ id: "CheckedSection", description: "A section with findings." });

export const manuscriptCheck = z
  .strictObject({
    project_id: uuid,
    kinds,
    sections: z.array(checkedSection).meta({ description: "The sections with findings, in order." }),
    findings: z
      .array(storyFinding)
      .max(LIMITS.manuscript_page)
      .meta({ description: "The findings of this page, in the order of the story." }),
    next_from,
  })
  .meta({ id: "ManuscriptCheck", description: "What a listener would hear as a fault of the text." });

const importFinding = z
  .strictObject({
    kind: findingKind,
    chapter: count.meta({ description: "The chapter of the preview." }),
    line: z.int().min(1).meta({ description: "The line of the chapter's text, from 1." }),
    ...words,
  })
  .meta({ id: "ImportFinding", description: "A place in a file that a listener would hear as a fault." });

export const importCheck = z
  .strictObject({
    import_id: uuid.meta({ description: "The preview." }),
    kinds,
    findings: z
      .array(importFinding)
      .max(LIMITS.manuscript_page)
      .meta({ description: "The findings of this page, in the order of the file." }),
    next_from,
  })
  .meta({ id: "ImportCheck", description: "What a listener would hear as a fault of a file's text." });

export const chosenMends = z
  .array(
    z
      .strictObject({
        block_id: uuid,
        start_utf16: count.meta({ description: "Where the place begins in the text of the block." }),
        end_utf16: count.meta({ description: "Where the place ends in the text of the block." }),
        text: text({ max: LIMITS.manuscript_mend_units }).meta({ description: "The text that the place becomes." }),
      })
      .meta({ id: "ChosenMend", description: "A place and its new text." }),
  )
  .min(1)
  .max(LIMITS.manuscript_mends)
  .meta({ description: "The places to change. They must not overlap." });

const context = text({ max: LIMITS.manuscript_mend_units });

export const ignoredFindings = z
  .array(
    z
      .strictObject({
        kind: findingKind,
        before: context.meta({ description: "`before` of the finding." }),
        words: context.meta({ description: "`words` of the finding." }),
        after: context.meta({ description: "`after` of the finding." }),
      })
      .meta({ id: "IgnoredFinding", description: "A finding, as the check listed it." }),
  )
  .min(1)
  .max(LIMITS.ignored_findings)
  .meta({ description: "The findings to ignore." });

export const ignoredCount = z
  .strictObject({
    project_id: uuid,
    ignored_count: count.meta({ description: "Findings that the project ignores now." }),
  })
  .meta({ id: "IgnoredCount", description: "How many findings a project ignores." });
