// Searches the scripts of sections for words, window by window, so that other requests are answered in between.

import { findText, type SourceRange, type TextPattern } from "@fullcast/core/document";
import { sql } from "kysely";
import { jsonRows } from "../db/db.ts";
import type { Services } from "../services.ts";

/** Texts that are read at a time. */
const TEXTS_AT_ONCE = 1_000;
const KINDS = ["speech", "narration", "unparsed", "excluded", "note"] as const;

/** A block that holds the words. */
export interface FoundText {
  readonly block_id: string;
  readonly block_version: number;
  readonly kind: (typeof KINDS)[number];
  readonly speaker_id: string | null;
  readonly text: string;
  readonly places: readonly SourceRange[];
}

/**
 * The blocks of a section that hold the words, in order.
 * @param most how many places to find in one block at most
 */
export async function* findInSection(
  { db }: Pick<Services, "db">,
  sectionId: string,
  pattern: TextPattern,
  { most, signal }: { readonly most: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<readonly FoundText[]> {
  for (let after = -1; ; ) {
    signal?.throwIfAborted();
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("blocks")
        .select(["id", "position", "block_version", "kind", "speaker_id", sql<string>`content->>'text'`.as("text")])
        .where("section_id", "=", sectionId)
        .where("kind", "in", KINDS)
        .where("position", ">", after)
        .orderBy("position")
        .limit(TEXTS_AT_ONCE),
    );
    const found = rows.flatMap(({ id, block_version, kind, speaker_id, text }): FoundText[] => {
      const places = findText(text, pattern, most);
      if (places.length === 0) return [];
      return [{ block_id: id, block_version, kind: kind as FoundText["kind"], speaker_id, text, places }];
    });
    if (found.length > 0) yield found;
    const last = rows.at(-1);
    if (last === undefined || rows.length < TEXTS_AT_ONCE) return;
    after = last.position;
  }
}
