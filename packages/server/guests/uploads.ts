// Limits the uploads of a guest link over all processes: each upload is a row that its link's lock protects.

import { ApiError } from "@fullcast/contract";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { lockLink } from "./store.ts";

const AT_ONCE = 2;
const A_MINUTE = 40;
/** An upload counts as under way for at most this time. The slot of a process that was killed is free after it. */
const LONGEST_S = 180;

type Uploads = Pick<Services, "db" | "newId">;

/**
 * Does the work if the link may upload now.
 * @throws ApiError RATE_LIMITED, NOT_FOUND for a link that was deleted, and whatever `work` throws
 */
export async function inTurn<T>(services: Uploads, linkId: string, work: () => Promise<T>): Promise<T> {
  const id = await begin(services, linkId);
  try {
    return await work();
  } finally {
    // Without the database the row ends by itself.
    await end(services, id).catch(() => undefined);
  }
}

async function begin(services: Uploads, linkId: string): Promise<string> {
  const { db, newId } = services;
  const id = newId();
  await db.transaction(async () => {
    await lockLink(services, linkId);
    await sql`
      delete from guest_uploads where guest_link_id = ${linkId}::uuid and ends_at <= clock_timestamp()
        and started_at <= clock_timestamp() - interval '1 minute'
    `.execute(db.q);
    const { rows } = await sql<{ running: number | string; recent: number | string; wait: number | string | null }>`
      select count(*) filter (where ends_at > clock_timestamp()) as running,
        count(*) filter (where started_at > clock_timestamp() - interval '1 minute') as recent,
        ceil(extract(epoch from min(started_at) filter (where started_at > clock_timestamp() - interval '1 minute')
          + interval '1 minute' - clock_timestamp())) as wait
      from guest_uploads where guest_link_id = ${linkId}::uuid
    `.execute(db.q);
    const [counts] = rows;
    const limited = (seconds: number) => new ApiError("RATE_LIMITED", { retry_after_seconds: Math.max(1, seconds) });
    if (Number(counts?.recent ?? 0) >= A_MINUTE) throw limited(Number(counts?.wait ?? 1));
    if (Number(counts?.running ?? 0) >= AT_ONCE) throw limited(2);
    await sql`
      insert into guest_uploads (id, guest_link_id, started_at, ends_at)
      values (${id}::uuid, ${linkId}::uuid, clock_timestamp(),
        clock_timestamp() + make_interval(secs => ${LONGEST_S}::double precision))
    `.execute(db.q);
  });
  return id;
}

const end = ({ db }: Uploads, id: string) =>
  sql`update guest_uploads set ends_at = clock_timestamp() where id = ${id}::uuid`.execute(db.q);
