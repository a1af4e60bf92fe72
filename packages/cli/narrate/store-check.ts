// Mastering for a shop, and the results of the shop's checks.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { MASTERING_PRESETS, type MasteringPreset } from "@fullcast/core/sound";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";

export type StoreReport = Answer<"readExportReport">;

export const PRESETS = Object.keys(MASTERING_PRESETS) as readonly MasteringPreset[];

/** The preset with this name. @throws CliError (usage) */
export function presetNamed(name: string): MasteringPreset {
  const preset = PRESETS.find((one) => one === name);
  if (preset === undefined)
    throw new CliError("usage", `--preset ${name}: this preset is not known. Known: ${PRESETS.join(", ")}.`);
  return preset;
}

/** Applies a mastering preset to the project, unless its profile has these values already. */
export async function applyPreset(client: Client, projectId: string, preset: MasteringPreset): Promise<void> {
  const { profile, mastering_version } = await client.call("readMasteringProfile", { params: { projectId } });
  const wanted = MASTERING_PRESETS[preset];
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  if (names.every((name) => isDeepStrictEqual(profile[name] ?? null, wanted[name]))) return;
  await client.call("changeMasteringProfile", {
    params: { projectId },
    body: {
      schema_version: 1,
      actor_session_id: randomUUID(),
      client_mutation_id: randomUUID(),
      base_mastering_version: mastering_version,
      profile: {},
      preset,
    },
  });
}

type Rule = StoreReport["rules"][number];

/** Rules whose names say little to an author. */
const NAMES: { readonly [rule: string]: string } = {
  codec: "format",
  rms: "loudness (RMS)",
  head: "quiet at the start",
  tail: "quiet at the end",
};
const nameOf = ({ rule }: Rule): string => NAMES[rule] ?? rule.replaceAll("_", " ");

const MP3 = "Make an .mp3 file.";
const PRESET =
  "Use --preset acx. If the file has it already, the text is too short: its pauses lower the measured loudness.";
/** What to do about a rule that is not met. */
const REMEDIES: { readonly [rule: string]: string } = {
  codec: MP3,
  sample_rate: MP3,
  constant_bit_rate: MP3,
  channels: "Make all files with the same number of channels.",
  duration: "Split the chapter.",
  chapters_in_file: "Use --per-chapter.",
  rms: PRESET,
  peak: PRESET,
  head: PRESET,
  tail: PRESET,
  noise_floor: "A recording or a sound is noisy: make it quieter, or use another one.",
  room_tone: "The quiet parts must be neither noisy nor digital silence: look at recordings and sounds.",
};

/** The rules that are not met, each once, and what to do about them. */
export function missedText(missed: readonly Rule[]): string {
  const names = [...new Set(missed.map(nameOf))].join(", ");
  return `(${names}). ${[...new Set(missed.map(({ rule }) => REMEDIES[rule] ?? ""))].join(" ")}`.trimEnd();
}

/** The verdict, and every rule on a line of its own. */
export function reportText({ rules, passed, shop }: StoreReport): string {
  const lines = rules.map((rule) =>
    `  ${rule.passed ? "ok  " : "FAIL"}  ${nameOf(rule)}: ${valueText(rule)}${rule.passed ? "" : `. ${REMEDIES[rule.rule] ?? ""}`}`.trimEnd(),
  );
  const state =
    passed === null
      ? "no rule about files is known"
      : passed
        ? "every rule that can be measured is met"
        : "a rule is not met";
  return [`${shop.name}: ${state}`, ...lines].join("\n");
}

/** What the shop says about machine voices when a file has some, and where and when its rules were read. */
export function shopText(reports: readonly Pick<StoreReport, "narration" | "shop">[]): string {
  const [first] = reports;
  if (first === undefined) return "";
  const { name, machine_voices, machine_voices_rule, source, source_kind, rules_as_of, read_on } = first.shop;
  const hasMachines = reports.some(({ narration }) => narration === "machine" || narration === "mixed");
  const head = machine_voices === "refused" ? `REFUSED BY ${name.toUpperCase()}` : "Machine voices";
  const read = rules_as_of === null ? "" : `, read on ${read_on}`;
  const by = source_kind === "report" ? "a report by others" : "the shop's page";
  return [
    ...(hasMachines ? [`${head}: ${machine_voices_rule}`] : []),
    `Rules as of ${rules_as_of ?? read_on}${read} in ${by}: ${source}`,
  ].join("\n");
}

function valueText({ value, unit, minimum, maximum }: Rule): string {
  const shown = value === null ? "varies" : typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
  const bounds =
    minimum === maximum
      ? `${minimum}`
      : minimum === null
        ? `at most ${maximum}`
        : maximum === null
          ? `at least ${minimum}`
          : `${minimum} to ${maximum}`;
  // The codec of a WAV has a name for programs.
  return `${[shown, unit].filter(Boolean).join(" ")} (${bounds})`.replaceAll("pcm_s16le", "wav");
}
