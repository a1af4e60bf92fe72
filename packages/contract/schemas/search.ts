// Search and replace over the scripts of a project.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, text, uuid, version } from "./primitives.ts";

export const searchWords = text({ min: 1, max: LIMITS.search_units });

const excerpt = z
  .strictObject({
    text: z.string(),
    start_utf16: count.meta({ description: "Where the excerpt begins in the text of the block." }),
  })
  .meta({ id: "TextExcerpt", description: "A part of a block's text that shows a place." });

const foundIn = {
  section_id: uuid,
  block_id: uuid,
  block_version: version,
  kind: z.enum(["speech", "narration", "unparsed", "excluded", "note"]),
  speaker_id: uuid.nullable(),
};

const searchPlace = z
  .strictObject({
    ...foundIn,
    start_utf16: count.meta({ description: "Where the place begins in the text of the block." }),
    end_utf16: count.meta({ description: "Where the place ends in the text of the block." }),
    excerpt: excerpt.meta({ description: "The text around the place." }),
  })
  .meta({ id: "SearchPlace", description: "An occurrence of the words." });

const searchSection = z
  .strictObject({
    section_id: uuid,
    title: z.string(),
    document_version: version,
    place_count: count.meta({ description: "Places in this section." }),
    block_count: count.meta({ description: "Blocks of this section that hold the words." }),
  })
  .meta({ id: "SearchSection", description: "A section that holds the words." });

const sums = {
  project_id: uuid,
  place_count: count.meta({ description: "Places in all sections." }),
  block_count: count.meta({ description: "Blocks in all sections that hold the words." }),
};

export const searchResult = z
  .strictObject({
    ...sums,
    sections: z.array(searchSection).meta({ description: "The sections that hold the words, in order." }),
    places: z.array(searchPlace).max(LIMITS.search_page).meta({ description: "The places of this page, in order." }),
    next_from: count.nullable().meta({ description: "`from` of the next page. Null: this is the last one." }),
  })
  .meta({ id: "SearchResult", description: "The occurrences of words in the scripts of a project." });

export const leftOut = z
  .array(z.strictObject({ block_id: uuid, start_utf16: count }))
  .max(LIMITS.replace_left_out)
  .meta({ description: "Places to skip: the block, and the start of the place in its text." });

const replacedLine = z
  .strictObject({
    ...foundIn,
    place_count: count.meta({ description: "Places of this block that are replaced." }),
    before: excerpt.meta({ description: "The text as it is, around the first place." }),
    after: excerpt.meta({ description: "The text as it would be." }),
    becomes_stale: z.boolean().meta({ description: "Whether the block has current audio and would lose it." }),
  })
  .meta({ id: "ReplacedLine", description: "A block before and after a replacement." });

export const replacePreview = z
  .strictObject({
    ...sums,
    stale_block_count: count,
    snowcoins: count.meta({ description: "The price of speaking the lines that lose their audio." }),
    sections: z.array(searchSection).meta({ description: "The sections that change, in order." }),
    lines: z.array(replacedLine).max(LIMITS.search_page).meta({ description: "The blocks of this page, in order." }),
    next_from: count.nullable().meta({ description: "`from` of the next page. Null: this is the last one." }),
  })
  .meta({ id: "ReplacePreview", description: "What a replacement would do." });

const replacedSection = z
  .strictObject({
    section_id: uuid,
    document_version: version.meta({ description: "The version after the replacement." }),
    place_count: count.meta({ description: "Places of this section that were replaced." }),
    block_count: count.meta({ description: "Blocks of this section that changed." }),
  })
  .meta({ id: "ReplacedSection", description: "A section that a replacement changed." });

export const replaceResult = z
  .strictObject({
    ...sums,
    stale_block_count: count,
    sections: z.array(replacedSection).meta({ description: "The sections that changed, in order." }),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "ReplaceResult", description: "What a replacement did." });
