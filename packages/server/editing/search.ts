// Search over all sections of a project.

import { type Caller, LIMITS } from "@fullcast/contract";
import { excerptOf, textPattern } from "@fullcast/core/document";
import { findInSection, sectionsOfProject } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";

export interface SearchQuery {
  readonly q: string;
  readonly case_sensitive: boolean;
  readonly whole_words: boolean;
}

export interface Page {
  readonly from: number;
  readonly limit: number;
}

export const patternOf = ({ q, case_sensitive, whole_words }: SearchQuery) =>
  textPattern({ words: q, caseSensitive: case_sensitive, wholeWords: whole_words });

/** How much of a line is shown: some words ahead of the place, and what follows it. */
export const EXCERPT = { before: 60, units: LIMITS.search_excerpt_units };

/** The places of all scripts of a project that hold the words, one page of them. */
export async function searchProject(
  services: Pick<Services, "db">,
  caller: Caller,
  projectId: string,
  query: SearchQuery & Page,
  signal: AbortSignal,
) {
  await findProject(services, caller, projectId);
  const pattern = patternOf(query);
  const { from, limit } = query;
  const sections = [];
  const places = [];
  let place_count = 0;
  let block_count = 0;
  for (const { id: section_id, title, document_version } of await sectionsOfProject(services, projectId)) {
    const sum = { place_count: 0, block_count: 0 };
    for await (const found of findInSection(services, section_id, pattern, { most: LIMITS.replace_places, signal })) {
      for (const { text, places: ranges, ...line } of found) {
        // Most lines are before or after the page.
        const first = Math.max(0, from - place_count);
        for (const range of ranges.slice(first, first + limit - places.length))
          places.push({ section_id, ...line, ...range, excerpt: excerptOf(text, range, EXCERPT) });
        place_count += ranges.length;
        sum.place_count += ranges.length;
        sum.block_count += 1;
      }
    }
    block_count += sum.block_count;
    if (sum.block_count > 0) sections.push({ section_id, title, document_version, ...sum });
  }
  const next = from + places.length;
  return {
    project_id: projectId,
    place_count,
    block_count,
    sections,
    places,
    next_from: next < place_count && places.length > 0 ? next : null,
  };
}
