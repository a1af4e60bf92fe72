import type { Services } from "../services.ts";
import { type SectionAudioFacts, sectionAudioFacts } from "./store.ts";

export type ActivityStatus = "blank" | "working" | "needs_audio" | "audio_ready" | "audio_failed";

/** Nothing but white space. */
export const blankText = (text: string) => !/\S/u.test(text);

/** What each section is up to (interface.md, "Section summary"). */
export async function sectionActivity(
  services: Pick<Services, "db">,
  sectionIds: readonly string[],
): Promise<Map<string, ActivityStatus>> {
  const facts = await sectionAudioFacts(services, sectionIds);
  return new Map(facts.map((fact) => [fact.section_id, activityOf(fact)]));
}

function activityOf(facts: SectionAudioFacts): ActivityStatus {
  if (facts.working) return "working";
  if (facts.failed) return "audio_failed";
  if (facts.lacking || facts.unparsed) return "needs_audio";
  return facts.generatable ? "audio_ready" : "blank";
}
