// Creates a project from a bundle.

import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ApiError, type BundleImport, type BundleProject, type Caller } from "@fullcast/contract";
import type { Block, JsonValue } from "@fullcast/core/document";
import { type RawBuilder, sql } from "kysely";
import { requireStorage } from "../accounts/accounts.ts";
import {
  addCover,
  type BookData,
  keptOriginal,
  putOriginal,
  type StoredOriginal,
  storeCover,
  writeBook,
} from "../books/books.ts";
import { createFairQueue } from "../compute/compute.ts";
import { committedBefore, type OnceRequest, once } from "../db/once.ts";
import { isDiskFull } from "../disk-full.ts";
import { restoreLexicon, restoreSection } from "../documents/documents.ts";
import { deniedSounds, restoreConsents } from "../guests/guests.ts";
import type { RawBody } from "../http/http.ts";
import { markObjects, restoreAssets, restoreTakes } from "../media/media.ts";
import { restoreProject } from "../projects/projects.ts";
import { restoreSeries } from "../series/series.ts";
import type { Services } from "../services.ts";
import { hasSound, restoreLinks, restoreSound } from "../sounds/sounds.ts";
import { castsOf, restoreSpeakers } from "../speakers/speakers.ts";
import { BundleError, refusalOf } from "./bundle-error.ts";
import { blocksIn, type CheckedContent, checkContent, takesIn } from "./checked-content.ts";
import { audioName, COVER, ORIGINAL } from "./entry-names.ts";
import { type OpenBundle, openBundle } from "./read-bundle.ts";
import { renamedIds } from "./renamed-ids.ts";
import { type StoredSound, storeAudio } from "./store-audio.ts";

type Importer = Pick<Services, "db" | "files" | "clock" | "newId" | "settings" | "engines">;
type Imported = Omit<BundleImport, "idempotent_replay">;
type Stored = { readonly [key: string]: JsonValue };

/** One import of an account at a time, two altogether. */
const turns = createFairQueue({ atOnce: 2 });

/**
 * @param signal Stops reading when the client has disconnected.
 * @throws ApiError BUNDLE_UNREADABLE, IDEMPOTENCY_CONFLICT, STORAGE_FULL, STORAGE_QUOTA_EXCEEDED, and what the body's own
 * reading throws.
 */
export async function importBundle(
  services: Importer,
  caller: Caller,
  { key, upload }: { readonly key: string; readonly upload: RawBody },
  signal: AbortSignal,
) {
  const path = services.files.temporary(".fullcast");
  const stored = new Map<string, StoredSound>();
  try {
    const { sha256, size } = await upload.save(path);
    const request: OnceRequest = {
      accountId: caller.accountId,
      key: `bundle:${key}`,
      operation: "importBundle",
      request: { sha256 },
    };
    const before = await committedBefore<Stored>(services, request);
    if (before !== null) return answer(before, true);
    const work = async () => {
      using bundle = await openBundle(path, size);
      const content = await checkContent(bundle);
      await requireStorage(services, caller.accountId, bytesOf(bundle, content));
      await storeAudio(services, bundle, [...content.durations.keys()], (some) => keep(stored, some, content), signal);
      const cover = await coverOf(services, caller, bundle, content.project);
      const original = await originalOf(services, caller, { bundle, content, signal });
      return await once<Stored>(
        services,
        request,
        async () =>
          (await restore(services, caller, { bundle, content, stored, cover, original })) as unknown as Stored,
      );
    };
    const { result, replayed } = await turns.run(caller.accountId, work, signal);
    return answer(result, replayed);
  } catch (error) {
    // Objects without a row are removed again.
    await services.db.transaction(() => markObjects(services, services.newId(), [...stored.keys()]));
    if (error instanceof BundleError) throw refusalOf(error);
    throw isDiskFull(error) ? new ApiError("STORAGE_FULL") : error;
  } finally {
    await rm(path, { force: true });
  }
}

function answer(result: Stored, replayed: boolean) {
  const data: BundleImport = { ...(result as unknown as Imported), idempotent_replay: replayed };
  return replayed ? { status: 200 as const, data } : { status: 201 as const, data };
}

const bytesOf = (bundle: OpenBundle, { durations }: CheckedContent): number =>
  [ORIGINAL, ...[...durations.keys()].map(audioName)].reduce(
    (sum, name) => sum + (bundle.files.get(name)?.size_bytes ?? 0),
    0,
  );

/** Remembers stored sounds. @throws BundleError when one is not as long as the bundle states. */
function keep(stored: Map<string, StoredSound>, sounds: readonly StoredSound[], { durations }: CheckedContent): void {
  for (const sound of sounds) stored.set(sound.sha256, sound);
  for (const { sha256, samples, sample_rate } of sounds) {
    const duration_ms = Math.max(1, Math.round((samples * 1_000) / sample_rate));
    if (durations.get(sha256)?.some((stated) => Math.abs(stated - duration_ms) > 1) === true)
      throw new BundleError("audio", "A sound is not as long as the bundle states.");
  }
}

async function coverOf(services: Importer, caller: Caller, bundle: OpenBundle, { book }: BundleProject) {
  if (book?.has_cover !== true) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of bundle.read(COVER)) chunks.push(chunk);
  const cover = await storeCover(services, caller, Buffer.concat(chunks), "image/jpeg");
  if ("fault" in cover) throw new BundleError("invalid", `The cover cannot be read: ${cover.fault}.`);
  return cover;
}

/** The stored original. It is read like an uploaded book, so that nothing else is kept in its place. */
async function originalOf(
  services: Importer,
  caller: Caller,
  { bundle, content, signal }: Pick<Restoring, "bundle" | "content"> & { readonly signal: AbortSignal },
): Promise<StoredOriginal | null> {
  if (content.project.has_original !== true) return null;
  const path = services.files.temporary(".book");
  try {
    await pipeline(bundle.read(ORIGINAL), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    const sha256 = bundle.files.get(ORIGINAL)?.sha256 ?? "";
    return await keptOriginal(services, caller, { path, sha256, contentType: "application/epub+zip" }, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "BOOK_UNREADABLE") throw error;
    throw new BundleError("invalid", "The original book inside is no EPUB that can be read.");
  } finally {
    await rm(path, { force: true });
  }
}

interface Restoring {
  readonly bundle: OpenBundle;
  readonly content: CheckedContent;
  readonly stored: ReadonlyMap<string, StoredSound>;
  readonly cover: Awaited<ReturnType<typeof coverOf>>;
  readonly original: StoredOriginal | null;
}

/** Writes everything. Runs in the caller's transaction. */
async function restore(
  services: Importer,
  caller: Caller,
  { bundle, content, stored, cover, original }: Restoring,
): Promise<Imported> {
  const { accountId } = caller;
  const known = new Set<string>();
  for (const sound of content.project.sounds) if (await hasSound(services, accountId, sound)) known.add(sound.id);
  const isFree = await idsAreFree(services, content, known);
  const renamed = renamedIds(isFree ? [] : idsOf(content, known), services.newId);
  const project = renamed(content.project);
  const size = (sha256: string) => stored.get(sha256)?.size_bytes ?? 0;
  await restoreProject(services, accountId, project);
  await restoreSpeakers(services, project.id, project.speakers);
  await restoreLexicon(services, project.id, project.lexicon);
  if (project.series !== undefined) {
    const fault = await restoreSeries(services, caller, project.id, project.series);
    if (fault !== null) throw new BundleError("limits", fault);
  }
  if (project.book !== null) {
    const { title, author, language, format, has_cover: _cover, ...details } = project.book;
    const coverAssetId = cover === null ? null : await addCover(services, accountId, project.id, cover);
    await writeBook(services, project.id, { title, author, language, details, coverAssetId, format } as BookData);
  }
  await putOriginal(services, accountId, project.id, original);
  const assets = new Set<string>();
  const addAssets = async (wanted: readonly { readonly asset_id: string; readonly audio: string }[]) => {
    const fresh = new Map(
      wanted.filter(({ asset_id }) => !assets.has(asset_id)).map((one) => [one.asset_id, one.audio]),
    );
    for (const id of fresh.keys()) assets.add(id);
    const rows = [...fresh].map(([id, sha256]) => ({ id, sha256, size_bytes: size(sha256) }));
    await restoreAssets(services, accountId, rows);
  };
  for (const [index, sound] of project.sounds.entries()) {
    if (known.has(content.project.sounds[index]?.id ?? "")) continue;
    await addAssets(sound.revisions);
    await restoreSound(services, accountId, sound);
  }
  const linked = project.sounds.filter((sound) => sound.linked).map(({ id }) => id);
  await restoreLinks(services, project.id, project.sound_source_registry_version, linked);
  const casts = await castsOf(services, project.id);
  const away = new Set(
    project.speakers.filter(({ id, casting }) => casting !== null && !casts.has(id)).map(({ id }) => id),
  );
  const denied = await deniedSounds(services, accountId, project.consents ?? []);
  const withheld = new Set<string>();
  let withheld_take_count = 0;
  const sections: Imported["sections"][number][] = [];
  for (const [sectionIndex, section] of project.sections.entries()) {
    const blocks: Block[] = [];
    const intents = new Map<string, string>();
    for await (const some of blocksIn(bundle, sectionIndex)) {
      for (const { block, intent_hash } of renamed(some)) {
        blocks.push(block as Block);
        if (intent_hash !== null && block.speaker_id !== null && away.has(block.speaker_id))
          intents.set(block.id, intent_hash);
      }
    }
    const source_text_length = await restoreSection(services, casts, {
      ...{ section, projectId: project.id, accountId, sectionIndex, blocks, intents },
    });
    for await (const some of takesIn(bundle, sectionIndex)) {
      const takes = renamed(some).filter(({ source, audio }) => source === "engine" || !denied.sounds.has(audio));
      withheld_take_count += some.length - takes.length;
      for (const { source, audio } of some) if (source === "recording" && denied.sounds.has(audio)) withheld.add(audio);
      await addAssets(takes);
      await restoreTakes(services, section.id, takes, size);
    }
    sections.push({ section_id: section.id, title: section.title, source_text_length });
  }
  await restoreConsents(services, { accountId, projectId: project.id }, project.consents ?? [], denied);
  await markObjects(services, project.id, [...withheld]);
  return {
    project: { id: project.id, name: project.name, project_kind: project.project_kind },
    sections,
    speaker_count: project.speakers.length,
    take_count: content.takeCount - withheld_take_count,
    withheld_take_count,
    sound_count: project.sounds.length,
    same_ids: isFree,
  };
}

/** The ids that a bundle brings; those of sounds that the account has already stay as they are. */
function idsOf({ project, ids }: CheckedContent, known: ReadonlySet<string>): string[] {
  const sounds = project.sounds.filter((sound) => !known.has(sound.id));
  const kept = new Set(
    project.sounds
      .filter((sound) => known.has(sound.id))
      .flatMap((sound) => sound.revisions.map((one) => one.asset_id)),
  );
  return [
    project.id,
    ...Object.values(ids).flat(),
    ...sounds.flatMap((sound) => [sound.id, ...sound.revisions.map((revision) => revision.id)]),
  ].filter((id) => !kept.has(id));
}

/** Whether no id of the bundle exists on this installation, in any account. */
async function idsAreFree(
  services: Pick<Services, "db">,
  { project, ids }: CheckedContent,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const sounds = project.sounds.filter((sound) => !known.has(sound.id));
  const kept = new Set(
    project.sounds
      .filter((sound) => known.has(sound.id))
      .flatMap((sound) => sound.revisions.map((one) => one.asset_id)),
  );
  const wanted: readonly (readonly [RawBuilder<unknown>, readonly string[]])[] = [
    [sql`projects`, [project.id]],
    [sql`sections`, ids.sections],
    [sql`speakers`, ids.speakers],
    [sql`renditions`, ids.renditions],
    [sql`media_assets`, ids.media_assets.filter((id) => !kept.has(id))],
    [sql`sounds`, sounds.map(({ id }) => id)],
    [sql`sound_revisions`, sounds.flatMap(({ revisions }) => revisions.map(({ id }) => id))],
  ];
  for (const [table, some] of wanted) {
    if (some.length === 0) continue;
    const { rows } = await sql`
      select 1 from ${table} where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(some)}::jsonb)) limit 1
    `.execute(services.db.q);
    if (rows.length > 0) return false;
  }
  return true;
}
