// The content of the public page as JSON, written chapter by chapter.

import type { Services } from "../services.ts";
import { audioPath } from "./public-audio.ts";
import { coverPath } from "./public-cover.ts";
import { type PublicSection, type PublicStory, paragraphsOf, publicRuns } from "./public-story.ts";

type Teller = Pick<Services, "db" | "publicUrl" | "files">;

/** `{ data: { schema_version, kind, title, author, language, description, narration, cover_url, url, feed_url, allow_download, sections: [...] }, request_id }` */
export async function* storyData(services: Teller, story: PublicStory, requestId: string): AsyncGenerator<string> {
  const { link } = story;
  const url = `${services.publicUrl()}/s/${link.slug}`;
  const top = {
    schema_version: 1,
    kind: link.kind,
    title: story.title,
    author: story.book.author,
    language: story.book.language,
    description: story.book.description,
    narration: story.narration,
    cover_url: `${services.publicUrl()}${coverPath(story)}`,
    url,
    feed_url: link.kind === "project" ? `${url}/feed.xml` : null,
    allow_download: link.allow_download,
  };
  yield `{"data":${JSON.stringify(top).slice(0, -1)},"sections":[`;
  for (const [index, section] of story.sections.entries()) {
    const { id, title } = section;
    const about = {
      section_id: id,
      index,
      title,
      updated_at: section.updatedAt.toISOString(),
      audio: audioOf(services, story, section),
    };
    yield `${index === 0 ? "" : ","}${JSON.stringify(about).slice(0, -1)},"paragraphs":[`;
    let first = true;
    for await (const paragraphs of paragraphsOf(services, section)) {
      for (const paragraph of paragraphs) {
        yield `${first ? "" : ","}${JSON.stringify(publicRuns(story, paragraph).map(({ speaker, text }) => ({ speaker, text })))}`;
        first = false;
      }
    }
    yield "]}";
  }
  yield `]},"request_id":${JSON.stringify(requestId)}}`;
}

function audioOf({ publicUrl }: Pick<Services, "publicUrl">, { link }: PublicStory, { id, file }: PublicSection) {
  if (file === null) return null;
  return {
    url: `${publicUrl()}${audioPath(link.slug, id)}`,
    content_type: file.content_type,
    size_bytes: file.size_bytes,
    duration_ms: file.duration_ms,
  };
}
