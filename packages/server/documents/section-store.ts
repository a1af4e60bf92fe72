// The SQL of sections as parts of their project: their order, and their end.

import { sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** Gives sections the places 0, 1, 2 … in this order. */
export async function writeSectionOrder({ db }: Db, sectionIds: readonly string[]): Promise<void> {
  await sql`
    update sections set section_index = o.place - 1
    from jsonb_array_elements_text(${JSON.stringify(sectionIds)}::jsonb) with ordinality as o (id, place)
    where sections.id = o.id::uuid and sections.section_index <> o.place - 1
  `.execute(db.q);
}

/** Deletes a section with its script, when its document is still at this version. @returns whether it was. */
export async function deleteSectionAt({ db }: Db, sectionId: string, documentVersion: number): Promise<boolean> {
  const gone = await db.q
    .deleteFrom("sections")
    .where("id", "=", sectionId)
    .where(sql`document_version::bigint`, "=", documentVersion)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}
