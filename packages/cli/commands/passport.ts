// "fullcast passport": the publishing passport of a project as a signed file and a page, and the check of such a file.

import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { passportPage, type SignedPassport, signedText } from "@fullcast/core/passport";
import { sha256OfStream } from "@fullcast/server/hash";
import { type PassportKey, signerOf } from "@fullcast/server/passport-signature";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { boundedAnswer } from "../connection/bounded-answer.ts";
import type { Client } from "../connection/client.ts";
import { checkOutput } from "../narrate/save-file.ts";
import { givenPath } from "../paths.ts";
import { findProject } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { counted } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

interface MakeOptions extends StoryOptions {
  readonly out: string;
}

interface VerifyOptions {
  readonly keys?: string;
}

/** A passport with 200 files has 400 kB. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_KEY_BYTES = 64 * 1024;
const KEYS_TIMEOUT_MS = 10_000;
const SOUNDS: ReadonlySet<string> = new Set(["mp3", "m4b", "opus", "wav"]);

export function passportCommand(): Command {
  const passport = new Command("passport")
    .description("State what a story's files are made of, in a signed file, and check such a file.")
    .addHelpText(
      "after",
      `
Examples:
  fullcast passport make "The Lighthouse" --out passport.json      and passport.html, the same for people
  fullcast passport verify passport.json                           is the file as it was signed?
  fullcast passport verify passport.json lighthouse.m4b            are these its files?
  fullcast passport verify passport.json --keys https://example.org/v1/passport-keys

docs/passport.md explains it.`,
    );
  passport.addCommand(
    withDataDir(new Command("make").description("Write the passport of a project, and a page for people beside it."))
      .argument("<project>", "a project's name or id")
      .requiredOption("-o, --out <file>", "file to write, .json; the page has the same name with .html")
      .action(make),
  );
  passport.addCommand(
    new Command("verify")
      .description("Check a passport's signature, and that files are the ones that it names.")
      .argument("<file>", "the passport, .json")
      .argument("[files...]", "audio files that the passport should name")
      .option("--keys <address>", "who should have signed it: address or file of a server's passport-keys")
      .action(verify),
  );
  return passport;
}

async function make(name: string, options: MakeOptions): Promise<void> {
  const out = givenPath(options.out);
  if (extname(out).toLowerCase() !== ".json")
    throw new CliError("usage", `--out ${options.out}: the name of a passport ends in .json.`);
  const page = `${out.slice(0, -".json".length)}.html`;
  await checkOutput(out);
  await checkOutput(page);
  await withConnection(options, async ({ client }) => {
    const project = await findProject(client, name);
    await measureFiles(client, project.id);
    const signed = await client.call("readPassport", { params: { projectId: project.id } });
    await writeFile(out, `${JSON.stringify(signed, null, 2)}\n`);
    await writeFile(page, passportPage(signed));
    const { files, warnings } = signed.passport;
    console.error(`${printable(basename(out))} and ${printable(basename(page))}: ${counted(files.length, "file")}`);
    for (const { message } of warnings) console.error(`Warning: ${printable(message)}`);
  });
}

/** The checks of shops are in a passport once a file was measured. */
async function measureFiles(client: Client, projectId: string): Promise<void> {
  const { passport } = await client.call("readPassport", { params: { projectId } });
  for (const { export_id, format, shop_checks } of passport.files) {
    if (!SOUNDS.has(format) || shop_checks.length > 0) continue;
    await client.call("readExportReport", { params: { exportId: export_id } });
  }
}

async function verify(given: string, files: readonly string[], options: VerifyOptions): Promise<void> {
  const signed = passportIn(await readBounded(givenPath(given), given, MOST_BYTES), given);
  const signer = signerOf(signedText(signed.passport), signed.jws);
  if (signer === null)
    throw new CliError("failed", `${given}: the signature does not fit. The passport was changed after it was signed.`);
  const { title, made_at } = signed.passport;
  console.log(`The signature fits: “${printable(String(title))}”, made at ${printable(String(made_at))}.`);
  console.log(`Signed with the key ${signer.kid}.`);
  if (options.keys === undefined) {
    console.log("Whose key this is was not checked; --keys compares it with the keys that a server publishes.");
  } else {
    const keys = await publishedKeys(options.keys);
    if (!keys.includes(signer.kid))
      throw new CliError(
        "failed",
        `${given}: ${options.keys} does not have the key ${signer.kid}. Another server signed it.`,
      );
    console.log(`${options.keys} has this key.`);
  }
  await checkFiles(signed, files);
}

async function checkFiles({ passport }: SignedPassport, files: readonly string[]): Promise<void> {
  const named = new Map(passport.files.map(({ sha256, filename }) => [sha256, filename]));
  const foreign: string[] = [];
  for (const file of files) {
    const name = named.get(await hashOf(givenPath(file), file));
    if (name === undefined) foreign.push(file);
    else console.log(`${printable(file)}: is ${printable(String(name))} of the passport.`);
  }
  if (foreign.length > 0)
    throw new CliError(
      "failed",
      `The passport does not name ${foreign.join(", ")}: another file, or one that was changed.`,
    );
}

/** @throws CliError for a file that is no passport */
function passportIn(bytes: Buffer, given: string): SignedPassport {
  const value = parsed(bytes, given) as Partial<SignedPassport> | null;
  const isPassport =
    typeof value === "object" &&
    value !== null &&
    typeof value.jws === "string" &&
    typeof value.passport === "object" &&
    value.passport !== null &&
    value.passport.format === "fullcast-passport-1" &&
    Array.isArray(value.passport.files);
  if (!isPassport) throw new CliError("failed", `${given} is no passport of Fullcast.`);
  return value as SignedPassport;
}

/** @returns the thumbprints of the keys of an address or a file */
async function publishedKeys(given: string): Promise<readonly string[]> {
  const bytes = /^https?:\/\//.test(given)
    ? await fetched(given)
    : await readBounded(givenPath(given), given, MOST_KEY_BYTES);
  const { keys } = (parsed(bytes, given) ?? {}) as { readonly keys?: readonly Partial<PassportKey>[] };
  if (!Array.isArray(keys)) throw new CliError("failed", `--keys ${given}: there is no JSON Web Key Set.`);
  return keys.flatMap((key: Partial<PassportKey> | null) => (typeof key?.kid === "string" ? [key.kid] : []));
}

async function fetched(address: string): Promise<Buffer> {
  const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) }).catch(
    () => null,
  );
  if (response?.ok !== true)
    throw new CliError(
      "failed",
      `--keys ${address}: ${response === null ? "no answer" : `the answer is ${response.status}`}.`,
    );
  const bytes = await boundedAnswer(response, MOST_KEY_BYTES);
  if (bytes === null) throw new CliError("failed", `--keys ${address}: the answer has more than 64 KiB.`);
  return bytes;
}

function parsed(bytes: Buffer, given: string): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new CliError("failed", `${given} is no JSON.`);
  }
}

async function readBounded(path: string, given: string, most: number): Promise<Buffer> {
  const facts = await stat(path).catch(() => null);
  if (facts === null || !facts.isFile()) throw new CliError("usage", `There is no file ${given}.`);
  if (facts.size > most)
    throw new CliError("failed", `${given} has ${facts.size} bytes; at most ${most} are expected.`);
  return readFile(path);
}

async function hashOf(path: string, given: string): Promise<string> {
  try {
    return await sha256OfStream(createReadStream(path));
  } catch {
    throw new CliError("usage", `The file ${given} cannot be read.`);
  }
}
