import type { Services } from "../services.ts";

export interface LinkCounts {
  /** Links that open something of it. */
  readonly active: number;
  /** Sections that anyone can read through an active link: their own or their project's. */
  readonly publicSections: number;
  /** Sections with an active link of their own. */
  readonly sharedSections: number;
}

/** What is published of a project. Nothing can be published in this version. */
export async function linksOfProject(_services: Pick<Services, "db">, _projectId: string): Promise<LinkCounts> {
  return { active: 0, publicSections: 0, sharedSections: 0 };
}

/** How many active links open exactly this section. */
export async function linksOfSection(_services: Pick<Services, "db">, _sectionId: string): Promise<number> {
  return 0;
}
