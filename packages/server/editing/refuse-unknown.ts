// Refuses edits that name engines, options, formats or sounds that do not exist. The rules of scripts themselves are in
// core.

import { type ApiError, invalidField } from "@fullcast/contract";
import { ANY_PROVIDER, DELIVERY_FORMAT, deliveryFault } from "@fullcast/core/direction";
import type { Block, EditedScript, EditOperation, ScriptPart } from "@fullcast/core/document";
import type { Catalogue } from "../engines/registry.ts";
import { usableRevisions } from "../media/media.ts";
import type { Services } from "../services.ts";
import { type ProjectCast, profileFault } from "../speakers/speakers.ts";

interface Script {
  readonly before: ScriptPart;
  readonly edited: EditedScript;
  readonly cast: ProjectCast;
}

/** The values that an operation writes into a block. */
interface Written {
  readonly blockId: string;
  /** The path of the block's members in the request. */
  readonly path: string;
  readonly content: Block["content"] | undefined;
  readonly generation_profile_override: Block["generation_profile_override"] | undefined;
}

/** @throws ApiError INVALID_REQUEST */
export async function refuseUnknown(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  operations: readonly EditOperation[],
  script: Script,
): Promise<void> {
  const written = operations.flatMap(writtenBy);
  const catalogue = await services.engines.catalogue();
  for (const one of written) {
    const fault = profileRefusal(catalogue, one, script) ?? controlSetRefusal(catalogue, one, script);
    if (fault !== null) throw fault;
  }
  await refuseUnknownSounds(services, projectId, written, script);
}

function writtenBy(operation: EditOperation, index: number): readonly Written[] {
  switch (operation.op) {
    case "insert_block": {
      const { id = "", content, generation_profile_override } = operation.block;
      return [{ blockId: id, path: `operations.${index}.block`, content, generation_profile_override }];
    }
    case "replace_block": {
      const { content, generation_profile_override } = operation.set;
      return [{ blockId: operation.block_id, path: `operations.${index}.set`, content, generation_profile_override }];
    }
    default:
      return [];
  }
}

/** The content of a block before the edit; undefined when it did not exist. */
const contentBefore = ({ entries }: ScriptPart, blockId: string): Block["content"] | undefined =>
  entries.find(({ block }) => block.id === blockId)?.block.content;

/** The refusal of a generation profile that no engine can follow. */
function profileRefusal(
  catalogue: Catalogue,
  { blockId, path, generation_profile_override: profile }: Written,
  { edited, cast }: Script,
): ApiError | null {
  if (profile === undefined || profile === null) return null;
  const speakerId = edited.blocks.find((block) => block.id === blockId)?.speaker_id ?? null;
  const own = speakerId === null ? undefined : cast.casts.get(speakerId)?.voice.provider;
  const fault = profileFault(catalogue, own, profile);
  return fault === null ? null : invalidField(`${path}.generation_profile_override.${fault.path}`, fault.message);
}

/**
 * The refusal of a control set that its engine cannot follow: in a format that it does not read, or with a text without
 * letters or digits. A set that the block has already is accepted.
 */
function controlSetRefusal(
  catalogue: Catalogue,
  { blockId, path, content }: Written,
  { before }: Script,
): ApiError | null {
  if (content?.type !== "text" || content.delivery_control_sets.length === 0) return null;
  const known = contentBefore(before, blockId);
  const held = new Map(known?.type === "text" ? known.delivery_control_sets.map((set) => [set.id, set]) : []);
  for (const [index, set] of content.delivery_control_sets.entries()) {
    const { provider, format, provider_text_override: text } = set;
    if (provider !== ANY_PROVIDER && catalogue.engine(provider) === undefined) continue;
    const was = held.get(set.id);
    const field = (name: string) => `${path}.content.delivery_control_sets.${index}.${name}`;
    if (format !== DELIVERY_FORMAT && format !== was?.format)
      return invalidField(field("format"), `must be "${DELIVERY_FORMAT}" for the provider ${provider}`);
    if (text !== undefined && !SAYABLE.test(text) && text !== was?.provider_text_override)
      return invalidField(field("provider_text_override"), "must hold a letter or a digit");
    const fault = format === DELIVERY_FORMAT ? deliveryFault(set, was) : null;
    if (fault !== null) return invalidField(field(fault.path), fault.message);
  }
  return null;
}

const SAYABLE = /[\p{L}\p{N}]/u;

/** Refuses sounds that the project may not use. A sound that the block plays already is accepted, even when deleted. */
async function refuseUnknownSounds(
  services: Pick<Services, "db">,
  projectId: string,
  written: readonly Written[],
  { before }: Script,
): Promise<void> {
  const sources = written.flatMap(({ blockId, path, content }) =>
    content?.type === "sfx" && content.source !== undefined ? [{ blockId, path, source: content.source }] : [],
  );
  if (sources.length === 0) return;
  const usable = await usableRevisions(
    services,
    projectId,
    sources.map(({ source }) => source.sound_effect_revision_id),
  );
  for (const { blockId, path, source } of sources) {
    if (usable.get(source.sound_effect_revision_id)?.sound_id === source.sound_effect_id) continue;
    const known = contentBefore(before, blockId);
    const played = known?.type === "sfx" ? known.source : undefined;
    if (played?.sound_effect_revision_id === source.sound_effect_revision_id) continue;
    throw invalidField(`${path}.content.source`, "is no sound that this project may use");
  }
}
