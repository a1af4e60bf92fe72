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
    { name: "own-voices", path: "/account", ready: ownVoices },
    {
      name: "own-voices-clone",
      path: "/account",
      ready: async (page) => {
        await ownVoices(page);
        await press("Clone a voice")(page);
        await page.getByLabel("The person whose voice it is").fill("Anna Bell");
        await page.getByText("I am Anna Bell. The recordings are my own voice.").waitFor();
      },
    },
    {
      name: "own-voices-design",
      path: "/account",
      ready: (page) => ownVoices(page).then(() => press("Design a voice")(page)),
    },
    {
      name: "own-voices-remove",
      path: "/account",
      ready: async (page) => {
        await ownVoices(page);
        await press("Remove Anna")(page);
        await page.getByText("Mara, Tom · 214 takes").waitFor();
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
    {
      name: "create-chosen",
      path: `${bookPlace}#script`,
      async ready(page) {
        await press(/^Create audio/)(page);
        await page.getByRole("dialog").getByLabel("Chapters").selectOption({ label: "Chosen chapters" });
        await page.getByText("1 of 3 chosen").waitFor();
      },
    },
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

const OWN_VOICE = {
  ...{
    id: "0b8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e21",
    kind: "cloned",
    provider: "espeak",
    name: "Anna",
    language: "en-GB",
  },
  ...{ gender: "female", age: "adult", description: "Warm and unhurried.", state: "ready", fault: null },
  voice_id: "0b7c8b1e-4f9e-5d0a-9c55-1d3f7a2b6c10",
  consent: {
    ...{ person: "Anna Bell", by: "other", proof: "Letter of 20 November 2026", version: 1, language: "en" },
    text: "The recordings are the voice of Anna Bell.\n\nA machine then speaks texts that Anna Bell never said.",
    ...{ text_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" },
    ...{ agreed_at: "2026-11-20T09:00:00.000Z", withdrawn_at: null },
  },
  recordings: [
    {
      ...{ sound_id: "3f1d0a6f-7e21-4f39-8c1c-0b8f3c526f0e", name: "Anna reads", duration_ms: 42_000 },
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  ],
  ...{ created_at: "2026-11-20T09:00:00.000Z", ended_at: "2026-11-20T09:00:09.000Z" },
};

/** The server has no engine that makes voices: an embedded one states that it does, and the answers are those of one. */
async function ownVoices(page: Page): Promise<void> {
  const failed = { ...OWN_VOICE, id: "1c8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e21", kind: "designed", name: "Old Tom" };
  const voices = [
    OWN_VOICE,
    { ...failed, state: "failed", fault: "The engine refuses the description.", voice_id: null, consent: null },
    { ...OWN_VOICE, id: "2d8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e21", name: "Ben", state: "removed" },
  ];
  const use = [{ project_id: OWN_VOICE.id, title: "The Lighthouse", speakers: ["Mara", "Tom"], takes: 214 }];
  const { text, text_sha256 } = OWN_VOICE.consent;
  const spoken = {
    version: 1,
    language: "en",
    text: `I am Anna Bell. The recordings are my own voice.\n\n${text}`,
    text_sha256,
  };
  await page.route(/\/v1\/custom-voices/, (route) => {
    const url = route.request().url();
    const one = { custom_voice: OWN_VOICE, use };
    const data = url.includes("consent-text") ? spoken : url.endsWith("voices") ? { custom_voices: voices } : one;
    return route.fulfill({ json: { data, request_id: "req_none" } });
  });
  await page.route("**/v1/studio/engines", async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: { engines: { limits: object }[] } };
    const custom_voices = { kinds: ["cloned", "designed"], references: { files: 8, bytes: 10_485_760 } };
    const engines = data.engines.map((engine) => ({ ...engine, limits: { ...engine.limits, custom_voices } }));
    return route.fulfill({ response, json: { ...rest, data: { ...data, engines } } });
  });
  await page.reload();
  await page.getByRole("button", { name: "Clone a voice" }).waitFor();
}
