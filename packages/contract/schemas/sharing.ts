import { z } from "zod";
import { mutationBody } from "./mutation-body.ts";
import { schemaVersion1, timestamp, url, uuid } from "./primitives.ts";

export const shareLink = z
  .strictObject({
    id: uuid,
    kind: z.enum(["section", "project"]),
    project_id: uuid,
    section_id: uuid.nullable().meta({ description: "Null for a link to a whole project." }),
    slug: z.string().meta({ description: "22 characters that cannot be guessed; the last part of the URL." }),
    url: url.meta({ description: "The public page. Beside it: story.json and, for a project, feed.xml." }),
    state: z.enum(["active", "revoked"]),
    allow_download: z.boolean().meta({ description: "Whether the page offers finished files for download." }),
    created_at: timestamp,
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: "ShareLink" });

export const shareState = z
  .strictObject({
    share_link: shareLink.nullable().meta({ description: "The latest link; null when there never was one." }),
  })
  .meta({ id: "ShareState" });

export const publishRequest = mutationBody({
  schema_version: schemaVersion1,
  client_mutation_id: uuid,
  allow_download: z
    .boolean()
    .optional()
    .meta({ description: "False for a new link when absent; an active link keeps what it has." }),
  make_files: z.boolean().optional().meta({
    description: "Whether sections with all their audio are mixed into files behind the link. Default true.",
  }),
}).meta({ id: "PublishRequest" });
