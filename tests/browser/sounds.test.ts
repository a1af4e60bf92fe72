// The sound library in a real browser: several files at once, their words, a story that uses one, and the way out.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { pollEnd, sharedServer } from "../api/server.ts";
import { createAudio, createBook, createStory, prepare } from "../api/story.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();

/** Long enough to be paused while it plays. */
const SAMPLES = 60 * 8_000;
const wav = (name: string) => ({
  name,
  mimeType: "audio/wav",
  buffer: madeWav({ samples: SAMPLES, rate: 8_000 }),
});

async function studio(path: string) {
  const visited = await visit(`${server.url}${path}#key=${server.key}`);
  await visited.page.getByRole("navigation").first().waitFor();
  return visited;
}

describe("sounds", () => {
  test("several files are uploaded, played, edited, used in a story, and deleted after a question", async () => {
    const { projectId, sectionId } = await createStory(server.client, undefined, "The Mill");
    const { page, faults } = await studio("/sounds");
    await page.getByRole("heading", { name: "Sounds", level: 1 }).waitFor();
    await page.getByLabel("Sound file").setInputFiles([wav("door-creak.wav"), wav("mill_wheel.wav")]);
    await page.getByLabel("Description").fill("Old wood");
    await page.getByLabel("Tags").fill("wood, old");
    await page.getByRole("button", { name: "Upload" }).click();
    const list = page.getByRole("list", { name: "Sounds", exact: true });
    const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
    await row("door creak").getByText("ready", { exact: true }).waitFor();
    await row("mill wheel").getByText("ready", { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);

    await row("door creak").getByRole("button", { name: "Play door creak" }).click();
    await row("door creak").getByRole("button", { name: "Pause door creak" }).waitFor();
    await row("door creak").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Cellar door");
    await dialog.getByLabel("Tags").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("A sound needs a tag.").waitFor();
    await dialog.getByLabel("Tags").fill("door");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row("Cellar door").getByText("public").waitFor();
    await page.getByLabel("Show").selectOption("public");
    await row("Cellar door").waitFor();

    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}#sounds`);
    await page.getByRole("button", { name: "Add to story: Cellar door" }).click();
    const used = page.getByRole("list", { name: "Own sounds of this story" });
    await used.getByText("Cellar door").waitFor();
    const linked = await server.client.call("listProjectSounds", { params: { projectId } });
    assert.deepEqual(
      linked.sounds.map((sound) => sound.name),
      ["Cellar door"],
    );

    await page.goto(`${server.url}/sounds`);
    await row("Cellar door").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("its place in every story").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await row("Cellar door").waitFor({ state: "detached" });
    await row("mill wheel").waitFor();
    // Leaving a page ends the requests that it had open.
    assert.deepEqual(
      faults.filter((fault) => !fault.endsWith("ERR_ABORTED")),
      [],
    );
  });

  test("the sounds of a chapter are listed, heard, shown in the script, taken away, and switched off for all chapters", async () => {
    const storm = [
      "Mara had kept the inn at the ford for twenty years, and she knew every board of its floor and every draught in its walls.",
      "“The road is under water,” said Tom. He hung his wet coat on the nail behind the stove and looked for his pipe.",
      "Thunder rolled over the hills.",
      "“Then nobody comes tonight,” said Mara. She put the lid on the pot, and she moved it to the edge of the stove.",
      "",
    ].join("\n\n");
    const { projectId, sectionIds } = await createBook(server.client, storm, "“All is dry,” said Tom.\n");
    const [sectionId = "", second = ""] = sectionIds;
    await prepare(server.client, projectId, sectionId, second);
    await createAudio(server.client, projectId, sectionId);
    const isOn = async (id: string) =>
      (await server.client.call("readDocument", { params: { sectionId: id } })).sound_effects_enabled;

    const { page, faults } = await studio("/");
    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}#sounds`);
    const list = page.getByRole("list", { name: "Sounds in this chapter" });
    const thunder = list.getByRole("listitem").filter({ hasText: "roll of thunder" });
    await thunder.getByText("Thunder rolled over the hills.").waitFor();
    await thunder.getByText(/^with line \d+$/).waitFor();
    assert.deepEqual(await violations(page), []);
    await thunder.getByRole("button", { name: "Play roll of thunder" }).click();
    await thunder.getByRole("button", { name: "Pause roll of thunder" }).click();

    await thunder.getByRole("button", { name: "Remove from this chapter: roll of thunder" }).click();
    await page.getByText("This chapter has no sound yet.").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await thunder.waitFor();

    const plays = page.getByRole("checkbox", { name: "Play sounds in this chapter" });
    await plays.uncheck();
    await page.getByRole("button", { name: "Play no sounds in all chapters" }).click();
    await pollEnd(
      () => isOn(second),
      (on) => !on,
    );
    assert.equal(await isOn(sectionId), false);
    await until(page, "document.querySelector('input[type=checkbox]').disabled === false");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await until(page, "document.querySelector('input[type=checkbox]').checked");
    assert.deepEqual([await isOn(sectionId), await isOn(second)], [true, false]);

    await thunder.getByRole("link", { name: "Show in the script: roll of thunder" }).click();
    await until(page, "document.activeElement?.textContent.includes('roll of thunder')");
    assert.deepEqual(faults, []);
  });

  test("a file that is no sound is refused before it is sent, and a broken one says what is wrong", async () => {
    const { page } = await studio("/sounds");
    const text = (name: string) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from("No sound at all.\n".repeat(50)),
    });
    await page.getByLabel("Sound file").setInputFiles(text("notes.txt"));
    await page.getByText("notes.txt is not a sound file").waitFor();
    await page.getByLabel("Sound file").setInputFiles(text("liar.wav"));
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "Try again with liar" }).waitFor();
    await page.getByRole("button", { name: "Remove the message about liar" }).click();
    await until(page, "document.body.innerText.includes('liar') === false");
  });
  test("a chosen file is trimmed, its upload is paused and goes on, and the sound is shared by user name", async () => {
    await server.client.call("createAccount", {
      body: { username: "mara", display_name: "Mara", plan: "free", snowcoins: 0 },
    });
    const { page, faults } = await studio("/sounds");
    await page.getByLabel("Sound file").setInputFiles([wav("long-rain.wav")]);
    await page.getByRole("button", { name: "Listen to long-rain.wav and trim it" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("slider", { name: /Ends at/ }).fill("0.5");
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Keep this part" }).click();
    await dialog.waitFor({ state: "detached" });
    // The sending waits until it was paused.
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(
      (url) => url.pathname === "/v1/studio/sounds",
      async (route) => {
        if (route.request().method() === "POST") await paused;
        await route.continue().catch(() => undefined);
      },
    );
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("button", { name: "Pause the upload of long rain" }).click();
    goOn();
    await page.getByText("Paused. Its file").waitFor();
    await page.getByRole("button", { name: "Continue with the upload of long rain" }).click();
    const row = page
      .getByRole("list", { name: "Sounds", exact: true })
      .getByRole("listitem")
      .filter({ hasText: "long rain" });
    await row.getByText("ready", { exact: true }).waitFor();
    await row.getByText("30 s", { exact: true }).waitFor();
    await row.getByRole("button", { name: "More for long rain" }).click();
    await page.getByRole("menuitem", { name: "Share…" }).click();
    await dialog.getByLabel("User name").fill("nobody-here");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await dialog.getByText("No account of this server is named “nobody-here”.").waitFor();
    await dialog.getByLabel("User name").fill("mara");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await dialog.getByText("not answered yet").waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "End sharing with mara" }).click();
    await dialog.getByText("It is not shared yet.").waitFor();
    assert.deepEqual(
      faults.filter((fault) => !fault.includes("404")),
      [],
    );
  });
});
