// Checks an export's file against the rules of an audiobook shop. The file is measured once.

import { ApiError, type Caller } from "@fullcast/contract";
import { narrationOf } from "@fullcast/core/disclosure";
import { type FileMeasures, meetsAll, SHOP_PROFILES, type ShopId } from "@fullcast/core/sound";
import { confirmedWords } from "../certificates/certificates.ts";
import { measureFile } from "../codec/codec.ts";
import type { Services } from "../services.ts";
import { loadBook } from "./book-store.ts";
import { findAnyExport } from "./read-exports.ts";
import { heardVoices, sectionVoices } from "./section-voices.ts";
import { type ArtifactRow, artifactsById, type ExportRow, isOfSection, writeReport } from "./store.ts";

const SOUNDS: ReadonlySet<ExportRow["format"]> = new Set(["mp3", "wav", "m4b", "opus"]);

/** Measurements under way by artifact: a second request for the same file awaits the first one's. */
const underWay = new Map<string, Promise<FileMeasures>>();

/** @throws ApiError NOT_FOUND; EXPORT_REPORT_UNAVAILABLE without a finished file of sound. */
export async function getExportReport(
  services: Pick<Services, "db" | "files" | "clock" | "settings">,
  caller: Caller,
  exportId: string,
  shopId: ShopId,
) {
  const row = await findAnyExport(services, caller, exportId);
  const artifact =
    row.artifact_id === null ? undefined : (await artifactsById(services, [row.artifact_id])).get(row.artifact_id);
  const isThere = artifact !== undefined && row.status === "completed" && artifact.expires_at > services.clock();
  if (!isThere || !SOUNDS.has(row.format)) throw new ApiError("EXPORT_REPORT_UNAVAILABLE", {});
  const { verdicts, ...shop } = SHOP_PROFILES[shopId];
  const rules = verdicts(await measuresOf(services, artifact));
  const sections = isOfSection(row)
    ? [row.section_id]
    : (await loadBook(services, row.id)).sections.map((one) => one.section_id);
  return {
    schema_version: 1 as const,
    export_id: exportId,
    standard: shopId,
    shop,
    narration: narrationOf(heardVoices(await sectionVoices(services, sections))),
    passed: meetsAll(rules),
    rules: [...rules],
    certificate: await confirmedWords(services, caller.accountId, row.project_id, sections),
  };
}

/** The part of an artifact's report that the measurement adds to the render's result. */
interface StoredReport {
  readonly measures?: FileMeasures;
}

async function measuresOf(services: Pick<Services, "db" | "files">, artifact: ArtifactRow): Promise<FileMeasures> {
  const report = artifact.report as StoredReport;
  if (report.measures !== undefined) return report.measures;
  if ((await services.files.stat(artifact.sha256)) === null) throw new ApiError("EXPORT_REPORT_UNAVAILABLE", {});
  const measuring = underWay.get(artifact.id) ?? measured(services, artifact.sha256);
  underWay.set(artifact.id, measuring);
  try {
    const measures = await measuring;
    await writeReport(services, artifact.id, JSON.stringify({ ...report, measures }));
    return measures;
  } finally {
    underWay.delete(artifact.id);
  }
}

async function measured({ files }: Pick<Services, "files">, sha256: string): Promise<FileMeasures> {
  await using local = await files.local([sha256]);
  return await measureFile(local.path(sha256));
}
