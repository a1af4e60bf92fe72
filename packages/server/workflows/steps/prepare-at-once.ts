// The three steps that prepare text for speech in one: the same script, cast and directions, but written once. Each
// separate step would read the script of the previous one and rewrite the intents of every line.

import { assignRemainingSpeakers, type Block } from "@fullcast/core/document";
import { replaceScript, speakerUsage } from "../../documents/documents.ts";
import { addCharacters, applyAutomaticCasts, castsOf, roleOf, speakerRows } from "../../speakers/speakers.ts";
import type { StepContext, StepOutcome } from "../step.ts";
import { chooseVoices } from "./cast-voices.ts";
import { directedBlocks } from "./direct-emotion.ts";
import { hasUnparsed, loadScript, type Prepared, prepareScript } from "./script.ts";

export interface PreparedAtOnce {
  readonly outcome: StepOutcome;
  /** The script as `outcome.apply` writes it. */
  readonly blocks: readonly Block[];
}

/**
 * The results of assignSpeakers, castVoicesStep and directEmotionStep for a section with unprepared text. Null without such
 * text.
 * @throws as prepareScript does
 */
export async function prepareAtOnce(context: StepContext): Promise<PreparedAtOnce | null> {
  const { services } = context;
  const loaded = await loadScript(context);
  if (!hasUnparsed(loaded.blocks)) return null;
  const { section } = loaded;
  const projectId = section.project_id;
  const prepared = await prepareScript(context, loaded);
  const [known, usage] = await Promise.all([speakerRows(services, projectId), speakerUsage(services, projectId)]);
  const narrator = known.find((speaker) => speaker.role === "narrator");
  if (narrator === undefined) throw new Error("the project has no narrator");
  const speakers = [...known, ...prepared.characters.map(newSpeaker)];
  const speakerIds = new Set(speakers.map((speaker) => speaker.id));
  const assigned = assignRemainingSpeakers(prepared.blocks, { narratorId: narrator.id, speakerIds });
  const spoken = replaced(prepared.blocks, assigned);
  const directed = directedBlocks(spoken, services.newId);
  const blocks = replaced(spoken, directed);
  const chosen = await chooseVoices(services, {
    section,
    blocks,
    speakers,
    usage: usageAfter(usage, loaded.blocks, blocks),
  });
  return {
    blocks,
    outcome: {
      kind: "succeeded",
      summary: { ...prepared.summary, assigned: assigned.length, directed: directed.length },
      documentVersion: section.document_version,
      apply: async () => {
        await addCharacters(services, projectId, prepared.characters);
        // The casts are stored before the script, so that its lines get their final intents at once.
        if (chosen !== null) await applyAutomaticCasts(services, projectId, chosen.casts);
        const casts = await castsOf(services, projectId);
        await replaceScript(services, section.id, section.document_version, blocks, casts);
      },
    },
  };
}

const newSpeaker = ({ id, name, gender, age, ...character }: Prepared["characters"][number]) => ({
  ...{ id, name, gender, age },
  role: roleOf(character),
  casting_voice_id: null,
  casting_source: null,
});

function replaced(blocks: readonly Block[], changed: readonly Block[]): readonly Block[] {
  const byId = new Map(changed.map((block) => [block.id, block]));
  return blocks.map((block) => byId.get(block.id) ?? block);
}

type Usage = ReadonlyMap<string, { readonly block_count: number; readonly character_count: number }>;

/** How much each speaker says after `after` replaces `before`. */
function usageAfter(usage: Usage, before: readonly Block[], after: readonly Block[]): Usage {
  const counted = new Map(usage);
  const count = (blocks: readonly Block[], sign: 1 | -1) => {
    for (const { speaker_id, content } of blocks) {
      if (speaker_id === null) continue;
      const was = counted.get(speaker_id) ?? { block_count: 0, character_count: 0 };
      const units = content.type === "text" ? content.text.length : 0;
      counted.set(speaker_id, {
        block_count: was.block_count + sign,
        character_count: was.character_count + sign * units,
      });
    }
  };
  count(before, -1);
  count(after, 1);
  return new Map([...counted].filter(([, { block_count }]) => block_count > 0));
}
