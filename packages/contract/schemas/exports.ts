// Exports and the mastering profile.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { bookAuthor, bookLanguage, bookTitle } from "./books.ts";
import { confirmedSums } from "./certificates.ts";
import { masteringProfile, renderManifest, unitWordTimings } from "./manifest.ts";
import { count, hash, text, timestamp, url, uuid, version } from "./primitives.ts";

export const exportFormat = z.enum(["mp3", "wav", "m4b", "opus", "epub", "srt", "vtt"]).meta({ id: "ExportFormat" });

export const exportStatus = z
  .enum(["queued", "running", "retry_wait", "canceling", "completed", "failed", "cancelled", "superseded"])
  .meta({ id: "ExportStatus" });

/** Every format and every status that an export can have. */
export const EXPORT_FORMATS = exportFormat.options;
export const EXPORT_STATUSES = exportStatus.options;

export const exportPhase = z.enum([
  "queued",
  "compiling",
  "claiming_artifact",
  "downloading",
  "mixing",
  "encoding",
  "packaging",
  "uploading",
  "complete",
  "failed",
  "cancelled",
]);

const authority = {
  document_version: version,
  speaker_registry_version: version,
  mastering_version: version,
};

const exportError = z.strictObject({ code: z.string(), message: z.string() }).nullable();

const exportArtifact = z.strictObject({
  asset_id: uuid,
  filename: z.string().min(1).max(255),
  content_type: z.string(),
  size_bytes: z.int().min(1),
  download_url: url,
  download_url_expires_at: timestamp,
  artifact_expires_at: timestamp,
});

export const sectionExport = z
  .strictObject({
    schema_version: z.literal(1),
    id: uuid,
    project_id: uuid,
    section_id: uuid,
    format: exportFormat,
    status: exportStatus,
    phase: exportPhase,
    percent: z.int().min(0).max(100),
    cache_result: z.enum(["miss", "reused", "coalesced"]),
    authority: z.strictObject({ ...authority, is_current: z.boolean() }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    error: exportError,
    artifact: exportArtifact.nullable(),
  })
  .meta({ id: "Export", description: "The artifact is present when the status is completed." });

export const exportManifest = z
  .strictObject({
    schema_version: z.literal([1, 2]),
    export_id: uuid,
    manifest_hash: hash,
    manifest: renderManifest,
    unit_word_timings: z.array(unitWordTimings).exactOptional(),
  })
  .meta({ id: "ExportManifest" });

export const projectExport = z
  .strictObject({
    schema_version: z.literal(1),
    id: uuid.meta({ description: "The id of the job, not of a section's export." }),
    project_id: uuid,
    format: exportFormat,
    status: z.enum(["queued", "running", "completed", "partial_failed", "failed"]),
    percent: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: "The mean progress, rounded down. A section that ended counts as 100 in any case." }),
    created_at: timestamp,
    sections: z
      .array(
        z.strictObject({
          section_id: uuid,
          title: text({ max: LIMITS.section_title_units }),
          export_id: uuid,
          authority: z.strictObject(authority),
          export: sectionExport.nullable(),
          error: exportError,
        }),
      )
      .min(1)
      .max(LIMITS.project_export_sections),
    archive: z.null().meta({ description: "No combined archive exists." }),
  })
  .meta({
    id: "ProjectExport",
    description:
      "Title and authority are those captured when the job was created. If the section or its export was deleted, export is null and error is set.",
  });

/** The parts of a book that an export can render. */
export const bookPart = z.enum(["whole", "opening_credits", "closing_credits", "sample"]);

const epubPages = z.enum(["own", "original"]);
const epubHighlight = z.enum(["word", "sentence"]);

/** The metadata of the book. An absent field comes from the project's book. */
export const bookDescription = z.strictObject({
  title: bookTitle
    .meta({
      description: "Absent: that of the book, otherwise the name of the project or the title of the standalone story.",
    })
    .optional(),
  author: bookAuthor.nullable().meta({ description: "Absent: the book's. null: none." }).optional(),
  language: bookLanguage
    .nullable()
    .meta({ description: "Absent: that of the book. null: the language of the narrator's voice." })
    .optional(),
  narrator: bookAuthor
    .nullable()
    .meta({
      description: "The narrator named in the tags of the file and in the credits. Absent: the names of the voices.",
    })
    .optional(),
  cover_asset_id: uuid
    .nullable()
    .meta({
      description:
        "A cover of the project. Absent: that of the book. null, or a book without a cover: a cover is drawn from title and author.",
    })
    .optional(),
  credits: z
    .boolean()
    .meta({
      description:
        "Whether the narrator's voice speaks opening and closing credits (title, author, narrator), each as a separate chapter. Absent: false.",
    })
    .optional(),
  chapters: z
    .enum(["sections", "headings"])
    .meta({
      description:
        "The chapters of the file. Absent: one for each section, with its title. headings: one for each heading in the texts.",
    })
    .optional(),
  part: bookPart
    .meta({
      description:
        "The content of the file. whole or absent: the sections. opening_credits, closing_credits: only that spoken credit. sample: a retail sample for shops, the beginning of the chosen sections, at most five minutes, cut after a sentence.",
    })
    .optional(),
  pages: epubPages
    .meta({
      description:
        "For EPUB. own or absent: pages that Fullcast sets. original: the EPUB that the story was imported from, with the narration in its own pages; its texts, styles and pictures stay as they are.",
    })
    .optional(),
  highlight: epubHighlight.meta({ description: "For EPUB: what is lit while it is spoken. Absent: word." }).optional(),
});

export const bookExport = z
  .strictObject({
    schema_version: z.literal(1),
    id: uuid,
    project_id: uuid,
    format: exportFormat,
    status: z
      .enum(["queued", "running", "completed", "failed", "cancelled"])
      .meta({ description: "A book export is one file, so it is never partial_failed." }),
    phase: exportPhase,
    percent: z.int().min(0).max(100),
    cache_result: z.enum(["miss", "reused", "coalesced"]),
    book: z.strictObject({
      title: z.string(),
      author: z.string().nullable(),
      language: z.string().nullable(),
      narrator: z.string().nullable(),
      cover_asset_id: uuid.nullable(),
      credits: z.boolean(),
      chapters: z.enum(["sections", "headings"]),
      part: bookPart.meta({ description: "What the file holds." }),
      pages: epubPages.meta({ description: "The pages of an EPUB." }),
      highlight: epubHighlight.meta({ description: "What an EPUB lights up while it is spoken." }),
    }),
    sections: z
      .array(
        z.strictObject({
          section_id: uuid,
          title: text({ max: LIMITS.section_title_units }),
          authority: z.strictObject(authority),
        }),
      )
      .min(1)
      .max(LIMITS.project_export_sections),
    duration_ms: count.nullable().meta({ description: "Null until the timelines are compiled." }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    error: exportError,
    artifact: exportArtifact.nullable(),
  })
  .meta({
    id: "BookExport",
    description:
      "The metadata, the sections in project order and their versions are those captured at the request. The artifact is present when the status is completed.",
  });

export const exportFreshness = z
  .strictObject({
    project_id: uuid,
    mastering_version: version,
    speaker_registry_version: version,
    sections: z.array(
      z.strictObject({
        section_id: uuid,
        document_version: version,
        exports: z.array(
          z.strictObject({
            export_id: uuid,
            format: exportFormat,
            status: exportStatus,
            authority: z.strictObject({ ...authority, is_current: z.boolean() }),
          }),
        ),
      }),
    ),
  })
  .meta({
    id: "ExportFreshness",
    description:
      "All sections in order. Each has its newest export of every format and status, newest first. Only versions are compared, not takes or files.",
  });

/** Any of the profile's fields. */
export const masteringChange = masteringProfile.partial().extend({
  speaker_adjustments_db: z
    .record(uuid, z.number().min(-LIMITS.speaker_adjustment_db).max(LIMITS.speaker_adjustment_db))
    .meta({ description: "The whole map, by the ids of speakers of the project." })
    .optional(),
});

/** The shops whose rules are checked. */
export const shopId = z
  .enum(["acx", "inaudio", "spotify", "google-play", "apple", "kobo"])
  .meta({ id: "ShopId", description: "A shop whose rules are checked." });

export const exportReport = z
  .strictObject({
    schema_version: z.literal(1),
    export_id: uuid,
    standard: shopId,
    shop: z
      .strictObject({
        name: z.string(),
        source: z.url().meta({ description: "The address at which the rules were read, in a stored copy." }),
        source_kind: z
          .enum(["shop", "report"])
          .meta({ description: "shop: the shop's own page. report: others report or quote the rules." }),
        rules_as_of: z
          .string()
          .nullable()
          .meta({ description: "The date that the source gives: a year, month or day. Null: it gives none." }),
        read_on: z.iso.date().meta({ description: "The day on which the rules were read." }),
        machine_voices: z.enum(["refused", "approved", "stated", "unknown"]).meta({
          description:
            "refused: the shop takes no machine voices. approved: only those of tools that it approves. stated: it takes them when they are stated. unknown: no rule was found.",
        }),
        machine_voices_rule: z.string().meta({ description: "What the shop says of machine voices, in words." }),
      })
      .meta({ description: "The shop and its rules; see docs/shops.md." }),
    narration: z.enum(["machine", "mixed", "human"]).nullable().meta({
      description: "Who speaks in the sections of the file now. Null: nothing has audio.",
    }),
    passed: z.boolean().nullable().meta({
      description:
        "Whether every rule about the file has passed; it does not judge the voices. Null: no rule of the shop is known.",
    }),
    rules: z.array(
      z.strictObject({
        rule: z.string(),
        passed: z.boolean(),
        value: z.union([z.number(), z.string()]).nullable().meta({ description: "As measured; null: it varies." }),
        unit: z.string(),
        minimum: z.union([z.number(), z.string()]).nullable(),
        maximum: z.union([z.number(), z.string()]).nullable(),
      }),
    ),
    certificate: confirmedSums.nullable().meta({
      description:
        "What a recogniser of speech confirmed in the sections of the file as they are now. Null: it did not listen.",
    }),
  })
  .meta({
    id: "ExportReport",
    description:
      "The checks of an audiobook shop, measured on the decoded file. Rules change: compare them with the shop's own page.",
  });

export const masteringProfileResource = z
  .strictObject({
    schema_version: z.literal(1),
    project_id: uuid,
    project_kind: z.enum(["standalone", "named"]),
    mastering_version: version,
    scope: z.enum(["document", "project"]),
    profile: masteringProfile,
    sfx_adjustments: z
      .strictObject({ nonzero_count: count, nonzero_section_count: count, fingerprint: hash })
      .exactOptional(),
  })
  .meta({ id: "MasteringProfileResource" });
