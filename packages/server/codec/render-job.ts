// The job of the render process and its answer. Plain data: it crosses a process boundary.

import type { FileTags } from "@fullcast/core/audio-files";
import type { LineLayout } from "@fullcast/core/document";
import type { Highlight, Publication, ReadalongBlock } from "@fullcast/core/packaging";
import type { MasteringProfile, UnitWordTimings } from "@fullcast/core/timeline";
import type { RenderTimeline } from "./heard-units.ts";

export type { RenderTimeline } from "./heard-units.ts";

export type AudioFormat = "mp3" | "wav" | "m4b" | "opus";
export type SubtitleFormat = "srt" | "vtt";

export const isSubtitles = (format: RenderJob["format"]): format is SubtitleFormat =>
  format === "srt" || format === "vtt";

/** The file of an asset: WAV with mono 16-bit PCM. */
export interface RenderAsset {
  readonly asset_id: string;
  readonly path: string;
}

/** The tags of a file; see FileTags. */
export interface RenderTags extends Omit<FileTags, "cover"> {
  /** A picture on disk, at most 10 MiB, for MP3, M4B and Opus. */
  readonly cover?: { readonly path: string; readonly content_type: "image/jpeg" | "image/png" } | null;
}

export interface RenderChapter {
  readonly title: string;
  /** Relative to the part's start. */
  readonly start_ms: number;
}

/** One section on the file's timeline. Parts are consecutive. */
export interface RenderPart {
  readonly title: string;
  readonly manifest: RenderTimeline;
  readonly chapters: readonly RenderChapter[];
  /** For subtitles and read-along books. */
  readonly word_timings: readonly UnitWordTimings[];
  /** Names of characters by their speaker ids, shown in subtitles where the speaker changes. */
  readonly speaker_names?: { readonly [speakerId: string]: string };
  /** Text that subtitles show although it is not spoken, each next to the words of a block. */
  readonly silent_texts?: readonly {
    readonly block_id: string;
    readonly place: "before" | "after";
    readonly text: string;
  }[];
  /** The text of the section, for a read-along book. */
  readonly text?: PartText;
  /** The pause between this part and the next; 0 by default. */
  readonly pause_after_ms?: number;
}

/** Where each part begins on the file's timeline, and where the last one ends, ms. */
export function partStarts(parts: readonly RenderPart[]): { readonly starts: readonly number[]; readonly end: number } {
  const starts: number[] = [];
  let end = 0;
  for (const [index, { manifest, pause_after_ms = 0 }] of parts.entries()) {
    starts.push(end);
    end += manifest.duration_ms + (index + 1 < parts.length ? pause_after_ms : 0);
  }
  return { starts, end };
}

export interface PartText {
  readonly blocks: readonly ReadalongBlock[];
  readonly layout: LineLayout;
}

/** The EPUB that a story was imported from, into whose pages the sound is put. */
export interface OriginalPages {
  readonly path: string;
}

export interface RenderJob {
  readonly format: AudioFormat | SubtitleFormat | "epub";
  readonly parts: readonly RenderPart[];
  readonly assets: readonly RenderAsset[];
  readonly tags: RenderTags;
  /** Metadata of a read-along book in addition to the tags. */
  readonly publication?: Omit<Publication, "title">;
  /** What a read-along book lights up; words by default. */
  readonly highlight?: Highlight;
  /** Absent: a book of Fullcast's own pages. */
  readonly original?: OriginalPages;
  readonly mastering: MasteringProfile;
  /** The file is complete and synced when the result arrives. */
  readonly output_path: string;
  /** The number of processors to use. */
  readonly concurrency: number;
}

/** The file for a part's audio until the book contains it. */
export const partAudioPath = (job: Pick<RenderJob, "output_path">, part: number): string =>
  `${job.output_path}.part-${part + 1}.mp3`;

/** Every file that a render may write. After a failure none of them may remain. */
export const writtenPaths = (job: Pick<RenderJob, "output_path" | "format" | "parts">): readonly string[] => [
  job.output_path,
  ...(job.format === "epub" ? job.parts.map((_, part) => partAudioPath(job, part)) : []),
];

export interface RenderProgress {
  readonly phase: "mixing" | "encoding" | "packaging";
  readonly done_ms: number;
  readonly total_ms: number;
}

export interface RenderResult {
  readonly duration_ms: number;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly cpu_seconds: number;
}
