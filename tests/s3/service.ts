// An S3 service for tests: s3rver, a program from npm, behind a proxy that can misbehave as networks and services do.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { Settings } from "@fullcast/server";

/** What the proxy does with one request; null lets it pass. */
export type Fault = "error" | "slow_down" | "hang_up" | "cut" | "denied" | null;

export type S3Settings = NonNullable<Settings["s3"]>;

export interface S3Service extends AsyncDisposable {
  readonly endpoint: string;
  /** Where the objects lie. */
  readonly folder: string;
  /** The settings of a new, empty bucket. */
  createBucket(): Promise<S3Settings>;
  /** Asked for each request from now on. */
  misbehave(choose: (request: IncomingMessage) => Fault): void;
  /** How far the service's clock is ahead, as the times of files state it. */
  setClock(aheadMs: number): void;
  /** Requests that reached the proxy. */
  count(): number;
}

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  configureBuckets(): Promise<void>;
  readonly store: {
    copyObject(
      ...of: [fromBucket: string, fromKey: string, toBucket: string, toKey: string, metadata: unknown]
    ): unknown;
    getResourcePath(bucket: string, key: string, resource: "object"): string;
  };
}

replaceDes();
// The package has no types.
const S3rverClass = createRequire(import.meta.url)("s3rver") as new (options: object) => S3rver;

// The one pair of keys that s3rver knows.
const ACCESS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const REGION = "us-east-1";

export async function startS3(): Promise<S3Service> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-s3-"));
  const service = new S3rverClass({ port: 0, address: "127.0.0.1", silent: true, directory: folder });
  renewTimes(service.store);
  const { port } = await service.run();
  let choose: (request: IncomingMessage) => Fault = () => null;
  let count = 0;
  let aheadMs = 0;
  const proxy = createServer((incoming, outgoing) => {
    count++;
    pass(incoming, outgoing, port, { fault: choose(incoming), aheadMs });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    endpoint,
    folder,
    async createBucket() {
      const { FULLCAST_S3_BUCKET: bucket } = await createBucket(endpoint);
      return { endpoint, bucket, region: REGION, ...ACCESS, redirect: false };
    },
    misbehave(chosen) {
      choose = chosen;
    },
    setClock(ms) {
      aheadMs = ms;
    },
    count: () => count,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty bucket. Returns its settings as environment variables. */
export async function createBucket(endpoint: string) {
  const bucket = `fullcast-${randomUUID()}`;
  const client = new S3Client({ endpoint, region: REGION, forcePathStyle: true, credentials: ACCESS });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    FULLCAST_S3_ENDPOINT: endpoint,
    FULLCAST_S3_BUCKET: bucket,
    FULLCAST_S3_ACCESS_KEY_ID: ACCESS.accessKeyId,
    FULLCAST_S3_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
  };
}

/** s3rver writes the tokens between pages of a list with DES, which OpenSSL 3 does not have: more than 1,000 objects were an error. */
function replaceDes(): void {
  const crypto = createRequire(import.meta.url)("node:crypto") as typeof import("node:crypto");
  const { createCipheriv, createDecipheriv } = crypto;
  const twice = (bytes: Uint8Array) => Buffer.concat([bytes, bytes]);
  type Make = (algorithm: string, key: Uint8Array, iv: Uint8Array, ...rest: unknown[]) => unknown;
  const withAes =
    (make: Make): Make =>
    (algorithm, key, iv, ...rest) =>
      algorithm === "des" ? make("aes-128-cbc", twice(key), twice(iv)) : make(algorithm, key, iv, ...rest);
  Object.assign(crypto, {
    createCipheriv: withAes(createCipheriv as Make),
    createDecipheriv: withAes(createDecipheriv as Make),
  });
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  { fault, aheadMs }: { readonly fault: Fault; readonly aheadMs: number },
): void {
  if (fault === "hang_up") {
    incoming.socket.destroy();
    return;
  }
  if (fault === "error" || fault === "slow_down" || fault === "denied") {
    incoming.resume();
    const [status, code] = {
      error: [500, "InternalError"],
      slow_down: [503, "SlowDown"],
      denied: [403, "AccessDenied"],
    }[fault] as [number, string];
    outgoing.writeHead(status, { "content-type": "application/xml" });
    outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    return;
  }
  const { method, url, headers } = incoming;
  const forwarded = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...timesOf(answer.headers, aheadMs) });
    if (fault !== "cut") {
      answer.pipe(outgoing);
      return;
    }
    // Half of the announced bytes, then the connection breaks.
    let left = Math.floor(Number(answer.headers["content-length"] ?? 0) / 2);
    answer.on("data", (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      outgoing.write(part, () => {
        if (left === 0) outgoing.destroy();
      });
    });
  });
  forwarded.on("error", () => outgoing.destroy());
  outgoing.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
}

/** The time of a file as a service states it whose clock is ahead. */
function timesOf(headers: IncomingMessage["headers"], aheadMs: number): { readonly "last-modified"?: string } {
  const time = Date.parse(headers["last-modified"] ?? "");
  return Number.isNaN(time) ? {} : { "last-modified": new Date(time + aheadMs).toUTCString() };
}

/** S3 renews the time of an object that is copied onto itself; s3rver alone does not. */
function renewTimes(store: S3rver["store"]): void {
  const copy = store.copyObject.bind(store);
  store.copyObject = async (fromBucket, fromKey, toBucket, toKey, metadata) => {
    const now = new Date();
    await utimes(store.getResourcePath(toBucket, toKey, "object"), now, now).catch(() => undefined);
    return copy(fromBucket, fromKey, toBucket, toKey, metadata);
  };
}
