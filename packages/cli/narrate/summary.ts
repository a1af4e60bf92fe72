import { basename } from "node:path";
import { clock, duration, fileSize, speed, whole } from "../terminal/amounts.ts";
import { printable, textTable } from "../terminal/text-table.ts";
import type { NarrateResult } from "./narrate.ts";

/** The summary of a narration as text: the cast, the time of each stage, the file. */
export function summaryText(result: NarrateResult): string {
  const cast = textTable(
    [
      { title: "speaker" },
      { title: "lines", align: "right" },
      { title: "voice" },
      { title: "gender" },
      { title: "age" },
      { title: "accent" },
    ],
    result.cast.map(({ speaker, lines, voice, gender, age, accent }) => [
      speaker,
      whole(lines),
      voice ?? "none",
      gender ?? "",
      age ?? "",
      accent ?? "",
    ]),
  );
  const spent = result.stages.reduce((sum, { ms }) => sum + ms, 0);
  const times = textTable(
    [{ title: "stage" }, { title: "time", align: "right" }, { title: "share", align: "right" }],
    result.stages.map(({ stage, ms }) => [stage, duration(ms), `${Math.round((100 * ms) / Math.max(1, spent))} %`]),
  );
  const { duration_ms, size_bytes, elapsed_ms } = result;
  const { files } = result;
  const names =
    files.length === 1
      ? printable(basename(result.file))
      : `${files.length} files, ${printable(basename(result.file))} to ${printable(basename(files.at(-1)?.file ?? ""))}`;
  const file =
    `${names}: ${clock(duration_ms)} of audio, ${fileSize(size_bytes)}, ` +
    `made in ${duration(elapsed_ms)} (${speed(duration_ms, elapsed_ms)})`;
  return `\n${cast}\n\n${times}\n\n${file}${rightsText(result.cast)}`;
}

/** A warning for voices whose licence does not clearly allow to publish; empty when all do. */
export function rightsText(cast: NarrateResult["cast"]): string {
  const unclear = new Map(
    cast.flatMap(({ voice, license, publishable }) =>
      voice === null || publishable === true ? [] : [[voice, license]],
    ),
  );
  if (unclear.size === 0) return "";
  const lines = [...unclear].map(([voice, license]) => `  ${printable(voice)}: ${printable(license ?? "unknown")}`);
  return `\n\nBefore you publish, read the licences of these voices; whether they allow it is unclear:\n${lines.join("\n")}`;
}
