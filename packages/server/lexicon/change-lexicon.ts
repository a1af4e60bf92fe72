import type { Caller } from "@fullcast/contract";
import { canonicalRequest, committedBefore, once } from "../db/once.ts";
import { findTerms, lexiconEntries, recordingEdit, respeakTerms, writeLexicon } from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { type LexiconChange, plannedChange } from "./planned-change.ts";

export interface LexiconBody extends LexiconChange {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
}

/** The lexicon of a project, its entries by term. */
export async function readLexicon(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  return services.db.transaction(async () => {
    const { lexicon_version } = await findProject(services, caller, projectId);
    return { project_id: projectId, lexicon_version, entries: await lexiconEntries(services, projectId) };
  });
}

/**
 * Adds, replaces and deletes entries. Lines whose pronunciation changes become stale, or current again when they have audio
 * that was made that way. A replay answers the lexicon as it is now.
 */
export async function changeLexicon(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  caller: Caller,
  projectId: string,
  body: LexiconBody,
) {
  const project = await findProject(services, caller, projectId);
  const request = {
    accountId: caller.accountId,
    key: body.client_mutation_id,
    operation: "changeLexicon",
    request: canonicalRequest({ ...body }, { projectId }),
  };
  const isNew = (await committedBefore(services, request)) === null;
  // The texts are read before the transaction; in it only sections that changed meanwhile are read again.
  const found = isNew
    ? await findTerms(services, projectId, (await plan(services, project, body)).touched)
    : new Map<string, never>();
  const edit = { projectId, actorSessionId: body.actor_session_id, summary: "Changed pronunciations" };
  const { result, replayed } = await once(services, request, async () => {
    const { upsert, touched } = await plan(services, await lockProject(services, caller, projectId), body);
    const holders = await findTerms(services, projectId, touched, found);
    return recordingEdit(services, edit, async () => {
      await writeLexicon(services, projectId, { upsert, deleted: body.delete });
      return {
        stale_block_count: await respeakTerms(services, projectId, holders, await castsOf(services, projectId)),
      };
    });
  });
  return { ...(await readLexicon(services, caller, projectId)), ...result, idempotent_replay: replayed };
}

async function plan(
  services: Pick<Services, "db" | "newId">,
  project: { readonly id: string; readonly lexicon_version: number },
  body: LexiconChange,
) {
  return plannedChange(services, project, await lexiconEntries(services, project.id), body);
}
