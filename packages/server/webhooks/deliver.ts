// One signed request to the URL of a webhook.

import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { traceHeaders } from "../tracing.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { hostOf, readWebhookUrl } from "./webhook-url.ts";

const LIMIT_MS = 10_000;
const MOST_HEADER_BYTES = 8_192;

export interface Delivery {
  /** The same at every attempt, so that a receiver can recognise a repetition. */
  readonly id: string;
  readonly url: string;
  /** The key of the signature. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
}

export interface DeliverySettings {
  /** Whether loopback and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Now. */
  readonly clock: () => Date;
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole attempt; 10,000 when absent. */
  readonly limitMs?: number;
  /** The addresses of a name; those of the system when absent. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

/** An attempt was successful when the status is 200 to 299. A redirect is a status like any other. */
export type DeliveryResult =
  | { readonly delivered: true; readonly status: number }
  | { readonly delivered: false; readonly status: number; readonly reason: "STATUS" }
  | {
      readonly delivered: false;
      readonly status: null;
      readonly reason: "ADDRESS_REFUSED" | "NAME_UNKNOWN" | "TIMED_OUT" | "UNREACHABLE";
    };

const failed = (reason: "ADDRESS_REFUSED" | "NAME_UNKNOWN" | "TIMED_OUT" | "UNREACHABLE"): DeliveryResult => ({
  delivered: false,
  status: null,
  reason,
});

/**
 * Posts a delivery once. Never throws for what the receiver does.
 * A name is refused when one of its addresses is: then no choice between them can lead to a private one.
 * @throws the reason of `signal` when it ends the attempt; the receiver may have the delivery then
 */
export async function deliver(delivery: Delivery, settings: DeliverySettings): Promise<DeliveryResult> {
  const { allowPrivate, signal, limitMs = LIMIT_MS, resolve = addressesOf } = settings;
  const url = readWebhookUrl(delivery.url, allowPrivate);
  if (url === null) return failed("ADDRESS_REFUSED");
  const limit = AbortSignal.timeout(limitMs);
  const end = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  const host = hostOf(url);
  let addresses: readonly string[];
  try {
    addresses = isIP(host) === 0 ? await unlessAborted(resolve(host), end) : [host];
  } catch {
    signal?.throwIfAborted();
    return failed(limit.aborted ? "TIMED_OUT" : "NAME_UNKNOWN");
  }
  const [address] = addresses;
  if (address === undefined) return failed("NAME_UNKNOWN");
  const allowed = (one: string) =>
    url.protocol === "http:" ? isLoopbackAddress(one) : allowPrivate || isPublicAddress(one);
  if (!addresses.every(allowed)) return failed("ADDRESS_REFUSED");
  try {
    const status = await post(url, address, delivery, settings.clock(), end);
    return status >= 200 && status <= 299
      ? { delivered: true, status }
      : { delivered: false, status, reason: "STATUS" };
  } catch {
    signal?.throwIfAborted();
    return failed(limit.aborted ? "TIMED_OUT" : "UNREACHABLE");
  }
}

const addressesOf = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address);

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** The status of the answer. The connection is closed when its headers are there. */
function post(url: URL, address: string, { id, secret, body }: Delivery, now: Date, signal: AbortSignal) {
  const family = isIP(address);
  const toChecked: LookupFunction = (_name, { all }, found) =>
    all === true ? found(null, [{ address, family }]) : found(null, address, family);
  return new Promise<number>((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      agent: false,
      lookup: toChecked,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "fullcast-delivery": id,
        "fullcast-signature": signatureOf(secret, body, now),
        ...traceHeaders(),
      },
    });
    request.on("error", reject);
    request.on("response", (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.on("error", () => {});
      request.destroy();
    });
    // The other side may switch protocols; that is no answer to a delivery.
    request.on("upgrade", (_answer, socket) => {
      socket.destroy();
      reject(new Error("the receiver switched protocols"));
    });
    request.end(body);
  });
}

/** `t=SECONDS,v1=HEX`: the time, and the HMAC-SHA256 of `SECONDS.BODY` (UTF-8) under the secret. */
function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
