// One account with a little of everything, made through the API. Its rows are the template of a large installation.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Client } from "@fullcast/contract";
import { link, readySound } from "../api/sound.ts";
import { createAudio, createBook, exportStory, longText, playbackManifest, prepare } from "../api/story.ts";

export interface Template {
  readonly accountId: string;
  readonly projectId: string;
  readonly sectionIds: readonly string[];
  /** For the paths of the endpoints. */
  readonly ids: { readonly [parameter: string]: string };
  /** A signed address of a take. */
  readonly mediaUrl: string;
}

/** @param paragraphs of each section */
export async function makeTemplate(
  client: Client,
  { sections, paragraphs }: { readonly sections: number; readonly paragraphs: number },
): Promise<Template> {
  const { id: accountId } = await client.call("readProfile");
  const book = await createBook(client, ...Array<string>(sections).fill(longText(paragraphs)));
  const { projectId, sectionIds } = book;
  await prepare(client, projectId, ...sectionIds);
  const { run } = await createAudio(client, projectId, ...sectionIds);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const [sectionId = ""] = sectionIds;
  const story = { projectId, sectionId };
  const exported = await exportStory(client, story, "mp3");
  const manifest = await playbackManifest(client, story);
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const { blocks } = await client.call("readSectionMedia", { params: { sectionId } });
  const line = blocks.find(({ active_rendition_id }) => active_rendition_id !== null) ?? assert.fail("no take");
  const sound = await readySound(client);
  await link(client, projectId, sound.id, 1);
  const publication = { schema_version: 1 as const, client_mutation_id: randomUUID(), make_files: false };
  await client.call("publishSection", { params: { sectionId }, body: publication });
  const { share_link } = await client.call("publishProject", {
    params: { projectId },
    body: { ...publication, client_mutation_id: randomUUID() },
  });
  const review = await client.call("createReviewLink", {
    params: { projectId },
    body: { schema_version: 1, name: "Ann", days: 14 },
  });
  await client.call("addReviewComment", {
    params: { reviewSlug: review.url.split("/").at(-1) ?? "" },
    body: { section_id: sectionId, block_id: line.block_id, name: "Ann", text: "Slower." },
  });
  const guest = await client.call("createGuestLink", {
    params: { projectId },
    body: { schema_version: 1, speaker_id: speakers[0]?.id ?? "", guest_name: "Ann", asked_by: "Ben", days: 14 },
  });
  await client.call("createCatalogueLink", { body: { schema_version: 1, name: "My phone" } });
  const { series } = await client.call("createSeries", {
    body: { schema_version: 1, client_mutation_id: randomUUID(), name: "The Harbour" },
  });
  await client.call("setProjectSeries", { params: { projectId }, body: { schema_version: 1, series_id: series.id } });
  await client.call("saveSeriesPeople", { params: { projectId }, body: { schema_version: 1 } });
  await client.call("changeLexicon", {
    params: { projectId },
    body: {
      ...{ actor_session_id: randomUUID(), client_mutation_id: randomUUID(), schema_version: 1 },
      base_lexicon_version: (await client.call("readLexicon", { params: { projectId } })).lexicon_version,
      upsert: [{ term: "Abel", alphabet: "alias", value: "Aybel" }],
      delete: [],
    },
  });
  await createAudio(client, projectId, ...sectionIds);
  return {
    accountId,
    projectId,
    sectionIds,
    ids: {
      ...{ projectId, sectionId, accountId },
      ...{
        workflowRunId: run.id,
        exportId: exported.id,
        blockId: line.block_id,
        soundId: sound.id,
        seriesId: series.id,
      },
      ...{ speakerId: speakers[0]?.id ?? "", guestLinkId: guest.guest_link.id, shareSlug: share_link?.slug ?? "" },
      guestToken: guest.url.split("/").at(-1) ?? "",
    },
    mediaUrl: manifest.assets[0]?.url ?? assert.fail("no audio"),
  };
}
