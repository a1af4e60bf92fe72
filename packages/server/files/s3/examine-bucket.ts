// Checks a bucket for `fullcast doctor`: every kind of request that the store sends, with one small file that is deleted
// afterwards. The file lies under `incoming/`, so a running service removes it if the check is cut off.

import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { S3ServiceException } from "@aws-sdk/client-s3";
import { bad, type Finding, ok } from "../../finding.ts";
import { sha256 } from "../../hash.ts";
import type { S3Settings } from "../../settings.ts";
import { type Bucket, openBucket } from "./bucket.ts";

/** Files that nothing names are removed by their age. A service refuses signatures when the clocks differ by 15 minutes. */
const MOST_SKEW_MS = 60_000;
/** S3 states times in whole seconds. */
const NEXT_SECOND_MS = 1_100;
const BYTES = 4_096;

interface Examined {
  readonly findings: ReadonlyMap<string, Finding>;
  /** The installation that the bucket belongs to; null for a new one. */
  readonly installation: string | null;
}

/** Findings by the name of their check. A bucket that cannot be reached is one finding. */
export async function examineBucket(settings: S3Settings): Promise<Examined> {
  const findings = new Map<string, Finding>();
  const bucket = openBucket(settings);
  const key = `incoming/${randomUUID()}`;
  try {
    const reached = await bucket.reach().then(
      () => ok(`"${settings.bucket}" at ${settings.endpoint} can be reached`),
      (error: unknown) => bad(unreachable(error, settings)),
    );
    findings.set("bucket", reached);
    if (!reached.ok) return { findings, installation: null };
    let request = "";
    try {
      const { wrong, skewMs } = await tryRequests(bucket, key, (name) => {
        request = name;
      });
      findings.set(
        "bucket requests",
        wrong === null ? ok("a file was stored, read, changed, listed and deleted") : bad(wrong),
      );
      findings.set("bucket clock", clockFinding(skewMs));
      return { findings, installation: await installationOf(bucket) };
    } catch (error) {
      findings.set("bucket requests", bad(refused(request, error, settings)));
      return { findings, installation: null };
    }
  } finally {
    await bucket.remove(key).catch(() => undefined);
    bucket.close();
  }
}

/** `wrong`: what the service did other than the store needs it. `skewMs`: how far its clock is ahead. */
async function tryRequests(
  bucket: Bucket,
  key: string,
  now: (request: string) => void,
): Promise<{ readonly wrong: string | null; readonly skewMs: number }> {
  const bytes = Buffer.alloc(BYTES, randomUUID());
  const read = (range?: { readonly start: number; readonly end: number }) =>
    buffer(Readable.from(bucket.read(key, range)));
  now("PutObject");
  const from = Date.now();
  await bucket.put(key, bytes);
  const until = Date.now();
  now("HeadObject");
  const stored = await bucket.head(key);
  const skewMs = skew(stored?.changedAt.getTime() ?? 0, from, until);
  const found = async (): Promise<string | null> => {
    if (stored?.size !== BYTES) return `a stored file of ${BYTES} bytes has ${stored?.size ?? 0}`;
    now("GetObject");
    if (sha256(await read()) !== sha256(bytes)) return "a stored file has other bytes when it is read";
    if (!(await read({ start: 10, end: 19 })).equals(bytes.subarray(10, 20)))
      return "a part of a file (Range) has other bytes";
    await delay(NEXT_SECOND_MS);
    now("CopyObject");
    if (!(await bucket.touch(key))) return "a file that was stored is not found for a copy onto itself";
    const touched = await bucket.head(key);
    if (touched === null || touched.changedAt.getTime() <= stored.changedAt.getTime()) {
      return "a copy of a file onto itself does not renew its time, so files in use could be removed";
    }
    if (sha256(await read()) !== sha256(bytes)) return "a copy of a file onto itself changed its bytes";
    now("ListObjectsV2");
    let listed = 0;
    for await (const _ of bucket.list(key)) listed++;
    if (listed !== 1) return "a stored file is not in the list of its folder";
    now("DeleteObject");
    await bucket.remove(key);
    return (await bucket.head(key)) === null ? null : "a deleted file is still there";
  };
  const wrong = await found();
  return {
    wrong: wrong === null ? null : `${wrong}; this service does not do what Fullcast needs, use another one`,
    skewMs,
  };
}

/** 0 when the time lies between the two, apart from the fraction of a second that S3 leaves out. */
function skew(at: number, from: number, until: number): number {
  if (at > until) return at - until;
  return at + 999 < from ? at + 999 - from : 0;
}

function clockFinding(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= MOST_SKEW_MS) return ok(`differs from this machine's by ${seconds} s`);
  const side = skewMs > 0 ? "ahead of" : "behind";
  return bad(`is ${seconds} s ${side} this machine's; synchronise both with NTP`);
}

async function installationOf(bucket: Bucket): Promise<string | null> {
  const key = "installation";
  if ((await bucket.head(key)) === null) return null;
  return (await buffer(Readable.from(bucket.read(key)))).toString("utf8").trim() || null;
}

/** The name of a fault on the way, such as ECONNREFUSED, or the status of an answer. */
function causeOf(error: unknown): string {
  if (error instanceof S3ServiceException) return String(error.$metadata.httpStatusCode ?? error.name);
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function unreachable(error: unknown, { bucket, endpoint }: S3Settings): string {
  const cause = causeOf(error);
  const known: { readonly [cause: string]: string } = {
    "404": `there is no bucket "${bucket}" at ${endpoint}; create it, or set FULLCAST_S3_BUCKET to another`,
    "403": `${endpoint} refuses the keys for "${bucket}" (403); check FULLCAST_S3_ACCESS_KEY_ID, FULLCAST_S3_SECRET_ACCESS_KEY, the rights of the keys, and the clock of this machine`,
    "301": `the bucket "${bucket}" is in another region; set FULLCAST_S3_REGION to it`,
    "400": `${endpoint} refuses the request (400); check FULLCAST_S3_REGION`,
    ECONNREFUSED: `nothing listens at ${endpoint}; start the service, or correct FULLCAST_S3_ENDPOINT`,
    ENOTFOUND: `the host of ${endpoint} is unknown; correct FULLCAST_S3_ENDPOINT`,
  };
  return (
    known[cause] ?? `"${bucket}" at ${endpoint} cannot be used (${cause}); check FULLCAST_S3_ENDPOINT and the service`
  );
}

function refused(request: string, error: unknown, { bucket }: S3Settings): string {
  // A StorageError keeps name and status of the service's error in its cause.
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : causeOf(error);
  return `${request} fails (${reason}); allow the keys to read, write, list and delete all of "${bucket}"`;
}
