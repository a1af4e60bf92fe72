// The scripts of several sections in one text: a line before each says which section it is.

import { CliError } from "../cli-error.ts";

/** "=== 3. The Storm ===" */
const HEADER = /^=== (\d+)\. .*===[ \t]*$/u;

export interface SectionScript {
  readonly number: number;
  readonly text: string;
}

const headerOf = (number: number, title: string) => `=== ${number}. ${title.replace(/\s+/gu, " ").trim()} ===`;

/** One script as it is; several with a header before each. */
export function joinScripts(scripts: readonly (SectionScript & { readonly title: string })[]): string {
  const [only] = scripts;
  if (scripts.length === 1 && only !== undefined) return only.text;
  return scripts
    .map(
      ({ number, title, text }) =>
        `${headerOf(number, title)}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}`,
    )
    .join("");
}

/**
 * The scripts of a text by section. Without headers the whole text is that of the only section.
 * @param numbers those of the sections that may be named
 * @throws CliError for a text that cannot be assigned to sections
 */
export function splitScripts(text: string, numbers: readonly number[]): readonly SectionScript[] {
  const scripts: { number: number; lines: string[] }[] = [];
  const before: string[] = [];
  for (const line of text.split(/(?<=\n)/u)) {
    const header = HEADER.exec(line.replace(/[\r\n]+$/u, ""));
    const last = scripts.at(-1);
    if (header !== null) scripts.push({ number: Number(header[1]), lines: [] });
    else (last?.lines ?? before).push(line);
  }
  const [first] = numbers;
  if (scripts.length === 0 && numbers.length === 1 && first !== undefined) return [{ number: first, text }];
  if (scripts.length === 0 || before.some((line) => line.trim() !== ""))
    throw new CliError(
      "failed",
      `The project has ${numbers.length} sections: each script needs a line like “${headerOf(1, "Title")}” before it. Or name one section: PROJECT/2.`,
    );
  const seen = new Set<number>();
  for (const { number } of scripts) {
    if (!numbers.includes(number))
      throw new CliError("failed", `The script names section ${number}; the project has no such section here.`);
    if (seen.has(number)) throw new CliError("failed", `The script names section ${number} twice.`);
    seen.add(number);
  }
  return scripts.map(({ number, lines }) => ({ number, text: lines.join("") }));
}
