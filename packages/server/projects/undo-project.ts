// Puts the name of a project and the order of its sections back, for undo. Runs in the caller's transaction, which holds the
// project.

import { type ProjectChanges, sectionsOfProject, writeSectionOrder } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { nameProject, takeNextOrderVersion } from "./store.ts";

type Undoer = Pick<Services, "db" | "clock">;

/** @returns false when the name or the order changed again; the caller then ends the transaction */
export async function putProjectBack(
  services: Undoer,
  projectId: string,
  { name, section_order }: ProjectChanges,
): Promise<boolean> {
  if (name === undefined && section_order === undefined) return true;
  const project = await services.db.q
    .selectFrom("projects")
    .select(["name", "section_order_version"])
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  if (name !== undefined) {
    if (project.name !== name.after) return false;
    await nameProject(services, projectId, name.before);
  }
  if (section_order !== undefined) {
    const present = (await sectionsOfProject(services, projectId)).map(({ id }) => id);
    const order = orderBack(present, section_order);
    if (order === null) return false;
    await takeNextOrderVersion(services, projectId, project.section_order_version);
    await writeSectionOrder(services, order);
  }
  return true;
}

/**
 * The order before a move. Sections that were added since keep their places; sections that were deleted since are left out.
 * Null when the others stand in another order than the move left.
 */
export function orderBack(
  present: readonly string[],
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): readonly string[] | null {
  const [existing, moved] = [new Set(present), new Set(after)];
  const left = after.filter((id) => existing.has(id));
  const known = present.filter((id) => moved.has(id));
  if (known.some((id, at) => id !== left[at])) return null;
  const back = before.filter((id) => existing.has(id)).values();
  return present.map((id) => (moved.has(id) ? (back.next().value ?? id) : id));
}
