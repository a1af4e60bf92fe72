// The story that a person names on the command line: by its id or its name.

import { comparedName } from "@fullcast/core/document";
import { CliError } from "../cli-error.ts";
import { type Client, hasCode } from "../connection/client.ts";
import { nearestName } from "../terminal/nearest.ts";
import { printable } from "../terminal/text-table.ts";

export interface ProjectRef {
  readonly id: string;
  readonly name: string;
  readonly kind: "book" | "story";
}

export interface SectionRef {
  readonly id: string;
  /** From 1, in the order of the project. */
  readonly number: number;
  readonly title: string;
  readonly state: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;

/** All books and stories, newest first. */
export async function allProjects(client: Client): Promise<ProjectRef[]> {
  const { projects, unassigned_sections } = await client.call("listProjects", {});
  return [
    ...projects.map(({ id, name }) => ({ id, name, kind: "book" as const })),
    ...unassigned_sections.map(({ project_id, section }) => ({
      id: project_id,
      name: section.title,
      kind: "story" as const,
    })),
  ];
}

/** @throws CliError when no project has this id or name, or several have the name */
export async function findProject(client: Client, given: string): Promise<ProjectRef> {
  const found = await matchingProjects(client, given);
  const [project] = found;
  if (project === undefined) {
    const meant = nearestName(
      given,
      (await allProjects(client)).map(({ name }) => name),
    );
    const advice = meant === null ? "; " : `. Did you mean ${quoted(meant)}? `;
    throw new CliError("failed", `There is no project ${quoted(given)}${advice}"fullcast projects" lists them.`);
  }
  if (found.length === 1) return project;
  const lines = found.map(({ id, name }) => `  ${id}  ${printable(name)}`);
  throw new CliError(
    "failed",
    `${found.length} projects are called ${quoted(given)}; give the id of one:\n${lines.join("\n")}`,
  );
}

/** A project, or one section of it: "BOOK", "BOOK/3", "BOOK/The Storm", with ids in place of names. */
export async function findProjectAndSection(
  client: Client,
  given: string,
): Promise<{ readonly project: ProjectRef; readonly section: SectionRef | null }> {
  const slash = given.lastIndexOf("/");
  // A name may hold a slash itself.
  if (slash < 0 || (await matchingProjects(client, given)).length > 0)
    return { project: await findProject(client, given), section: null };
  const project = await findProject(client, given.slice(0, slash));
  return { project, section: await findSection(client, project, given.slice(slash + 1)) };
}

/** The sections of a project in order. */
export async function sectionsOf(client: Client, project: ProjectRef): Promise<SectionRef[]> {
  const { sections } = await client.call("readProjectSections", { params: { projectId: project.id } });
  return sections.map(({ id, title, activity_status }, index) => ({
    id,
    title,
    number: index + 1,
    state: activity_status,
  }));
}

async function matchingProjects(client: Client, given: string): Promise<ProjectRef[]> {
  const all = await allProjects(client);
  if (!UUID.test(given)) return all.filter(({ name }) => comparedName(name) === comparedName(given));
  const found = all.find(({ id }) => id === given.toLowerCase());
  if (found !== undefined) return [found];
  try {
    // The id of a section leads to its project.
    const { project_id } = await client.call("readDocument", {
      params: { sectionId: given },
      query: { from_index: 0, limit: 1 },
    });
    return all.filter(({ id }) => id === project_id);
  } catch (error) {
    if (hasCode(error, "NOT_FOUND", "FORBIDDEN")) return [];
    throw error;
  }
}

async function findSection(client: Client, project: ProjectRef, given: string): Promise<SectionRef> {
  const sections = await sectionsOf(client, project);
  const byNumber = /^\d+$/u.test(given) ? sections.filter(({ number }) => number === Number(given)) : [];
  const named = sections.filter(
    ({ id, title }) => id === given.toLowerCase() || comparedName(title) === comparedName(given),
  );
  const found = named.length > 0 ? named : byNumber;
  const [section] = found;
  if (section !== undefined && found.length === 1) return section;
  const why = found.length > 1 ? `has ${found.length} sections called` : "has no section";
  const lines = sections.slice(0, 50).map(({ number, title }) => `  ${number}  ${printable(title)}`);
  throw new CliError("failed", `${quoted(project.name)} ${why} ${quoted(given)}. Its sections:\n${lines.join("\n")}`);
}

export const quoted = (name: string): string => `“${printable(name)}”`;
