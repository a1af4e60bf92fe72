// Runs a whole render job in the render process.

import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { type CoverImage, chapterSpans, type FileChapter } from "@fullcast/core/audio-files";
import { sha256OfFile } from "../hash.ts";
import { type FileContent, fileWriters } from "./file-writer.ts";
import { mixLevels } from "./mix-levels.ts";
import { renderBook } from "./render-book.ts";
import { RenderError } from "./render-error.ts";
import {
  type AudioFormat,
  isSubtitles,
  partStarts,
  type RenderJob,
  type RenderProgress,
  type RenderResult,
  type SubtitleFormat,
} from "./render-job.ts";
import { clipRange } from "./segment.ts";
import { makeSegments } from "./segment-threads.ts";
import { subtitlesOf } from "./subtitles.ts";
import { OUTPUT_RATE, planTimeline, SEGMENT_SAMPLES, type TimelinePlan } from "./timeline-plan.ts";

/** Renders to `job.output_path`. Removes the file on any error. @throws RenderError, or a system error of the write. */
export async function render(job: RenderJob, onProgress: (progress: RenderProgress) => void): Promise<RenderResult> {
  const file = await open(job.output_path, "w+");
  try {
    const measured = await renderFormat(job, file, onProgress);
    await file.sync();
    const { size } = await file.stat();
    const sha256 = sha256OfFile(file.fd);
    const { user, system } = process.cpuUsage();
    return { ...measured, size_bytes: size, sha256, cpu_seconds: (user + system) / 1e6 };
  } catch (error) {
    await rm(job.output_path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function renderFormat(job: RenderJob, file: FileHandle, onProgress: (progress: RenderProgress) => void) {
  if (isSubtitles(job.format)) return renderText(job, job.format, file);
  if (job.format === "epub") return renderBook(job, file, renderAudio, onProgress);
  return renderAudio(job, job.format, file, onProgress);
}

async function renderText(job: RenderJob, format: SubtitleFormat, file: FileHandle) {
  await file.writeFile(subtitlesOf(job, format));
  return { duration_ms: partStarts(job.parts).end };
}

async function renderAudio(
  job: RenderJob,
  format: AudioFormat,
  file: FileHandle,
  onProgress: (progress: RenderProgress) => void,
) {
  const plan = planTimeline(job);
  const writer = await fileWriters[format](file, await contentOf(job, plan));
  const levels = mixLevels(job.mastering);
  const taskOf = (index: number) => {
    const from = index * SEGMENT_SAMPLES;
    const to = Math.min(plan.samples, from + SEGMENT_SAMPLES);
    const range = clipRange(format, from, to);
    return {
      index,
      from,
      to,
      total: plan.samples,
      format,
      ...levels,
      clips: plan.clipsBetween(range.from, range.to),
    };
  };
  const progress = (phase: RenderProgress["phase"], doneMs: number): void =>
    onProgress({ phase, done_ms: doneMs, total_ms: plan.durationMs });

  progress("mixing", 0);
  for await (const segment of makeSegments(plan.segmentCount, taskOf, job.concurrency)) {
    await writer.add(segment);
    const done = Math.min(plan.samples, (segment.index + 1) * SEGMENT_SAMPLES);
    progress(format === "wav" ? "mixing" : "encoding", Math.round((done / OUTPUT_RATE) * 1000));
  }
  progress("packaging", plan.durationMs);
  await writer.finish();
  return { duration_ms: plan.durationMs };
}

async function contentOf(job: RenderJob, plan: TimelinePlan): Promise<FileContent> {
  const chapters: FileChapter[] = [];
  const { starts } = partStarts(job.parts);
  for (const [index, part] of job.parts.entries()) {
    for (const chapter of part.chapters) {
      chapters.push({ title: chapter.title, start_ms: starts[index]! + chapter.start_ms });
    }
  }
  return {
    samples: plan.samples,
    durationMs: plan.durationMs,
    tags: { ...job.tags, cover: await coverOf(job) },
    chapters: chapterSpans(chapters, plan.durationMs, job.tags.title),
  };
}

const LARGEST_COVER = 10 * 1024 * 1024;

async function coverOf(job: RenderJob): Promise<CoverImage | null> {
  const { cover } = job.tags;
  if (!cover) return null;
  const picture = await stat(cover.path).catch(() => null);
  if (picture === null) throw new RenderError("input", "The cover is missing.");
  if (picture.size > LARGEST_COVER) throw new RenderError("input", "The cover is larger than 10 MiB.");
  return { content_type: cover.content_type, bytes: await readFile(cover.path) };
}
