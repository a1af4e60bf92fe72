import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { comparedName } from "@fullcast/core/document";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Client } from "../connection/client.ts";
import { findProject, type ProjectRef, quoted, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { printable } from "../terminal/text-table.ts";

interface RecordOptions extends StoryOptions {
  readonly with: string;
  readonly play?: string;
}

/** Comes with SoX, as the recorder does. */
const PLAYER = "play -q {input}";

export function recordCommand(): Command {
  return withDataDir(new Command("record").description("Record the lines of a speaker with your own voice."))
    .argument("<project>", "a project's name or id")
    .argument("<speaker>", "a speaker's name")
    .option("--with <command>", "the recorder and its arguments; {output} is the WAV file to write", "rec -q {output}")
    .option(
      "--play <command>",
      `the player and its arguments; {input} is the file to play, and "" plays nothing (at a terminal "${PLAYER}")`,
    )
    .addHelpText(
      "after",
      `
Shows one line after the other. Enter starts the recorder and stops it. The recording is played back; Enter keeps it, and r
records the line once more. A kept recording is trimmed, gets the level of the other lines, and is the line's audio at once.
Lines with a recording of their present words are left out, so the command goes on where it ended.
The command is run without a shell; quotes hold an argument with spaces together.

Examples:
  fullcast record "The Lighthouse" Mara
  fullcast record "The Lighthouse" Mara --with "ffmpeg -loglevel error -f pulse -i default {output}"`,
    )
    .action((given: string, speaker: string, options: RecordOptions) => {
      const recorder = argumentsOf("--with", options.with, "output");
      const wanted = options.play ?? (process.stdin.isTTY ? PLAYER : "");
      const player = wanted === "" ? null : argumentsOf("--play", wanted, "input");
      return withConnection(options, async ({ client }) => {
        const project = await findProject(client, given);
        await recordAll(client, await linesOf(client, project, speaker), { recorder, player });
      });
    });
}

/** @throws CliError without a program or a place for the file */
function argumentsOf(option: string, command: string, file: "input" | "output"): readonly string[] {
  const parts = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  if (parts.length === 0 || !parts.slice(1).some((part) => part.includes(`{${file}}`))) {
    const what = file === "output" ? "write" : "play";
    throw new CliError(
      "usage",
      `${option} ${quoted(command)}: name a program and give it {${file}}, the file to ${what}.`,
    );
  }
  return parts;
}

interface Line {
  readonly sectionId: string;
  readonly blockId: string;
  readonly text: string;
}

/** The lines of a speaker that have no recording of their present words, in order. */
async function linesOf(client: Client, project: ProjectRef, name: string): Promise<readonly Line[]> {
  const { speakers } = await client.call("listSpeakers", { params: { projectId: project.id } });
  const speaker = speakers.find((one) => comparedName(one.name) === comparedName(name));
  if (speaker === undefined) {
    const known = speakers.map((one) => quoted(one.name)).join(", ");
    throw new CliError("failed", `${quoted(project.name)} has no speaker ${quoted(name)}. Its speakers: ${known}.`);
  }
  const lines: Line[] = [];
  for (const { id: sectionId } of await sectionsOf(client, project)) {
    const { document } = await client.call("readDocument", { params: { sectionId } });
    for (const { id: blockId, kind, speaker_id, content } of document.blocks) {
      if (speaker_id !== speaker.id || (kind !== "speech" && kind !== "narration") || content.type !== "text") continue;
      const { takes, active_take_id } = await client.call("listTakes", { params: { sectionId, blockId } });
      const active = takes.find((take) => take.id === active_take_id);
      if (active?.source === "recording" && active.matches_intent) continue;
      lines.push({ sectionId, blockId, text: content.text.trim() });
    }
  }
  return lines;
}

interface Programs {
  readonly recorder: readonly string[];
  readonly player: readonly string[] | null;
}

type Person = ReturnType<typeof createInterface> | null;

async function recordAll(client: Client, lines: readonly Line[], programs: Programs): Promise<void> {
  if (lines.length === 0) console.error("Every line of this speaker has a recording.");
  const folder = await mkdtemp(join(tmpdir(), "fullcast-record-"));
  const person = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null;
  try {
    for (const [index, { sectionId, blockId, text }] of lines.entries()) {
      console.log(`${index + 1}/${lines.length}  ${printable(text)}`);
      const wish = (await person?.question("Enter records, s skips, q ends: "))?.trim() ?? "";
      if (wish === "q") return;
      if (wish === "s") continue;
      const file = join(folder, `${index}.wav`);
      const bytes = await recordLine(programs, file, person);
      const { take } = await client.call("recordTake", {
        params: { sectionId, blockId },
        upload: { contentType: "audio/wav", bytes },
      });
      for (const warning of take.warnings) console.error(`  ${warning}`);
      await rm(file, { force: true });
    }
  } finally {
    person?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Records a line, plays it back, and repeats that until the person keeps it. */
async function recordLine(
  { recorder, player }: Programs,
  file: string,
  person: Person,
): Promise<Uint8Array<ArrayBuffer>> {
  for (;;) {
    const over = new AbortController();
    try {
      const stop = person?.question("Recording. Enter stops. ", { signal: over.signal }) ?? null;
      await run(recorder, file, stop);
    } finally {
      over.abort();
    }
    const bytes = await readFile(file).catch(() => {
      throw new CliError("failed", `${quoted(recorder[0] ?? "")} wrote no file. Try it without fullcast.`);
    });
    if (player !== null) await play(player, file);
    const wish = (await person?.question("Enter keeps it, r records it once more: "))?.trim() ?? "";
    if (wish !== "r") return new Uint8Array(bytes);
    await rm(file, { force: true });
  }
}

/** Plays a recording. A player that fails is reported and stops nothing: the recording is there. */
async function play(player: readonly string[], file: string): Promise<void> {
  const [program = "", ...args] = player.map((part) => part.replaceAll("{input}", file));
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  const fault = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(`could not be started: ${error.message}`));
    child.once("close", (code) => resolve(code === 0 ? null : `ended with code ${code}`));
  });
  if (fault !== null) console.error(`  ${quoted(program)} ${fault}. Name another player with --play.`);
}

/** Runs the recorder until it ends, or until `stop` resolves: then it gets the signal of Ctrl-C and completes its file. */
async function run(recorder: readonly string[], file: string, stop: Promise<unknown> | null): Promise<void> {
  const [program = "", ...args] = recorder.map((part) => part.replaceAll("{output}", file));
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) =>
      reject(
        new CliError("failed", `${quoted(program)} could not be started: ${error.message}. Name another with --with.`),
      ),
    );
    child.once("close", resolve);
  });
  let isStopped = false;
  stop?.then(
    () => {
      isStopped = true;
      child.kill("SIGINT");
    },
    // The recorder ended by itself.
    () => undefined,
  );
  const code = await ended;
  if (code !== 0 && !isStopped)
    throw new CliError("failed", `${quoted(program)} ended with code ${code}; nothing was recorded for this line.`);
}
