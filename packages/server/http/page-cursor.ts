// Cursors of lists that are ordered by a time and an id: the place of the last row of the page before.

import { invalidField } from "@fullcast/contract";

export interface Place {
  readonly at: Date;
  readonly id: string;
}

const CURSOR = /^([a-z]{0,20})_([0-9]{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** The end of the year 9999. The database reads no longer years in the form that Date writes. */
const LATEST_MS = 253_402_300_799_999;

/** `list` distinguishes the lists of one endpoint; lowercase letters. */
export function writeCursor({ at, id }: Place, list = ""): string {
  return Buffer.from(`${list}_${at.getTime()}_${id}`, "latin1").toString("base64url");
}

/** @throws ApiError INVALID_REQUEST for a text that is not the cursor of a page of one of `lists` */
export function readCursor<List extends string = "">(
  cursor: string,
  lists: readonly List[] = ["" as List],
): Place & { readonly list: List } {
  const [, name, at, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const list = lists.find((one) => one === name);
  if (list === undefined || id === undefined || Number(at) > LATEST_MS) {
    throw invalidField("cursor", "must be the next_cursor of a page", "query");
  }
  return { list, at: new Date(Number(at)), id };
}
