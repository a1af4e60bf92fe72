// "fullcast series": the examples of docs/series.md, against one running server.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type CliRun, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const env = { FULLCAST_DATA_DIR: join(folder.path, "data"), FULLCAST_PORT: "0" };
const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env });
const server = startCli(["serve"], { env });

const BOAT =
  "“Is the boat back?” asked Mara Pell.\n\n“Not yet,” said Captain Hart.\n\n“You said that,” said Mara Pell.\n";
const FOG = "“Who is there?” asked Mara.\n\n“It is John Hart,” said John Hart.\n\n“Come in,” said Mara.\n";

async function done(...args: string[]): Promise<CliRun> {
  const run = await fullcast(...args);
  assert.equal(run.code, 0, run.stderr);
  return run;
}

async function refused(code: number, message: RegExp, ...args: string[]): Promise<void> {
  const run = await fullcast(...args);
  assert.deepEqual([run.code, message.test(run.stderr)], [code, true], run.stderr);
}

before(async () => {
  await server.printed(/listening on (http\S+)/);
  for (const [name, title, text] of [
    ["boat", "The Boat", BOAT],
    ["fog", "The Fog", FOG],
  ] as const) {
    writeFileSync(at(`${name}.txt`), text);
    await done("narrate", at(`${name}.txt`), "--out", at(`${name}.srt`), "--title", title, "--quiet");
  }
});
after(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  folder[Symbol.dispose]();
});

test("people of one book are saved, proposed in the next with reasons, accepted and declined", async () => {
  assert.match((await done("series")).stderr, /No series yet/);
  await refused(1, /“The Boat” is part of no series/, "series", "save", "The Boat");
  await refused(2, /names no series; give its name/, "series", "join", "The Boat");
  const joined = await done("series", "join", "The Boat", "The Harbour");
  assert.match(joined.stderr, /“The Boat” is part of the new series “The Harbour” now\.\nIt has no people yet: /);
  await done("say", "The Boat", "Hart=heart");
  await done("cast", "The Boat", "--set", "Mara Pell=Fiona");
  assert.match((await done("series", "save", "The Boat")).stderr, /3 people added to the series, 0 brought up to date/);
  assert.match(
    (await done("series", "save", "The Boat", "Mara Pell")).stderr,
    /0 people added to the series, 1 brought/,
  );
  const shown = await done("series", "show", "the harbour");
  assert.match(shown.stdout, /^Mara Pell .*Fiona$/m);
  assert.match(shown.stdout, /^Captain Hart .* Hart$/m);

  assert.match((await done("series", "join", "The Fog", "The Harbour")).stderr, /3 people of it may be in this book/);
  const { stdout } = await done("series", "proposals", "The Fog");
  assert.match(stdout, /^Mara +Mara Pell +The Boat +part of the name mara.* voice Fiona, 1 name$/m);
  assert.match(stdout, /^John Hart +Captain Hart +The Boat +title and surname Captain Hart/m);
  const taken = await done("series", "accept", "The Fog", "Mara");
  assert.match(taken.stderr, /^Taken over: Mara; 2 lines need new audio\.$/m);
  assert.match((await done("cast", "The Fog")).stdout, /^Mara +2 +Fiona .*by you$/m);
  assert.match((await done("series", "decline", "The Fog", "John Hart")).stderr, /^Declined: John Hart\.$/m);
  const { proposals } = JSON.parse((await done("series", "proposals", "The Fog", "--json")).stdout);
  assert.deepEqual(
    proposals.map(({ person }: { person: { name: string } }) => person.name),
    ["Narrator"],
  );
  await refused(1, /There is no proposal for “Mara”\. There are: Narrator\./, "series", "accept", "The Fog", "Mara");
  await refused(2, /Name the speakers to accept, or add --all/, "series", "accept", "The Fog");
  assert.match((await done("series", "accept", "The Fog", "--all")).stderr, /^Taken over: Narrator/m);
  assert.match((await done("series", "proposals", "The Fog")).stderr, /No proposals\./);
});

test("a series is listed, renamed, left and deleted; its books keep their casts", async () => {
  assert.match((await done("series")).stdout, /^The Harbour +3 +The Boat, The Fog +[0-9a-f-]{36}$/m);
  const cast = (await done("cast", "The Fog")).stdout;
  await done("series", "remove", "The Harbour", "Captain Hart");
  await refused(1, /There is no person “Nemo”/, "series", "remove", "The Harbour", "Nemo");
  assert.match((await done("series", "rename", "The Harbour", "Harbour Books")).stderr, /called “Harbour Books” now/);
  await done("series", "leave", "The Fog");
  assert.match((await done("series", "delete", "Harbour Books")).stderr, /Deleted “Harbour Books” with 2 people/);
  await refused(1, /There is no series “Harbour Books”/, "series", "show", "Harbour Books");
  assert.equal((await done("cast", "The Fog")).stdout, cast);
});
