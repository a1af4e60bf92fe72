// ffprobe's description of a file, ffmpeg's decoder and its EBU R 128 meter.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const MOST_OUTPUT = 1 << 30;

export const ffmpegIsThere = (): Promise<boolean> =>
  run("ffmpeg", ["-version"]).then(
    () => true,
    () => false,
  );

export interface Probe {
  readonly format: {
    readonly format_name: string;
    readonly duration: string;
    readonly bit_rate?: string;
    readonly tags?: Record<string, string>;
  };
  readonly streams: readonly {
    readonly codec_name?: string;
    readonly codec_type: string;
    readonly profile?: string;
    readonly sample_rate?: string;
    readonly channels?: number;
    readonly bit_rate?: string;
    readonly duration?: string;
    readonly duration_ts?: number;
    readonly tags?: Record<string, string>;
    readonly disposition?: Record<string, number>;
  }[];
  readonly chapters: readonly {
    readonly start_time: string;
    readonly end_time: string;
    readonly tags: { title: string };
  }[];
}

export async function probe(path: string): Promise<Probe> {
  const { stdout } = await run("ffprobe", [
    ...["-v", "error", "-print_format", "json", "-show_format", "-show_streams", "-show_chapters", path],
  ]);
  return JSON.parse(stdout);
}

/** The errors that ffmpeg reports while it decodes the whole file; "" when there are none. */
export async function complaints(path: string): Promise<string> {
  const { stderr } = await run("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-map", "0:a", "-f", "null", "-"]);
  return stderr.trim();
}

export async function decodeWithFfmpeg(path: string): Promise<Float32Array> {
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", "44100", "-"], {
    encoding: "buffer",
    maxBuffer: MOST_OUTPUT,
  });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
}

/** Integrated loudness and true peak of a file. */
export async function ebur128(path: string): Promise<{ lufs: number; truePeak: number }> {
  const { stderr } = await run("ffmpeg", [
    ...["-hide_banner", "-nostats", "-i", path, "-map", "0:a", "-af", "ebur128=peak=true:framelog=verbose"],
    ...["-f", "null", "-"],
  ]);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const number = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1]);
  return { lufs: number(/I:\s+(-?[\d.]+) LUFS/), truePeak: number(/Peak:\s+(-?[\d.]+) dBFS/) };
}

/** Makes a file with ffmpeg's own sources and filters. */
export async function makeWithFfmpeg(source: string, path: string, ...options: readonly string[]): Promise<void> {
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, ...options, path]);
}
