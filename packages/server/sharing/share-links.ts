import type { Caller, PublishRequest, ShareState } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { findSection } from "../documents/documents.ts";
import { publishWarnings } from "../passports/passports.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { PUBLICATION_QUEUE } from "./mix-published.ts";
import {
  activeLink,
  insertLink,
  latestLink,
  linkById,
  revokeLinks,
  type SharedThing,
  type ShareLinkRow,
  setAllowDownload,
} from "./store.ts";

/** The section or project of the path. */
export type Shared = { readonly sectionId: string } | { readonly projectId: string };

type Reader = Pick<Services, "db" | "publicUrl" | "engines">;
type Publisher = Reader & Pick<Services, "clock" | "newId" | "jobs">;

/** @throws ApiError NOT_FOUND when there is no such thing of the caller's account. */
async function findShared(services: Pick<Services, "db">, caller: Caller, shared: Shared): Promise<SharedThing> {
  if ("projectId" in shared) {
    const project = await findProject(services, caller, shared.projectId);
    return { kind: "project", project_id: project.id, section_id: null };
  }
  const section = await findSection(services, caller, shared.sectionId);
  return { kind: "section", project_id: section.project_id, section_id: section.id };
}

/**
 * Publishes a thing or finds its active link, and has files made of what is complete. `created` is false for an existing link and for a replay.
 * @throws ApiError NOT_FOUND, IDEMPOTENCY_CONFLICT
 */
export async function publish(services: Publisher, caller: Caller, shared: Shared, body: PublishRequest) {
  const thing = await findShared(services, caller, shared);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: thing.kind === "project" ? "publishProject" : "publishSection",
      request: canonicalRequest(body, { ...shared }),
    },
    async () => {
      const published = await publishOnce(services, caller, thing, body.allow_download);
      if (body.make_files !== false) await services.jobs.enqueue(PUBLICATION_QUEUE, published.id, {});
      return published;
    },
  );
  const data = await stateOf(services, caller, thing, await linkById(services, result.id));
  return result.created && !replayed ? { status: 201 as const, data } : { status: 200 as const, data };
}

async function publishOnce(
  services: Publisher,
  caller: Caller,
  thing: SharedThing,
  allowDownload: boolean | undefined,
): Promise<{ id: string; created: boolean }> {
  const active = await activeLink(services, thing);
  if (active !== undefined) {
    if (allowDownload !== undefined) await setAllowDownload(services, active.id, allowDownload);
    return { id: active.id, created: false };
  }
  const id = services.newId();
  const inserted = await insertLink(services, {
    id,
    account_id: caller.accountId,
    ...thing,
    slug: slugOf(services.newId()),
    allow_download: allowDownload ?? false,
    created_at: services.clock(),
    revoked_at: null,
  });
  // Another request has published it. Its row is committed, because our insert waits for open transactions.
  return inserted ? { id, created: true } : publishOnce(services, caller, thing, allowDownload);
}

/** The 122 random bits of a UUID as 22 characters that need no escaping in a URL. */
const slugOf = (randomUuid: string) => Buffer.from(randomUuid.replaceAll("-", ""), "hex").toString("base64url");

export async function readShare(services: Reader, caller: Caller, shared: Shared) {
  const thing = await findShared(services, caller, shared);
  return stateOf(services, caller, thing, await latestLink(services, thing));
}

/** Revokes the active link. Idempotent. */
export async function revoke(services: Reader & Pick<Services, "clock">, caller: Caller, shared: Shared) {
  const thing = await findShared(services, caller, shared);
  await revokeLinks(services, thing);
  return stateOf(services, caller, thing, await latestLink(services, thing));
}

async function stateOf(
  services: Reader,
  caller: Caller,
  { project_id, section_id }: SharedThing,
  row: ShareLinkRow | undefined,
): Promise<ShareState> {
  return {
    share_link: row === undefined ? null : toWireLink(services, row),
    warnings: await publishWarnings(services, caller, { projectId: project_id, sectionId: section_id }),
  };
}

function toWireLink({ publicUrl }: Pick<Services, "publicUrl">, row: ShareLinkRow) {
  return {
    id: row.id,
    kind: row.kind,
    project_id: row.project_id,
    section_id: row.section_id,
    slug: row.slug,
    url: `${publicUrl()}/s/${row.slug}`,
    state: row.revoked_at === null ? ("active" as const) : ("revoked" as const),
    allow_download: row.allow_download,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
