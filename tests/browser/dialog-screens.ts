// The dialogs of the studio, each opened on the screen that has it.

import type { Client } from "@fullcast/contract";
import type { Page } from "playwright-core";
import { newSound, SHORT_WAV, sent } from "../api/sound.ts";
import type { Screen } from "./screens.ts";

interface DialogSource {
  readonly client: Client;
  /** The address of a chapter with audio, and that of a book. */
  readonly place: string;
  readonly bookPlace: string;
  /** A line of the chapter. */
  readonly line: (page: Page) => ReturnType<Page["getByText"]>;
}

const dialog = (page: Page) => page.getByRole("dialog").waitFor();
/** Where the script has the layout of a phone (`usePhone`). */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 640;
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
  await dialog(page);
};

/** Makes a sound and a webhook, which some dialogs are about. */
export async function dialogScreens({ client, place, bookPlace, line }: DialogSource): Promise<readonly Screen[]> {
  const gravel = await newSound(client, SHORT_WAV, { name: "Gravel", description: "Steps on gravel", tags: ["steps"] });
  await sent(client, gravel, SHORT_WAV);
  // Nothing answers there; the deliveries have something to show.
  const { webhook } = await client.call("createWebhook", {
    body: { url: "https://hooks.example.invalid/fullcast", events: ["run.ended", "export.ended"] },
  });
  await client.call("testWebhook", { params: { webhookId: webhook.id } });

  const script = `${place}#script`;
  /** A key of the script, with the focus on a line. */
  const key = (name: string) => async (page: Page) => {
    await line(page).click();
    await page.keyboard.press(name);
    await dialog(page);
  };
  /** Marks a line. On a phone its details are behind a button. */
  const details = async (page: Page) => {
    await line(page).click();
    if (isPhone(page)) {
      await page
        .getByRole("complementary", { name: "Line" })
        .getByRole("button", { name: "More", exact: true })
        .click();
    }
  };
  const ofLine = (name: string) => async (page: Page) => {
    await details(page);
    await page.getByRole("button", { name, exact: true }).click();
    await dialog(page);
  };
  /** A tool of the script. On a phone some of them are in a menu. */
  const tool = (name: string | RegExp) => async (page: Page) => {
    if (isPhone(page)) {
      await page.getByRole("button", { name: "More tools" }).click();
      await page.getByRole("menuitem", { name }).click();
    } else await page.getByRole("button", { name }).first().click();
    await dialog(page);
  };
  const ofSound = (item: string) => async (page: Page) => {
    await page.getByRole("button", { name: "More for Gravel" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await dialog(page);
  };
  const ofPerson = (item: string) => async (page: Page) => {
    // The advice above the people moves them when it comes, and an open menu with them.
    await page.getByRole("heading", { name: /^Advice/ }).waitFor();
    const person = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: "Mara" }).first();
    if (item === "Rename") await person.getByRole("button", { name: item }).click();
    else {
      await person.getByRole("button", { name: /^More for / }).click();
      await page.getByRole("menuitem", { name: item }).click();
    }
    await dialog(page);
  };
  return [
    {
      name: "stories-details",
      path: "/",
      ready: async (page) => {
        const item = "Cover, author, language…";
        if (isPhone(page)) {
          await page.getByRole("button", { name: "More" }).first().click();
          await page.getByRole("menuitem", { name: item }).click();
          await dialog(page);
        } else await press(item)(page);
      },
    },
    { name: "account-pair", path: "/account", ready: press("Connect a phone") },
    {
      name: "account-pair-code",
      path: "/account",
      ready: async (page) => {
        await press("Connect a phone")(page);
        await page.getByRole("button", { name: "Show the code" }).click();
        await page.getByRole("button", { name: "Show the code" }).waitFor({ state: "detached" });
      },
    },
    {
      name: "account-new-key",
      path: "/account",
      ready: async (page) => {
        await page.getByLabel("Name", { exact: true }).fill(`Key ${Math.random()}`);
        await page.getByRole("button", { name: "New key" }).click();
        await page.getByText("This key is shown once").waitFor();
      },
    },
    { name: "account-webhook", path: "/account", ready: press("Add webhook") },
    { name: "account-webhook-delete", path: "/account", ready: press(/^Delete https/) },
    {
      name: "account-deliveries",
      path: "/account",
      ready: async (page) => {
        await press(/^Deliveries of /)(page);
        await page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").first().waitFor();
      },
    },
    { name: "script-person", path: script, ready: key("+") },
    { name: "script-conversation", path: script, ready: tool("By conversation") },
    { name: "script-flags", path: script, ready: press("Flagged lines") },
    { name: "script-versions", path: script, ready: tool("Versions") },
    { name: "script-note", path: script, ready: ofLine("Add note") },
    { name: "script-sound", path: script, ready: ofLine("Add sound") },
    {
      name: "script-record",
      path: script,
      ready: async (page) => {
        await details(page);
        // The list of takes comes late and moves the button.
        await page.getByRole("list", { name: "Takes" }).getByRole("listitem").first().waitFor();
        await page.getByRole("button", { name: "Record", exact: true }).click();
        await dialog(page);
      },
    },
    {
      name: "script-find",
      path: script,
      ready: async (page) => {
        await line(page).click();
        await page.keyboard.press("/");
        await page.getByRole("searchbox").fill("wick");
        await page.getByText(/^\d+ lines?$/).waitFor();
      },
    },
    {
      name: "script-replace",
      path: script,
      ready: async (page) => {
        await line(page).click();
        await page.keyboard.press("/");
        await page.getByRole("searchbox").fill("wick");
        await page.getByRole("button", { name: "Replace…" }).click();
        await dialog(page);
      },
    },
    {
      name: "script-split",
      path: script,
      ready: async (page) => {
        await line(page).click();
        await page.keyboard.press("s");
        await page.getByText("Choose where the second line begins").waitFor();
      },
    },
    { name: "cast-person", path: `${place}#cast`, ready: ofPerson("Rename") },
    { name: "cast-invite", path: `${place}#cast`, ready: ofPerson("Invite a person to voice this part") },
    { name: "cast-merge", path: `${place}#cast`, ready: ofPerson("Merge") },
    {
      name: "chapter-rename",
      path: `${bookPlace}#script`,
      ready: async (page) => {
        await page.getByRole("button", { name: /^More for / }).click();
        await page.getByRole("menuitem", { name: "Rename" }).click();
        await dialog(page);
      },
    },
    {
      name: "chapter-edition",
      path: `${bookPlace}#script`,
      ready: async (page) => {
        await page.getByRole("button", { name: /^More for / }).click();
        await page.getByRole("menuitem", { name: "New edition" }).click();
        await dialog(page);
        const text = "# One\n\nThe lamp was out, and the stairs were cold.\n\n# Two\n\nMara went down to the sea.\n";
        await page
          .getByRole("dialog")
          .locator("input[type=file]")
          .setInputFiles({ name: "edition.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
        await page.getByRole("list", { name: "Changes" }).getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "player-chapters",
      path: script,
      ready: async (page) => {
        await line(page).waitFor();
        // On a narrow screen the rest of the player's buttons come with this one.
        const more = page.getByRole("button", { name: "More of the player" });
        await page.getByRole("button", { name: "Play", exact: true }).waitFor();
        if (await more.isVisible()) await more.click();
        await page.getByRole("button", { name: "Chapters", exact: true }).click();
        await dialog(page);
      },
    },
    { name: "create-audio", path: `${bookPlace}#script`, ready: press(/^Create audio/) },
    { name: "sound-edit", path: "/sounds", ready: press("Edit Gravel") },
    { name: "sound-use", path: "/sounds", ready: ofSound("Use in a story…") },
    { name: "sound-share", path: "/sounds", ready: ofSound("Share…") },
    { name: "sound-delete", path: "/sounds", ready: press("Delete Gravel") },
    {
      name: "sound-trim",
      path: "/sounds",
      ready: async (page) => {
        const file = { name: "steps.wav", mimeType: "audio/wav", buffer: Buffer.from(SHORT_WAV) };
        await page.getByLabel("Sound file").setInputFiles([file]);
        await press(/^Listen to steps/)(page);
      },
    },
    {
      name: "session-ended",
      path: "/account",
      ready: async (page) => {
        await page
          .getByRole("button", { name: /^Test / })
          .first()
          .waitFor();
        // What the server answers once a session has ended.
        await page.route("**/v1/me/activity*", (route) =>
          route.fulfill({ status: 401, json: { error: { code: "UNAUTHENTICATED", message: "", retryable: false } } }),
        );
        await page.getByRole("link", { name: "Stories" }).click();
        await page.getByRole("link", { name: "Account" }).click();
        await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
        await page.unroute("**/v1/me/activity*");
      },
    },
  ];
}
