// The sound effects of a section, as far as a timeline needs them beside its rows.

import { assetsOf, pinnedRevisions, pinnedSource, usableRevisions, wordsOf } from "../media/media.ts";
import type { Services } from "../services.ts";
import type { EffectAnswers, EffectQuestions, EffectSound } from "./timeline-work.ts";

export async function answerEffects(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  { effects, anchors }: EffectQuestions,
): Promise<EffectAnswers> {
  const stored = await wordsOf(services, [...anchors.values()]);
  return {
    sounds: await uploadedSounds(services, projectId, effects),
    unmakeable: new Set(effects.flatMap((block) => (isMakeable(services, block) ? [] : [block.id]))),
    words: new Map([...anchors].map(([blockId, renditionId]) => [blockId, stored.get(renditionId)])),
  };
}

type EffectBlock = EffectQuestions["effects"][number];

/** The audio of a block that plays an uploaded sound is the revision that it names, cut at the end of the block. */
async function uploadedSounds(
  services: Pick<Services, "db">,
  projectId: string,
  effects: readonly EffectBlock[],
): Promise<ReadonlyMap<string, EffectSound | null>> {
  const revisions = await usableRevisions(services, projectId, pinnedRevisions(effects.map((block) => ({ block }))));
  const assets = await assetsOf(
    services,
    [...revisions.values()].map((revision) => revision.asset_id),
  );
  const sounds = new Map<string, EffectSound | null>();
  for (const block of effects) {
    const source = pinnedSource({ block });
    if (source === null || block.content.type !== "sfx") continue;
    const revision = revisions.get(source.sound_effect_revision_id);
    const asset = revision === undefined ? undefined : assets.get(revision.asset_id);
    if (revision === undefined || asset === undefined || revision.sound_id !== source.sound_effect_id) {
      sounds.set(block.id, null);
      continue;
    }
    sounds.set(block.id, {
      rendition: {
        id: revision.id,
        asset_id: asset.id,
        asset_content_hash: asset.sha256,
        duration_ms: Math.min(block.content.duration_ms, revision.duration_ms),
        integrated_lufs: revision.integrated_lufs,
        sample_peak_dbfs: revision.sample_peak_dbfs,
      },
      asset: {
        asset_id: asset.id,
        sha256: asset.sha256,
        content_type: asset.content_type,
        size_bytes: asset.size_bytes,
      },
    });
  }
  return sounds;
}

/** False when nothing can make the sound of the prompt. */
function isMakeable({ engines }: Pick<Services, "engines">, { content }: EffectBlock): boolean {
  return content.type !== "sfx" || content.source !== undefined || engines.canMakeEffect(content.prompt);
}
