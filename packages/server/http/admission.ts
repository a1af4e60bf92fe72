// Admission of a request: the rate of its address, its key or session, the rate of the key, the scope.
// Always true: a valid key is looked up before any failure counts, so bad keys from the same address never refuse it.

import { ApiError, type Caller, type Endpoint } from "@fullcast/contract";
import type { FastifyRequest } from "fastify";
import { type Arrival, isHttps, isOwnHost, isOwnOrigin, type OwnAddresses, pageBase } from "./own-address.ts";
import { createRateLimiter, type Rate } from "./rate-limit.ts";
import { sessionToken } from "./session-cookie.ts";

export interface AdmissionOptions {
  /** The caller of a raw key; null for a bad key. Must be cheap for bad keys: it runs for each of them. */
  readonly authenticate: (rawKey: string) => Promise<Caller | null>;
  /** The caller of a key that is known without I/O; null says nothing about the key. */
  readonly recall?: (rawKey: string) => Caller | null;
  /** The caller of a session's token; null for a token that opens nothing. Absent: there are no sessions. */
  readonly ofSession?: (token: string) => Promise<Caller | null>;
  /** Where clients reach this server. Absent: on loopback only. */
  readonly ownAddresses?: () => OwnAddresses;
  readonly clock: () => Date;
  readonly limits?: {
    /** Absent: no limit. */
    readonly perKey?: Rate | undefined;
    readonly perAddress?: Rate | undefined;
    /** Requests with a bad key, from one address. Above it they answer 429 instead of 401. */
    readonly failedKeys?: Rate | undefined;
  };
}

/** The browser's data for a handler of sessions. */
export interface Browser {
  /** The token of the request's cookie. */
  readonly token: string | null;
  readonly isHttps: boolean;
}

export interface Admission {
  /** @throws ApiError RATE_LIMITED */
  arrive(request: FastifyRequest): void;
  /** Checks the key or session, then the scope, before any byte of the body is read. @throws ApiError */
  admit(request: FastifyRequest, scope: Endpoint["scope"]): Promise<void>;
  /** Whether the key or session of a long request is still valid and still has the scope. */
  isAdmitted(request: FastifyRequest, scope: Endpoint["scope"]): Promise<boolean>;
  /** For a page: its Host is this server's. @throws ApiError HOST_NOT_ALLOWED */
  admitPage(request: FastifyRequest): void;
  /** For a row of sessions. @throws ApiError HOST_NOT_ALLOWED, ORIGIN_NOT_ALLOWED */
  admitBrowser(request: FastifyRequest): void;
  browserOf(request: FastifyRequest): Browser;
  /** The base of this server's addresses for the requesting page. Null for a program. */
  pageBaseOf(request: FastifyRequest): string | null;
  /** Counts a bad key or session. @throws ApiError RATE_LIMITED */
  countBadKey(request: FastifyRequest): void;
}

const LONGEST_KEY = 512;
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

export function createAdmission(options: AdmissionOptions): Admission {
  const { authenticate, recall, ofSession, clock, limits = {} } = options;
  const now = () => clock().getTime();
  const limiter = (rate: Rate | undefined) => (rate === undefined ? undefined : createRateLimiter(rate, now));
  const perAddress = limiter(limits.perAddress);
  const perKey = limiter(limits.perKey);
  const failedKeys = limiter(limits.failedKeys);
  const own = () => options.ownAddresses?.() ?? ON_LOOPBACK;

  const admitPage = (request: FastifyRequest) => {
    if (!isOwnHost(request.headers.host, own())) throw new ApiError("HOST_NOT_ALLOWED");
  };
  const admitCookie = (request: FastifyRequest) => {
    admitPage(request);
    if (SAFE_METHODS.has(request.method)) return;
    if (!isOwnOrigin(arrivalOf(request), own())) throw new ApiError("ORIGIN_NOT_ALLOWED");
  };
  const callerOf = async (presented: Presented): Promise<Caller | null> => {
    if (presented === null) return null;
    if (presented.kind === "key") return recall?.(presented.raw) ?? (await authenticate(presented.raw));
    return (await ofSession?.(presented.raw)) ?? null;
  };
  const countBadKey = (request: FastifyRequest) => {
    // Bad keys have a separate budget. They must not use up the budget of the address's valid keys.
    perAddress?.giveBack(request.ip);
    refuse(failedKeys?.take(request.ip));
  };

  return {
    arrive: (request) => refuse(perAddress?.take(request.ip)),
    async admit(request, scope) {
      const presented = presentedBy(request);
      if (presented?.kind === "session") admitCookie(request);
      const caller = await callerOf(presented);
      if (caller === null) {
        if (presented !== null) countBadKey(request);
        throw new ApiError("UNAUTHENTICATED");
      }
      refuse(perKey?.take(caller.keyId));
      if (!allows(caller, scope)) throw new ApiError("INSUFFICIENT_SCOPE", { required_scope: scope });
      request.caller = caller;
    },
    async isAdmitted(request, scope) {
      const caller = await callerOf(presentedBy(request));
      return scope === null || (caller !== null && allows(caller, scope));
    },
    admitPage,
    admitBrowser(request) {
      admitPage(request);
      // A program that signs in states no Origin. It has no cookie yet, so no other page can be behind it.
      const isProgram = request.headers.origin === undefined && sessionToken(request.headers.cookie) === null;
      if (!isProgram) admitCookie(request);
    },
    browserOf: (request) => ({
      token: sessionToken(request.headers.cookie),
      isHttps: isHttps(arrivalOf(request), own()),
    }),
    pageBaseOf: (request) => (request.caller?.sessionId === undefined ? null : pageBase(arrivalOf(request), own())),
    countBadKey,
  };
}

const ON_LOOPBACK: OwnAddresses = { publicUrl: null, listened: [] };
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const arrivalOf = ({ headers, protocol }: FastifyRequest): Arrival => ({
  host: headers.host,
  origin: headers.origin,
  referer: headers.referer,
  scheme: protocol,
});

type Presented = { readonly kind: "key" | "session"; readonly raw: string } | null;

/** A key wins over a cookie, which browsers add to every request. */
function presentedBy(request: FastifyRequest): Presented {
  if (request.headers.authorization !== undefined) {
    const raw = keyOf(request);
    return raw === null ? null : { kind: "key", raw };
  }
  const token = sessionToken(request.headers.cookie);
  return token === null ? null : { kind: "session", raw: token };
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
