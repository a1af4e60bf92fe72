import type { Caller, PublishRequest, ShareState } from "@fullcast/contract";
import { changesSince } from "@fullcast/core/publication";
import { canonicalRequest, once } from "../db/once.ts";
import { findSection } from "../documents/documents.ts";
import { publishWarnings } from "../passports/passports.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { forgetHeld, heldPage } from "./held-pages.ts";
import {
  activeLink,
  changeLink,
  insertLink,
  latestLink,
  linkById,
  revokeLinks,
  type SharedThing,
  type ShareLinkRow,
  sharedSections,
} from "./store.ts";
import { detailsOf, differs } from "./story-facts.ts";
import { PUBLICATION_QUEUE } from "./update-page.ts";

/** The section or project of the path. */
export type Shared = { readonly sectionId: string } | { readonly projectId: string };

type Reader = Pick<Services, "db" | "publicUrl" | "engines" | "clock">;
type Publisher = Reader & Pick<Services, "newId" | "jobs">;

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
      const published = await publishOnce(services, caller, thing, body);
      if (body.make_files !== false || published.isNewlyHeld)
        await services.jobs.enqueue(PUBLICATION_QUEUE, published.id, {});
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
  body: Pick<PublishRequest, "allow_download" | "follow_edits">,
): Promise<{ id: string; created: boolean; isNewlyHeld: boolean }> {
  const { allow_download, follow_edits } = body;
  const active = await activeLink(services, thing);
  if (active !== undefined) {
    await changeLink(services, active.id, {
      ...(allow_download === undefined ? {} : { allow_download }),
      ...(follow_edits === undefined ? {} : { follows_edits: follow_edits }),
    });
    if (follow_edits === true) await forgetHeld(services, active.id, { linkIds: [active.id] });
    return { id: active.id, created: false, isNewlyHeld: follow_edits === false && active.follows_edits };
  }
  const id = services.newId();
  const inserted = await insertLink(services, {
    id,
    account_id: caller.accountId,
    ...thing,
    slug: slugOf(services.newId()),
    allow_download: allow_download ?? false,
    follows_edits: follow_edits ?? true,
    created_at: services.clock(),
    revoked_at: null,
  });
  // Another request has published it. Its row is committed, because our insert waits for open transactions.
  return inserted
    ? { id, created: true, isNewlyHeld: follow_edits === false }
    : publishOnce(services, caller, thing, body);
}

/** The 122 random bits of a UUID as 22 characters that need no escaping in a URL. */
const slugOf = (randomUuid: string) => Buffer.from(randomUuid.replaceAll("-", ""), "hex").toString("base64url");

export async function readShare(services: Reader, caller: Caller, shared: Shared) {
  const thing = await findShared(services, caller, shared);
  return stateOf(services, caller, thing, await latestLink(services, thing));
}

/** Revokes the active link. Idempotent. */
export async function revoke(services: Reader, caller: Caller, shared: Shared) {
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
    page: row === undefined || row.revoked_at !== null ? null : await pageOf(services, row),
    warnings: await publishWarnings(services, caller, { projectId: project_id, sectionId: section_id }),
  };
}

/** What listeners get, and what the story has that their page lacks. */
async function pageOf(
  services: Pick<Services, "db" | "clock">,
  link: ShareLinkRow,
): Promise<NonNullable<ShareState["page"]>> {
  const held = link.follows_edits ? null : await heldPage(services, link.id);
  const kept = new Map(held?.chapters.map((chapter) => [chapter.section_id, chapter]));
  const owner = { accountId: link.account_id };
  const { speaker_registry_version, mastering_version } = await findProject(services, owner, link.project_id);
  const sections = await sharedSections(services, link);
  const chapters =
    held === null
      ? []
      : sections.map(
          ({ id, title, document_version }) =>
            kept.get(id) ?? {
              ...{ shown: null, next: null },
              now: { title, document_version, speaker_registry_version, mastering_version },
            },
        );
  const { changed, waiting, settings } = changesSince(chapters);
  return {
    follow_edits: link.follows_edits,
    updated_at: held?.updatedAt.toISOString() ?? null,
    changed_sections: changed,
    waiting_sections: waiting,
    settings_changed: settings,
    details_changed: held !== null && differs(held.facts, await detailsOf(services, link, sections[0]?.title ?? "")),
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
