import { ApiError, commandRejected, invalidField, LIMITS } from "@fullcast/contract";
import type { SectionRow } from "../documents/documents.ts";

/** The sections to export: all, or the requested ones; always in project order. */
export function chooseSections(
  sections: readonly SectionRow[],
  wanted: readonly string[] | undefined,
): readonly SectionRow[] {
  if (wanted === undefined) {
    if (sections.length === 0) {
      throw commandRejected("no_sections", {});
    }
    if (sections.length > LIMITS.project_export_sections) {
      throw invalidField(
        "sections",
        `must choose at most ${LIMITS.project_export_sections} of the project's ${sections.length} sections`,
      );
    }
    return sections;
  }
  const ids = new Set(wanted);
  const chosen = sections.filter((section) => ids.has(section.id));
  if (chosen.length < ids.size) throw new ApiError("NOT_FOUND", { resource: "section" });
  return chosen;
}
