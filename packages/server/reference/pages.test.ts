import assert from "node:assert/strict";
import { test } from "node:test";
import { addPublicRoutes } from "../http/http.ts";
import { smallServer } from "../http/small-server.ts";
import { iconRoute, referenceRoute } from "./reference.ts";

function served() {
  const { app } = smallServer({});
  addPublicRoutes(app, [iconRoute(), referenceRoute({ publicUrl: () => "http://127.0.0.1:7411" })]);
  return app;
}

test("/favicon.ico is an icon of 32 × 32 pixels that browsers keep", async () => {
  const answer = await served().inject("/favicon.ico");
  assert.deepEqual([answer.statusCode, answer.headers["content-type"]], [200, "image/x-icon"]);
  assert.match(String(answer.headers["cache-control"]), /max-age=86400/);
  const icon = answer.rawPayload;
  // ICONDIR: reserved 0, type 1, one image; its entry holds the size, the length and the offset of the bitmap.
  assert.deepEqual([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)], [0, 1, 1]);
  assert.deepEqual([icon.readUInt8(6), icon.readUInt8(7)], [32, 32]);
  assert.equal(icon.readUInt32LE(14) + icon.readUInt32LE(18), icon.length);
  const tag = String(answer.headers.etag);
  const again = await served().inject({ url: "/favicon.ico", headers: { "if-none-match": tag } });
  assert.equal(again.statusCode, 304);
});

test("the reference begins with its heading, before the list of operations", async () => {
  const { body } = await served().inject("/docs");
  const [heading, list] = [body.indexOf("<h1>"), body.indexOf("<nav")];
  assert.ok(heading > 0 && heading < list, `h1 at ${heading}, nav at ${list}`);
});
