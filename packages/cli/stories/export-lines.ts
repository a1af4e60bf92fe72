// Writes every spoken line of a story into a file of its own, with a table of them as CSV and as JSON.

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { wavHeader, wavTrailer } from "@fullcast/core/audio-files";
import { disclosureOf } from "@fullcast/core/disclosure";
import { lineText } from "@fullcast/core/document";
import { lineFileNames } from "@fullcast/core/packaging";
import { type LineAlone, linesAlone } from "@fullcast/core/timeline";
import type { LineMixer } from "@fullcast/server/line-sound";
import { CliError } from "../cli-error.ts";
import { type Answer, type Client, hasCode } from "../connection/client.ts";
import type { Connection } from "../connection/connect.ts";
import { fetched } from "../narrate/export-file.ts";
import type { Display } from "../narrate/progress-display.ts";
import { saveFile } from "../narrate/save-file.ts";
import { readSectionStates, type StorySection } from "../narrate/section.ts";
import { csvRow } from "../terminal/csv.ts";
import type { ProjectRef, SectionRef } from "./find-project.ts";

export type WhichLines = "all" | "speech";

type Playback = Answer<"readPlaybackManifest">;

/** A line of one chapter, before its file has a name. */
interface FoundLine {
  readonly chapter: SectionRef;
  /** From 1, among all lines of the chapter. */
  readonly number: number;
  readonly speaker: string;
  readonly text: string;
  readonly provider: string;
  readonly alone: LineAlone;
}

interface FoundChapter {
  readonly playback: Playback;
  readonly lines: readonly FoundLine[];
}

export interface LinesOrder {
  readonly project: ProjectRef;
  readonly chapters: readonly SectionRef[];
  readonly which: WhichLines;
  /** The folder; made when it is missing. */
  readonly folder: string;
}

export interface WrittenLines {
  readonly count: number;
  readonly durationMs: number;
  /** WAV files in the folder that are no line of this export, such as those of an earlier one. */
  readonly others: readonly string[];
}

/** @throws CliError, before a file is written when a line has no audio */
export async function exportLines(
  connection: Connection,
  { project, chapters, which, folder }: LinesOrder,
  display: Display,
  signal: AbortSignal,
): Promise<WrittenLines> {
  const { client } = connection;
  const { speakers } = await client.call("listSpeakers", { params: { projectId: project.id } });
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const found: FoundChapter[] = [];
  for (const chapter of chapters) found.push(await findLines(client, project, chapter, which, names));
  const lines = found.flatMap((one) => one.lines);
  if (lines.length === 0) throw new CliError("failed", "The story has no line that is spoken.");
  const files = lineFileNames(
    lines.map(({ chapter, number, speaker, text }) => ({ chapter: chapter.number, number, speaker, text })),
  );
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError("failed", `The folder ${folder} cannot be made (${error.code ?? error.message}).`);
  });
  const { book } = await client.call("readBook", { params: { projectId: project.id } });
  const tagsOf = (line: FoundLine) => ({
    title: line.text.slice(0, 200).toWellFormed(),
    album: project.name,
    artist: book.author,
    language: book.language,
    disclosure:
      book.undisclosed_reason === null
        ? disclosureOf(
            [{ source: line.provider === "recording" ? "recording" : "engine", provider: line.provider }],
            book.language,
          )
        : null,
  });
  const { createLineMixer, OUTPUT_RATE } = await import("@fullcast/server/line-sound");
  const takes = await mkdtemp(join(tmpdir(), "fullcast-lines-"));
  const began = performance.now();
  let done = 0;
  try {
    using mixer = createLineMixer();
    for (const { playback, lines: own } of found) {
      for (const line of own) {
        signal.throwIfAborted();
        const pcm = await mixed(connection, mixer, playback, line, takes, signal);
        const trailer = wavTrailer(tagsOf(line));
        const header = wavHeader(pcm.length, OUTPUT_RATE, { trailerBytes: trailer.length });
        await saveBytes(join(folder, files[done] ?? ""), [
          header,
          new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
          trailer,
        ]);
        done++;
        display.update({
          stage: "Mixing & encoding",
          fraction: done / lines.length,
          blocks: null,
          audioMs: null,
          elapsedMs: performance.now() - began,
          remainingMs: null,
        });
      }
    }
    await writeTables(folder, project, lines, files, OUTPUT_RATE);
  } finally {
    await rm(takes, { recursive: true, force: true });
  }
  const present = new Set(files);
  const others = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith(".wav") && !present.has(name));
  return { count: lines.length, durationMs: lines.reduce((sum, { alone }) => sum + alone.duration_ms, 0), others };
}

/** The lines of a chapter that are wanted. @throws CliError when one has no audio */
async function findLines(
  client: Client,
  project: ProjectRef,
  chapter: SectionRef,
  which: WhichLines,
  names: ReadonlyMap<string, string>,
): Promise<FoundChapter> {
  const params = { sectionId: chapter.id };
  const [playback, { document }, { blocks: media }] = [
    await readPlayback(client, project, chapter),
    await client.call("readDocument", { params }),
    await client.call("readSectionMedia", { params, query: {} }),
  ];
  const silent = playback.manifest.gaps.filter(({ media_kind }) => media_kind === "speech");
  if (silent.length > 0)
    throw new CliError(
      "failed",
      `${silent.length} ${silent.length === 1 ? "line has" : "lines have"} no audio in “${chapter.title}”; run the command again, or open the chapter in the studio.`,
    );
  const providers = new Map(media.map(({ block_id, provider }) => [block_id, provider]));
  const blocks = new Map(document.blocks.map((block) => [block.id, block]));
  const all = linesAlone(playback.manifest, playback.unit_word_timings);
  const lines = all.map((alone, index): FoundLine => {
    const block = blocks.get(alone.block_id);
    return {
      chapter,
      number: index + 1,
      speaker: names.get(alone.speaker_id) ?? "",
      text: block === undefined ? "" : lineText(block).replaceAll(/\s+/gu, " "),
      provider: providers.get(alone.block_id) ?? "unknown",
      alone,
    };
  });
  return { playback, lines: lines.filter(({ alone }) => which === "all" || alone.block_kind === "speech") };
}

const MOST_ATTEMPTS = 3;

async function readPlayback(client: Client, project: ProjectRef, { id: sectionId }: SectionRef): Promise<Playback> {
  const section: StorySection = { projectId: project.id, sectionId, isKnown: true };
  for (let attempt = 1; ; attempt++) {
    const { sections, speakerRegistryVersion } = await readSectionStates(client, [section]);
    try {
      return await client.call("readPlaybackManifest", {
        params: { sectionId },
        query: {
          document_version: sections[0]?.documentVersion ?? 1,
          speaker_registry_version: speakerRegistryVersion,
          schema_version: 2,
        },
      });
    } catch (error) {
      // The story changed between the two calls.
      if (!hasCode(error, "STUDIO_PLAYBACK_STALE") || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

async function mixed(
  { client, url }: Connection,
  mixer: LineMixer,
  { manifest }: Playback,
  { alone }: FoundLine,
  folder: string,
  signal: AbortSignal,
): Promise<Int16Array> {
  const assets = [];
  for (const asset_id of new Set(alone.units.map((unit) => unit.asset_id))) {
    const path = join(folder, `${asset_id}.wav`);
    // The addresses of a manifest are valid for a quarter of an hour, and a long chapter takes longer.
    const asset = await client.call("createMediaAccessUrl", { params: { assetId: asset_id } });
    await writeFile(path, fetched(asset.url, url, signal));
    assets.push({ asset_id, path });
  }
  const pcm = mixer.mix(alone, manifest.mastering_profile, assets);
  for (const { path } of assets) await rm(path, { force: true });
  return pcm;
}

async function writeTables(
  folder: string,
  project: ProjectRef,
  lines: readonly FoundLine[],
  files: readonly string[],
  sampleRate: number,
): Promise<void> {
  const rows = lines.map(({ chapter, number, speaker, text, alone }, index) => ({
    file: files[index] ?? "",
    chapter: chapter.number,
    chapter_title: chapter.title,
    line: number,
    kind: alone.block_kind,
    speaker,
    text,
    duration_ms: alone.duration_ms,
    block_id: alone.block_id,
    words: alone.words.map(({ text: word, start_ms, end_ms }) => ({ text: word, start_ms, end_ms })),
  }));
  const columns = [
    "file",
    "chapter",
    "chapter_title",
    "line",
    "kind",
    "speaker",
    "text",
    "duration_ms",
    "block_id",
  ] as const;
  const csv = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))].map(csvRow).join("");
  // Spreadsheets read UTF-8 only with a byte order mark.
  await saveBytes(join(folder, "lines.csv"), [new TextEncoder().encode(`\ufeff${csv}`)]);
  const table = { schema_version: 1, project: project.name, sample_rate: sampleRate, lines: rows };
  await saveBytes(join(folder, "lines.json"), [new TextEncoder().encode(`${JSON.stringify(table, null, 2)}\n`)]);
}

async function saveBytes(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  await saveFile(path, streamOf(parts), size, () => {});
}

async function* streamOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** The files in words, for people. */
export const otherFiles = (others: readonly string[]): string =>
  `${others.length} ${others.length === 1 ? "file" : "files"} in the folder ${others.length === 1 ? "is" : "are"} no line of this export, such as ${basename(others[0] ?? "")}.`;
