// All data of an account: rows by table, files, and the text of its sections. Only reads; every table has its owner.

import { sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { blockWindows } from "../documents/documents.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** How a row of a table belongs to an account. */
type Parent = "account" | "project" | "section" | "run" | "sound" | "export" | "project_export" | "webhook" | "series";

interface Belonging {
  readonly parent: Parent;
  readonly column: string;
  /** Columns that are never handed out. */
  readonly without?: readonly string[];
}

const of = (parent: Parent, column = `${parent}_id`): Belonging => ({ parent, column });

/** How the rows of every table belong to accounts. Null: they do not. A new table does not compile until it is listed. */
const TABLES: { readonly [Name in keyof Tables]: Belonging | null } = {
  accounts: of("account", "id"),
  api_keys: { ...of("account"), without: ["key_hash"] },
  sessions: { ...of("account"), without: ["token_hash"] },
  pairing_codes: { ...of("account"), without: ["code_hash"] },
  installation_secrets: null,
  installation_facts: null,
  speech_engines: null,
  speech_voices: null,
  voice_previews: null,
  mix_previews: of("account"),
  // Their previews are regenerated from the listed data.
  mix_segments: null,
  listening_places: of("account"),
  voice_preparations: of("account"),
  custom_voices: of("account"),
  book_previews: of("account"),
  // Imported previews become sections; the others are deleted within a day.
  book_preview_chapters: null,
  ledger_transactions: of("account"),
  ledger_entries: of("account"),
  ledger_balances: of("account"),
  ledger_holds: of("account"),
  mutations: of("account"),
  projects: of("account"),
  sections: of("account"),
  blocks: of("section"),
  past_blocks: of("section"),
  document_versions: of("section"),
  section_sources: of("section"),
  edit_entries: of("project"),
  speaker_usage: of("section"),
  recovery_drafts: of("section"),
  speakers: of("project"),
  merged_speakers: of("project"),
  ignored_findings: of("project"),
  series: of("account"),
  series_people: of("series"),
  series_projects: of("project"),
  series_matches: of("project"),
  workflow_runs: of("account"),
  workflow_steps: of("run", "workflow_run_id"),
  engine_stops: of("run", "workflow_run_id"),
  media_assets: of("account"),
  renditions: of("section"),
  take_choices: of("section"),
  audio_requests: of("section"),
  export_artifacts: of("account"),
  exports: of("account"),
  project_exports: of("account"),
  project_export_sections: of("project_export"),
  book_exports: of("project"),
  book_export_sections: of("export"),
  object_removals: null,
  share_links: of("account"),
  held_pages: of("account"),
  held_sections: of("section"),
  // They belong to listeners without an account. They are deleted with their link.
  listener_places: null,
  catalogue_links: { ...of("account"), without: ["token_hash"] },
  review_links: { ...of("account"), without: ["slug_hash"] },
  review_comments: of("account"),
  guest_links: { ...of("account"), without: ["token_hash"] },
  guest_consents: of("account"),
  guest_recordings: of("account"),
  // They count uploads for some minutes.
  guest_uploads: null,
  webhooks: { ...of("account"), without: ["secret"] },
  webhook_deliveries: of("webhook"),
  certificates: of("account"),
  heard_texts: of("account"),
  language_model_use: null,
  language_model_answers: of("account"),
  feedback: of("account"),
  feedback_attachments: of("account"),
  project_events: of("project"),
  project_events_removed: null,
  project_books: of("project"),
  book_covers: of("project"),
  book_originals: of("project"),
  sounds: of("account"),
  sound_revisions: of("sound"),
  sound_uploads: of("sound"),
  sound_shares: of("account"),
  project_sounds: of("project"),
  project_sound_registries: of("project"),
  lexicon_entries: of("project"),
};

export interface TableOfAccount extends Belonging {
  readonly name: string;
}

export const TABLES_OF_ACCOUNT: readonly TableOfAccount[] = Object.entries(TABLES).flatMap(([name, belonging]) =>
  belonging === null ? [] : [{ name, ...belonging }],
);

/** What outlives its account: the ledger refers to the row of the account, and others use some of its sounds. */
const OUTLIVING: ReadonlySet<string> = new Set<keyof Tables>([
  "accounts",
  "ledger_transactions",
  "ledger_entries",
  "ledger_balances",
  "ledger_holds",
  "sounds",
  "media_assets",
]);

/** Deletes all rows of the account that nothing else needs; rows below them go with them. In the caller's transaction. */
export async function removeRowsOfAccount({ db }: Db, accountId: string): Promise<void> {
  for (const { name, parent, column } of TABLES_OF_ACCOUNT) {
    if (parent !== "account" || OUTLIVING.has(name)) continue;
    await sql`delete from ${sql.table(name)} where ${sql.ref(column)} = ${accountId}::uuid`.execute(db.q);
  }
}

const PARENT_TABLES: Record<Exclude<Parent, "account">, string> = {
  project: "projects",
  section: "sections",
  run: "workflow_runs",
  sound: "sounds",
  export: "exports",
  project_export: "project_exports",
  webhook: "webhooks",
  series: "series",
};

const PAGE = 500;

/** The account's rows of a table, one JSON object a line. */
export async function* rowsOfTable(services: Db, accountId: string, table: TableOfAccount): AsyncGenerator<string> {
  const parents = table.parent === "account" ? [accountId] : await idsOf(services, accountId, table.parent);
  for (const id of parents) yield* rowsOfParent(services, table, id);
}

async function* rowsOfParent({ db }: Db, { name, column, without = [] }: TableOfAccount, id: string) {
  // Rows have no common key to page by; their physical place serves as one.
  let after = "(0,0)";
  for (;;) {
    const { rows } = await sql<{ readonly at: string; readonly line: string }>`
      select t.ctid::text as at, (to_jsonb(t) - ${sql.lit(`{${without.join(",")}}`)}::text[])::text as line
      from ${sql.table(name)} t where t.${sql.ref(column)} = ${id}::uuid and t.ctid > ${after}::tid
      order by t.ctid limit ${sql.lit(PAGE)}
    `.execute(db.q);
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join("\n")}\n`;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.at;
  }
}

async function idsOf({ db }: Db, accountId: string, parent: Exclude<Parent, "account">): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select id from ${sql.table(PARENT_TABLES[parent])} where account_id = ${accountId}::uuid order by created_at, id
  `.execute(db.q);
  return rows.map(({ id }) => id);
}

/** In the order of their projects. */
export async function sectionsOfAccount({ db }: Db, accountId: string) {
  return db.q
    .selectFrom("sections")
    .innerJoin("projects", "projects.id", "sections.project_id")
    .select(["sections.id", "sections.title"])
    .where("sections.account_id", "=", accountId)
    .orderBy("projects.created_at")
    .orderBy("projects.id")
    .orderBy("sections.section_index")
    .execute();
}

/** The source text of a section, window by window. */
export async function* storyText(services: Db, sectionId: string): AsyncGenerator<string> {
  for await (const blocks of blockWindows(services, sectionId)) {
    const text = blocks.map((block) => ("text" in block.content ? block.content.text : "")).join("");
    // A stream takes no empty piece: it would end there.
    if (text !== "") yield text;
  }
}

const EXTENSIONS: { readonly [type: string]: string } = {
  "application/epub+zip": ".epub",
  "application/x-subrip": ".srt",
  "audio/flac": ".flac",
  "audio/mp4": ".m4b",
  "audio/mpeg": ".mp3",
  "audio/ogg": ".opus",
  "audio/wav": ".wav",
  "image/gif": ".gif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
};

/** The stored files of an account, each once. */
export async function* filesOfAccount(services: Pick<Services, "db" | "files">, accountId: string) {
  const { db, files } = services;
  let after = "";
  for (;;) {
    const { rows } = await sql<{ readonly sha256: string; readonly content_type: string }>`
      select sha256, min(content_type) as content_type from (
        select sha256, content_type from media_assets where account_id = ${accountId}::uuid
        union all
        select sha256, content_type from export_artifacts
          where account_id = ${accountId}::uuid and not file_removed and expires_at > now()
        union all
        select sha256, content_type from feedback_attachments where account_id = ${accountId}::uuid
        union all
        select sha256, content_type from guest_recordings where account_id = ${accountId}::uuid
      ) stored where sha256 > ${after} group by sha256 order by sha256 limit ${sql.lit(PAGE)}
    `.execute(db.q);
    for (const { sha256, content_type } of rows) {
      if ((await files.stat(sha256)) !== null) yield { sha256, extension: EXTENSIONS[content_type] ?? "" };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.sha256;
  }
}
