// Who is connected to a PostgreSQL server. A lock of a connection is gone when its process was killed, at once: the operating
// system closes its connections.

/** The first of the two numbers of the advisory locks. */
const PRESENT = 7_411;
/** Presences are whole numbers from 0 to below this one. */
export const PRESENCES = 2 ** 31;

/** Makes a connection present. The lock is shared, so that a new connection does not wait for the end of a lost one. */
export const takePresence = (presence: number) => `select pg_advisory_lock_shared(${PRESENT}, ${presence})`;

/** As a condition: no connection is open with the presence that this SQL expression names. */
export const isAbsent = (presence: string) =>
  `not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = ${PRESENT} and objid::int8 = ${presence}
      and database = (select oid from pg_database where datname = current_database())
  )`;
