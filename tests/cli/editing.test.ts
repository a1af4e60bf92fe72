// Editing from the command line: projects, script, cast, say, export, against one running server.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { readWav } from "@fullcast/core/audio-files";
import { type CliRun, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
const dataDir = join(folder.path, "data");
const at = (name: string) => join(folder.path, name);
const env = { FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0" };
const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env });
const server = startCli(["serve"], { env });

before(async () => {
  await server.printed(/listening on (http\S+)/);
  writeFileSync(
    at("boat.txt"),
    "The rain fell on the Tamarisk.\n\n“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n",
  );
  const made = await fullcast("narrate", at("boat.txt"), "--out", at("boat.srt"), "--title", "The Boat", "--quiet");
  assert.equal(made.code, 0, made.stderr);
});
after(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  folder[Symbol.dispose]();
});

/** A command that succeeded. */
async function done(...args: string[]): Promise<CliRun> {
  const run = await fullcast(...args);
  assert.equal(run.code, 0, run.stderr);
  return run;
}

async function refused(code: number, message: RegExp, ...args: string[]): Promise<void> {
  const run = await fullcast(...args);
  assert.equal(run.code, code, run.stderr);
  assert.match(run.stderr, message);
  assert.doesNotMatch(run.stderr, /^\s+at .*:\d+:\d+/m, "no stack");
}

describe("engines", () => {
  test("are listed with their state, on the terminal and as JSON", async () => {
    const { stdout } = await done("engines");
    assert.match(stdout, /^flite .* embedded +available +flite +/m);
    assert.match(stdout, /^espeak .* embedded +available +espeak-ng +\d+ languages$/m);
    const engines = JSON.parse((await done("engines", "--json")).stdout) as { provider: string }[];
    assert.deepEqual(
      engines.map(({ provider }) => provider),
      ["flite", "pico", "espeak"],
    );
  });
  test("test speaks a sentence; an unknown engine is named with the known ones; one in use is not forgotten", async () => {
    assert.match(
      (await done("engines", "test", "espeak")).stdout,
      /^espeak: \S.* spoke \d+\.\d s of audio in \d+\.\d s\.$/m,
    );
    await refused(
      2,
      /There is no engine "nope"\. The engines of this server: flite, pico, espeak\./,
      "engines",
      "test",
      "nope",
    );
    await refused(1, /A running process uses this engine.*ENGINE_IN_USE/, "engines", "forget", "flite");
  });
});

describe("editing from the command line", () => {
  test("projects lists the story with its id", async () => {
    const { stdout } = await done("projects");
    assert.match(stdout, /^The Boat +story +1 +ready +[0-9a-f-]{36}$/m);
    const [project] = JSON.parse((await done("projects", "--json")).stdout);
    assert.equal((await done("script", project.id)).stdout, (await done("script", "the boat")).stdout);
    await refused(1, /There is no project “The Ship”; "fullcast projects" lists them/, "script", "The Ship");
    await refused(
      1,
      /There is no project “The Bota”\. Did you mean “The Boat”\? "fullcast projects"/,
      "script",
      "The Bota",
    );
  });

  test("script writes the script; set back unchanged nothing changes; a changed line needs new audio and is named", async () => {
    const { stdout: script } = await done("script", "The Boat");
    assert.match(script, /^The rain fell on the Tamarisk\.$/m);
    assert.match(script, /^Mara: “Is the boat back\?”$/m);
    writeFileSync(at("script.txt"), script);
    assert.match((await done("script", "The Boat", "--set", at("script.txt"))).stderr, /Nothing changed\./);
    writeFileSync(at("script.txt"), script.replace("Is the boat back?", "Is the old boat back?"));
    const { stderr } = await done("script", "The Boat/1", "--set", at("script.txt"));
    assert.match(stderr, /1 line needs new audio, all others keep theirs:\n {2}Mara: “Is the old boat back\?”\n/);
    assert.equal((await done("script", "The Boat")).stdout, readFileSync(at("script.txt"), "utf8"));
    writeFileSync(at("bad.txt"), "MARA: x\n\n[PAUSE two]\n");
    await refused(1, /line 3: a pause is written \[PAUSE 2s\]/, "script", "The Boat", "--set", at("bad.txt"));
    await refused(1, /has no section “7”\. Its sections:\n {2}1 {2}The Boat/, "script", "The Boat/7");
  });

  test("export makes the missing audio and the file", async () => {
    const { stderr } = await done("export", "The Boat", "--out", "boat.mp3");
    assert.match(stderr, /^boat\.mp3: \d/m, "the path is printed as it was given");
    assert.ok(statSync(at("boat.mp3")).size > 10_000);
    assert.match((await done("projects")).stdout, /^The Boat +story +1 +ready /m);
    await refused(2, /"\.ogg" is not a supported format/, "export", "The Boat", "-o", at("b.ogg"));
  });

  test("export --lines writes a WAV file for each line, and tables of them", async () => {
    mkdirSync(at("lines"));
    writeFileSync(at("lines/004_Tom_Old-words.wav"), "");
    const { stderr } = await done("export", "The Boat", "--lines", "--out", "lines/");
    assert.match(stderr, /^lines\/: 5 lines, \d+\.\d s$/m);
    assert.match(stderr, /1 file in the folder is no line of this export, such as 004_Tom_Old-words\.wav\./);
    const table = JSON.parse(readFileSync(at("lines/lines.json"), "utf8")) as {
      readonly sample_rate: number;
      readonly lines: readonly { file: string; speaker: string; text: string; duration_ms: number; words: unknown[] }[];
    };
    assert.deepEqual(
      table.lines.map(({ file, speaker, text }) => [file, speaker, text]),
      [
        ["001_Narrator_The-rain-fell-on-the-Tamarisk.wav", "Narrator", "The rain fell on the Tamarisk."],
        ["002_Mara_Is-the-old-boat-back.wav", "Mara", "“Is the old boat back?”"],
        ["003_Narrator_asked-Mara.wav", "Narrator", "asked Mara."],
        ["004_Tom_Not-yet.wav", "Tom", "“Not yet,”"],
        ["005_Narrator_said-Tom.wav", "Narrator", "said Tom."],
      ],
    );
    for (const { file, duration_ms, words } of table.lines) {
      const wav = readWav(readFileSync(at(`lines/${file}`)));
      assert.ok(wav !== null && wav !== "truncated");
      assert.deepEqual([wav.sample_rate, wav.channels], [table.sample_rate, 1]);
      assert.equal(wav.pcm.length, Math.round((duration_ms * table.sample_rate) / 1000));
      assert.ok(words.length > 0 && wav.pcm.some((sample) => Math.abs(sample) > 1000));
    }
    const rows = readFileSync(at("lines/lines.csv"), "utf8").split("\r\n");
    assert.match(rows[0] ?? "", /^\ufefffile,chapter,chapter_title,line,kind,speaker,text,duration_ms,block_id$/);
    assert.match(rows[4] ?? "", /^004_Tom_Not-yet\.wav,1,The Boat,4,speech,Tom,"“Not yet,”",\d+,[0-9a-f-]{36}$/);

    await done("export", "The Boat/1", "--lines", "speech", "--out", at("new/speech"));
    assert.deepEqual(readdirSync(at("new/speech")).toSorted(), [
      "002_Mara_Is-the-old-boat-back.wav",
      "004_Tom_Not-yet.wav",
      "lines.csv",
      "lines.json",
    ]);
    await refused(
      2,
      /--lines writes a file for each line; lines\.wav is no folder/,
      "export",
      "The Boat",
      "--lines",
      "-o",
      "lines.wav",
    );
    await refused(2, /Allowed choices are all, speech/, "export", "The Boat", "--lines", "spech", "-o", "lines");
  });

  test("export writes a bundle, and import makes the story of it where nothing needs to be spoken", async (t) => {
    assert.match((await done("export", "The Boat", "--out", at("boat.fullcast"))).stderr, /boat\.fullcast: \d/);
    const elsewhere = join(folder.path, "elsewhere");
    const { stdout, stderr } = await done("import", at("boat.fullcast"), "--data-dir", elsewhere);
    assert.match(stdout, /^[0-9a-f-]{36} {2}The Boat$/m);
    assert.match(stderr, /Imported with 1 section and \d+ takes\./);
    // The first command started a service for itself; the others share one.
    const other = startCli(["serve", "--data-dir", elsewhere], { env });
    t.after(async () => {
      other.process.kill("SIGTERM");
      await other.ended;
    });
    await other.printed(/listening on (http\S+)/);
    assert.match((await done("projects", "--data-dir", elsewhere)).stdout, /^The Boat +story +1 +ready /m);
    const script = async (...more: string[]) => (await done("script", "The Boat", ...more)).stdout;
    assert.equal(await script("--data-dir", elsewhere), await script());
    await refused(2, /A bundle holds a whole project/, "export", "The Boat/1", "-o", at("b.fullcast"));
    await refused(1, /cannot be unpacked \(BUNDLE_UNREADABLE\)/, "import", at("boat.txt"), "--data-dir", elsewhere);
    await refused(2, /There is no file/, "import", at("gone.fullcast"));
  });

  test("cast shows the voices, as a table and as CSV, and gives a speaker another one", async () => {
    const [header = "", ...rows] = (await done("cast", "The Boat", "--csv")).stdout.split("\r\n");
    assert.equal(header, "speaker,lines,voice,accent,engine,chosen");
    const voiceOf = (lines: readonly string[], name: string) =>
      lines.find((line) => line.startsWith(`${name},`))?.split(",")[2] ?? "";
    const tom = voiceOf(rows, "Tom");
    const { stdout, stderr } = await done("cast", "The Boat", "--set", `Mara=${tom}`, "--csv");
    assert.match(stderr, new RegExp(`Mara speaks as ${tom} now; 1 line needs new audio`));
    assert.equal(voiceOf(stdout.split("\r\n"), "Mara"), tom);
    assert.match(stdout, /^Mara,.*by you\r$/m);
    const engine = stdout.match(/^Mara,[^,]*,[^,]*,[^,]*,([^,]*),/m)?.[1];
    assert.match((await done("cast", "The Boat", "--set", `Mara=${engine}/${tom}`)).stderr, /Mara speaks as/);
    assert.match((await done("cast", "The Boat")).stdout, /^speaker +lines +voice/);
    assert.match((await done("cast", "The Boat", "--set", "Mara=")).stderr, /Mara is cast automatically again/);
    await refused(
      1,
      /There is no speaker “Ines”\. The cast: Narrator, Mara, Tom/,
      "cast",
      "The Boat",
      "--set",
      "Ines=x",
    );
    await refused(1, /There is no voice “Nemo”/, "cast", "The Boat", "--set", "Mara=Nemo");
    await refused(2, /write it as "Speaker=Voice"/, "cast", "The Boat", "--set", "Mara");
  });

  test("narrate and cast warn of a language that no voice speaks, and state what to do", async () => {
    writeFileSync(
      at("ja.txt"),
      "川は夜のあいだに凍り、村の誰もそれを見ていなかった。\n\n「水門を開けたのは誰だ」と太郎は言った。\n",
    );
    const warning = /^Warning: No voice of this server speaks Japanese \(ja\).* Connect a speech service/m;
    assert.match((await done("narrate", at("ja.txt"), "--out", at("ja.srt"), "--title", "The River")).stderr, warning);
    const { stdout, stderr } = await done("cast", "The River", "--csv");
    assert.match(stderr, warning);
    assert.match(stdout, /^speaker,lines/);
    assert.doesNotMatch((await done("cast", "The Boat")).stderr, /Warning/);
  });

  test("say fills the lexicon: IPA between slashes, other words without; nothing forgets", async () => {
    const { stdout, stderr } = await done("say", "The Boat", "Tamarisk=/ˈtæmərɪsk/", "boat=bo at");
    assert.match(stderr, /^[12] lines? needs? new audio/);
    assert.match(stdout, /^Tamarisk +\/ˈtæmərɪsk\/ +ipa$/m);
    assert.match(stdout, /^boat +bo at +alias$/m);
    assert.doesNotMatch((await done("say", "The Boat", "tamarisk=")).stdout, /Tamarisk/);
    await refused(1, /The lexicon has no entry for “Tamarisk”/, "say", "The Boat", "Tamarisk=");
    await refused(2, /write it as "word=\/IPA\/"/, "say", "The Boat", "Tamarisk");
    await refused(2, /IPA stands between two slashes, as in "Tamarisk=\/…\/"/, "say", "The Boat", "Tamarisk=/ˈtæm");
  });

  test("a second story of the same name must be named by its id", async () => {
    writeFileSync(at("other.txt"), "Another boat.\n");
    await done("narrate", at("other.txt"), "--out", at("other.srt"), "--title", "The Boat", "--quiet");
    await refused(
      1,
      /2 projects are called “The Boat”; give the id of one:\n {2}[0-9a-f-]{36} {2}The Boat\n/,
      "script",
      "The Boat",
    );
    const again = await fullcast("narrate", at("other.txt"), "--out", at("other.srt"), "--title", "The Boat");
    assert.match(again.stderr, /its edits and its audio are kept\. To start afresh, give it another --title\./);
  });
});

describe("publish", () => {
  const page = async () => {
    const { stdout } = await done("publish", "The Pier", "--status");
    const answer = await fetch(`${stdout.trim()}/story.json`);
    return { status: answer.status, text: await answer.text() };
  };
  before(async () => {
    writeFileSync(at("pier.txt"), "The rain fell on the pier.\n\n“Is the boat back?” asked Mara.\n");
    await done("narrate", at("pier.txt"), "--out", at("pier.srt"), "--title", "The Pier", "--quiet");
  });
  test("prints the link; listeners keep the story until it is published again", async () => {
    assert.match((await done("publish", "The Pier", "--status")).stderr, /“The Pier” is not published\./);
    const first = await done("publish", "The Pier", "--download");
    assert.match(first.stdout, /^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]{22}\n$/);
    assert.match(
      first.stderr,
      /^Listeners have the story of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\nNothing has changed since\.$/m,
    );
    assert.match(first.stderr, /^Listeners may download the audio\.$/m);
    const { stdout: script } = await done("script", "The Pier");
    writeFileSync(at("pier-script.txt"), script.replace("The rain", "The snow"));
    await done("script", "The Pier", "--set", at("pier-script.txt"));
    assert.match((await done("publish", "The Pier", "--status")).stderr, /^1 chapter has changed since\.$/m);
    assert.match((await page()).text, /The rain fell/);
    const again = await done("publish", "The Pier");
    assert.equal(again.stdout, first.stdout);
    assert.match(again.stderr, /^Nothing has changed since\.$/m);
    assert.match((await page()).text, /The snow fell/);
  });
  test("shows each change at once if it is told to; --revoke closes the page", async () => {
    const { stderr } = await done("publish", "The Pier", "--changes", "at-once", "--no-download");
    assert.match(stderr, /^Listeners get each change at once\.$/m);
    assert.doesNotMatch(stderr, /download/);
    await done("script", "The Pier", "--set", at("pier-script.txt"));
    const { stdout } = await done("publish", "The Pier/1", "--json");
    assert.equal(JSON.parse(stdout).share_link.kind, "section");
    const address = (await done("publish", "The Pier", "--status")).stdout.trim();
    assert.match((await done("publish", "The Pier", "--revoke")).stderr, /The link of “The Pier” no longer opens\./);
    assert.equal((await fetch(address)).status, 404);
    await refused(2, /--status and --revoke stand alone/, "publish", "The Pier", "--revoke", "--download");
    await refused(
      2,
      /'soon' is invalid.*Allowed choices are when-updated, at-once/,
      "publish",
      "The Pier",
      "--changes",
      "soon",
    );
    await refused(1, /There is no project “The Ship”/, "publish", "The Ship");
  });
});

describe("update", () => {
  const text = "The rain fell on the mill.\n\n“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n";
  before(async () => {
    writeFileSync(at("mill.txt"), text);
    writeFileSync(at("mill-2.txt"), text.replace("Not yet", "Not yet, my girl"));
    await done("narrate", at("mill.txt"), "--out", at("mill.srt"), "--title", "The Mill", "--quiet");
  });
  test("of the same file states that nothing is new", async () => {
    const { stderr } = await done("update", "The Mill", at("mill.txt"));
    assert.match(stderr, /^The file has nothing new\. Every line stays as it is\.$/m);
  });
  test("states what would change, and changes it with --yes only", async () => {
    const shown = await done("update", "The Mill", at("mill-2.txt"), "--dry-run");
    assert.match(shown.stderr, /^Chapter +changed +new +gone +moved here$/m);
    assert.match(shown.stderr, /^The Mill +changed +1$/m);
    assert.match(shown.stderr, /^4 lines stay with their audio\. \d+ characters to speak\.$/m);
    assert.match(shown.stderr, /^The Mill\n {2}- “Not yet,”\n {2}\+ “Not yet, my girl,”$/m);
    assert.doesNotMatch(shown.stderr, /Listeners/);
    await done("publish", "The Mill");
    const published = await done("update", "The Mill", at("mill-2.txt"), "--dry-run");
    assert.match(
      published.stderr,
      /^Listeners of the published page keep the present story until you run "fullcast publish"\.$/m,
    );
    await refused(2, /Add --yes to update without a question/, "update", "The Mill", at("mill-2.txt"));
    assert.match((await done("script", "The Mill")).stdout, /“Not yet,”/);
    assert.match((await done("update", "The Mill", at("mill-2.txt"), "--yes")).stderr, /^Updated\.$/m);
    assert.match((await done("script", "The Mill")).stdout, /“Not yet, my girl,”/);
    await refused(2, /There is no file/, "update", "The Mill", at("none.txt"));
  });
});

test("without a running server a command starts one; a later start says where the key is", async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  assert.match((await done("projects")).stdout, /The Boat/);
  const again = startCli(["serve"], { env });
  const [, path] = await again.printed(/Your API key is in (\S+)/);
  assert.equal(path, join(dataDir, "owner-key"));
  again.process.kill("SIGTERM");
  assert.equal((await again.ended).code, 0);
});
