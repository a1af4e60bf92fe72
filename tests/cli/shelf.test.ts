// "fullcast shelf" and "fullcast watch": books in the folders of a library program. A stand-in plays Audiobookshelf's API, as
// its documentation describes it.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { parseFile } from "music-metadata";
import { type CliRun, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder.path, ...names);
const env = { FULLCAST_DATA_DIR: at("data"), FULLCAST_PORT: "0" };
const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env });
const server = startCli(["serve"], { env });

const TOKEN = "administrator.s-token";
const requests: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = wellBehaved;
const shelfServer = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  answer(request, response);
});
const address = () => `http://127.0.0.1:${(shelfServer.address() as AddressInfo).port}`;

function wellBehaved(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return void response.writeHead(401).end("Unauthorized");
  if (request.method === "POST") return void response.end("OK");
  const library = (id: string, name: string, mediaType: string) => ({ id, name, mediaType, folders: [] });
  const libraries = [library("lib_1", "Books", "book"), library("lib_2", "Podcasts", "podcast")];
  response.setHeader("content-type", "application/json").end(JSON.stringify({ libraries }));
}

async function refused(code: number, message: RegExp, args: readonly string[], more = {}): Promise<CliRun> {
  const run = await runCli(args, { cwd: folder.path, env: { ...env, ...more } });
  assert.deepEqual([run.code, message.test(run.stderr)], [code, true], run.stderr);
  return run;
}

before(async () => {
  await new Promise<void>((listening) => shelfServer.listen(0, "127.0.0.1", listening));
  await server.printed(/listening on (http\S+)/);
  mkdirSync(at("library"));
  writeFileSync(at("fog.txt"), "“Who is there?” asked Mara.\n\n“It is only me,” said John.\n");
  const book = ["--title", "The Fog - A Tale", "--author", "Ann Ash", "--series", "The Harbour", "--number", "2"];
  const run = await fullcast("narrate", at("fog.txt"), "--out", at("fog.srt"), "--quiet", ...book);
  assert.equal(run.code, 0, run.stderr);
});
after(async () => {
  shelfServer.close();
  server.process.kill("SIGTERM");
  await server.ended;
  folder[Symbol.dispose]();
});

test("a book gets its folders, and Audiobookshelf is asked for a scan", async () => {
  requests.length = 0;
  const shelf = ["shelf", "The Fog - A Tale", "--folder", at("library"), "--format", "epub,m4b"];
  const run = await runCli([...shelf, "--audiobookshelf", address()], {
    cwd: folder.path,
    env: { ...env, AUDIOBOOKSHELF_TOKEN: TOKEN },
  });
  assert.equal(run.code, 0, run.stderr);
  const own = at("library", "Ann Ash", "The Harbour", "Vol 2 - The Fog – A Tale");
  assert.deepEqual(readdirSync(own).toSorted(), ["The Fog - A Tale.epub", "The Fog - A Tale.m4b"]);
  const { common } = await parseFile(join(own, "The Fog - A Tale.m4b"));
  assert.deepEqual([common.album, common.artist], ["The Fog - A Tale", "Ann Ash"]);
  assert.deepEqual(requests, [`GET /api/libraries Bearer ${TOKEN}`, `POST /api/libraries/lib_1/scan Bearer ${TOKEN}`]);
  assert.match(run.stderr, /Audiobookshelf scans its library “Books”\./);
});

test("what Audiobookshelf refuses is said before any work, and the token appears nowhere", async () => {
  const shelf = ["shelf", "The Fog - A Tale", "--folder", at("library"), "--audiobookshelf", address()];
  const token = { AUDIOBOOKSHELF_TOKEN: TOKEN };
  await refused(2, /put the token of an administrator .* AUDIOBOOKSHELF_TOKEN/, shelf);
  await refused(1, /refuses the token in AUDIOBOOKSHELF_TOKEN\./, shelf, { AUDIOBOOKSHELF_TOKEN: "wrong" });
  await refused(1, /there is no single one named “Films”/, [...shelf, "--library", "Films"], token);
  const answers: readonly [RegExp, typeof answer][] = [
    [/is not that of an administrator/, (_, response) => response.writeHead(403).end()],
    [/answers 404; is this the address/, (_, response) => response.writeHead(404).end()],
    [
      /it redirects; give the address/,
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    ],
    [/is not a list of libraries/, (_, response) => response.end("<html>Hello</html>")],
    [/is not a list of libraries/, (_, response) => response.end('{"libraries":[{"id":7}]}')],
    [/has no library for books/, (_, response) => response.end('{"libraries":[]}')],
    [/more than 4 MiB/, (_, response) => response.end(Buffer.alloc(5 * 1024 * 1024))],
    [/cannot be reached/, (request) => request.socket.destroy()],
  ];
  for (const [message, how] of answers) {
    answer = how;
    const { stderr } = await refused(1, message, shelf, token);
    assert.ok(!stderr.includes(TOKEN));
  }
  answer = wellBehaved;
  await refused(2, /--audiobookshelf ftp:\/\/x: an address such as/, [...shelf.slice(0, -1), "ftp://x"], token);
  await refused(2, /“wav” is not one of m4b, mp3, opus, epub/, [
    "shelf",
    "x",
    "--folder",
    at("library"),
    "--format",
    "wav",
  ]);
  await refused(2, /there is no such folder; create it first/, ["shelf", "x", "--folder", at("nowhere")]);
  await refused(1, /There is no project “x”/, ["shelf", "x", "--folder", at("library")]);
});

test("books that are put into a folder become audio; what cannot is moved aside with its reason", async () => {
  mkdirSync(at("inbox"));
  mkdirSync(at("out"));
  writeFileSync(at("inbox", "the_quay.txt"), "“A quay,” said Mara.\n");
  writeFileSync(at("inbox", "broken.epub"), "no archive");
  writeFileSync(at("inbox", "half.epub.part"), "half");
  symlinkSync(at("fog.txt"), at("inbox", "link.txt"));
  const watch = ["watch", at("inbox"), "--out", at("out"), "--format", "mp3", "--settle", "0", "--once"];
  const run = await fullcast(...watch);
  assert.equal(run.code, 0, run.stderr);
  assert.deepEqual(readdirSync(at("out")), ["The quay.mp3"]);
  assert.deepEqual(readdirSync(at("inbox")).toSorted(), ["Done", "Failed", "half.epub.part", "link.txt"]);
  assert.deepEqual(readdirSync(at("inbox", "Done")), ["the_quay.txt"]);
  assert.match(readFileSync(at("inbox", "Failed", "broken.epub.txt"), "utf8"), /\S/);
  assert.match(run.stderr, /link\.txt is a link and is left alone/);
  assert.match(run.stderr, /broken\.epub failed: /);

  // In the folders of a library, and one for each book with its chapters.
  writeFileSync(at("inbox", "quay.md"), "# One\n\n“A quay,” said Mara.\n\n# Two\n\nIt rained.\n");
  const chapters = await fullcast(...watch, "--shelf", "--per-chapter", "--quiet");
  assert.equal(chapters.code, 0, chapters.stderr);
  assert.deepEqual(readdirSync(at("out", "Unknown Author", "Quay")).toSorted(), ["01 One.mp3", "02 Two.mp3"]);

  await refused(2, /--out: there is no folder/, ["watch", at("inbox"), "--out", at("none")]);
  await refused(2, /another folder than the one that is watched/, ["watch", at("inbox"), "--out", at("inbox")]);
  await refused(2, /--settle soon: a whole number/, ["watch", at("inbox"), "--out", at("out"), "--settle", "soon"]);
});

test("a watched folder that is away for a moment is waited for", async () => {
  mkdirSync(at("stick"));
  const watch = startCli(["watch", at("stick"), "--out", at("out"), "--format", "srt", "--settle", "0"], { env });
  await watch.printed(/Watching .*stick\. Ctrl-C ends it\./);
  renameSync(at("stick"), at("pulled"));
  await watch.printed(/stick cannot be read \(it is not there: ENOENT\)\. The command waits until it is back\./);
  writeFileSync(at("pulled", "back.txt"), "“I am back,” said John.\n");
  renameSync(at("pulled"), at("stick"));
  await watch.printed(/The folder .*stick is back\./);
  await watch.printed(/Saving/);
  watch.process.kill("SIGINT");
  assert.equal((await watch.ended).code, 130);
  assert.ok(existsSync(at("out", "Back.srt")));
});

test("the folder of the files that is away is waited for, and no other one is made in its place", async () => {
  mkdirSync(at("disk"));
  mkdirSync(at("letters"));
  const watch = startCli(["watch", at("letters"), "--out", at("disk"), "--shelf", "--format", "srt", "--settle", "0"], {
    env,
  });
  await watch.printed(/Watching .*letters\. Ctrl-C ends it\./);
  renameSync(at("disk"), at("unplugged"));
  writeFileSync(at("letters", "letter.txt"), "“A letter,” said John.\n");
  await watch.printed(/The folder .*disk of --out is not there\. The command waits until it is back\./);
  assert.equal(existsSync(at("disk")), false);
  renameSync(at("unplugged"), at("disk"));
  await watch.printed(/The folder .*disk is back\./);
  await watch.printed(/Saving/);
  watch.process.kill("SIGINT");
  assert.equal((await watch.ended).code, 130);
  assert.deepEqual(readdirSync(at("disk")), ["Unknown Author"]);
});

test("the command waits for books and ends with Ctrl-C", async () => {
  const watch = startCli(["watch", at("inbox"), "--out", at("out"), "--format", "srt", "--settle", "0"], { env });
  await watch.printed(/Watching .*inbox\. Ctrl-C ends it\./);
  writeFileSync(at("inbox", "late.txt"), "“I am late,” said John.\n");
  await watch.printed(/Saving/);
  watch.process.kill("SIGINT");
  const { code } = await watch.ended;
  assert.equal(code, 130);
  assert.ok(existsSync(at("out", "Late.srt")));
});
