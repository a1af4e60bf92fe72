import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { EpubCheck } from "@likecoin/epubcheck-ts";

/** The path of epubcheck in Debian and Ubuntu. */
const JAR = "/usr/share/java/epubcheck.jar";
/** For a program that ends soon: without the optimizing compiler and parallel garbage collection it takes half of the time. */
const BRIEF = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** What epubcheck and its port to JavaScript find in a file. */
export async function complaintsOf(path: string): Promise<string[]> {
  assert.ok(existsSync(JAR), "epubcheck is not installed (apt-get install epubcheck)");
  const jar = await new Promise<string>((resolve) => {
    execFile("java", [...BRIEF, "-jar", JAR, path], (_, out, err) => resolve(`${out}\n${err}`));
  });
  assert.match(jar, /EPUBCheck completed/);
  const { messages } = await EpubCheck.validate(new Uint8Array(readFileSync(path)));
  return [
    ...jar.split("\n").filter((line) => /^(?:FATAL|ERROR|WARNING|INFO)/.test(line)),
    ...messages.map((message) => JSON.stringify(message)),
  ];
}
