import { type SectionActivity, sectionActivity } from "@fullcast/core/media";
import type { Services } from "../services.ts";
import { sectionAudioFacts } from "./section-facts.ts";

/** Nothing but white space. */
export const blankText = (text: string) => !/\S/u.test(text);

/** The activity of each section. */
export async function activityOfSections(
  services: Pick<Services, "db">,
  sectionIds: readonly string[],
): Promise<Map<string, SectionActivity>> {
  const facts = await sectionAudioFacts(services, sectionIds);
  return new Map(facts.map((fact) => [fact.section_id, sectionActivity(fact)]));
}
