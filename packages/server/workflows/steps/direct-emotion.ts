import { DELIVERY_FORMAT, directEmotion } from "@fullcast/core/direction";
import type { Block, DeliveryControlSet } from "@fullcast/core/document";
import { changeBlocks } from "../../documents/documents.ts";
import { castsOf } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

/** Gives spoken lines without directions those in the text, for example “she whispered”. */
export const directEmotionStep: StepHandler = async (context) => {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const documentVersion = section.document_version;
  const changed = directedBlocks(blocks, services.newId);
  if (changed.length === 0) {
    return {
      kind: "skipped",
      summary: { reason: "No line lacks a direction that the text gives." },
      documentVersion,
    };
  }
  const casts = await castsOf(services, section.project_id);
  return {
    kind: "succeeded",
    summary: { format: DELIVERY_FORMAT, directed: changed.length },
    documentVersion,
    apply: async () => {
      await changeBlocks(services, section.id, documentVersion, changed, casts);
    },
  };
};

/** The lines that get a direction, including it. */
export function directedBlocks(blocks: readonly Block[], newId: () => string): readonly Block[] {
  const directions = new Map(directEmotion(blocks).map((one) => [one.block_id, one]));
  return blocks.flatMap((block): Block[] => {
    const direction = directions.get(block.id);
    if (direction === undefined || block.content.type !== "text") return [];
    const set = withIds(direction.control_set, newId);
    const content = { ...block.content, delivery_control_sets: [...block.content.delivery_control_sets, set] };
    return [{ ...block, content } as Block];
  });
}

function withIds(
  set: Omit<DeliveryControlSet, "id" | "directives"> & {
    readonly directives: readonly Omit<DeliveryControlSet["directives"][number], "id">[];
  },
  newId: () => string,
): DeliveryControlSet {
  return { ...set, id: newId(), directives: set.directives.map((directive) => ({ ...directive, id: newId() })) };
}
