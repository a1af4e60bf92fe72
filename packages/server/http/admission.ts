// Admission of a request: the rate of its address, its key, the rate of the key, the scope.
// What always holds: a valid key is looked up before any failure counts, so bad keys from the same address never refuse it.

import { ApiError, type Caller, type Endpoint } from "@fullcast/contract";
import type { FastifyRequest } from "fastify";
import { createRateLimiter, type Rate } from "./rate-limit.ts";

export interface AdmissionOptions {
  /** The caller of a raw key; null for a bad key. Must be cheap for bad keys: it runs for each of them. */
  readonly authenticate: (rawKey: string) => Promise<Caller | null>;
  /** The caller of a key that is known without I/O; null says nothing about the key. */
  readonly recall?: (rawKey: string) => Caller | null;
  readonly clock: () => Date;
  readonly limits?: {
    /** Absent: no limit. */
    readonly perKey?: Rate | undefined;
    readonly perAddress?: Rate | undefined;
    /** Requests with a bad key, from one address. Above it they answer 429 instead of 401. */
    readonly failedKeys?: Rate | undefined;
  };
}

export interface Admission {
  /** @throws ApiError RATE_LIMITED */
  arrive(request: FastifyRequest): void;
  /** Checks the key, then the scope, before any byte of the body is read. @throws ApiError */
  admit(request: FastifyRequest, scope: Endpoint["scope"]): Promise<void>;
  /** Whether the key of a long request is still valid and still has the scope. */
  isAdmitted(request: FastifyRequest, scope: Endpoint["scope"]): Promise<boolean>;
}

const LONGEST_KEY = 512;
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

export function createAdmission({ authenticate, recall, clock, limits = {} }: AdmissionOptions): Admission {
  const now = () => clock().getTime();
  const limiter = (rate: Rate | undefined) => (rate === undefined ? undefined : createRateLimiter(rate, now));
  const perAddress = limiter(limits.perAddress);
  const perKey = limiter(limits.perKey);
  const failedKeys = limiter(limits.failedKeys);

  const callerOf = async (rawKey: string | null): Promise<Caller | null> =>
    rawKey === null ? null : (recall?.(rawKey) ?? (await authenticate(rawKey)));

  return {
    arrive: (request) => refuse(perAddress?.take(request.ip)),
    async admit(request, scope) {
      const rawKey = keyOf(request);
      const caller = await callerOf(rawKey);
      if (caller === null) {
        if (rawKey !== null) {
          // Bad keys have a budget of their own. They must not use up the one that valid keys of the address share.
          perAddress?.giveBack(request.ip);
          refuse(failedKeys?.take(request.ip));
        }
        throw new ApiError("UNAUTHENTICATED");
      }
      refuse(perKey?.take(caller.keyId));
      if (!allows(caller, scope)) throw new ApiError("INSUFFICIENT_SCOPE", { required_scope: scope });
      request.caller = caller;
    },
    async isAdmitted(request, scope) {
      const caller = await callerOf(keyOf(request));
      return scope === null || (caller !== null && allows(caller, scope));
    },
  };
}

/** The key that a request presents; null for none, and for one that is longer than any key can be. */
function keyOf(request: FastifyRequest): string | null {
  const rawKey = BEARER.exec(request.headers.authorization ?? "")?.[1];
  return rawKey === undefined || rawKey.length > LONGEST_KEY ? null : rawKey;
}

const allows = (caller: Caller, scope: Endpoint["scope"]) =>
  scope === null || scope === "any" || caller.scopes.has(scope);

function refuse(seconds = 0): void {
  if (seconds > 0) throw new ApiError("RATE_LIMITED", { retry_after_seconds: seconds });
}
