// "fullcast guests": the examples of docs/friends-voices.md, against one running server.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { type CliRun, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
const env = { FULLCAST_DATA_DIR: join(folder.path, "data"), FULLCAST_PORT: "0" };
const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env });
const server = startCli(["serve"], { env });
let base = "";

async function done(...args: string[]): Promise<CliRun> {
  const run = await fullcast("guests", "The Boat", ...args);
  assert.equal(run.code, 0, run.stderr);
  return run;
}

async function refused(code: number, message: RegExp, ...args: string[]): Promise<void> {
  const run = await fullcast("guests", ...args);
  assert.deepEqual([run.code, message.test(run.stderr)], [code, true], run.stderr);
}

/** As the page of the guest does. */
async function asGuest(token: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${base}/v1/guests/${token}${path}`, init);
  assert.ok(answer.ok, `${path} ${answer.status}`);
  return JSON.parse(await answer.text()).data;
}

before(async () => {
  base = (await server.printed(/listening on (http\S+)/))[1] ?? "";
  const text = "“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n\n“Then we wait,” said Mara.\n";
  writeFileSync(join(folder.path, "boat.txt"), text);
  const out = join(folder.path, "boat.srt");
  const run = await fullcast("narrate", "boat.txt", "--out", out, "--title", "The Boat", "--quiet");
  assert.equal(run.code, 0, run.stderr);
});
after(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  folder[Symbol.dispose]();
});

test("links are made, listed and revoked; consents are shown and withdrawn", async () => {
  assert.match((await done()).stderr, /No guest links yet: fullcast guests "The Boat" --person NAME/);
  await refused(1, /no speaker “Otto”. There are: .*Mara/, "The Boat", "--person", "Otto");
  await refused(2, /--days needs a whole number, not “soon”/, "The Boat", "--person", "Mara", "--days", "soon");
  await refused(2, /Give one of --person, --revoke/, "The Boat", "--person", "Mara", "--consents");
  await refused(2, /give --person with them/, "The Boat", "--days", "3");
  await refused(1, /has no guest link “Ann”/, "The Boat", "--revoke", "Ann");

  const made = await done("--person", "Mara", "--name", "Ann", "--asked-by", "Ben", "--days", "14", "--at-once");
  assert.match(
    made.stderr,
    /^For the part of “Mara”, 2 lines, until \d{4}-\d\d-\d\d\. The address is shown only now\.$/m,
  );
  const token = made.stdout.trim().split("/g/")[1] ?? assert.fail(made.stdout);
  assert.match((await done()).stdout, /^Ann +Mara +not opened +no +2 +0 +0 +0 /m);
  assert.match((await done("--consents")).stderr, /No guest of “The Boat” has agreed yet/);
  await refused(1, /“Ann” has not agreed, so there is no consent to withdraw/, "The Boat", "--withdraw", "Ann");

  const { consent_text } = await asGuest(token, "");
  const json = { "content-type": "application/json" };
  const agreed = { name: "Ann Miller", language: "en", text_sha256: consent_text.text_sha256 };
  await asGuest(token, "/consent", { method: "POST", headers: json, body: JSON.stringify(agreed) });
  const [line] = (await asGuest(token, "/lines")).lines;
  const bytes = madeWav({ samples: 44_100, value: (i) => 0.3 * Math.sin(i / 20) });
  const path = `/sections/${line.section_id}/blocks/${line.block_id}/recordings`;
  await asGuest(token, path, { method: "POST", headers: { "content-type": "audio/wav" }, body: bytes });
  assert.match((await done()).stdout, /^Ann +Mara +active +\d{4}-\d\d-\d\d +2 +1 +0 +0 /m);
  await asGuest(token, "/send", { method: "POST", headers: json, body: "{}" });
  const [link] = JSON.parse((await done("--json")).stdout);
  assert.deepEqual([link.drafts, link.used], [0, 1]);

  const consents = (await done("--consents")).stdout;
  assert.match(consents, /^Ann Miller, for the part of “Mara”: agreed on \d{4}-\d\d-\d\d, holds$/m);
  assert.match(consents, /^ {2}Ben asks you to speak the lines of Mara in the story “The Boat”\.$/m);
  assert.match(
    (await done("--use", "Ann")).stdout,
    /^Lines with a take:\n.*boat back.*\nFinished files with the voice: none$/m,
  );

  assert.match((await done("--revoke", "Ann")).stderr, /The link of “Ann” has ended/);
  assert.match((await done()).stdout, /^Ann +Mara +revoked /m);
  const withdrawn = await done("--withdraw", link.id);
  assert.match(withdrawn.stderr, /The consent of “Ann” is withdrawn/);
  assert.match(withdrawn.stdout, /^Lines that lost a take:\n.*boat back/m);
  assert.match((await done("--consents")).stdout, /, withdrawn on \d{4}-\d\d-\d\d$/m);
});
