// Compiles a section for a file: its current timeline when it is complete, else an ExportFailure with the reason.

import type { Services } from "../services.ts";
import { type CompiledSection, compileSection } from "../timelines/timelines.ts";
import { ExportFailure, superseded } from "./export-failure.ts";
import type { ExportRow } from "./store.ts";

/** The versions that were captured when the export was requested. */
export interface CapturedVersions {
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
}

export type CompiledPart = Extract<CompiledSection, { kind: "compiled" }>;

/**
 * @param how.withWords whether to read the times of words
 * @param how.named prefix of error messages that names the section, for files with several
 * @throws ExportFailure; ApiError NOT_FOUND when there is no such section
 */
export async function compilePart(
  services: Pick<Services, "db" | "engines">,
  row: Pick<ExportRow, "account_id">,
  sectionId: string,
  captured: CapturedVersions,
  { withWords, named = "" }: { readonly withWords: boolean; readonly named?: string },
): Promise<CompiledPart> {
  const compiled = await compileSection(services, { accountId: row.account_id }, sectionId, { withWords });
  if (compiled.kind === "too_large") {
    throw new ExportFailure(
      "EXPORT_MANIFEST_TOO_LARGE",
      `${named}The section needs ${compiled.count} ${compiled.subject.replaceAll("_", " ")}; a manifest holds ${compiled.limit}. Split the section.`,
    );
  }
  const { manifest } = compiled;
  const outdated =
    manifest.document_version !== captured.document_version ||
    manifest.speaker_registry_version !== captured.speaker_registry_version ||
    manifest.mastering_version !== captured.mastering_version;
  if (outdated) throw superseded();
  const [gap] = manifest.gaps;
  if (gap !== undefined) {
    const { length } = manifest.gaps;
    // People count from 1, as in the message of a failed run.
    const first = `block ${gap.block_index + 1} (${gap.block_id}): ${gap.reason}`;
    throw new ExportFailure(
      "EXPORT_AUDIO_INCOMPLETE",
      `${named}${length === 1 ? "1 block has" : `${length} blocks have`} no current audio; the first is ${first}.`,
    );
  }
  if (manifest.sequential_units.length === 0) {
    throw new ExportFailure(
      "EXPORT_AUDIO_INCOMPLETE",
      `${named}The section has no spoken text, so there is no audio to export.`,
    );
  }
  return compiled;
}
