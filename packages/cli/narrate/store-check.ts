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

/** The verdict, and every rule on a line of its own. */
export function reportText({ rules, passed, shop }: StoreReport): string {
  const lines = rules.map(
    (rule) => `  ${rule.passed ? "ok  " : "FAIL"}  ${rule.rule.replaceAll("_", " ")}: ${valueText(rule)}`,
  );
  const state = passed === null ? "no rule about files is known" : passed ? "ready" : "not ready";
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

function valueText({ value, unit, minimum, maximum }: StoreReport["rules"][number]): string {
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
