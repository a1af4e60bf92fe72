// Attacks at the level of bytes. See also isolation.test.ts (ids of other accounts), security.test.ts (secrets, signatures,
// rates) and shapes.test.ts (limits of every field).

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { describe, test } from "node:test";
import fc from "fast-check";
import { described } from "./requests.ts";
import { sharedServer } from "./server.ts";
import { newSound, SHORT_WAV } from "./sound.ts";
import { createStory, exportStory, playbackManifest, spokenStory, studioMutation } from "./story.ts";

const server = await sharedServer();
const { client } = server;
/** Ends an attribute, an element, a header line and a CDATA section. */
const NASTY = `"'><script>alert(1)</script>]]>&amp;\r\nSet-Cookie: a=b\r\n\r\n<img src=x onerror=alert(2)>`;
const story = await spokenStory(client, `"It is here," said Mara.\n\n${NASTY}\n`, NASTY);
const manifest = await playbackManifest(client, story);
const mediaUrl = manifest.assets[0]?.url ?? "";

/** A request whose path is sent as it is written here. */
function sent(path: string, headers: { readonly [name: string]: string } = {}) {
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = httpRequest(
      { hostname, port, path, agent: false, headers: { authorization: `Bearer ${server.key}`, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      },
    );
    asking.on("error", reject);
    asking.end();
  });
}

const alive = async () => assert.equal((await server.request("/me")).status, 200);

describe("a path", () => {
  test("that climbs, hides a slash or a null, or names a file opens nothing", async () => {
    const token = mediaUrl.split("/").at(-1);
    const paths = [
      "/v1/media/../../owner-key",
      "/v1/media/..%2f..%2fowner-key",
      "/v1/media/%2e%2e/%2e%2e/server.json",
      `/v1/media/${token}/../../../../etc/passwd`,
      `/v1/media/${token}%00.wav`,
      "/v1/studio/exports/..%2f..%2fme",
      `/v1/studio/sections/${story.sectionId}%00/document`,
      `/v1/studio/sections/{${story.sectionId}}/document`,
      `/v1/studio/sections/${story.sectionId},${story.sectionId}/document`,
      `/v1/studio/sections/${story.sectionId}%2fdocument`,
      "/v1/studio/sections/1%20or%201=1/document",
      "/v1/studio/sections/%/document",
      "/v1/studio/sections/%c0%ae%c0%ae/document",
      "/v1//me",
      "/v1/me/",
      "/V1/me",
      "/s/..%2f..%2fowner-key",
      "/s/../../etc/passwd",
      "/s/%00",
      "/docs/../owner-key",
      `/v1/me/${"a".repeat(12_000)}`,
      "//elsewhere.example/v1/me",
      "*",
    ];
    for (const path of paths) {
      const { status, text } = await sent(path);
      assert.ok(status === 400 || status === 403 || status === 404 || status === 414, `${path}: ${status}`);
      assert.ok(!text.includes(server.key) && !text.includes(server.dataDir) && !text.includes("root:"), path);
    }
    await alive();
  });
  test("that is a whole address of another host is answered as if it came to this one", async () => {
    const { text, status } = await sent("http://elsewhere.example/v1/me", { host: "elsewhere.example" });
    assert.ok(status === 200 || status === 400 || status === 404, `${status}`);
    assert.ok(!text.includes("elsewhere.example"));
  });
});

describe("headers", () => {
  test("of 20 KB, or thousands of them, are refused and harm no other caller", async () => {
    const answer = await sent("/v1/me", { "x-long": "a".repeat(20_000) });
    assert.equal(answer.status, 400);
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`x-${index}`, "b"]));
    const answered = await sent("/v1/me", many);
    assert.ok([200, 400].includes(answered.status), `${answered.status}`);
    await alive();
  });
  test("that name a key twice, or with a comma, open nothing", async () => {
    const other = `fc_${randomUUID()}`;
    for (const authorization of [
      `Bearer ${other}, Bearer ${server.key}`,
      `Bearer ${server.key}, Bearer ${other}`,
      `Bearer ${server.key} ${server.key}`,
      `Bearer ${server.key}\t`.repeat(2),
      "Bearer",
      "Bearer ",
    ]) {
      assert.equal((await sent("/v1/me", { authorization })).status, 401, authorization.replaceAll(server.key, "KEY"));
    }
  });
});

describe("a JSON body", () => {
  const post = (path: string, body: string) => server.request(path, { method: "POST", body });
  const projectBody = (rest: string) =>
    post("/projects", `{"schema_version":1,"client_mutation_id":"${randomUUID()}",${rest}}`);
  test("cannot reach a prototype, at the top or inside", async () => {
    for (const rest of [
      '"name":"A","__proto__":{"polluted":true}',
      '"name":"A","constructor":{"prototype":{"polluted":true}}',
      '"name":{"__proto__":{"polluted":true}}',
      '"name":"A","\\u005f_proto__":{"polluted":true}',
    ]) {
      assert.equal((await projectBody(rest)).status, 400, rest);
    }
    const open = (context: string) =>
      post(
        "/feedback",
        `{"schema_version":1,"client_mutation_id":"${randomUUID()}","category":"bug","message":"m","context":${context}}`,
      );
    assert.equal((await open('{"a":{"__proto__":{"polluted":true}}}')).status, 400);
    const kept = await open('{"constructor":{"prototype":{"polluted":true}},"toString":"x","hasOwnProperty":1}');
    assert.equal(kept.status, 201);
    assert.deepEqual(Object.keys(kept.body.data.feedback.context).sort(), [
      "constructor",
      "hasOwnProperty",
      "toString",
    ]);
    // The server runs in this process.
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
  test("is read to 64 levels, and not one more; JSON that is kept has 32", async () => {
    const nested = (levels: number) => {
      const context = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      return post(
        "/feedback",
        `{"schema_version":1,"client_mutation_id":"${randomUUID()}","category":"bug","message":"m","context":${context}}`,
      );
    };
    assert.equal((await nested(32)).status, 201);
    const answersTo = async (levels: number) => {
      const { status, body } = await nested(levels);
      return [status, body.error.details.issues[0].path];
    };
    // One level is the body's own. Up to 64 it is looked at, and the field is named.
    assert.deepEqual(
      [await answersTo(33), await answersTo(63)],
      [
        [400, "context"],
        [400, "context"],
      ],
    );
    assert.deepEqual(await answersTo(64), [400, ""]);
    assert.equal((await post("/projects", "[".repeat(1_000_000))).status, 400);
    assert.equal((await post("/projects", '{"a":'.repeat(500_000))).status, 400);
  });
  test("with a duplicate key is checked and executed with the same value", async () => {
    const id = randomUUID();
    const answer = await post(
      "/projects",
      `{"schema_version":1,"client_mutation_id":"${id}","name":"${"x".repeat(500)}","name":"Second"}`,
    );
    if (answer.status === 400) return;
    assert.deepEqual([answer.status, answer.body.data.project.name], [201, "Second"]);
    const replay = await post("/projects", `{"schema_version":1,"client_mutation_id":"${id}","name":"Second"}`);
    assert.deepEqual([replay.status, replay.body.data.idempotent_replay], [200, true]);
  });
  test("with numbers that no integer holds is refused, never rounded", async () => {
    for (const number of ["1e400", "-1e400", "9007199254740993", "1.5", "1e-400", "0x10", "NaN", "01", "+1"]) {
      const { status } = await post(
        `/studio/projects/${story.projectId}/sections`,
        `${JSON.stringify({ ...studioMutation(), title: "t", raw_text: "x" }).slice(0, -1)},"base_section_order_version":${number}}`,
      );
      // Beyond what a version can be it is stale, not malformed.
      assert.ok(status === 400 || status === 409, `${number}: ${status}`);
    }
  });
});

describe("bodies that never end", () => {
  test("do not delay other accounts", async () => {
    const { hostname, port } = new URL(server.url);
    const head = `POST /v1/studio/sections HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.key}\r\ncontent-type: application/json\r\n`;
    const sockets = Array.from({ length: 100 }, (_, index) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      socket.write(
        index % 2 === 0
          ? `${head}content-length: 1000000\r\n\r\n{"title": "`
          : `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"tit\r\n`,
      );
      return socket;
    });
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("ready", resolve))));
    for (let index = 0; index < 5; index++) await alive();
    for (const socket of sockets) socket.destroy();
    await createStory(client);
  });
  test("and requests that contradict themselves about their length are refused", async () => {
    const { hostname, port } = new URL(server.url);
    for (const lengths of [
      "content-length: 5\r\ntransfer-encoding: chunked",
      "content-length: 5\r\ncontent-length: 6",
      "content-length: -1",
      "transfer-encoding: chunked, identity",
    ]) {
      const socket = connect(Number(port), hostname);
      const answer = await new Promise<string>((resolve) => {
        let text = "";
        socket.on("data", (part) => {
          text += part;
        });
        socket.on("close", () => resolve(text));
        socket.on("error", () => resolve(text));
        socket.write(
          `POST /v1/projects HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\ncontent-type: application/json\r\nauthorization: Bearer ${server.key}\r\n${lengths}\r\n\r\n0\r\n\r\nGET /v1/me HTTP/1.1\r\n\r\n`,
        );
      });
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
      assert.deepEqual(statuses, ["400"], `${lengths}: ${answer.slice(0, 200)}`);
    }
  });
});

describe("a signed URL", () => {
  test("of an upload is none of a file, and the other way round", async () => {
    const { upload } = await newSound(client, SHORT_WAV);
    const of = (url: string) => url.slice(0, url.lastIndexOf("/") + 1);
    const token = (url: string) => url.split("/").at(-1) ?? "";
    const asFile = await server.request(of(mediaUrl) + token(upload.url), { key: null });
    assert.equal(asFile.status, 403);
    const asUpload = await server.request(of(upload.url) + token(mediaUrl), {
      key: null,
      method: "PUT",
      headers: { "content-type": "audio/wav" },
      body: SHORT_WAV,
    });
    assert.equal(asUpload.status, 403);
    assert.ok(!(await fetch(upload.url)).ok, "an upload's URL reads nothing");
    for (const method of ["PUT", "POST", "DELETE", "PATCH"]) {
      const answer = await server.request(mediaUrl, { key: null, method });
      assert.ok([404, 405].includes(answer.status), `${method}: ${answer.status}`);
    }
  });
  test("answers any Range with at most the file", async () => {
    const whole = (await server.request(mediaUrl, { key: null })).body as Buffer;
    const ranges = [
      "bytes=0-99999999999999999999",
      "bytes=99999999999999999999-",
      "bytes=-99999999999999999999",
      "bytes=-0",
      "bytes=5-2",
      "bytes=a-b",
      "bytes=",
      "bytes=--5",
      "bytes=1e3-2e3",
      "bytes=0x0-0x10",
      "items=0-5",
      `bytes=${Array.from({ length: 1_000 }, () => "0-").join(",")}`,
      `bytes=${Array.from({ length: 1_000 }, (_, index) => `${index}-${index}`).join(",")}`,
    ];
    for (const range of ranges) {
      const { status, body } = await server.request(mediaUrl, { key: null, headers: { range } });
      assert.ok([200, 206, 416].includes(status), `${range.slice(0, 40)}: ${status}`);
      if (status !== 416) assert.ok(whole.includes(body as Buffer), range.slice(0, 40));
    }
  });
});

describe("markup and line breaks in a title and a text", () => {
  const publish = async (path: string) => {
    const body = JSON.stringify({ schema_version: 1, client_mutation_id: randomUUID(), allow_download: true });
    return (await server.request(path, { method: "POST", body })).body.data.share_link.url as string;
  };
  const visit = (url: string) => server.request(url, { key: null });
  const made = exportStory(client, story, "mp3");
  test("are text on the public page, and markup nowhere", async () => {
    await made;
    const url = await publish(`/studio/sections/${story.sectionId}/share`);
    const page = await visit(url);
    const html = (page.body as Buffer).toString("utf8");
    assert.equal(page.headers.get("set-cookie"), null);
    assert.ok(html.includes("alert(1)"), "the title is shown");
    assert.doesNotMatch(html, /<script>alert|<img src=x/i);
    // Words in quotation marks are text.
    assert.doesNotMatch(html.replaceAll(/"[^"<>]*"/g, '""'), /<[^>]+\son\w+=/);
    const data = await visit(`${url}/story.json`);
    assert.equal(data.body.data.title, NASTY.replaceAll(/\s+/g, " "));
    assert.match(data.headers.get("content-type") ?? "", /^application\/json/);
  });
  test("are text in the feed, and break nothing of it", async () => {
    const rename = JSON.stringify({ schema_version: 1, name: NASTY.replaceAll(/[\r\n]/g, " ").slice(0, 120) });
    await server.request(`/studio/projects/${story.projectId}`, { method: "PATCH", body: rename });
    const url = await publish(`/studio/projects/${story.projectId}/share`);
    const feed = ((await visit(`${url}/feed.xml`)).body as Buffer).toString("utf8");
    const [, title = ""] = /<title>([^<]*)<\/title>/.exec(feed) ?? [];
    assert.match(title, /(?:&lt;|&#60;)script(?:&gt;|&#62;)alert\(1\)/);
    // Nothing but names of elements begins with a bracket, and nothing but entities with an ampersand.
    assert.doesNotMatch(feed, /<(?![a-z/?!])|&(?!(?:#\d+|amp|lt|gt|quot|apos);)|\]\]>/i);
    assert.doesNotMatch(feed, /<script/);
  });
  test("make a file's name that is one line, in the header and in the answer", async () => {
    const { artifact } = await made;
    assert.ok(artifact);
    assert.doesNotMatch(artifact.filename, /[\p{Cc}/\\<>:"|?*]/u);
    const file = await visit(artifact.download_url);
    assert.equal(file.status, 200);
    assert.equal(file.headers.get("set-cookie"), null);
    assert.match(file.headers.get("content-disposition") ?? "", /^\w+; filename="/);
  });
});

describe("a cursor", () => {
  const lists = described.filter(
    ({ row }) => row.method === "GET" && row.query !== undefined && "cursor" in row.query.shape,
  );
  const paths = lists.map(({ row }) =>
    row.path.replace("{projectId}", story.projectId).replace("{sectionId}", story.sectionId),
  );
  const form = fc.constantFrom(
    (list: string, time: string, id: string) => `${list}_${time}_${id}`,
    (list: string, time: string, id: string) => `${list}${time} ${id}`,
    (_list: string, time: string, id: string) => `${time}.${id}`,
    (_list: string, time: string) => time,
  );
  const time = fc.oneof(
    fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String),
    fc.constantFrom("999999999999999", "253402300800000", "8640000000000000", "0", "-1", "1e15", "2147483648"),
    fc.constantFrom("0000-01-01T00:00:00.000Z", "2026-02-30T00:00:00.000Z", "9999-12-31T24:00:00.000Z"),
  );
  const made = fc
    .tuple(form, fc.constantFrom("", "named", "standalone"), time, fc.uuid())
    .map(([write, ...parts]) => write(...parts));
  test("that no page gave is 400 or an empty page at every list, never a fault", async () => {
    assert.ok(paths.length >= 8, paths.join());
    const texts = fc.oneof(
      made,
      made.map((text) => Buffer.from(text).toString("base64url")),
      fc.string(),
    );
    for (const path of paths) {
      for (const cursor of fc.sample(texts, 25)) {
        const { status, body } = await server.request(`${path}?cursor=${encodeURIComponent(cursor)}`);
        assert.ok(status === 200 || status === 400, `${path} ${cursor}: ${status} ${JSON.stringify(body.error)}`);
      }
    }
  });
});

describe("query values", () => {
  test("twice, in brackets, huge or negative are 400 or an empty page", async () => {
    for (const query of [
      "limit=5&limit=6",
      "limit[]=5",
      "limit=1e9",
      "limit=-1",
      "limit=",
      "limit=5%00",
      "cursor=-1",
      "cursor=1e30",
      "cursor=9007199254740991",
      "cursor=99999999999999999999999",
      "status=__proto__",
      "format=constructor",
      "section_id=*",
      "__proto__[limit]=5",
    ]) {
      const { status, body } = await server.request(`/studio/exports?${query}`);
      assert.ok(status === 200 || status === 400, `${query}: ${status}`);
      if (query.startsWith("cursor=9007")) assert.deepEqual([status, body.data?.exports ?? []], [status, []]);
    }
    await alive();
  });
});
