// The product as processes that can be killed: one server on its embedded database, or API and worker processes on one
// PostgreSQL server and one bucket.

import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Database, openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { newInstallation, type Service } from "../crash/service.ts";
import { type SmallDisk, smallDisk } from "../disk/small-disk.ts";
import { movableAddress } from "../postgres/address.ts";
import { type PostgresServer, startPostgres } from "../postgres/postgres.ts";
import { createRandom, type Random } from "../power/random.ts";
import { createBucket, type Fault, startS3 } from "../s3/service.ts";

export interface Setup extends AsyncDisposable {
  readonly ownerKey: string;
  /** Where to send the next request. */
  target(): string;
  /** Kills something that the seed chooses, and starts it again. Resolves when it works again. */
  hurt(random: Random): Promise<{ readonly what: string; readonly ms: number }>;
  /** Ends all processes in order. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** For checks, while all processes are stopped. */
  openDatabase(): Promise<Database>;
  /** All objects of the store. */
  objects(): readonly StoredFile[];
  /** Files that are neither objects nor needed by an upload; half-written ones among them. */
  leftovers(): readonly string[];
  /** Makes every object look as if it had been stored an hour ago, so that a sweep does not spare it. */
  makeOld(): void;
}

export interface StoredFile {
  readonly sha256: string;
  readonly path: string;
}

/** Every embedded engine has a price. */
export const PRICE = 37.5;
const ENV = { FULLCAST_PRICES: JSON.stringify({ flite: PRICE, pico: PRICE, espeak: PRICE }) };
const HASH_DIGITS = 64;
const OLD_MS = 3_600_000;
const AWAY_MS = 4_000;
const DISK_MEGABYTES = 1_500;

/** What can be done to a setup. A harm with twice the weight is chosen twice as often. */
interface Harm {
  readonly name: string;
  readonly weight: number;
  readonly harm: (random: Random) => Promise<void>;
}

/** The harms that `only` names; all without it. @throws when none has this name */
function chosenHarms(all: readonly Harm[], only: string | null): readonly Harm[] {
  const chosen = all.filter(({ name }) => only === null || name === only);
  if (chosen.length === 0) {
    throw new Error(`--only ${only}: one of these is expected: ${all.map(({ name }) => `"${name}"`).join(", ")}.`);
  }
  return chosen;
}

async function doOne(harms: readonly Harm[], random: Random): Promise<string> {
  let left = random.below(harms.reduce((sum, { weight }) => sum + weight, 0));
  for (const { name, weight, harm } of harms) {
    left -= weight;
    if (left >= 0) continue;
    await harm(random);
    return name;
  }
  throw new Error("No harm was chosen.");
}

/** A disk of its own for the data folder or the scratch folders, so that it can be filled; null when mounting is not allowed. */
function ownDisk(): SmallDisk | null {
  try {
    return smallDisk(DISK_MEGABYTES);
  } catch {
    console.log("no disk is filled: this needs root and the right to mount a tmpfs");
    return null;
  }
}

/** Leaves at most 200 kB free for some seconds. */
async function fill(disk: SmallDisk, random: Random): Promise<void> {
  const ballast = join(disk.path, "ballast");
  const until = performance.now() + AWAY_MS;
  const left = random.below(3) * 100_000;
  const chunk = Buffer.alloc(1_000_000);
  const free = () => {
    const { bavail, bsize } = statfsSync(disk.path);
    return bavail * bsize;
  };
  try {
    while (performance.now() < until) {
      // What the service frees in the meantime is taken as well.
      for (let room = free() - left; room > 0; room = free() - left) {
        if (!append(ballast, chunk.subarray(0, Math.min(room, chunk.length)))) break;
      }
      await delay(50);
    }
  } finally {
    rmSync(ballast, { force: true });
  }
}

/** Returns false when the service was faster and the disk is full. */
function append(path: string, bytes: Uint8Array): boolean {
  try {
    writeFileSync(path, bytes, { flag: "a" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

async function pause({ process: child }: Service, ms: number): Promise<void> {
  if (child.pid === undefined) return;
  process.kill(child.pid, "SIGSTOP");
  await delay(ms);
  process.kill(child.pid, "SIGCONT");
}

export async function embeddedSetup(only: string | null): Promise<Setup> {
  using opened = new DisposableStack();
  const disk = ownDisk();
  if (disk !== null) opened.use(disk);
  const installation = opened.use(newInstallation());
  const dataDir = disk === null ? installation.dataDir : join(disk.path, "data");
  const start = () => installation.start({ ...ENV, FULLCAST_DATA_DIR: dataDir });
  const harms: Harm[] = [
    {
      name: "server killed",
      weight: 8,
      async harm() {
        await service.kill();
        service = await start();
      },
    },
    { name: "server stopped for 5 s", weight: 1, harm: () => pause(service, 5_000) },
  ];
  if (disk !== null) harms.push({ name: "disk full", weight: 3, harm: (random) => fill(disk, random) });
  const possible = chosenHarms(harms, only);
  let service: Service = await start();
  const objects = () => objectsIn(join(dataDir, "objects"));
  const all = opened.move();
  return {
    ownerKey: installation.key,
    target: () => service.url,
    async hurt(random) {
      const from = performance.now();
      const what = await doOne(possible, random);
      await serves(service.url, installation.key);
      return { what, ms: performance.now() - from };
    },
    stop: async () => void (await service.end("SIGTERM")),
    async start() {
      service = await start();
    },
    openDatabase: () => openDatabase({ dataDir, url: null, log: silentLog }),
    objects,
    leftovers: () => filesIn(join(dataDir, "temp")),
    makeOld() {
      for (const { path } of objects()) makeFileOld(path);
    },
    async [Symbol.asyncDispose]() {
      await service.kill();
      all[Symbol.dispose]();
    },
  };
}

const APIS = 2;
const WORKERS = 2;
/** Longer than the time after which a process that does not report is declared dead. */
const STOPPED_MS = 45_000;

/** What happens to a request to the bucket that has faults. */
const BUCKET_FAULTS: readonly Fault[] = ["error", "slow_down", "hang_up", "cut", null, null];

const ACTIVITY = `select pid, state, wait_event_type || ':' || wait_event as waits_for, pg_blocking_pids(pid) as blocked_by,
  date_trunc('seconds', now() - xact_start) as open_for, left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as query
  from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()
  order by xact_start`;

/** A standby that is behind after a hard stop finds the log that it needs: without it, no commit would ever end. */
const KEPT_LOG = "wal_keep_size=1GB";
const SLOW_START_MS = 60_000;

/** A PostgreSQL server with a synchronous standby. One address leads to the server that takes writes. */
async function replicatedPostgres() {
  await using opened = new AsyncDisposableStack();
  let primary = opened.use(await startPostgres({ connections: 150, settings: [KEPT_LOG] }));
  const address = opened.use(await movableAddress(primary.port));
  const url = address.of(await primary.createDatabase());
  let standby: PostgresServer = opened.use(await primary.addStandby());
  const all = opened.move();
  return {
    url,
    /** What the sessions of the database do and wait for, and what both servers complain of. Printed when a start is slow. */
    activity: async () => [await primary.execute(ACTIVITY), primary.trouble(), standby.trouble()].join("\n"),
    async stopAndStart() {
      await primary.stopHard();
      await delay(AWAY_MS);
      await primary.startAgain();
    },
    /** The primary is lost, its standby takes over, and a new standby follows that one. */
    async failOver() {
      await primary.stopHard();
      await standby.promote();
      address.leadTo(standby.port);
      primary = standby;
      standby = all.use(await primary.addStandby());
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** API and worker processes, each with a data folder of its own, on one PostgreSQL server with a standby and one bucket. */
export async function clusterSetup(only: string | null): Promise<Setup> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await replicatedPostgres());
  const s3 = opened.use(await startS3());
  const databaseUrl = postgres.url;
  const bucket = await createBucket(s3.endpoint);
  const key = randomBytes(24).toString("hex");
  const disk = ownDisk();
  if (disk !== null) opened.use(disk);
  const newMember = (role: "api" | "worker", number: number): Member => {
    const { dataDir, start } = opened.use(newInstallation());
    const scratch = disk === null ? join(dataDir, "scratch") : join(disk.path, `${role}-${number}`);
    const env = {
      ...{ ...ENV, ...bucket, FULLCAST_OWNER_KEY: key, FULLCAST_DATABASE_URL: databaseUrl },
      ...{ FULLCAST_ROLES: role, FULLCAST_SCRATCH_DIR: scratch },
    };
    return { role, scratch, service: null, start: () => start(env) };
  };
  const apis = Array.from({ length: APIS }, (_, number) => newMember("api", number));
  const workers = Array.from({ length: WORKERS }, (_, number) => newMember("worker", number));
  const members = [...apis, ...workers];
  const urlOf = (member: Member) => new URL(member.service?.url ?? "http://127.0.0.1:1").origin;
  const start = async (stopped: readonly Member[]) => {
    await Promise.all(
      stopped.map(async (member) => {
        const slow = setTimeout(async () => {
          console.log(`${member.role} does not listen after ${SLOW_START_MS / 1000} s. Sessions of the database:`);
          console.log(await postgres.activity().catch(String));
        }, SLOW_START_MS);
        member.service = await member.start().finally(() => clearTimeout(slow));
      }),
    );
  };
  const kill = async (killed: readonly Member[]) => {
    await Promise.all(killed.map((member) => member.service?.kill()));
    await start(killed);
  };
  const one = (all: readonly Member[], random: Random) => all[random.below(all.length)] as Member;
  const pauseOne = async (all: readonly Member[], random: Random, ms: number) => {
    const { service } = one(all, random);
    if (service !== null) await pause(service, ms);
  };
  const misbehave = async (fault: () => Fault) => {
    s3.misbehave(fault);
    await delay(AWAY_MS);
    s3.misbehave(() => null);
  };
  const possible = chosenHarms(
    [
      { name: "API process killed", weight: 4, harm: (random) => kill([one(apis, random)]) },
      { name: "worker killed", weight: 4, harm: (random) => kill([one(workers, random)]) },
      { name: "all workers killed", weight: 3, harm: () => kill(workers) },
      { name: "all processes killed", weight: 2, harm: () => kill(members) },
      { name: "PostgreSQL stopped hard", weight: 3, harm: () => postgres.stopAndStart() },
      { name: "PostgreSQL failed over", weight: 3, harm: () => postgres.failOver() },
      { name: "bucket away", weight: 2, harm: () => misbehave(() => "hang_up") },
      {
        name: "bucket with faults",
        weight: 2,
        harm(random) {
          // How many requests arrive depends on the machine; the harms after this one do not.
          const own = createRandom(random.below(2 ** 31));
          return misbehave(() => BUCKET_FAULTS[own.below(BUCKET_FAULTS.length)] ?? null);
        },
      },
      { name: "worker stopped for 45 s", weight: 1, harm: (random) => pauseOne(workers, random, STOPPED_MS) },
      { name: "API process stopped for 5 s", weight: 1, harm: (random) => pauseOne(apis, random, 5_000) },
      ...(disk === null ? [] : [{ name: "disk full", weight: 2, harm: (random: Random) => fill(disk, random) }]),
    ],
    only,
  );
  const folder = join(s3.folder, bucket.FULLCAST_S3_BUCKET, "objects");
  const objects = () => objectsIn(folder);
  await start(members.slice(0, 1));
  await start(members.slice(1));
  opened.defer(async () => {
    await Promise.all(members.map((member) => member.service?.kill()));
  });
  const all = opened.move();
  let turn = 0;
  return {
    ownerKey: key,
    target: () => urlOf(apis[turn++ % apis.length] as Member),
    async hurt(random) {
      const from = performance.now();
      const what = await doOne(possible, random);
      await Promise.all(apis.map((member) => serves(urlOf(member), key)));
      await Promise.all(workers.map((member) => isReady(urlOf(member))));
      return { what, ms: performance.now() - from };
    },
    async stop() {
      await Promise.all(members.map((member) => member.service?.end("SIGTERM")));
    },
    start: () => start(members),
    openDatabase: () => openDatabase({ dataDir: "unused", url: databaseUrl, log: silentLog }),
    objects,
    leftovers: () => members.flatMap(({ scratch }) => filesIn(scratch)),
    makeOld() {
      for (const { path } of objects()) makeFileOld(path);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

interface Member {
  readonly role: "api" | "worker";
  readonly scratch: string;
  service: Service | null;
  readonly start: () => Promise<Service>;
}

/** Resolves when a request that needs the database is answered. */
const serves = (url: string, key: string) => answers(`${url}/v1/me`, { authorization: `Bearer ${key}` });
const isReady = (url: string) => answers(`${url}/v1/ready`, {});

async function answers(url: string, headers: { readonly [name: string]: string }): Promise<void> {
  const until = performance.now() + 120_000;
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    if (performance.now() > until) throw new Error(`${url} does not answer (${answer?.status ?? "no connection"}).`);
    await delay(20);
  }
}

/** Files that are named by hashes, in folders by the first digits. s3rver adds to the name of an object. */
function objectsIn(folder: string): StoredFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((part) =>
    readdirSync(join(folder, part)).flatMap((name) => {
      const sha256 = name.replace("._S3rver_object", "");
      return sha256.length === HASH_DIGITS ? [{ sha256, path: join(folder, part, name) }] : [];
    }),
  );
}

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

function makeFileOld(path: string): void {
  const then = new Date(Date.now() - OLD_MS);
  utimesSync(path, then, then);
}

export function hasItsName({ sha256, path }: StoredFile): boolean {
  return createHash("sha256").update(readFileSync(path)).digest("hex") === sha256;
}
