// The library of an account: what a person sees as stories.

import { z } from "zod";
import { bookAuthor, bookLanguage } from "./books.ts";
import { count, timestamp, uuid } from "./primitives.ts";
import { projectKind, sectionSummary } from "./projects.ts";

export const storyEntry = z
  .strictObject({
    project_id: uuid,
    kind: projectKind.meta({ description: "standalone: one section, whose title is that of the story." }),
    title: z.string().meta({ description: "The project's name; a standalone story has the title of its section." }),
    author: bookAuthor.nullable(),
    language: bookLanguage.nullable(),
    cover_asset_id: uuid.nullable().meta({
      description: "A picture; `POST /studio/media-assets/{assetId}/access-url` opens it.",
    }),
    section_count: count.meta({ description: "Its sections." }),
    spoken_section_count: count.meta({ description: "Sections that have something to speak." }),
    ready_section_count: count.meta({ description: "Sections whose audio is complete." }),
    activity_status: sectionSummary.shape.activity_status.meta({
      description: "The state that needs attention first: working, audio_failed, needs_audio, audio_ready, blank.",
    }),
    source_text_length: count.meta({ description: "UTF-16 units of the text of all sections." }),
    created_at: timestamp,
    changed_at: timestamp.meta({ description: "The last change of the project, its book or one of its scripts." }),
  })
  .meta({ id: "StoryEntry", description: "A row of the library." });
