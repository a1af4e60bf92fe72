// The file beside a Piper model (NAME.onnx.json): its sample rate, its phonemes, its speakers. It is hostile until it is read.

import { z } from "zod";

const finite = z.number().finite();
const config = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  espeak: z.object({ voice: z.string().min(2).max(40) }).optional(),
  language: z.object({ code: z.string().max(40).optional() }).optional(),
  inference: z
    .object({
      noise_scale: finite.min(0).max(2).default(0.667),
      length_scale: finite.min(0.2).max(5).default(1),
      noise_w: finite.min(0).max(2).default(0.8),
    })
    .prefault({}),
  phoneme_type: z.string().max(40).default("espeak"),
  phoneme_id_map: z.record(z.string().max(16), z.array(z.int().min(0).max(100_000)).max(16)),
  num_speakers: z.int().min(0).max(10_000).default(1),
  speaker_id_map: z.record(z.string().max(100), z.int().min(0).max(9_999)).default({}),
  dataset: z.string().max(200).optional(),
});
export type PiperConfig = z.output<typeof config>;

/** The config, or one sentence that states its first fault. */
export function readPiperConfig(text: string): { readonly config: PiperConfig } | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "its .onnx.json is not valid JSON" };
  }
  const read = config.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { fault: `its .onnx.json has a wrong field ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` };
  }
  if (read.data.phoneme_type !== "espeak") {
    return { fault: `it reads phonemes of the kind "${read.data.phoneme_type}"; only "espeak" is supported` };
  }
  if (read.data.espeak === undefined) return { fault: "its .onnx.json names no espeak voice" };
  for (const mark of ["_", "^", "$"]) {
    if (read.data.phoneme_id_map[mark] === undefined) return { fault: `its phoneme_id_map lacks "${mark}"` };
  }
  return { config: read.data };
}
