// The text and the publication data of a section, for read-along books.

import { type ReadalongBlock, readalongBlocks, readalongLayout } from "@fullcast/core/packaging";
import type { RenderManifest } from "@fullcast/core/timeline";
import type { RenderJob, RenderPart } from "../codec/codec.ts";
import { atOneVersion, blockWindows, type SectionRow } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";

export interface BookOfSection {
  readonly text: NonNullable<RenderPart["text"]>;
  readonly publication: NonNullable<RenderJob["publication"]>;
}

/** Null when the section has changed since the manifest was compiled. */
export async function bookOf(
  services: Pick<Services, "db" | "engines">,
  section: SectionRow,
  manifest: RenderManifest,
): Promise<BookOfSection | null> {
  const caller = { accountId: section.account_id };
  const read = await atOneVersion(services, caller, section.id, async () => {
    const blocks: ReadalongBlock[] = [];
    for await (const window of blockWindows(services, section.id)) blocks.push(...readalongBlocks(window));
    return blocks;
  });
  if (read.section.document_version !== manifest.document_version) return null;
  return {
    text: { blocks: read.value, layout: readalongLayout(read.value) },
    publication: {
      identifier: section.id,
      author: null,
      narrator: null,
      language: await narratorLanguage(services, section.project_id),
      modified: wholeSeconds(section.updated_at),
    },
  };
}

/** The time format of dcterms:modified. */
export const wholeSeconds = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, "Z");

/** The language of the narrator's voice; "und" when it is unknown. */
export async function narratorLanguage(services: Pick<Services, "db" | "engines">, projectId: string): Promise<string> {
  const narrator = (await speakerRows(services, projectId)).find((speaker) => speaker.role === "narrator");
  const catalogue = await services.engines.catalogue();
  return catalogue.voice(narrator?.casting_voice_id ?? "")?.language ?? "und";
}
