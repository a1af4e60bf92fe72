// The installation that a database and an object store belong to. Both carry its id, so a process that was started with the
// database of one installation and the files of another stops before it reads or removes anything.

import { randomUUID } from "node:crypto";
import type { Database } from "./db/db.ts";
import { StartError } from "./db/start-error.ts";
import { type Files, type NamedLocks, ownLocks } from "./files/files.ts";
import { namedObjects } from "./media/media.ts";
import type { Settings } from "./settings.ts";

const NAME = "installation";
/** States that a folder, or a bucket, has been claimed for the installation of a shared database. */
const CLAIMED = { folder: "installation-folder", bucket: "installation-bucket" } as const;

/**
 * Compares the two ids. A side without an id gets the other one's, as long as the store holds every object that the
 * database names.
 * @throws StartError WrongInstallation, StorageError
 */
export async function requireOneInstallation(
  services: { readonly db: Database; readonly files: Files },
  settings: Pick<Settings, "s3">,
): Promise<void> {
  const { db, files } = services;
  const store = storeName(settings);
  const kind = settings.s3 === null ? "folder" : "bucket";
  const ofStore = await files.installation();
  const ofDatabase = await idOf(db);
  if (ofStore !== null && ofStore === ofDatabase) return noteClaim(db, kind);
  if (ofStore !== null && ofDatabase !== null) {
    throw new StartError(
      "WrongInstallation",
      `The database belongs to installation ${ofDatabase}, ${store} to ${ofStore}. Start it with the database and the files of one installation.`,
    );
  }
  // An embedded database and the files beside it are one folder: nothing else can have been meant.
  const isOneFolder = db.kind === "embedded" && settings.s3 === null;
  if (!isOneFolder) await requireObjects(services, store, ofStore);
  const id = ofStore ?? ofDatabase ?? randomUUID();
  const kept = await keepId(db, id);
  if (kept !== id) return requireOneInstallation(services, settings);
  if (ofStore === null) await claim(services, id, kind, store);
}

/**
 * Gives the store the id. Processes that start together on one database take turns, so that two of them with two stores
 * cannot both claim theirs.
 * @throws StartError WrongInstallation when another store of this kind was claimed
 */
async function claim(
  { db, files }: { readonly db: Database; readonly files: Files },
  id: string,
  kind: keyof typeof CLAIMED,
  store: string,
): Promise<void> {
  const claimInTurn = async () => {
    // Another process on the same store may have been faster.
    if ((await files.installation()) === id) return;
    if (await isClaimed(db, kind)) {
      throw new StartError(
        "WrongInstallation",
        `The database belongs to installation ${id}, whose files are in another ${kind}; ${store} is new. Start all processes with the same ${kind}. If you moved the files, copy the file "${NAME}" with them.`,
      );
    }
    await files.claim(id);
    await noteClaim(db, kind);
  };
  // The transaction that waits for the lock has an old view of the rows.
  await sharedLocks(db).run(NAME, () => db.outside(claimInTurn));
}

/** Only a database server can be shared by processes with several stores. */
async function noteClaim(db: Database, kind: keyof typeof CLAIMED): Promise<void> {
  if (db.kind === "embedded" || (await isClaimed(db, kind))) return;
  await db.q
    .insertInto("installation_secrets")
    .values({ name: CLAIMED[kind], secret: "claimed" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function isClaimed(db: Database, kind: keyof typeof CLAIMED): Promise<boolean> {
  const found = await db.q
    .selectFrom("installation_secrets")
    .select("name")
    .where("name", "=", CLAIMED[kind])
    .executeTakeFirst();
  return found !== undefined;
}

/** The next start with this database gives it a new id. */
export async function forgetInstallation(db: Database): Promise<void> {
  await db.q.deleteFrom("installation_secrets").where("name", "=", NAME).execute();
}

/** The rows come from another place, so the next start may claim its store. */
export async function forgetClaims(db: Database): Promise<void> {
  await db.q.deleteFrom("installation_secrets").where("name", "in", Object.values(CLAIMED)).execute();
}

/** Locks that hold for all processes of the installation. */
export function sharedLocks(db: Database): NamedLocks {
  if (db.kind === "embedded") return ownLocks();
  return {
    run: (name, action) =>
      db.outside(() =>
        db.transaction(async () => {
          await db.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
          return action();
        }),
      ),
  };
}

async function requireObjects(
  { db, files }: { readonly db: Database; readonly files: Files },
  store: string,
  ofStore: string | null,
): Promise<void> {
  const named = await namedObjects({ db });
  if (named.length === 0 && ofStore !== null) {
    throw new StartError(
      "WrongInstallation",
      `The database is new, but ${store} belongs to installation ${ofStore}. Start it with that installation's database, or choose other storage.`,
    );
  }
  const missing: string[] = [];
  for (const sha256 of named) if ((await files.stat(sha256)) === null) missing.push(sha256);
  if (missing.length > 0) {
    throw new StartError(
      "WrongInstallation",
      `${missing.length} of the ${named.length} files that the database names are not in ${store}, ${missing[0]} among them. Start it with the files of this installation, or copy them there first.`,
    );
  }
}

const storeName = ({ s3 }: Pick<Settings, "s3">): string =>
  s3 === null ? "the data folder" : `the bucket "${s3.bucket}"`;

async function idOf(db: Database): Promise<string | null> {
  const row = await db.q
    .selectFrom("installation_secrets")
    .select("secret")
    .where("name", "=", NAME)
    .executeTakeFirst();
  return row?.secret ?? null;
}

/** Returns the id that the database has then: another process may have been faster. */
async function keepId(db: Database, id: string): Promise<string> {
  await db.q
    .insertInto("installation_secrets")
    .values({ name: NAME, secret: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await idOf(db)) ?? id;
}
