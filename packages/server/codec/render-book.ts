// Renders a read-along book: the audio of each part as MP3, then one container with texts and audio. The audio is written
// beside the book first, because a container needs its files one after the other, and is removed when the book contains it.

import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  type BookFile,
  type BookSection,
  bookFiles,
  type Publication,
  type SpokenBlockTime,
} from "@fullcast/core/packaging";
import { ZipFile } from "yazl";
import { copyOriginal, inject, openOriginal } from "./original-book.ts";
import { RenderError } from "./render-error.ts";
import {
  type AudioFormat,
  type OriginalPages,
  partAudioPath,
  type RenderJob,
  type RenderPart,
  type RenderProgress,
  type RenderResult,
} from "./render-job.ts";

type Made = Pick<RenderResult, "duration_ms">;
type OnProgress = (progress: RenderProgress) => void;

/** Renders the audio of one part. */
export type RenderAudio = (
  job: RenderJob,
  format: AudioFormat,
  file: FileHandle,
  onProgress: OnProgress,
) => Promise<Made>;

/** @throws RenderError `input` when a part has no text or there is no audio. */
export async function renderBook(
  job: RenderJob,
  file: FileHandle,
  renderAudio: RenderAudio,
  onProgress: OnProgress,
): Promise<Made> {
  const total_ms = job.parts.reduce((sum, part) => sum + part.manifest.duration_ms, 0);
  let before = 0;
  try {
    for (const [index, part] of job.parts.entries()) {
      const audio = await open(partAudioPath(job, index), "w+");
      try {
        const start = before;
        const own = { ...job, parts: [part], tags: { ...job.tags, title: part.title, cover: null } };
        const made = await renderAudio(own, "mp3", audio, ({ done_ms }) =>
          onProgress({ phase: "encoding", done_ms: start + done_ms, total_ms }),
        );
        before += made.duration_ms;
      } finally {
        await audio.close();
      }
    }
    onProgress({ phase: "packaging", done_ms: total_ms, total_ms });
    await writeContainer(job, file);
  } finally {
    for (const index of job.parts.keys()) await rm(partAudioPath(job, index), { force: true });
  }
  return { duration_ms: total_ms };
}

/** Containers store local times without a zone. A constant time gives the same bytes for the same book. */
const TIME_IN_CONTAINER = new Date(2000, 0, 1);
const FILE_MODE = 0o100_644;

async function writeContainer(job: RenderJob, file: FileHandle): Promise<void> {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on("error", reject));
  failed.catch(() => undefined);
  if (job.original === undefined) for (const one of filesOf(job)) addFile(zip, one, job);
  else await addOriginal(zip, job, job.original);
  zip.end();
  const write = async (): Promise<void> => {
    let position = 0;
    for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
        done += bytesWritten;
      }
      position += chunk.length;
    }
  };
  await Promise.race([write(), failed]);
}

const OPTIONS = { mtime: TIME_IN_CONTAINER, mode: FILE_MODE, forceDosTimestamp: true };

/** The files of the original book with our overlays in its own pages. */
async function addOriginal(zip: ZipFile, job: RenderJob, { path }: OriginalPages): Promise<void> {
  const book = await openOriginal(path);
  const { files } = inject(book, sectionsOf(job), publicationOf(job), job.highlight ?? "word");
  zip.addBuffer(Buffer.from("application/epub+zip"), "mimetype", { ...OPTIONS, compress: false });
  await copyOriginal(book, zip, new Set(files.map((file) => file.path)), OPTIONS);
  for (const file of files) {
    if (file.kind === "text") zip.addBuffer(Buffer.from(file.text), file.path, { ...OPTIONS, compress: true });
    else zip.addFile(partAudioPath(job, file.section), file.path, { ...OPTIONS, compress: false });
  }
}

function addFile(zip: ZipFile, one: BookFile, job: RenderJob): void {
  const options = OPTIONS;
  switch (one.kind) {
    case "text":
      if (one.isStored) zip.addBuffer(Buffer.from(one.text()), one.path, { ...options, compress: false });
      // Made at its turn, so that a long book is never in memory as a whole.
      else {
        zip.addReadStreamLazy(one.path, { ...options, compress: true }, (answer) =>
          answer(null, Readable.from([Buffer.from(one.text())])),
        );
      }
      return;
    case "audio":
      zip.addFile(partAudioPath(job, one.section), one.path, { ...options, compress: false });
      return;
    case "cover":
      if (job.tags.cover) zip.addFile(job.tags.cover.path, one.path, { ...options, compress: false });
  }
}

const filesOf = (job: RenderJob): BookFile[] =>
  bookFiles({
    publication: publicationOf(job),
    highlight: job.highlight ?? "word",
    cover: job.tags.cover?.content_type ?? null,
    sections: sectionsOf(job),
  });

function publicationOf({ publication, tags }: RenderJob): Publication {
  if (publication === undefined) throw new RenderError("internal", "A book was asked for without what it is about.");
  return { ...publication, title: tags.title.trim() || "Untitled", disclosure: tags.disclosure ?? null };
}

const sectionsOf = (job: RenderJob): BookSection[] =>
  job.parts.map((part) => {
    if (part.text === undefined) throw new RenderError("internal", "A book was asked for without its text.");
    const times = timesOf(part);
    return {
      title: part.title.trim() || "Untitled",
      ...part.text,
      chapters: part.chapters,
      duration_ms: part.manifest.duration_ms,
      timeOf: (blockId) => times.get(blockId) ?? null,
    };
  });

function timesOf({ manifest, word_timings }: RenderPart): Map<string, SpokenBlockTime> {
  const words = new Map(word_timings.map((timing) => [timing.block_id, timing]));
  return new Map(
    manifest.timed_text_units.map(({ block_id, speaker_id, start_ms, duration_ms }) => {
      const timing = words.get(block_id);
      const known = timing?.word_timing === "available" ? timing.words : null;
      return [block_id, { speaker_id, start_ms, duration_ms, words: known }];
    }),
  );
}
