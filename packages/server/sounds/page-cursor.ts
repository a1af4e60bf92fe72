// Where the next page begins: the place of the last row of the page before.

import { invalidField } from "@fullcast/contract";

export interface Place {
  readonly at: Date;
  readonly id: string;
}

const CURSOR = /^([0-9]{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()}_${id}`, "latin1").toString("base64url");
}

/** @throws ApiError INVALID_REQUEST for anything that no page gave. */
export function readCursor(cursor: string): Place {
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const time = new Date(Number(at));
  if (at === undefined || id === undefined || Number.isNaN(time.getTime())) {
    throw invalidField("cursor", "must be the next_cursor of a page", "query");
  }
  return { at: time, id };
}
