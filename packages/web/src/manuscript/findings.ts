// What the studio does with the findings of a manuscript's check.

import { ignoreKey } from "@fullcast/core/manuscript";
import { queryOptions } from "@tanstack/react-query";
import { api, change, type ManuscriptCheck } from "../api/api.ts";

export type StoryFinding = ManuscriptCheck["findings"][number];
export type FindingKind = StoryFinding["kind"];

/** Findings that are read, and mended, at once. */
export const AT_ONCE = 2_000;
/** Kinds whose mend is nearly always right, so that all of them can be mended together. */
const SAFE: readonly FindingKind[] = ["stray_symbol", "mixed_quotation_marks", "split_word", "doubled_space"];

export const isSafe = (kind: FindingKind): boolean => SAFE.includes(kind);

export const checkQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["story", projectId, "manuscript"],
    queryFn: ({ signal }) =>
      api.call("checkManuscript", { params: { projectId }, query: { from: 0, limit: AT_ONCE }, signal }),
    staleTime: 0,
  });

export const ignorePlaces = (projectId: string, findings: readonly StoryFinding[]) =>
  api.call("ignoreFindings", {
    params: { projectId },
    body: {
      schema_version: 1,
      findings: findings.map(({ kind, before, words, after }) => ({ kind, before, words, after })),
    },
  });

/** The check as it is once findings are ignored: a word goes everywhere. */
export function withIgnored(check: ManuscriptCheck, findings: readonly StoryFinding[]): ManuscriptCheck {
  const keys = new Set(findings.map(ignoreKey));
  return {
    ...check,
    findings: check.findings.map((one) => (keys.has(ignoreKey(one)) ? { ...one, ignored: true } : one)),
  };
}

/** Gives the places their proposed text, at the versions that were checked. */
export function mendPlaces(projectId: string, check: ManuscriptCheck, findings: readonly StoryFinding[]) {
  const ids = new Set(findings.map((one) => one.section_id));
  return api.call("mendManuscript", {
    params: { projectId },
    body: {
      ...change(),
      sections: check.sections
        .filter(({ section_id }) => ids.has(section_id))
        .map(({ section_id, document_version }) => ({ section_id, base_document_version: document_version })),
      mends: findings.flatMap(({ block_id, start_utf16, end_utf16, mend }) =>
        mend === null ? [] : [{ block_id, start_utf16, end_utf16, text: mend }],
      ),
    },
  });
}

export type Mended = Awaited<ReturnType<typeof mendPlaces>>;

/** Takes the mends back, in all chapters. */
export async function undoMends({ sections }: Mended): Promise<void> {
  const [first] = sections;
  if (first === undefined) return;
  await api.call("undoDocument", {
    params: { sectionId: first.section_id },
    body: { ...change(), base_document_version: first.document_version },
  });
}
