// The finished books of an account: projects with a file that holds the whole, with the newest file of each format.

import { sql } from "kysely";
import type { StoredDetails } from "../db/tables.ts";
import type { Services } from "../services.ts";

/** Files of an account that a catalogue reads. */
const MOST_FILES = 20_000;

export interface FinishedFile {
  readonly artifact_id: string;
  readonly format: "m4b" | "mp3" | "opus" | "epub";
  readonly sha256: string;
  readonly filename: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly duration_ms: number | null;
  readonly completed_at: Date;
}

export interface FinishedBook {
  readonly project_id: string;
  /** Never empty. */
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly description: string | null;
  readonly series: string | null;
  readonly series_number: string | null;
  readonly publisher: string | null;
  readonly coverAssetId: string | null;
  /** Never empty, in the order m4b, mp3, opus, epub. */
  readonly files: readonly FinishedFile[];
  readonly updated: Date;
}

type Row = FinishedFile & {
  readonly project_id: string;
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly details: StoredDetails | null;
  readonly cover_asset_id: string | null;
};

const ORDER = ["m4b", "mp3", "opus", "epub"] as const;

/**
 * Newest first. A file with most of the book's chapters goes before one with fewer; samples and credits are no books. The file of a
 * chapter counts where the chapter is the whole story.
 */
export async function finishedBooks({ db }: Pick<Services, "db">, accountId: string): Promise<readonly FinishedBook[]> {
  const { rows } = await sql<Row>`
    select distinct on (e.project_id, e.format) e.project_id, e.format, a.id as artifact_id, a.sha256, a.filename, a.content_type,
      a.size_bytes::float8 as size_bytes, e.duration_ms, e.completed_at,
      coalesce(nullif(trim(pb.title), ''), nullif(trim(p.name), ''),
        (select nullif(trim(s.title), '') from sections s where s.project_id = p.id order by s.section_index limit 1),
        'Untitled') as title,
      pb.author, pb.language, pb.details, pb.cover_asset_id
    from exports e
    join export_artifacts a on a.id = e.artifact_id and not a.file_removed
    join projects p on p.id = e.project_id
    left join project_books pb on pb.project_id = p.id
    left join book_exports b on b.export_id = e.id
    where e.account_id = ${accountId}::uuid and e.status = 'completed' and e.format in ('m4b', 'mp3', 'opus', 'epub')
      and (coalesce(b.book->>'part', 'whole') = 'whole' and b.export_id is not null
        or e.section_id is not null and (select count(*) from sections s where s.project_id = p.id) = 1)
    order by e.project_id, e.format,
      (select count(*) from book_export_sections c where c.export_id = e.id) desc, e.completed_at desc, e.id
    limit ${sql.lit(MOST_FILES)}
  `.execute(db.q);
  const books = [...Map.groupBy(rows, ({ project_id }) => project_id).values()].map(bookOfRows);
  return books.sort((a, b) => b.updated.getTime() - a.updated.getTime() || (a.project_id < b.project_id ? -1 : 1));
}

/** Those of the files that catalogues offer. */
export async function cataloguedArtifacts(
  services: Pick<Services, "db">,
  artifacts: readonly { readonly id: string; readonly account_id: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [accountId, own] of Map.groupBy(artifacts, ({ account_id }) => account_id)) {
    const links = services.db.q.selectFrom("catalogue_links").select("id").where("account_id", "=", accountId);
    if ((await links.limit(1).executeTakeFirst()) === undefined) continue;
    const books = await finishedBooks(services, accountId);
    const offered = new Set(books.flatMap(({ files }) => files.map(({ artifact_id }) => artifact_id)));
    ids.push(...own.flatMap(({ id }) => (offered.has(id) ? id : [])));
  }
  return ids;
}

function bookOfRows(rows: readonly Row[]): FinishedBook {
  const [row] = rows as readonly [Row, ...Row[]];
  const files = rows
    .map((file) => ({ ...file, completed_at: new Date(file.completed_at) }))
    .sort((a, b) => ORDER.indexOf(a.format) - ORDER.indexOf(b.format));
  return {
    project_id: row.project_id,
    title: row.title,
    author: row.author,
    language: row.language,
    description: row.details?.description ?? null,
    series: row.details?.series ?? null,
    series_number: row.details?.series_number ?? null,
    publisher: row.details?.publisher ?? null,
    coverAssetId: row.cover_asset_id,
    files,
    updated: new Date(Math.max(...files.map(({ completed_at }) => completed_at.getTime()))),
  };
}
