// The content of a bundle after every check: shapes, references, counts and limits.

import {
  type BundleBlock,
  type BundleProject,
  type BundleTake,
  bundleBlock,
  bundleProject,
  bundleTake,
  LIMITS,
} from "@fullcast/contract";
import { type Block, blockFault } from "@fullcast/core/document";
import type { z } from "zod";
import { BundleError } from "./bundle-error.ts";
import { audioName, blocksName, COVER, isAudio, ORIGINAL, PROJECT, scriptName, takesName } from "./entry-names.ts";
import type { OpenBundle } from "./read-bundle.ts";

export interface CheckedContent {
  readonly project: BundleProject;
  /** SHA-256 of every sound that takes and sounds name, and their durations as stated. */
  readonly durations: ReadonlyMap<string, readonly number[]>;
  /** Ids that must be free on this installation, by their table. */
  readonly ids: {
    readonly sections: readonly string[];
    readonly speakers: readonly string[];
    readonly renditions: readonly string[];
    readonly media_assets: readonly string[];
  };
  readonly takeCount: number;
}

const invalid = (message: string) => new BundleError("invalid", message);

/** @throws BundleError */
export async function checkContent(bundle: OpenBundle): Promise<CheckedContent> {
  const project = shaped(bundleProject, await bundle.json(PROJECT), PROJECT);
  checkProject(project);
  checkSeries(project);
  checkConsents(project);
  const speakers = new Set(project.speakers.map((speaker) => speaker.id));
  const durations = new Map<string, number[]>();
  const assets = new Map<string, string>();
  const renditions: string[] = [];
  const heard = (audio: string, duration_ms: number, asset_id: string) => {
    const known = durations.get(audio);
    if (known === undefined) durations.set(audio, [duration_ms]);
    else known.push(duration_ms);
    if ((assets.get(asset_id) ?? audio) !== audio) throw invalid("Two sounds have one asset id.");
    assets.set(asset_id, audio);
  };
  for (const { revisions } of project.sounds)
    for (const { audio, duration_ms, asset_id } of revisions) heard(audio, duration_ms, asset_id);
  const names = new Set([PROJECT]);
  if (project.book?.has_cover === true) names.add(COVER);
  if (project.has_original === true) names.add(ORIGINAL);
  for (const index of project.sections.keys()) {
    for (const name of [scriptName(index), blocksName(index), takesName(index)]) names.add(name);
    // The script is for people; only its sum counts.
    for await (const _chunk of bundle.read(scriptName(index)));
    const ids = new Set<string>();
    for await (const blocks of blocksIn(bundle, index)) {
      for (const { block } of blocks) {
        if (ids.size === ids.add(block.id).size) throw invalid("Two blocks of a section have one id.");
        if (block.speaker_id !== null && !speakers.has(block.speaker_id))
          throw invalid("A block names a speaker who is not in the cast.");
        const fault = blockFault(block as Block);
        if (fault !== null) throw invalid(`A block is not valid: ${fault.path} ${fault.message}.`);
      }
      if (ids.size > LIMITS.document_blocks)
        throw new BundleError("limits", `A section has more than ${LIMITS.document_blocks} blocks.`);
    }
    if (ids.size === 0) throw invalid("A section has no blocks.");
    const intents = new Set<string>();
    for await (const takes of takesIn(bundle, index)) {
      for (const take of takes) {
        if (!ids.has(take.block_id)) throw invalid("A take belongs to a block that is not there.");
        if (intents.size === intents.add(`${take.block_id} ${take.intent_hash} ${take.rank}`).size)
          throw invalid("Two takes of a block have one intent and one rank.");
        renditions.push(take.id);
        heard(take.audio, take.duration_ms, take.asset_id);
      }
    }
  }
  for (const audio of durations.keys()) names.add(audioName(audio));
  for (const name of bundle.files.keys())
    if (!names.has(name)) throw invalid(`Nothing refers to ${isAudio(name) ? "a sound" : name} in the bundle.`);
  const ids = {
    sections: project.sections.map((section) => section.id),
    speakers: [...speakers],
    renditions,
    media_assets: [...assets.keys()],
  };
  for (const some of Object.values(ids)) if (new Set(some).size !== some.length) throw invalid("An id is used twice.");
  return { project, durations, ids, takeCount: renditions.length };
}

function checkProject({ project_kind, name, speakers, sections, sounds, lexicon }: BundleProject): void {
  if ((project_kind === "named") !== (name !== null)) throw invalid("The project's name does not fit its kind.");
  if (project_kind === "standalone" && sections.length !== 1) throw invalid("A standalone story has one section.");
  if (speakers.filter(({ role }) => role === "narrator").length !== 1) throw invalid("The cast needs one narrator.");
  const people = new Set(speakers.map(({ id }) => id));
  if (lexicon.some(({ speaker_id }) => speaker_id !== null && !people.has(speaker_id)))
    throw invalid("The lexicon names a speaker who is not in the cast.");
  if (new Set(lexicon.map(({ id }) => id)).size !== lexicon.length)
    throw invalid("Two entries of the lexicon have one id.");
  const revisions = sounds.flatMap((sound) => sound.revisions.map(({ id }) => id));
  if (new Set(revisions).size !== revisions.length || new Set(sounds.map(({ id }) => id)).size !== sounds.length)
    throw invalid("Two sounds have one id.");
  for (const { revisions: own, current_revision_id } of sounds) {
    if (!own.some(({ id }) => id === current_revision_id)) throw invalid("A sound lacks its current revision.");
    if (new Set(own.map(({ revision_number }) => revision_number)).size !== own.length)
      throw invalid("Two revisions of a sound have one number.");
  }
}

function checkSeries({ series, speakers }: BundleProject): void {
  if (series === undefined) return;
  const people = new Set(series.people.map(({ id }) => id));
  if (people.size !== series.people.length) throw invalid("Two people of the series have one id.");
  if (series.people.filter(({ role }) => role === "narrator").length > 1)
    throw invalid("The series has more than one narrator.");
  const cast = new Set(speakers.map(({ id }) => id));
  const pairs = new Set<string>();
  const same = new Set<string>();
  for (const { person_id, speaker_id, is_same } of series.speakers) {
    if (!people.has(person_id)) throw invalid("The series names a person who is not there.");
    if (!cast.has(speaker_id)) throw invalid("The series names a speaker who is not in the cast.");
    if (pairs.size === pairs.add(`${person_id} ${speaker_id}`).size)
      throw invalid("The series has two answers about one pair.");
    if (!is_same) continue;
    if (same.has(person_id) || same.has(speaker_id))
      throw invalid("In the series a speaker is two people, or a person two speakers.");
    same.add(person_id).add(speaker_id);
  }
}

function checkConsents({ consents = [], speakers }: BundleProject): void {
  if (new Set(consents.map(({ id }) => id)).size !== consents.length) throw invalid("Two consents have one id.");
  const cast = new Set(speakers.map(({ id }) => id));
  if (consents.some(({ speaker_id }) => speaker_id !== null && !cast.has(speaker_id)))
    throw invalid("A consent names a speaker who is not in the cast.");
}

/** The blocks of a section, some at a time. */
export async function* blocksIn(bundle: OpenBundle, section: number): AsyncGenerator<readonly BundleBlock[]> {
  const name = blocksName(section);
  for await (const values of bundle.lines(name)) yield values.map((value) => shaped(bundleBlock, value, name));
}

/** The takes of a section, some at a time. */
export async function* takesIn(bundle: OpenBundle, section: number): AsyncGenerator<readonly BundleTake[]> {
  const name = takesName(section);
  for await (const values of bundle.lines(name)) yield values.map((value) => shaped(bundleTake, value, name));
}

function shaped<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  throw invalid(`The file ${name} is not valid${place}: ${issue?.message ?? "it has another shape"}.`.slice(0, 300));
}
