// The content of a project in a bundle, except for its scripts and takes.

import type { BundleProject, Caller } from "@fullcast/contract";
import { sql } from "kysely";
import { bookOf, originalOf } from "../books/books.ts";
import { lexiconEntries, sectionsOfProject } from "../documents/documents.ts";
import { consentsOfProject } from "../guests/guests.ts";
import { assetsOf } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import { seriesOfProject } from "../series/series.ts";
import type { Services } from "../services.ts";
import { registryVersion, soundsOfProject } from "../sounds/sounds.ts";
import { type SpeakerRow, speakerRows } from "../speakers/speakers.ts";

export interface ProjectContent {
  readonly project: BundleProject;
  /** For the name of the file. */
  readonly title: string;
  /** SHA-256 of the cover; null without one. */
  readonly cover: string | null;
  /** SHA-256 of the EPUB that the book was imported from; null without one. */
  readonly original: string | null;
  /** SHA-256 of the uploaded sounds. */
  readonly audio: readonly string[];
}

type Reader = Pick<Services, "db" | "engines">;

export async function projectContent(services: Reader, caller: Caller, projectId: string): Promise<ProjectContent> {
  const row = await findProject(services, caller, projectId);
  const sections = await sectionsOfProject(services, projectId);
  const book = await bookOf(services, projectId);
  const cover = book?.coverAssetId == null ? null : await assetHash(services, book.coverAssetId);
  const original = (await originalOf(services, projectId))?.sha256 ?? null;
  const sounds = await soundsOfProject(services, caller.accountId, projectId);
  const series = await seriesOfProject(services, projectId);
  const consents = await consentsOfProject(services, projectId);
  const project: BundleProject = {
    id: row.id,
    project_kind: row.project_kind,
    name: row.name,
    casting_defaults_mode: row.casting_defaults_mode,
    default_automation_profile: row.default_automation_profile,
    narrator_only: row.narrator_only,
    section_order_version: row.section_order_version,
    speaker_registry_version: row.speaker_registry_version,
    sound_source_registry_version: await registryVersion(services, projectId),
    mastering_version: row.mastering_version,
    mastering_profile: row.mastering_profile as BundleProject["mastering_profile"],
    lexicon_version: row.lexicon_version,
    lexicon: await lexiconEntries(services, projectId),
    book:
      book === null
        ? null
        : {
            title: book.title,
            author: book.author,
            language: book.language,
            ...(book.details as Omit<NonNullable<BundleProject["book"]>, "title" | "author" | "language" | "format">),
            format: book.format,
            has_cover: cover !== null,
          },
    ...(original === null ? {} : { has_original: true }),
    speakers: await speakersOf(services, await speakerRows(services, projectId)),
    ...(series === null ? {} : { series }),
    ...(consents.length === 0 ? {} : { consents }),
    sounds: sounds.map((sound) => ({ ...sound, tags: [...sound.tags], revisions: [...sound.revisions] })),
    sections: sections.map(({ id, title, document_version, sound_effects_enabled }) => ({
      id,
      title,
      document_version,
      sound_effects_enabled,
    })),
  };
  return {
    project,
    title: row.name ?? book?.title ?? sections[0]?.title ?? "",
    cover,
    original,
    audio: sounds.flatMap(({ revisions }) => revisions.map((revision) => revision.audio)),
  };
}

async function speakersOf(
  { engines }: Pick<Services, "engines">,
  rows: readonly SpeakerRow[],
): Promise<BundleProject["speakers"]> {
  const catalogue = await engines.catalogue();
  return rows.map((row) => {
    const voice = row.casting_voice_id === null ? undefined : catalogue.voice(row.casting_voice_id);
    return {
      id: row.id,
      name: row.name,
      role: row.role,
      aliases: [...row.aliases],
      gender: row.gender,
      age: row.age,
      description: row.description,
      color_index: row.color_index,
      casting:
        row.casting_voice_id === null
          ? null
          : {
              voice: voice === undefined ? null : { provider: voice.provider, id: voice.engine_voice_id },
              voice_id: row.casting_voice_id,
              generation_profile: row.casting_profile as never,
              source: row.casting_source ?? "automatic",
            },
    };
  });
}

async function assetHash(services: Pick<Services, "db">, assetId: string): Promise<string | null> {
  return (await assetsOf(services, [assetId])).get(assetId)?.sha256 ?? null;
}

/** Changes whenever something of the project changes that a bundle holds; takes are only added. */
export async function projectVersions({ db }: Pick<Services, "db">, projectId: string): Promise<string> {
  const { rows } = await sql<{ readonly versions: string }>`
    select concat_ws(' ', p.updated_at, p.section_order_version, p.speaker_registry_version, p.mastering_version,
      p.lexicon_version,
      (select string_agg(s.id || ' ' || s.document_version, ',' order by s.id) from sections s where s.project_id = p.id),
      (select updated_at from project_books b where b.project_id = p.id),
      (select asset_id from book_originals o where o.project_id = p.id),
      (select version from project_sound_registries r where r.project_id = p.id),
      (select concat_ws(' ', s.id, s.updated_at,
          (select count(*) || ' ' || max(o.updated_at) from series_people o where o.series_id = s.id),
          (select count(*) || ' ' || max(m.created_at) from series_matches m where m.project_id = p.id))
        from series_projects sp join series s on s.id = sp.series_id where sp.project_id = p.id),
      (select concat_ws(' ', count(*), max(c.agreed_at), count(c.withdrawn_at))
        from guest_links l join guest_consents c on c.guest_link_id = l.id where l.project_id = p.id)) as versions
    from projects p where p.id = ${projectId}
  `.execute(db.q);
  return rows[0]?.versions ?? "";
}
