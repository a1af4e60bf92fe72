// The settings of the whole program, read once from the environment. Pure: it looks at nothing but its arguments.
// What always holds: a FULLCAST_* name nobody knows, or a value outside what is allowed, stops the start, and the
// message lists every fault at once. Secret values never appear in a message.

import { isIP } from "node:net";
import { resolve } from "node:path";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

export type Role = "api" | "worker";

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Settings {
  /** Address to listen on. */
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Where clients reach the server, without a slash at the end; null = the address it listens on. */
  readonly publicUrl: string | null;
  /** postgres://…; null = the embedded database under the data directory. */
  readonly databaseUrl: string | null;
  /** null = files under the data directory. */
  readonly s3: S3Settings | null;
  /** At least one. */
  readonly roles: readonly Role[];
  /** The owner's API key to set at first start; null = generate one. */
  readonly ownerKey: string | null;
  /** Snowcoins per 1,000 characters by provider; a provider that is not named costs 0. */
  readonly prices: Readonly<Record<string, number>>;
  /** Requests a minute; 0 = not limited. */
  readonly rateLimits: { readonly perKey: number; readonly perAddress: number; readonly failedKeys: number };
  /** How many proxies stand in front; 0 = clients' addresses are those of their connections. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
}

/** Every fault that was found, one sentence each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    const title = faults.length === 1 ? "A setting is wrong:" : `${faults.length} settings are wrong:`;
    super([title, ...faults.map((fault) => `  ${fault}`)].join("\n"));
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = "FULLCAST_";

/** Every setting there is, with what it may be; for messages and for `fullcast serve --help`. */
export const SETTINGS_HELP = {
  FULLCAST_HOST: "address to listen on (127.0.0.1)",
  FULLCAST_PORT: "port to listen on, 0 to 65535, 0 = any free one (7411)",
  FULLCAST_DATA_DIR: "folder that holds everything (./data)",
  FULLCAST_PUBLIC_URL: "where clients reach the server, http:// or https:// (the address it listens on)",
  FULLCAST_DATABASE_URL: "postgres://… (absent: the embedded database)",
  FULLCAST_S3_ENDPOINT: "http(s)://… of an S3 service (absent: files under the data folder)",
  FULLCAST_S3_BUCKET: "bucket",
  FULLCAST_S3_REGION: "region (us-east-1)",
  FULLCAST_S3_ACCESS_KEY_ID: "access key id",
  FULLCAST_S3_SECRET_ACCESS_KEY: "secret access key",
  FULLCAST_ROLES: "what this process does: api, worker or api,worker (api,worker)",
  FULLCAST_OWNER_KEY: "the owner's API key, 32 to 256 visible characters (absent: one is generated at first start)",
  FULLCAST_PRICES: 'snowcoins per 1,000 characters by provider, as JSON, e.g. {"some-provider": 12} ({})',
  FULLCAST_RATE_LIMIT_PER_KEY: "requests a minute with one key, 0 = no limit (600000)",
  FULLCAST_RATE_LIMIT_PER_ADDRESS: "requests a minute from one address, 0 = no limit (600000)",
  FULLCAST_RATE_LIMIT_FAILED_KEYS: "keys that open nothing, a minute from one address, 0 = no limit (300)",
  FULLCAST_TRUSTED_PROXIES: "reverse proxies in front of it whose X-Forwarded-For is believed, 0 to 10 (0)",
  FULLCAST_LOG_LEVEL: `${LOG_LEVELS.join(", ")} (info)`,
} as const;

type SettingName = keyof typeof SETTINGS_HELP;

/**
 * Settings from environment variables; an empty value counts as absent. `cwd` is what a relative data directory is
 * relative to. Throws SettingsError with every fault.
 */
export function readSettings(env: Environment, cwd: string): Settings {
  const faults: string[] = [];
  for (const name of Object.keys(env)) {
    if (name.startsWith(PREFIX) && !Object.hasOwn(SETTINGS_HELP, name)) faults.push(unknownName(name));
  }
  const read = <T>(name: SettingName, fallback: T, parse: (value: string) => T | Fault): T => {
    const value = env[name]?.trim() ?? "";
    if (value === "") return fallback;
    const parsed = parse(value);
    if (!(parsed instanceof Fault)) return parsed;
    faults.push(`${name}: ${parsed.expected}`);
    return fallback;
  };
  const settings: Settings = {
    host: read("FULLCAST_HOST", "127.0.0.1", parseHost),
    port: read("FULLCAST_PORT", 7411, parsePort),
    dataDir: resolve(cwd, read("FULLCAST_DATA_DIR", "data", parseFolder)),
    publicUrl: read("FULLCAST_PUBLIC_URL", null, parsePublicUrl),
    databaseUrl: read("FULLCAST_DATABASE_URL", null, parseDatabaseUrl),
    s3: readS3(env, faults),
    roles: read("FULLCAST_ROLES", ["api", "worker"] as readonly Role[], parseRoles),
    ownerKey: read("FULLCAST_OWNER_KEY", null, parseOwnerKey),
    prices: read("FULLCAST_PRICES", {} as Settings["prices"], parsePrices),
    rateLimits: {
      perKey: read("FULLCAST_RATE_LIMIT_PER_KEY", 600_000, parseRate),
      perAddress: read("FULLCAST_RATE_LIMIT_PER_ADDRESS", 600_000, parseRate),
      failedKeys: read("FULLCAST_RATE_LIMIT_FAILED_KEYS", 300, parseRate),
    },
    trustedProxies: read("FULLCAST_TRUSTED_PROXIES", 0, parseProxies),
    logLevel: read("FULLCAST_LOG_LEVEL", "info" as LogLevel, parseLogLevel),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

class Fault {
  readonly expected: string;
  constructor(expected: string) {
    this.expected = expected;
  }
}

function parseHost(value: string): string | Fault {
  const isName = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/.test(value) && value.length <= 253;
  // "1.2.3" or "300.1.1.1" has the letters of a name, but is an address gone wrong.
  const isNumbers = /^[\d.]+$/.test(value);
  return isIP(value) !== 0 || (isName && !isNumbers)
    ? value
    : new Fault(`"${value}" is no host; an IP address or a host name is expected, e.g. 127.0.0.1 or 0.0.0.0.`);
}

function parsePort(value: string): number | Fault {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65535
    ? Number(value)
    : new Fault(`"${value}" is no port; a whole number from 0 to 65535 is expected, 0 for any free port.`);
}

function parseFolder(value: string): string | Fault {
  return value.includes("\0") ? new Fault("a folder is expected.") : value;
}

function parsePublicUrl(value: string): string | Fault {
  const url = URL.parse(value);
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isPlain && (url.protocol === "http:" || url.protocol === "https:")
    ? url.href.replace(/\/+$/, "")
    : new Fault("an address such as https://audio.example.org is expected, without user, query or fragment.");
}

function parseDatabaseUrl(value: string): string | Fault {
  const url = URL.parse(value);
  return url !== null && (url.protocol === "postgres:" || url.protocol === "postgresql:")
    ? value
    : new Fault("an address such as postgres://user:password@host:5432/database is expected.");
}

function parseRoles(value: string): readonly Role[] | Fault {
  const roles = value.split(",").map((role) => role.trim());
  const isRole = (role: string): role is Role => role === "api" || role === "worker";
  return roles.every(isRole) && new Set(roles).size === roles.length
    ? roles
    : new Fault(`"${value}" is not known; api, worker or api,worker is expected.`);
}

function parseOwnerKey(value: string): string | Fault {
  return /^[\x21-\x7e]{32,256}$/.test(value)
    ? value
    : new Fault("32 to 256 visible ASCII characters without spaces are expected (the value is not shown here).");
}

function parsePrices(value: string): Readonly<Record<string, number>> | Fault {
  const expected = new Fault(
    'a JSON object of provider names and numbers from 0 to 1,000,000 with at most three decimals is expected, e.g. {"some-provider": 12}.',
  );
  let prices: unknown;
  try {
    prices = JSON.parse(value);
  } catch {
    return expected;
  }
  if (typeof prices !== "object" || prices === null || Array.isArray(prices)) return expected;
  const entries = Object.entries(prices);
  const isPrice = ([provider, price]: [string, unknown]) =>
    /^[a-z][a-z0-9_.-]{0,63}$/.test(provider) &&
    typeof price === "number" &&
    price >= 0 &&
    price <= 1_000_000 &&
    hasThreeDecimals(price);
  return entries.every(isPrice) ? (Object.fromEntries(entries) as Record<string, number>) : expected;
}

const hasThreeDecimals = (price: number) => Math.round(price * 1_000) / 1_000 === price;

function parseRate(value: string): number | Fault {
  return /^\d{1,8}$/.test(value)
    ? Number(value)
    : new Fault(`"${value}" is no rate; a whole number from 0 to 99,999,999 is expected, 0 for no limit.`);
}

function parseProxies(value: string): number | Fault {
  return /^\d{1,2}$/.test(value) && Number(value) <= 10
    ? Number(value)
    : new Fault(`"${value}" is not allowed; the number of proxies in front of the server is expected, 0 to 10.`);
}

function parseLogLevel(value: string): LogLevel | Fault {
  return (
    LOG_LEVELS.find((level) => level === value) ??
    new Fault(`"${value}" is not known; ${LOG_LEVELS.join(", ")} are allowed.`)
  );
}

function readS3(env: Environment, faults: string[]): S3Settings | null {
  const get = (name: SettingName) => env[name]?.trim() ?? "";
  const given = {
    FULLCAST_S3_ENDPOINT: get("FULLCAST_S3_ENDPOINT"),
    FULLCAST_S3_BUCKET: get("FULLCAST_S3_BUCKET"),
    FULLCAST_S3_ACCESS_KEY_ID: get("FULLCAST_S3_ACCESS_KEY_ID"),
    FULLCAST_S3_SECRET_ACCESS_KEY: get("FULLCAST_S3_SECRET_ACCESS_KEY"),
  };
  const region = get("FULLCAST_S3_REGION");
  if (region === "" && Object.values(given).every((value) => value === "")) return null;
  for (const [name, value] of Object.entries(given)) {
    if (value === "") faults.push(`${name}: needed as soon as any other FULLCAST_S3_* is set.`);
  }
  const url = URL.parse(given.FULLCAST_S3_ENDPOINT);
  if (given.FULLCAST_S3_ENDPOINT !== "" && url?.protocol !== "http:" && url?.protocol !== "https:") {
    faults.push("FULLCAST_S3_ENDPOINT: an address such as https://s3.example.org is expected.");
  }
  if (given.FULLCAST_S3_BUCKET !== "" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given.FULLCAST_S3_BUCKET)) {
    faults.push("FULLCAST_S3_BUCKET: 3 to 63 lowercase letters, digits, dots and hyphens are expected.");
  }
  return {
    endpoint: given.FULLCAST_S3_ENDPOINT.replace(/\/+$/, ""),
    bucket: given.FULLCAST_S3_BUCKET,
    region: region === "" ? "us-east-1" : region,
    accessKeyId: given.FULLCAST_S3_ACCESS_KEY_ID,
    secretAccessKey: given.FULLCAST_S3_SECRET_ACCESS_KEY,
  };
}

function unknownName(name: string): string {
  const nearest = Object.keys(SETTINGS_HELP)
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best));
  const hint = nearest.distance <= 4 ? ` Did you mean ${nearest.known}?` : "";
  return `${name}: there is no such setting.${hint || ` There are ${Object.keys(SETTINGS_HELP).join(", ")}.`}`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
