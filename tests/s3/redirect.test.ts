// Downloads from the S3 service itself (FULLCAST_S3_REDIRECT): who is redirected, to what, and for how long.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { after, describe, test } from "node:test";
import { createLog } from "@fullcast/server";
import { startTestServer } from "../api/server.ts";
import { exportStory, media, spokenStory } from "../api/story.ts";
import { createBucket, startS3 } from "./service.ts";

const service = await startS3();
after(() => service[Symbol.asyncDispose]());
const logged: string[] = [];
const log = createLog("debug", { write: (line: string) => logged.push(line) > 0 } as never);
const bucket = await createBucket(service.endpoint);
const server = await startTestServer({ ...bucket, FULLCAST_S3_REDIRECT: "1" }, log);
after(() => server[Symbol.asyncDispose]());
const { client } = server;

const story = await spokenStory(client, "“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n", "The Boat");
const { artifact } = await exportStory(client, story, "mp3");
const url = artifact?.download_url ?? assert.fail("no file");
const get = (address: string, headers: { [name: string]: string } = {}, method = "GET") =>
  fetch(address, { method, headers, redirect: "manual" });

/** The address that an answer redirects to. */
function addressIn(answer: Response): string {
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  return answer.headers.get("location") ?? assert.fail("no address");
}

/** What browsers state with a request of a page, and with a click on a link. */
const BY_PLAYER = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "audio" };
const BY_CLICK = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "user-agent": "Mozilla/5.0" };

describe("a download from the S3 service", () => {
  test("a program is redirected to the same bytes, with the file's type and name, for at most a minute", async () => {
    const address = addressIn(await get(url));
    assert.ok(address.startsWith(`${service.endpoint}/`));
    const expires = Number(new URL(address).searchParams.get("X-Amz-Expires"));
    assert.ok(expires > 0 && expires <= 60, String(expires));
    const fromStore = await fetch(address);
    const fromHere = await get(url, BY_PLAYER);
    assert.deepEqual([fromStore.status, fromHere.status], [200, 200]);
    for (const name of ["content-type", "content-disposition", "content-length"])
      assert.equal(fromStore.headers.get(name), fromHere.headers.get(name), name);
    assert.ok(Buffer.from(await fromStore.arrayBuffer()).equals(Buffer.from(await fromHere.arrayBuffer())));
  });

  test("a range is sent by the service, and a range that is none is refused here", async () => {
    const part = await fetch(url, { headers: { range: "bytes=0-2" } });
    assert.ok(part.redirected);
    assert.equal(part.status, 206);
    assert.equal(Buffer.from(await part.arrayBuffer()).toString("latin1"), "ID3");
    assert.equal((await get(url, { range: "bytes=999999999-" })).status, 416);
  });

  test("a click on a link is redirected, also a page's; a player, HEAD and a known file are answered here", async () => {
    // fetch sets its own Sec-Fetch-Mode.
    const [click] = (await once(request(url, { headers: BY_CLICK }).end(), "response")) as [IncomingMessage];
    click.resume();
    assert.equal(click.statusCode, 302);
    const player = await get(url, { ...BY_PLAYER, range: "bytes=0-2" });
    assert.equal(player.status, 206);
    // An older browser, or one that reached the server by http:// in its network.
    assert.equal((await get(url, { "user-agent": "Mozilla/5.0" })).status, 200);
    const head = await get(url, {}, "HEAD");
    assert.equal(head.status, 200);
    assert.equal((await get(url, { "if-none-match": head.headers.get("etag") ?? "" })).status, 304);
  });

  test("the sound of a line and the audio of a public page are redirected, until the page is revoked", async () => {
    const spoken = (await media(client, story.sectionId)).find(({ playback_url }) => playback_url !== null);
    addressIn(await get(spoken?.playback_url ?? assert.fail("no sound")));
    const { share_link } = await client.call("publishSection", {
      params: { sectionId: story.sectionId },
      body: { schema_version: 1, client_mutation_id: randomUUID(), make_files: false },
    });
    const audio = `${share_link?.url ?? assert.fail("no page")}/sections/${story.sectionId}/audio.mp3`;
    const answer = await fetch(addressIn(await get(audio)));
    assert.equal(answer.headers.get("content-type"), "audio/mpeg");
    await client.call("revokeSectionShare", { params: { sectionId: story.sectionId } });
    assert.equal((await get(audio)).status, 404);
  });

  test("an altered signed address is refused, and no address of the service is logged", async () => {
    assert.equal((await get(`${url}x`)).status, 403);
    assert.ok(logged.length > 0);
    assert.deepEqual(
      logged.filter((line) => /X-Amz|Signature/i.test(line)),
      [],
    );
  });

  test("nothing is redirected without the setting", async () => {
    await using plain = await startTestServer(await createBucket(service.endpoint));
    const other = await spokenStory(plain.client, "The boat came back.", "The Boat");
    const file = await exportStory(plain.client, other, "mp3");
    assert.equal((await get(file.artifact?.download_url ?? assert.fail("no file"))).status, 200);
  });
});
