// Unsaved work that a client keeps with a section; one draft, until it is deleted.

import type { Caller } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import { versionConflict } from "./commit-version.ts";
import { findSection } from "./store.ts";

type Draft = { readonly [key: string]: JsonValue };

export async function recoveryDraft({ db }: Pick<Services, "db">, sectionId: string) {
  const row = await db.q
    .selectFrom("recovery_drafts")
    .selectAll()
    .where("section_id", "=", sectionId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    base_document_version: row.base_document_version,
    draft: row.draft as Draft,
    updated_at: row.updated_at.toISOString(),
  };
}

export async function putRecoveryDraft(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  sectionId: string,
  body: { readonly base_document_version: number; readonly draft: Draft },
) {
  const { db, clock } = services;
  await db.transaction(async () => {
    const section = await findSection(services, caller, sectionId);
    if (section.document_version !== body.base_document_version)
      throw versionConflict(body.base_document_version, section.document_version);
    const draft = {
      base_document_version: body.base_document_version,
      draft: JSON.stringify(body.draft),
      updated_at: clock(),
    };
    await db.q
      .insertInto("recovery_drafts")
      .values({ section_id: sectionId, ...draft })
      .onConflict((conflict) => conflict.column("section_id").doUpdateSet(draft))
      .execute();
  });
  return { recovery_draft: await recoveryDraft(services, sectionId) };
}

export async function deleteRecoveryDraft(services: Pick<Services, "db">, caller: Caller, sectionId: string) {
  await findSection(services, caller, sectionId);
  await services.db.q.deleteFrom("recovery_drafts").where("section_id", "=", sectionId).execute();
  return { recovery_draft: null };
}
