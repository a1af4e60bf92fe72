// Help and refusals of the command line, before any work.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { type CliRun, LIGHTHOUSE, runCli, temporaryFolder } from "./run-cli.ts";

const COMMANDS = [
  "serve",
  "narrate",
  "projects",
  "script",
  "cast",
  "say",
  "export",
  "publish",
  "structure",
  "keys",
  "voices",
  "doctor",
];
const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());
const dataDir = join(folder.path, "data");
const at = (name: string) => join(folder.path, name);

describe("help", { concurrency: 2 }, () => {
  for (const command of COMMANDS) {
    test(`${command} --help shows examples`, async () => {
      const run = await runCli([command, "--help"]);
      assert.equal(run.code, 0);
      assert.match(run.stdout, new RegExp(`Usage: fullcast ${command} [\\s\\S]*Examples:\n  fullcast ${command}`));
    });
  }

  test("--help lists the commands, --version the version", async () => {
    const help = await runCli(["--help"]);
    for (const command of COMMANDS) assert.match(help.stdout, new RegExp(`^  ${command}\\b`, "m"));
    assert.match((await runCli(["--version"])).stdout, /^\d+\.\d+\.\d+(-\w+)?\n$/);
  });

  test("serve --help lists every setting", async () => {
    assert.match((await runCli(["serve", "--help"])).stdout, /FULLCAST_PORT .*7411[\s\S]*FULLCAST_S3_BUCKET/);
  });
});

describe("wrong usage ends with exit code 2 and one clear message", { concurrency: 2 }, () => {
  const refused = (
    title: string,
    args: readonly string[],
    message: RegExp,
    env: Readonly<Record<string, string>> = {},
  ) =>
    test(title, async () => {
      const run = await runCli(args, { cwd: folder.path, env: { FULLCAST_DATA_DIR: dataDir, ...env } });
      assertEnded(run, 2, message);
    });
  refused("no command", [], /Usage: fullcast/);
  refused("an unknown command", ["narate"], /unknown command 'narate'[\s\S]*narrate/);
  refused("help on an unknown command", ["narate", "--help"], /unknown command 'narate'[\s\S]*narrate/);
  refused("an unknown command of a group", ["voices", "lst"], /unknown command 'lst'\n\(Did you mean list\?\)/);
  refused("an unknown option", ["narrate", "x.txt", "--out", "x.mp3", "--bogus"], /unknown option '--bogus'/);
  refused(
    "a mistyped option",
    ["narrate", "x.txt", "--ouput", "x.mp3"],
    /unknown option '--ouput'\n\(Did you mean --out\?\)/,
  );
  refused("no output file", ["narrate", LIGHTHOUSE], /--out <file>' not specified/);
  refused("no story", ["narrate", "--out", "x.mp3"], /missing required argument 'story'/);
  refused(
    "an unknown format",
    ["narrate", "none.txt", "-o", "x.ogg"],
    /"\.ogg" is not a supported format.*\.mp3, \.wav, \.m4b/,
  );
  refused("no extension", ["narrate", "none.txt", "-o", "x"], /no extension; name it with one of \.mp3/);
  refused("a bad number of lines", ["narrate", LIGHTHOUSE, "-o", "x.mp3", "--max-lines", "0"], /--max-lines: .*1 to/);
  refused("an unknown setting", ["serve"], /FULLCAST_PROT: there is no such setting. Did you mean FULLCAST_PORT\?/, {
    FULLCAST_PROT: "1",
  });
  refused("a bad setting", ["narrate", LIGHTHOUSE, "-o", "x.mp3"], /FULLCAST_PORT: "high" is not a port/, {
    FULLCAST_PORT: "high",
  });
  refused("an unknown scope", ["keys", "create", "n", "--scopes", "studio:all"], /There is no scope studio:all/);
  refused("a bad number of days", ["keys", "create", "n", "--expires-in-days", "0"], /1 to 3650/);
});

describe("an invalid story is refused before anything is stored", { concurrency: 2 }, () => {
  const stories: Readonly<Record<string, readonly [Uint8Array, RegExp]>> = {
    empty: [Buffer.alloc(0), /The file is empty/],
    blank: [Buffer.from(" \n\t\r\n\u2003"), /nothing to speak/],
    binary: [Buffer.from("\x01\x02\0\0\0\rdata\0\0", "latin1"), /does not look like text/],
    picture: [Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), /The file is a picture\./],
    nul: [Buffer.from(`${"A line of words.\n".repeat(9)}Ab\0c`), /NUL character at line 10, column 3/],
    surrogate: [Buffer.from("\ufeffA line.\nAnd \ud800 half", "utf16le"), /lone surrogate\) at line 2, column 5/],
    "too-long": [Buffer.alloc(64 * 1024 * 1024 + 1, "word "), /larger than 64 MiB/],
    locked: [Buffer.from("d0cf11e0a1b11ae100", "hex"), /an old Word document/],
  };
  for (const [name, [bytes, message]] of Object.entries(stories)) {
    test(name, async () => {
      writeFileSync(at(`${name}.txt`), bytes);
      const out = at(`${name}.mp3`);
      const run = await runCli(["narrate", `${name}.txt`, "-o", out, "--data-dir", dataDir], { cwd: folder.path });
      assertEnded(run, 1, message);
      assert.equal(existsSync(out), false);
      assert.equal(existsSync(dataDir), false);
    });
  }

  test("missing", async () => {
    const run = await runCli(["narrate", at("none.txt"), "-o", at("x.mp3"), "--data-dir", dataDir]);
    assertEnded(run, 1, /There is no file .*none\.txt/);
  });

  test("a folder", async () => {
    assertEnded(await runCli(["structure", folder.path]), 1, /is a folder/);
  });
});

describe("an output that cannot be written is refused before anything is stored", () => {
  test("a missing folder", async () => {
    const run = await runCli(["narrate", LIGHTHOUSE, "-o", at("none/x.mp3"), "--data-dir", dataDir]);
    assertEnded(run, 1, /output folder .*none does not exist/);
    assert.equal(existsSync(dataDir), false);
  });

  test("a read-only folder", async (context) => {
    // Not even root can create files there.
    if (process.platform !== "linux" || !existsSync("/sys/kernel"))
      return context.skip("no folder is read-only for all");
    const run = await runCli(["narrate", LIGHTHOUSE, "-o", "/sys/kernel/x.mp3", "--data-dir", dataDir]);
    assertEnded(run, 1, /\/sys\/kernel\/x\.mp3 cannot be written: (no permission to write there|it is read-only)/);
    assert.equal(existsSync(dataDir), false);
  });

  test("a folder in the file's place", async () => {
    mkdirSync(at("taken.mp3"), { recursive: true });
    const run = await runCli(["narrate", LIGHTHOUSE, "-o", at("taken.mp3"), "--data-dir", dataDir]);
    assertEnded(run, 1, /taken\.mp3 is a folder/);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.endsWith(".tmp")),
      [],
    );
  });
});

function assertEnded(run: CliRun, code: number, message: RegExp): void {
  assert.equal(run.code, code, run.stderr);
  assert.match(run.stderr, message);
  assert.equal(run.stdout, "");
  assert.doesNotMatch(run.stderr, /^\s+at .*:\d+:\d+/m, "no stack");
}
