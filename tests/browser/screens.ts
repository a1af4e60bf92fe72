// Every screen and every dialog of the studio, with the content that shows it. The pictures for people (shots.ts) and the
// test of accessibility go through the same table.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@fullcast/contract";
import type { Page } from "playwright-core";
import { createBook, createStory, exportStory, prepare, spokenStory, studioMutation } from "../api/story.ts";
import { dialogScreens, isPhone } from "./dialog-screens.ts";
import { SAMPLE_EPUB } from "./sample-epub.ts";

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state that is looked at, and waits for it. */
  readonly ready: (page: Page) => Promise<unknown>;
}

export interface ScreenSource {
  readonly client: Client;
  /** A title that a hostile file could have, in place of a plain one. */
  readonly draftTitle?: string;
}

const LIGHTHOUSE = join(import.meta.dirname, "..", "..", "examples", "the-lighthouse.txt");

/** Makes the stories that the screens show. It speaks one story and exports one file. */
export async function prepareScreens({ client, draftTitle = "The Boat" }: ScreenSource): Promise<readonly Screen[]> {
  const text = readFileSync(LIGHTHOUSE, "utf8");
  const story = await spokenStory(client, text, "The Lighthouse");
  await exportStory(client, story, "mp3");
  await recast(client, story.projectId, "Mara", { gender: "female" });
  await recast(client, story.projectId, "Pip", { gender: "male", age: "old" });
  const draft = await createStory(client, "“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n", draftTitle);
  await prepare(client, draft.projectId, draft.sectionId);
  await createStory(client, "It began with rain.\n", "Iron Sea");
  const book = await createBook(client, "“First,” said Ann.\n", "Second and last.\n", "Third.\n");
  const faulty = await createStory(
    client,
    "The lamp  went out. [TODO: more of the storm] “Is it late?” said Ann.\n\nThe t ide turned &nbsp;slowly. **Nobody** saw it.\n\n“Home, said Tom.\n",
    "The Quay",
  );
  const later = await nextBook(client, story.projectId);
  await client.call("publishProject", {
    params: { projectId: story.projectId },
    body: { schema_version: 1, client_mutation_id: randomUUID(), allow_download: true },
  });

  const epub = await SAMPLE_EPUB();

  const place = `/stories/${story.projectId}/chapters/${story.sectionId}`;
  const bookPlace = `/stories/${book.projectId}/chapters/${book.sectionIds[0]}`;
  const heading = (page: Page) => page.getByRole("heading").first().waitFor();
  const dialog = (page: Page) => page.getByRole("dialog").waitFor();
  const press = (name: string | RegExp) => async (page: Page) => {
    await page.getByRole("button", { name }).first().click();
    await dialog(page);
  };
  const line = (page: Page) => page.getByText("You’ll want to trim the wick").first();
  const inRow = (title: string, item: string) => async (page: Page) => {
    const row = page.getByRole("listitem").filter({ hasText: title });
    if (isPhone(page)) {
      await row.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    } else await row.getByRole("button", { name: item }).click();
    await dialog(page);
  };
  return [
    { name: "stories", path: "/", ready: (page) => page.getByRole("link", { name: "Iron Sea" }).waitFor() },
    {
      name: "welcome",
      path: "/",
      ready: async (page) => {
        await page.route("**/v1/studio/stories", (route) =>
          route.fulfill({ json: { data: { stories: [], next_cursor: null }, request_id: "req_none" } }),
        );
        await page.reload();
        await page.getByRole("button", { name: "Try the example story" }).waitFor();
        await page.unroute("**/v1/studio/stories");
        // An empty library offers the tour until it was skipped once.
        const skip = page.getByRole("button", { name: "Skip tour" });
        if (await skip.isVisible()) await skip.click();
      },
    },
    { name: "stories-rename", path: "/", ready: inRow("Iron Sea", "Rename") },
    { name: "stories-delete", path: "/", ready: inRow("Iron Sea", "Delete") },
    { name: "new-story", path: "/new#paste", ready: (page) => page.getByLabel("Story text").fill(text) },
    { name: "book-file", path: "/new#file", ready: heading },
    {
      name: "copy-file",
      path: "/new#file",
      ready: async (page) => {
        await page
          .getByLabel("Book file")
          .setInputFiles([{ name: "lamp.fullcast", mimeType: "application/zip", buffer: epub }]);
        await page.getByRole("button", { name: "Open the copy" }).waitFor();
      },
    },
    {
      name: "book-preview",
      path: "/new#file",
      ready: async (page) => {
        await page
          .getByLabel("Book file")
          .setInputFiles([{ name: "lamp.epub", mimeType: "application/epub+zip", buffer: epub }]);
        await page.getByText("2 of 3 chapters").waitFor();
      },
    },
    {
      name: "script",
      path: `${place}#script`,
      ready: async (page) => {
        await page.getByRole("region", { name: "Unsure lines" }).waitFor();
        await line(page).click();
        await page.getByText("Out of date").first().waitFor();
      },
    },
    {
      name: "script-line",
      path: `${place}#script`,
      ready: async (page) => {
        await line(page).click();
        if (isPhone(page)) {
          await page
            .getByRole("complementary", { name: "Line" })
            .getByRole("button", { name: "More", exact: true })
            .click();
        }
        await page.getByRole("list", { name: "Takes" }).getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "edit",
      path: `${place}#script`,
      ready: async (page) => {
        await line(page).dblclick();
        await page.getByRole("textbox", { name: "Edit line" }).waitFor();
      },
    },
    {
      name: "keys",
      path: `${place}#script`,
      ready: async (page) => {
        await line(page).click();
        await page.keyboard.press("Shift+Slash");
        await dialog(page);
      },
    },
    {
      name: "certificate",
      path: `/stories/${story.projectId}/certificate`,
      // The server has no recogniser: the answers are those of one.
      ready: async (page) => {
        await page.route(/\/certificate(?:\/words)?(?:\?|$)/, (route) =>
          route.request().resourceType() === "document"
            ? route.continue()
            : route.fulfill({ json: { data: certified(route.request().url(), story), request_id: "req_none" } }),
        );
        await page.reload();
        await page.getByText("read the lead").first().waitFor();
      },
    },
    {
      name: "cast",
      path: `${place}#cast`,
      ready: async (page) => {
        const people = page.getByRole("list", { name: "People" });
        await page
          .getByText(/lines? out of date/)
          .first()
          .waitFor();
        await page.getByText("Pip is a child, and the voice sounds old.").waitFor();
        await people.getByRole("button", { name: "Mara", exact: true }).click();
        await page
          .getByRole("button", { name: /^Compare / })
          .nth(1)
          .click();
        await page.getByText("The same line in up to three voices.").waitFor();
        await page.getByRole("heading", { name: "Mara", exact: true }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "cast-people",
      path: `${place}#cast`,
      ready: (page) => page.getByText("Pip is a child, and the voice sounds old.").waitFor(),
    },
    {
      name: "cast-series",
      path: `/stories/${later.projectId}/chapters/${later.sectionId}#cast`,
      ready: async (page) => {
        await page
          .getByText(/is known from “The Lighthouse”/)
          .first()
          .waitFor();
        await page.getByRole("heading", { name: "Series “The Skerries”" }).waitFor();
      },
    },
    {
      name: "cast-series-join",
      path: `${bookPlace}#cast`,
      ready: async (page) => {
        await page.getByText("This story is part of a series").click();
        await page.getByRole("button", { name: "Join the series" }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "series",
      path: "/series",
      ready: (page) => page.getByRole("list", { name: "People" }).getByText("Mara", { exact: true }).waitFor(),
    },
    { name: "series-rename", path: "/series", ready: press("Rename The Skerries") },
    { name: "series-delete", path: "/series", ready: press("Delete the series The Skerries") },
    {
      name: "chapter-add",
      path: `${bookPlace}#script`,
      ready: async (page) => {
        await page.getByRole("button", { name: /^More for / }).click();
        await page.getByRole("menuitem", { name: "Add chapter" }).click();
        await dialog(page);
      },
    },
    {
      name: "chapter-all",
      path: `${bookPlace}#script`,
      // Only a phone has the list behind a button.
      ready: async (page) => {
        if (isPhone(page)) await press("All chapters")(page);
        else await page.getByRole("navigation", { name: "Chapters" }).waitFor();
      },
    },
    {
      name: "chapter-delete",
      path: `${bookPlace}#script`,
      ready: async (page) => {
        await page.getByRole("button", { name: /^More for / }).click();
        await page.getByRole("menuitem", { name: "Delete chapter" }).click();
        await dialog(page);
      },
    },
    {
      name: "story-sounds",
      path: `${place}#sounds`,
      ready: async (page) => {
        await page.getByRole("heading", { name: "Own sounds of this story" }).waitFor();
        const placed = page.getByRole("region", { name: "Sounds in this chapter" });
        await placed.getByRole("listitem").or(placed.getByText("This chapter has no sound yet.")).first().waitFor();
      },
    },
    {
      name: "export",
      path: `${place}#export`,
      ready: (page) => page.getByRole("link", { name: /^Download/ }).waitFor(),
    },
    {
      name: "export-book",
      path: `${bookPlace}#export`,
      ready: async (page) => {
        await page.getByLabel("What").selectOption("book");
        await page.getByRole("group", { name: "Chapters in the file" }).waitFor();
      },
    },
    { name: "export-details", path: `${place}#export`, ready: press("Cover, title, author…") },
    {
      name: "export-report",
      path: `${place}#export`,
      ready: async (page) => {
        await page.getByRole("button", { name: /^Check for shops/ }).click();
        await page.getByRole("list", { name: "Check for shops" }).waitFor();
      },
    },
    {
      name: "export-passport",
      path: `${place}#export`,
      ready: async (page) => {
        await page.getByRole("button", { name: "Publishing passport" }).click();
        await page.getByRole("list", { name: "Voices" }).waitFor();
      },
    },
    {
      name: "share",
      path: `${place}#share`,
      ready: (page) => page.getByRole("button", { name: "Update the page" }).waitFor(),
    },
    {
      name: "share-revoke",
      path: `${place}#share`,
      ready: press("Revoke"),
    },
    {
      name: "check-text",
      path: `/stories/${faulty.projectId}/check`,
      ready: (page) => page.getByText(/to look at/).waitFor(),
    },
    { name: "sounds", path: "/sounds", ready: heading },
    {
      name: "account",
      path: "/account",
      ready: (page) =>
        page
          .getByRole("button", { name: /^Test / })
          .first()
          .waitFor(),
    },
    { name: "account-revoke", path: "/account", ready: press(/^Revoke /) },
    { name: "help", path: "/", ready: press("Help") },
    {
      name: "feedback",
      path: "/",
      ready: async (page) => {
        await press("Help")(page);
        await page.getByRole("button", { name: "Send feedback" }).click();
        await page.getByLabel("Message").waitFor();
      },
    },
    {
      name: "tour",
      path: "/",
      ready: async (page) => {
        await press("Help")(page);
        await page.getByRole("button", { name: "Start the tour" }).click();
        await page.getByRole("region", { name: "The tour" }).waitFor();
      },
    },
    ...(await dialogScreens({ client, place, bookPlace, line })),
    { name: "not-found", path: "/no/such/page", ready: heading },
  ];
}

/** A series with the people of a story, and a later book in which they are proposed. */
async function nextBook(client: Client, projectId: string) {
  const later = await createStory(
    client,
    "“Is the lamp lit?” asked Mara.\n\n“Not yet,” said Tobias Quill.\n\n“Then we wait,” said Mara.\n",
    "The Second Winter",
  );
  await prepare(client, later.projectId, later.sectionId);
  const { series } = await client.call("createSeries", {
    body: { schema_version: 1, client_mutation_id: randomUUID(), name: "The Skerries" },
  });
  for (const id of [projectId, later.projectId])
    await client.call("setProjectSeries", {
      params: { projectId: id },
      body: { schema_version: 1, series_id: series.id },
    });
  await client.call("saveSeriesPeople", { params: { projectId }, body: { schema_version: 1 } });
  return later;
}

/** Another voice for one person, so that lines are out of date. */
async function recast(
  client: Client,
  projectId: string,
  name: string,
  wanted: { readonly gender: "female" | "male"; readonly age?: "old" },
): Promise<void> {
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  const person = speakers.find((speaker) => speaker.name === name);
  const { voices } = await client.call("listVoices", { query: { language: "en", ...wanted } });
  const voice = voices.find((one) => one.voice_id !== person?.casting?.voice_id);
  if (person === undefined || voice === undefined) throw new Error(`${name} cannot be cast`);
  await client.call("castSpeaker", {
    params: { projectId, speakerId: person.id },
    body: {
      ...studioMutation(),
      client_mutation_id: randomUUID(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voice.voice_id,
    },
  });
}

/** What a recogniser heard of the story. */
function certified(url: string, { projectId, sectionId }: { readonly projectId: string; readonly sectionId: string }) {
  const sums = { lines: 412, heard_lines: 400 };
  const times = { fault: null, started_at: "2026-11-26T09:30:00.000Z", ended_at: "2026-11-26T10:10:00.000Z" };
  if (!url.includes("/words")) {
    return { project_id: projectId, state: "done", recogniser: "whisper-1", ...sums, ...times };
  }
  const at = { section_id: sectionId, start_ms: 840, end_ms: 1_630 };
  return {
    project_id: projectId,
    ...sums,
    words: 5_210,
    confirmed_words: 5_206,
    divergence_count: 2,
    divergences: [
      {
        ...at,
        ...{ block_id: randomUUID(), start_utf16: 10, end_utf16: 23, before: "She could ", words: "read the lead" },
        ...{ after: " line in the dark.", expected: "read the lead", heard: "reed the led" },
      },
      {
        ...at,
        ...{ block_id: randomUUID(), start_utf16: 4, end_utf16: 8, before: "The ", words: "wick" },
        ...{ after: " was trimmed twice a night.", expected: "wick", heard: "" },
      },
    ],
    next_from: null,
  };
}
