// What Debian's WebKitGTK records becomes a take. Its MediaRecorder writes the header of the last fragment twice. On a busy machine it
// leaves out the last fragment, which is about a second: ffmpeg and WebKitGTK itself then read that much less. So the measure of the
// take is what WebKitGTK decodes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { media, spokenStory } from "../api/story.ts";
import { launchWebkit } from "./webkit.ts";

const server = await sharedServer();
const page = await launchWebkit();
after(() => page[Symbol.asyncDispose]());

/** A tone of four seconds in place of a microphone, which MiniBrowser does not give. */
const RECORD = `document.querySelector("h1").onclick = async () => {
  const context = new AudioContext();
  await context.resume();
  const out = context.createMediaStreamDestination();
  const gain = new GainNode(context, { gain: 0.3 });
  new OscillatorNode(context, { frequency: 300 }).connect(gain).connect(out);
  const tone = new OscillatorNode(context, { frequency: 220 });
  tone.connect(gain);
  tone.start();
  const recorder = new MediaRecorder(out.stream);
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = async () => {
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
    const { duration } = await context.decodeAudioData(bytes.buffer);
    window.recorded = { seconds: duration, type: recorder.mimeType, base64 };
  };
  recorder.start();
  setTimeout(() => recorder.stop(), 4000);
};`;

test("a recording of WebKitGTK becomes a take as long as it was", async () => {
  const { projectId, sectionId } = await spokenStory(server.client, "One line.");
  assert.ok(projectId !== "");
  const [line] = await media(server.client, sectionId);
  await page.goto(`${server.url}/s/nothing`);
  await page.run(`document.querySelector("h1").insertAdjacentHTML("beforebegin", "<button>Record</button>");
    ${RECORD} document.querySelector("button").onclick = document.querySelector("h1").onclick;`);
  await page.click("Record");
  await page.until("window.recorded !== undefined");
  const { type, base64, seconds } = (await page.read("window.recorded")) as {
    readonly type: string;
    readonly base64: string;
    readonly seconds: number;
  };
  assert.match(type, /^(?:audio|video)\/mp4/);
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  const headers = Buffer.from(bytes).toString("latin1").split("moof").length - 1;
  const { take } = await server.client.call("recordTake", {
    params: { sectionId, blockId: line?.block_id ?? "" },
    headers: {},
    upload: { contentType: "audio/mp4", bytes },
  });
  assert.ok(headers > 1, `${headers} fragments`);
  // A tone has no quiet ends to cut off.
  assert.ok(
    seconds > 2 && Math.abs(take.duration_ms - seconds * 1_000) < 300,
    `${take.duration_ms} ms of ${seconds} s`,
  );
});
