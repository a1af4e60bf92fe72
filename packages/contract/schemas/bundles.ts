// Imports of bundles.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { importedSection } from "./books.ts";
import { count, text, uuid } from "./primitives.ts";

export const BUNDLE_TYPES = [
  "application/vnd.fullcast.bundle+zip",
  "application/zip",
  "application/octet-stream",
] as const;

/** The values of details.reason of BUNDLE_UNREADABLE. */
export const BUNDLE_FAULTS = ["damaged", "not_a_bundle", "newer", "invalid", "sums_differ", "audio", "limits"] as const;

export const bundleImport = z
  .strictObject({
    project: z.strictObject({
      id: uuid,
      name: text({ max: LIMITS.project_name_units }).nullable(),
      project_kind: z.enum(["standalone", "named"]),
    }),
    sections: z.array(importedSection).min(1).max(LIMITS.import_chapters),
    speaker_count: count,
    take_count: count,
    withheld_take_count: count.meta({
      description: "Takes that were left out because the person who spoke them has withdrawn the consent.",
    }),
    sound_count: count,
    same_ids: z.boolean().meta({
      description: "Whether all ids are those of the bundle. False: one of them already existed, so all ids are new.",
    }),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "BundleImport" });
