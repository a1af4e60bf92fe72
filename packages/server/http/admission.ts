// Who comes in: an address within its rate, a key that opens something, within its own rate and with the scope.

import { ApiError, type Caller, type Endpoint } from "@fullcast/contract";
import type { FastifyRequest } from "fastify";
import { createRateLimiter, type Rate, type RateLimiter } from "./rate-limit.ts";

export interface AdmissionOptions {
  /** The caller behind a raw key; null for a key that opens nothing. */
  readonly authenticate: (rawKey: string) => Promise<Caller | null>;
  /** The caller behind a key that is known without looking anywhere; null says nothing about the key. */
  readonly recall?: (rawKey: string) => Caller | null;
  readonly clock: () => Date;
  readonly limits?: {
    /** Absent: not limited. */
    readonly perKey?: Rate | undefined;
    readonly perAddress?: Rate | undefined;
    /** Keys that open nothing, from one address. Above it no unknown key of that address is looked for. */
    readonly failedKeys?: Rate | undefined;
  };
}

export interface Admission {
  /** @throws ApiError RATE_LIMITED */
  arrive(request: FastifyRequest): void;
  /** Key, then scope: before a single byte of the body is looked at. @throws ApiError */
  admit(request: FastifyRequest, scope: Endpoint["scope"]): Promise<void>;
  /** Whether the key of a long request still opens what it asked for. */
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

  const callerOf = async (request: FastifyRequest): Promise<Caller | null> => {
    const rawKey = BEARER.exec(request.headers.authorization ?? "")?.[1];
    if (rawKey === undefined || rawKey.length > LONGEST_KEY) return null;
    const known = recall?.(rawKey) ?? null;
    if (known !== null) return known;
    // Looking for a key costs a query: whoever tries one after the other waits, whoever has a known one does not.
    refuse(failedKeys?.wait(request.ip));
    const caller = await authenticate(rawKey);
    if (caller === null) refuse(failedKeys?.take(request.ip));
    return caller;
  };

  return {
    arrive: (request) => refuse(perAddress?.take(request.ip)),
    async admit(request, scope) {
      const caller = await callerOf(request);
      if (caller === null) throw new ApiError("UNAUTHENTICATED");
      refuse(perKey?.take(caller.keyId));
      if (!allows(caller, scope)) throw new ApiError("INSUFFICIENT_SCOPE", { required_scope: scope });
      request.caller = caller;
    },
    async isAdmitted(request, scope) {
      const caller = await callerOf(request);
      return scope === null || (caller !== null && allows(caller, scope));
    },
  };
}

const allows = (caller: Caller, scope: Endpoint["scope"]) =>
  scope === null || scope === "any" || caller.scopes.has(scope);

function refuse(seconds: ReturnType<RateLimiter["take"]> = 0): void {
  if (seconds > 0) throw new ApiError("RATE_LIMITED", { retry_after_seconds: seconds });
}
