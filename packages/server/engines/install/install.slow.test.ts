// The installation of voices against a catalogue on this machine that breaks off, gives wrong sums and answers web pages.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { tinyKokoro, tinyKokoroTokenizer, tinyPack, tinyPiper, tinyPiperConfig } from "../onnx/tiny-models.ts";
import { readNote } from "../onnx/voice-files.ts";
import { installedVoices, installVoice, planInstallation, readOffers, removeVoice } from "./install-voice.ts";
import { CatalogueError } from "./offers.ts";
import { addressSource, SourceError } from "./voice-source.ts";

const home = mkdtempSync(join(tmpdir(), "fullcast-install-"));
after(() => rmSync(home, { recursive: true, force: true }));
const freshData = () => mkdtempSync(join(home, "data-"));
const { signal } = new AbortController();

const NAME = "en_US-tone-low";
const CARD = "# Model card for tone\n\n* Language: en_US\n\n## Dataset\n\n* License: CC0 1.0\n";
const BELOW = "en/en_US/tone/low";
const sumOf = (algorithm: string, bytes: Uint8Array | string) => createHash(algorithm).update(bytes).digest("hex");

const model = tinyPiper();
function piperFiles(changes: { readonly model?: Uint8Array; readonly md5?: string; readonly size?: number } = {}) {
  const content = changes.model ?? model;
  const stated = (bytes: Uint8Array | string, size = Buffer.byteLength(bytes), md5 = sumOf("md5", bytes)) => ({
    size_bytes: size,
    md5_digest: md5,
  });
  const catalogue = {
    [NAME]: {
      key: NAME,
      name: "tone",
      language: { code: "en_US" },
      quality: "low",
      num_speakers: 1,
      files: {
        [`${BELOW}/${NAME}.onnx`]: stated(content, changes.size, changes.md5),
        [`${BELOW}/${NAME}.onnx.json`]: stated(tinyPiperConfig()),
        [`${BELOW}/MODEL_CARD`]: stated(CARD),
      },
    },
    "../escape": { language: { code: "en" }, files: {} },
    "en_US-outside-low": {
      language: { code: "en_US" },
      files: { "../../en_US-outside-low.onnx": stated(model), "../../en_US-outside-low.onnx.json": stated("{}") },
    },
  };
  return new Map<string, Uint8Array | string>([
    ["/voices.json", JSON.stringify(catalogue)],
    [`/${BELOW}/${NAME}.onnx`, content],
    [`/${BELOW}/${NAME}.onnx.json`, tinyPiperConfig()],
    [`/${BELOW}/MODEL_CARD`, CARD],
  ]);
}

type Answer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;
/** Answers ranges, as file servers do. */
const whole: Answer = (request, response, content) => {
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) return response.end(content);
  const start = Number(from);
  if (start >= content.length) return response.writeHead(416).end();
  response.writeHead(206, { "content-range": `bytes ${start}-${content.length - 1}/${content.length}` });
  response.end(content.subarray(start));
};

async function catalogueServer(files: ReadonlyMap<string, Uint8Array | string>, forModel: Answer = whole) {
  const asked: { readonly path: string; readonly range: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push({ path, range: request.headers.range });
    const content = files.get(path);
    if (content === undefined) return response.writeHead(404).end();
    (path.endsWith(".onnx") ? forModel : whole)(request, response, Buffer.from(content as Uint8Array));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function install(
  data: string,
  from: string,
  name = NAME,
  type: "piper" | "kokoro" = "piper",
  heard: (bytes: number) => void = () => {},
) {
  const offers = await readOffers(type, from, signal);
  const plan = await planInstallation(data, offers, name, signal);
  const seen: number[] = [];
  const done = await installVoice(
    data,
    offers,
    plan,
    { gender: "female" },
    {
      signal,
      pauseMs: 1,
      progress: (bytes) => {
        seen.push(bytes);
        heard(bytes);
      },
    },
  );
  return { plan, seen, ...done };
}
const folderOf = (data: string, type = "piper") => join(data, "voices", type);
const filesOf = (data: string) => (existsSync(folderOf(data)) ? readdirSync(folderOf(data)).sort() : []);
const stated = (kind: typeof SourceError | typeof CatalogueError, message: RegExp) => (error: unknown) =>
  error instanceof kind && message.test(error.message);

test("a voice of the catalogue is installed with its licence and its SHA-256, and removed again", async () => {
  await using server = await catalogueServer(piperFiles());
  const data = freshData();
  const { plan, sums, seen } = await install(data, server.address);
  assert.equal(plan.bytes, model.length + Buffer.byteLength(tinyPiperConfig()));
  assert.deepEqual([plan.license, plan.publishable], ["CC0 1.0", true]);
  assert.equal(seen.at(-1), plan.bytes);
  assert.deepEqual(
    sums.map(({ name, sha256 }) => [name, sha256]),
    [
      [`${NAME}.onnx.json`, sumOf("sha256", tinyPiperConfig())],
      [`${NAME}.onnx`, sumOf("sha256", model)],
    ],
  );
  assert.deepEqual(filesOf(data), [`${NAME}.fullcast.json`, `${NAME}.onnx`, `${NAME}.onnx.json`]);
  const note = await readNote(folderOf(data), NAME);
  assert.deepEqual(
    [note.license, note.publishable, note.gender, note.sha256, note.source],
    ["CC0 1.0", true, "female", sumOf("sha256", model), server.address],
  );
  assert.deepEqual(await installedVoices(data, "piper"), [NAME]);
  assert.equal((await removeVoice(data, "piper", NAME))?.files.length, 3);
  assert.deepEqual(filesOf(data), []);
  assert.equal(await removeVoice(data, "piper", NAME), null);
});

test("entries whose names or paths leave the folder are not offered", async () => {
  await using server = await catalogueServer(piperFiles());
  const { voices } = await readOffers("piper", server.address, signal);
  assert.deepEqual(
    voices.map(({ name }) => name),
    [NAME],
  );
});

/** Sends some bytes and then nothing; `cut` breaks the connection. */
function stopsAfter(bytes: number) {
  let cut = () => {};
  const answer: Answer = (request, response, content) => {
    const [, from = "0"] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(from);
    response.writeHead(start === 0 ? 200 : 206, {
      "content-length": content.length - start,
      ...(start === 0 ? {} : { "content-range": `bytes ${start}-${content.length - 1}/${content.length}` }),
    });
    response.write(content.subarray(start, start + bytes));
    cut = () => response.destroy();
  };
  return { answer, cut: () => cut() };
}
const CONFIG_BYTES = Buffer.byteLength(tinyPiperConfig());

test("a download that breaks off is continued where it stopped", async () => {
  const stopping = stopsAfter(300);
  let breaks = 2;
  await using server = await catalogueServer(piperFiles(), (...given) =>
    (breaks-- > 0 ? stopping.answer : whole)(...given),
  );
  const data = freshData();
  await install(data, server.address, NAME, "piper", (bytes) => {
    if (bytes === CONFIG_BYTES + 300 || bytes === CONFIG_BYTES + 600) stopping.cut();
  });
  assert.deepEqual(readFileSync(join(folderOf(data), `${NAME}.onnx`)), Buffer.from(model));
  const ranges = server.asked.filter(({ path }) => path.endsWith(".onnx")).map(({ range }) => range);
  assert.deepEqual(ranges, [undefined, "bytes=300-", "bytes=600-"]);
});

test("a download that was interrupted is continued by the next command", async () => {
  const stopping = stopsAfter(500);
  let broken = true;
  await using server = await catalogueServer(piperFiles(), (request, response, content) => {
    if (!broken) return whole(request, response, content);
    if (request.headers.range !== undefined) return response.writeHead(403).end();
    stopping.answer(request, response, content);
  });
  const data = freshData();
  const first = install(data, server.address, NAME, "piper", (bytes) => {
    if (bytes === CONFIG_BYTES + 500) stopping.cut();
  });
  await assert.rejects(first, stated(SourceError, /answered 403/));
  assert.deepEqual(await installedVoices(data, "piper"), []);
  broken = false;
  await install(data, server.address);
  const ranges = server.asked.filter(({ path }) => path.endsWith(".onnx")).map(({ range }) => range);
  assert.equal(ranges.at(-1), "bytes=500-");
  assert.deepEqual(readFileSync(join(folderOf(data), `${NAME}.onnx`)), Buffer.from(model));
});

test("a server that knows no ranges is read from the beginning again", async () => {
  let first = true;
  await using server = await catalogueServer(piperFiles(), (_request, response, content) => {
    response.writeHead(200, { "content-length": content.length });
    if (!first) return response.end(content);
    first = false;
    response.write(content.subarray(0, 500), () => response.destroy());
  });
  const data = freshData();
  await install(data, server.address);
  assert.deepEqual(readFileSync(join(folderOf(data), `${NAME}.onnx`)), Buffer.from(model));
});

test("a wrong sum is refused, and what came is removed", async () => {
  await using server = await catalogueServer(piperFiles({ md5: "0".repeat(32) }));
  const data = freshData();
  await assert.rejects(install(data, server.address), stated(SourceError, /MD5 sum is not the one of the catalogue/));
  assert.deepEqual(filesOf(data), []);
});

test("a file that is longer than stated is cut off, refused and removed", async () => {
  await using server = await catalogueServer(piperFiles({ size: 100 }));
  const data = freshData();
  await assert.rejects(install(data, server.address), stated(SourceError, /longer than the 100 bytes/));
  assert.deepEqual(filesOf(data), []);
});

test("a model of another architecture and one that is cut off are refused, though their sums are right", async () => {
  for (const [bytes, message] of [
    [tinyKokoro(), /it is no Piper model; it lacks the input input/],
    [model.subarray(0, model.length - 30), /damaged or no ONNX model/],
    [new TextEncoder().encode("plain text"), /damaged or no ONNX model/],
  ] as const) {
    await using server = await catalogueServer(piperFiles({ model: bytes }));
    const data = freshData();
    await assert.rejects(install(data, server.address), stated(CatalogueError, message));
    assert.deepEqual(filesOf(data), []);
  }
});

test("a web page instead of the catalogue or of the model is stated as such", async () => {
  const page = "<!doctype html><title>Sign in</title>";
  await using portal = await catalogueServer(new Map([["/voices.json", page]]));
  await assert.rejects(
    readOffers("piper", portal.address, signal),
    stated(CatalogueError, /A web page came instead of voices\.json/),
  );
  await using server = await catalogueServer(piperFiles(), (_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(page),
  );
  await assert.rejects(
    install(freshData(), server.address),
    stated(SourceError, /answered a web page instead of the file/),
  );
});

test("a server that falls silent counts as broken, and the attempts have an end", async () => {
  await using server = await catalogueServer(
    new Map([
      ["/voices.json", "{}"],
      ["/a.onnx", "x"],
    ]),
    () => undefined,
  );
  const source = addressSource(server.address, 50);
  await assert.rejects(source.open("a.onnx", 0, signal), stated(SourceError, /sent nothing for 0\.05 s/));
  const refused = addressSource("http://127.0.0.1:1");
  await assert.rejects(refused.text("voices.json", 10, signal), stated(SourceError, /cannot be reached \(/));
});

test("a name that the catalogue lacks is refused with names that are near", async () => {
  await using server = await catalogueServer(piperFiles());
  await assert.rejects(
    install(freshData(), server.address, "en_US-tone-high"),
    stated(CatalogueError, /offers no piper\/en_US-tone-high\. It has: en_US-tone-low\./),
  );
});

test("a folder with voices and without a catalogue serves as a source", async () => {
  const folder = mkdtempSync(join(home, "stick-"));
  writeFileSync(join(folder, `${NAME}.onnx`), model);
  writeFileSync(join(folder, `${NAME}.onnx.json`), tinyPiperConfig());
  const data = freshData();
  const { plan } = await install(data, folder);
  assert.deepEqual([plan.license, plan.publishable], [null, null]);
  assert.deepEqual(await installedVoices(data, "piper"), [NAME]);
  await assert.rejects(readOffers("piper", freshData(), signal), stated(CatalogueError, /neither voices\.json nor/));
});

test("Kokoro's voices share one model, and the last of them takes it along", async () => {
  const below = "/some/kokoro/resolve/main";
  const files = new Map<string, Uint8Array | string>([
    [`${below}/onnx/model.onnx`, tinyKokoro()],
    [`${below}/tokenizer.json`, tinyKokoroTokenizer()],
    [`${below}/voices/af_one.bin`, tinyPack(0.1)],
    [`${below}/voices/am_two.bin`, tinyPack(0.2)],
    [`${below}/README.md`, "---\nlicense: apache-2.0\n---\n# Kokoro\n"],
  ]);
  for (const folder of ["", "onnx", "voices"]) {
    const entries = [...files].flatMap(([path, content]) => {
      const at = path.slice(below.length + 1);
      if (dirname(at) !== (folder === "" ? "." : folder)) return [];
      const bytes = Buffer.from(content as Uint8Array);
      return [{ type: "file", path: at, size: 130, lfs: { oid: sumOf("sha256", bytes), size: bytes.length } }];
    });
    files.set(`/api/models/some/kokoro/tree/main${folder === "" ? "" : `/${folder}`}`, JSON.stringify(entries));
  }
  await using server = await catalogueServer(files);
  const data = freshData();
  const from = `${server.address}/some/kokoro`;
  const first = await install(data, from, "af_one", "kokoro");
  assert.deepEqual([first.plan.license, first.plan.publishable], ["apache-2.0", true]);
  assert.equal(first.sums.length, 3);
  assert.equal((await install(data, from, "am_two", "kokoro")).sums.length, 1);
  assert.deepEqual(await installedVoices(data, "kokoro"), ["af_one", "am_two"]);
  assert.equal((await readNote(folderOf(data, "kokoro"), "model")).license, "apache-2.0");
  assert.deepEqual((await removeVoice(data, "kokoro", "af_one"))?.files, ["af_one.bin"]);
  await removeVoice(data, "kokoro", "am_two");
  assert.deepEqual(readdirSync(folderOf(data, "kokoro")), []);
});

test("a disk folder that cannot be made fails without a trace", async () => {
  await using server = await catalogueServer(piperFiles());
  const data = freshData();
  mkdirSync(join(data, "voices"));
  writeFileSync(join(data, "voices", "piper"), "a file stands where the folder should be");
  await assert.rejects(install(data, server.address), /EEXIST|ENOTDIR/);
});
