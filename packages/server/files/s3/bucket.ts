// A bucket of an S3 service: the requests that the store needs, each with a time limit and tried again by the client library.
// Every method throws StorageError when the service does not answer or refuses.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { S3Settings } from "../../settings.ts";
import type { AnswerHeaders, ByteRange } from "../file-store.ts";
import { StorageError } from "../storage-error.ts";

export interface Entry {
  readonly size: number;
  readonly changedAt: Date;
}

export interface Bucket {
  /** Whether the bucket can be reached with these credentials. @throws the service's own error */
  reach(): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Large files go in parts, some at once. */
  putFile(key: string, path: string): Promise<{ readonly size: number }>;
  /** Null when there is no such object. */
  head(key: string): Promise<Entry | null>;
  /** Sets the time of the last change to now. False when there is no such object. */
  touch(key: string): Promise<boolean>;
  /** The bytes, tried again from where they broke off. @throws StorageError with cause ENOENT for a missing object */
  read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array>;
  /** A signed address at which everyone can read the object for `seconds`, with these headers. Sends no request. */
  address(key: string, seconds: number, headers: AnswerHeaders): Promise<string>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<Entry & { readonly key: string }>;
  close(): void;
}

const CONNECT_MS = 5_000;
/** A request without a byte for this long is aborted. */
const SILENCE_MS = 30_000;
const TRIES = 5;
const SOCKETS = 48;
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 4;

export function openBucket(settings: S3Settings): Bucket {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's rarely have a host name for each bucket.
    forcePathStyle: true,
    maxAttempts: TRIES,
    // Our own checksums are sent; many services do not know the library's.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  });

  async function get(key: string, range: ByteRange | undefined): Promise<Readable> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }));
    if (Body === undefined) throw new StorageError("io");
    return Body as Readable;
  }

  const head = async (key: string): Promise<Entry | null> => {
    try {
      const { ContentLength, LastModified } = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
      return { size: ContentLength ?? 0, changedAt: LastModified ?? new Date(0) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  return {
    reach: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
    put: (key, bytes) =>
      named(async () => {
        // The service compares the sums with what arrived. Older services know only the first one.
        const sums = {
          ContentMD5: createHash("md5").update(bytes).digest("base64"),
          ChecksumSHA256: createHash("sha256").update(bytes).digest("base64"),
        };
        await client.send(
          new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentLength: bytes.byteLength, ...sums }),
        );
      }),
    putFile: (key, path) =>
      named(async () => {
        const { size } = await stat(path);
        const upload = new Upload({
          client,
          params: { Bucket, Key: key, Body: createReadStream(path, { highWaterMark: 1024 * 1024 }) },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        });
        await upload.done();
        const stored = await head(key);
        if (stored?.size !== size) throw new StorageError("io");
        return { size };
      }),
    head: (key) => named(() => head(key)),
    touch: (key) =>
      named(async () => {
        try {
          const CopySource = `${Bucket}/${key}`;
          await client.send(
            new CopyObjectCommand({ Bucket, Key: key, CopySource, MetadataDirective: "REPLACE", Metadata: {} }),
          );
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      }),
    async *read(key, range) {
      let at = range?.start ?? 0;
      let failures = 0;
      const end = range?.end ?? ((await named(() => head(key)))?.size ?? missing()) - 1;
      while (at <= end) {
        try {
          for await (const chunk of await get(key, { start: at, end })) {
            at += (chunk as Uint8Array).byteLength;
            failures = 0;
            yield chunk as Uint8Array;
          }
          if (at <= end) throw new Error("The answer ended early.");
        } catch (error) {
          if (isMissing(error)) missing();
          failures++;
          if (failures >= TRIES) throw storageFault(error);
        }
      }
    },
    address: (key, seconds, { contentType, disposition }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket,
          Key: key,
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition,
        }),
        { expiresIn: seconds },
      ),
    remove: (key) => named(async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key })))),
    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await named(() =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined) yield { key: Key, size: Size ?? 0, changedAt: LastModified ?? new Date(0) };
        ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    close: () => client.destroy(),
  };
}

/** As a missing file on disk: waiting does not mend it. */
function missing(): never {
  const cause = Object.assign(new Error("There is no such object."), { code: "ENOENT" });
  throw new StorageError("io", { cause });
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== "NoSuchBucket";

/** Only the name and the status of the service's error are kept: its other fields can quote the request. */
function storageFault(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const isFull = error instanceof S3ServiceException && FULL.has(error.name);
  const name = error instanceof Error ? error.name : "Error";
  const status = error instanceof S3ServiceException ? ` ${error.$metadata.httpStatusCode ?? ""}` : "";
  return new StorageError(isFull ? "disk_full" : "io", { cause: new Error(`S3: ${name}${status}`) });
}

/** What services answer when a quota is used up (Ceph, MinIO, Swift). */
const FULL: ReadonlySet<string> = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage"]);

async function named<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw storageFault(error);
  }
}
