import { z } from "zod";
import { mutationBody } from "./mutation-body.ts";
import { publishWarning } from "./passport.ts";
import { schemaVersion1, timestamp, url, uuid } from "./primitives.ts";

export const shareLink = z
  .strictObject({
    id: uuid,
    kind: z.enum(["section", "project"]),
    project_id: uuid,
    section_id: uuid.nullable().meta({ description: "Null for a link to a whole project." }),
    slug: z.string().meta({ description: "22 characters that cannot be guessed; the last part of the URL." }),
    url: url.meta({ description: "The public page. story.json and, for a project, feed.xml are next to it." }),
    state: z.enum(["active", "revoked"]),
    allow_download: z.boolean().meta({ description: "Whether the page offers finished files for download." }),
    created_at: timestamp,
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: "ShareLink" });

export const sharedPage = z
  .strictObject({
    follow_edits: z.boolean().meta({
      description: "Whether the page shows the story as it is now. False: as it was when the page was last updated.",
    }),
    updated_at: timestamp.nullable().meta({
      description:
        "When a page that does not follow edits got its present state. Null before that, and for a page that follows.",
    }),
    changed_sections: z.int().min(0).meta({
      description: "Sections with another script or title than the page shows, and sections that it does not have.",
    }),
    waiting_sections: z.int().min(0).meta({
      description: "Sections whose new file is being made. Until it is ready the page shows their state before.",
    }),
    details_changed: z.boolean().meta({
      description: "Whether title, author, language, description, series or cover have changed since.",
    }),
    settings_changed: z.boolean().meta({
      description:
        "Whether the cast or the settings of the mix have changed since, in sections that are otherwise the same.",
    }),
  })
  .meta({ id: "SharedPage" });

export const shareState = z
  .strictObject({
    share_link: shareLink.nullable().meta({ description: "The latest link. Null if there has never been one." }),
    page: sharedPage.nullable().meta({ description: "What listeners get. Null without an active link." }),
    warnings: z
      .array(publishWarning)
      .meta({ description: "What to look at before publishing, by the audio of now. They block nothing." }),
  })
  .meta({ id: "ShareState" });

export const publishRequest = mutationBody({
  schema_version: schemaVersion1,
  client_mutation_id: uuid,
  allow_download: z
    .boolean()
    .optional()
    .meta({ description: "Absent: false for a new link; an active link keeps its value." }),
  make_files: z.boolean().optional().meta({
    description:
      "Whether sections with all their audio are mixed into files behind the link, and whether a page that does not follow edits gets the story as it is now. Default true. With a first `follow_edits: false` both happen in any case.",
  }),
  follow_edits: z.boolean().optional().meta({
    description:
      "Whether listeners get each edit at once. False: the page and its feed show the story as it was when it was last published with `make_files`. Absent: true for a new link; an active link keeps its value.",
  }),
}).meta({ id: "PublishRequest" });
