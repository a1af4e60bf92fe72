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

export const shareState = z
  .strictObject({
    share_link: shareLink.nullable().meta({ description: "The latest link. Null if there has never been one." }),
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
    description: "Whether sections with all their audio are mixed into files behind the link. Default true.",
  }),
}).meta({ id: "PublishRequest" });
