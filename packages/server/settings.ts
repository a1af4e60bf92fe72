// The settings of the program, read once from environment variables. Pure: reads nothing but its arguments.
// Always true: an unknown FULLCAST_* name or a bad value stops the start; one message lists all faults; no message
// contains a secret value.

import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { databaseHosts } from "./db/database-hosts.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { nearestName } from "./nearest-name.ts";

export type Role = "api" | "worker";

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether clients get files from the service itself, by addresses that are valid for a minute. */
  readonly redirect: boolean;
}

/** A language model that is asked about unsure lines. */
export interface LanguageModelSettings {
  /** Without a slash at the end; requests go to `{baseUrl}/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** Lines with a lower confidence are asked about, 0 to 1. */
  readonly threshold: number;
  /** Requests for one section. */
  readonly maxRequests: number;
  /** Tokens of the installation in a calendar month; null = no limit. */
  readonly maxTokens: number | null;
  /** Money for a million tokens of questions and of answers; null = not known. */
  readonly price: { readonly prompt: number; readonly completion: number } | null;
  /** Money of the installation in a calendar month; null = no limit. */
  readonly maxCost: number | null;
}

/** A recogniser of speech that listens to takes. */
export type RecogniserSettings =
  | {
      readonly kind: "service";
      /** Without a slash at the end; requests go to `{baseUrl}/audio/transcriptions`. */
      readonly baseUrl: string;
      readonly model: string;
      readonly apiKey: string | null;
    }
  /** A program and its arguments; "{input}" is the WAV file. */
  | { readonly kind: "command"; readonly command: readonly string[] };

export interface Settings {
  /** Address to listen on. */
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Where clients reach the server, without a slash at the end; null = the address it listens on. */
  readonly publicUrl: string | null;
  /** postgres://…, with one host or several; null = the embedded database under the data directory. */
  readonly databaseUrl: string | null;
  /** null = files under the data directory. */
  readonly s3: S3Settings | null;
  /** Absolute; where local copies of a bucket's files lie; null = the system's folder for temporary files. */
  readonly scratchDir: string | null;
  /** At least one. */
  readonly roles: readonly Role[];
  /** The owner's API key; null = one is generated at the first start. */
  readonly ownerKey: string | null;
  /** Snowcoins per 1,000 characters by provider; a provider without a price costs 0. */
  readonly prices: Readonly<Record<string, number>>;
  /** null = no language model is asked. */
  readonly languageModel: LanguageModelSettings | null;
  /** null = takes are not listened to. */
  readonly recogniser: RecogniserSettings | null;
  /** Absolute path of the engines file; null = engines.json under the data directory, if it is there. */
  readonly enginesFile: string | null;
  /** Requests a minute; 0 = no limit. */
  readonly rateLimits: { readonly perKey: number; readonly perAddress: number; readonly failedKeys: number };
  /** Bytes that one account may store; null = no limit. */
  readonly storageQuotaBytes: number | null;
  /** Whether webhooks may lead to private and loopback addresses. */
  readonly webhookPrivate: boolean;
  /** Number of reverse proxies in front of the server; 0 = a client's address is that of its connection. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  /** Where Prometheus reads; null = nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
}

/** Holds every fault that was found, one sentence each. */
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
const MEBIBYTE = 1_048_576;

/** A text that must satisfy a condition. `expected` never quotes the value, so it is safe for secrets. */
const secret = (isValid: (value: string) => boolean, expected: string) => z.string().refine(isValid, expected);

/** The same with the bad value in the message. */
const shown = (isValid: (value: string) => boolean, what: string) =>
  z.string().refine(isValid, { error: ({ input }) => `"${input}" ${what}` });

const wholeNumber = (most: number, what: string) =>
  shown((value) => /^\d{1,9}$/.test(value) && Number(value) <= most, what).transform(Number);

const rate = wholeNumber(
  99_999_999,
  "is not a rate. A whole number from 0 to 99,999,999 is expected; 0 means no limit.",
);

const listed = <T extends string>(known: readonly T[], expected: string) =>
  z.string().transform((value, context) => {
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    context.addIssue(`"${value}" is not known. ${expected}`);
    return z.NEVER;
  });

const roles = z.string().transform((value, context): readonly Role[] => {
  const given = value.split(",").map((role) => role.trim());
  const isRole = (role: string): role is Role => role === "api" || role === "worker";
  if (given.every(isRole) && new Set(given).size === given.length) return given;
  context.addIssue(`"${value}" is not known; api, worker or api,worker is expected.`);
  return z.NEVER;
});

const PRICES_EXPECTED =
  'a JSON object of provider names and numbers from 0 to 1,000,000 with at most three decimals is expected, e.g. {"some-provider": 12}.';
const hasThreeDecimals = (price: number) => Math.round(price * 1_000) / 1_000 === price;
const priceList = z.record(
  z.string().regex(/^[a-z][a-z0-9_.-]{0,63}$/),
  z.number().min(0).max(1_000_000).refine(hasThreeDecimals),
);
const prices = z.string().transform((value, context): Settings["prices"] => {
  const read = priceList.safeParse(parsedJson(value));
  if (read.success) return read.data;
  context.addIssue(PRICES_EXPECTED);
  return z.NEVER;
});

const COMMAND_EXPECTED =
  'a JSON array of the program and its arguments is expected, one of which contains {input}, e.g. ["whisper-cli", "-nt", "{input}"].';
const commandList = z
  .array(z.string().min(1).max(4_096))
  .min(2)
  .max(64)
  .refine((parts) => parts.slice(1).some((part) => part.includes("{input}")));
const command = z.string().transform((value, context): readonly string[] => {
  const read = commandList.safeParse(parsedJson(value));
  if (read.success) return read.data;
  context.addIssue(COMMAND_EXPECTED);
  return z.NEVER;
});

/** Every setting: what it may be and, as its description, the line of `fullcast serve --help`. */
const SETTINGS = {
  FULLCAST_HOST: shown(isHost, "is not a host. An IP address or a host name is expected, e.g. 127.0.0.1 or 0.0.0.0.")
    .default("127.0.0.1")
    .describe("address to listen on (127.0.0.1)"),
  FULLCAST_PORT: wholeNumber(
    65_535,
    "is not a port. A whole number from 0 to 65535 is expected; 0 means any free port.",
  )
    .default(7411)
    .describe("port to listen on, 0 to 65535, 0 = any free one (7411)"),
  FULLCAST_DATA_DIR: secret((value) => !value.includes("\0"), "a folder is expected.")
    .default("data")
    .describe("folder that holds everything (./data)"),
  FULLCAST_PUBLIC_URL: secret(
    isPlainHttpUrl,
    "an address such as https://audio.example.org is expected, without user, query or fragment.",
  )
    .transform((value) => new URL(value).href.replace(/\/+$/, ""))
    .nullable()
    .default(null)
    .describe("where clients reach the server, http:// or https:// (the address it listens on)"),
  FULLCAST_DATABASE_URL: secret(
    (value) => databaseHosts(value) !== null,
    "an address such as postgres://user:password@host:5432/database is expected. Several hosts stand before the database, with commas between them; target_session_attrs is read-write, primary or any.",
  )
    .nullable()
    .default(null)
    .describe("postgres://…, also with several hosts: postgres://a,b/… (absent: the embedded database)"),
  FULLCAST_S3_ENDPOINT: secret(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
    "an address such as https://s3.example.org is expected.",
  )
    .transform((value) => value.replace(/\/+$/, ""))
    .nullable()
    .default(null)
    .describe("http(s)://… of an S3 service (absent: files under the data folder)"),
  FULLCAST_S3_BUCKET: secret(
    (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    "3 to 63 lowercase letters, digits, dots and hyphens are expected.",
  )
    .nullable()
    .default(null)
    .describe("bucket"),
  FULLCAST_S3_REGION: z.string().nullable().default(null).describe("region (us-east-1)"),
  FULLCAST_S3_ACCESS_KEY_ID: z.string().nullable().default(null).describe("access key id"),
  FULLCAST_S3_SECRET_ACCESS_KEY: z.string().nullable().default(null).describe("secret access key"),
  FULLCAST_S3_REDIRECT: shown((value) => value === "0" || value === "1", "is not known; 0 or 1 is expected.")
    .transform((value) => value === "1")
    .default(false)
    .describe("1 redirects downloads to the S3 service, by addresses that are valid for 60 s (0)"),
  FULLCAST_SCRATCH_DIR: secret((value) => !value.includes("\0"), "a folder is expected.")
    .nullable()
    .default(null)
    .describe("folder for local copies of files in S3 (the system's folder for temporary files)"),
  FULLCAST_ROLES: roles
    .default(["api", "worker"])
    .describe("what this process does: api, worker or api,worker (api,worker)"),
  FULLCAST_OWNER_KEY: secret(
    (value) => /^[\x21-\x7e]{32,256}$/.test(value),
    "32 to 256 visible ASCII characters without spaces are expected (the value is not shown here).",
  )
    .nullable()
    .default(null)
    .describe(
      "the owner's API key, 32 to 256 visible characters; a new one revokes the one before (absent: one is generated at first start)",
    ),
  FULLCAST_PRICES: prices
    .default({})
    .describe('snowcoins per 1,000 characters by provider, as JSON, e.g. {"some-provider": 12} ({})'),
  FULLCAST_ENGINES_FILE: secret((value) => !value.includes("\0"), "a file is expected.")
    .nullable()
    .default(null)
    .describe("file of the engines that you bring (engines.json in the data folder, if it is there)"),
  FULLCAST_LLM_BASE_URL: secret(
    isPlainHttpUrl,
    "an address such as http://127.0.0.1:11434/v1 is expected, without user, query or fragment.",
  )
    .transform((value) => new URL(value).href.replace(/\/+$/, ""))
    .nullable()
    .default(null)
    .describe("http(s)://… of a language model for unsure lines, in OpenAI's dialect (absent: none is asked)"),
  FULLCAST_LLM_MODEL: shown((value) => value.length <= 200, "is not a model. At most 200 characters are expected.")
    .nullable()
    .default(null)
    .describe("name of the language model at that address"),
  FULLCAST_LLM_API_KEY: secret(
    (value) => /^[\x21-\x7e]{1,1000}$/.test(value),
    "visible ASCII characters without spaces are expected (the value is not shown here).",
  )
    .nullable()
    .default(null)
    .describe("key of the language model (absent: none is sent)"),
  FULLCAST_LLM_THRESHOLD: shown(
    (value) => /^(?:0?\.\d{1,4}|[01](?:\.0{1,4})?)$/.test(value),
    "is not a confidence. A number from 0 to 1 is expected.",
  )
    .transform(Number)
    .default(0.8)
    .describe("lines with a lower confidence are asked about, 0 to 1 (0.8)"),
  FULLCAST_LLM_MAX_REQUESTS: wholeNumber(100_000, "is not a number of requests from 0 to 100,000.")
    .default(200)
    .describe("requests to the language model for one section (200)"),
  FULLCAST_LLM_MAX_TOKENS: shown((value) => /^\d{1,12}$/.test(value), "is not a number of tokens.")
    .transform(Number)
    .default(0)
    .describe("tokens of the language model in a calendar month, 0 = no limit (0)"),
  FULLCAST_LLM_PRICE: shown(
    (value) => /^\d{1,6}(?:\.\d{1,6})?(?:,\d{1,6}(?:\.\d{1,6})?)?$/.test(value),
    'is not a price. Money for a million tokens is expected, or two prices for questions and answers, e.g. "0.15,0.60".',
  )
    .transform((value) => {
      const [prompt, completion] = value.split(",").map(Number);
      return { prompt: prompt!, completion: completion ?? prompt! };
    })
    .nullable()
    .default(null)
    .describe('price of a million tokens, or two prices for questions and answers, e.g. "0.15,0.60" (not known)'),
  FULLCAST_LLM_MAX_COST: shown(
    (value) => /^\d{1,9}(?:\.\d{1,6})?$/.test(value),
    "is not an amount. A number is expected; 0 means no limit.",
  )
    .transform(Number)
    .default(0)
    .describe("money for the language model in a calendar month, by FULLCAST_LLM_PRICE, 0 = no limit (0)"),
  FULLCAST_RECOGNISER_BASE_URL: secret(
    isPlainHttpUrl,
    "an address such as http://127.0.0.1:8000/v1 is expected, without user, query or fragment.",
  )
    .transform((value) => new URL(value).href.replace(/\/+$/, ""))
    .nullable()
    .default(null)
    .describe("http(s)://… of a recogniser of speech for certificates, in OpenAI's dialect (absent: none)"),
  FULLCAST_RECOGNISER_MODEL: shown(
    (value) => value.length <= 200,
    "is not a model. At most 200 characters are expected.",
  )
    .default("whisper-1")
    .describe("name of the recogniser's model at that address (whisper-1)"),
  FULLCAST_RECOGNISER_API_KEY: secret(
    (value) => /^[\x21-\x7e]{1,1000}$/.test(value),
    "visible ASCII characters without spaces are expected (the value is not shown here).",
  )
    .nullable()
    .default(null)
    .describe("key of the recogniser (absent: none is sent)"),
  FULLCAST_RECOGNISER_COMMAND: command
    .nullable()
    .default(null)
    .describe(
      'program that prints what a WAV file says, as JSON, e.g. ["whisper-cli", "-nt", "{input}"] (absent: none)',
    ),
  FULLCAST_RATE_LIMIT_PER_KEY: rate.default(600_000).describe("requests a minute with one key, 0 = no limit (600000)"),
  FULLCAST_RATE_LIMIT_PER_ADDRESS: rate
    .default(600_000)
    .describe("requests a minute from one address, 0 = no limit (600000)"),
  FULLCAST_RATE_LIMIT_FAILED_KEYS: rate
    .default(300)
    .describe("requests with a bad key a minute from one address, 0 = no limit (300)"),
  FULLCAST_STORAGE_QUOTA_MB: wholeNumber(
    999_999_999,
    "is not a size. A whole number of mebibytes from 0 to 999,999,999 is expected; 0 means no limit.",
  )
    .default(0)
    .describe("mebibytes that one account may store, 0 = no limit (0)"),
  FULLCAST_TRUSTED_PROXIES: wholeNumber(
    10,
    "is not allowed. The number of reverse proxies in front of the server is expected, 0 to 10.",
  )
    .default(0)
    .describe("reverse proxies in front of it whose X-Forwarded-For is believed, 0 to 10 (0)"),
  FULLCAST_WEBHOOK_PRIVATE: shown((value) => value === "0" || value === "1", "is not known; 0 or 1 is expected.")
    .transform((value) => value === "1")
    .default(false)
    .describe("1 allows webhooks on private and loopback addresses (0)"),
  FULLCAST_LOG_LEVEL: listed(LOG_LEVELS, `${LOG_LEVELS.join(", ")} are allowed.`)
    .default("info")
    .describe(`${LOG_LEVELS.join(", ")} (info)`),
  FULLCAST_METRICS_PORT: wholeNumber(
    65_535,
    "is not a port. A whole number from 0 to 65535 is expected; 0 means any free port.",
  )
    .nullable()
    .default(null)
    .describe("port where Prometheus reads /metrics, 0 = any free one (absent: none)"),
  FULLCAST_METRICS_HOST: shown(
    isHost,
    "is not a host. An IP address or a host name is expected, e.g. 127.0.0.1 or 0.0.0.0.",
  )
    .default("127.0.0.1")
    .describe("address of that port, which needs no key (127.0.0.1)"),
};

type SettingName = keyof typeof SETTINGS;
const environment = z.object(SETTINGS);
type Values = z.output<typeof environment>;

/** Every setting with its line of help. */
export const SETTINGS_HELP = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, schema]) => [name, schema.description]),
) as { readonly [Name in SettingName]: string };

/**
 * Settings from environment variables; an empty value counts as absent. A relative data directory is resolved against
 * `cwd`. @throws SettingsError with every fault
 */
export function readSettings(env: Environment, cwd: string): Settings {
  const given = Object.entries(env).filter(([name]) => name.startsWith(PREFIX));
  const unknown = given.filter(([name]) => !Object.hasOwn(SETTINGS, name)).map(([name]) => unknownName(name));
  const present = given
    .map(([name, value]) => [name, value?.trim() ?? ""] as const)
    .filter(([name, value]) => value !== "" && Object.hasOwn(SETTINGS, name));
  const read = environment.safeParse(Object.fromEntries(present));
  const faults = [
    ...unknown,
    ...(read.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`),
    ...missingOfS3(new Set(present.map(([name]) => name))),
    ...missingOfModel(new Set(present.map(([name]) => name))),
    ...faultsOfRecogniser(new Set(present.map(([name]) => name))),
  ];
  if (!read.success || faults.length > 0) throw new SettingsError(faults);
  return toSettings(read.data, cwd);
}

function toSettings(values: Values, cwd: string): Settings {
  const quota = values.FULLCAST_STORAGE_QUOTA_MB;
  return {
    host: values.FULLCAST_HOST,
    port: values.FULLCAST_PORT,
    dataDir: resolve(cwd, values.FULLCAST_DATA_DIR),
    publicUrl: values.FULLCAST_PUBLIC_URL,
    databaseUrl: values.FULLCAST_DATABASE_URL,
    s3: s3Of(values),
    scratchDir: values.FULLCAST_SCRATCH_DIR === null ? null : resolve(cwd, values.FULLCAST_SCRATCH_DIR),
    roles: values.FULLCAST_ROLES,
    ownerKey: values.FULLCAST_OWNER_KEY,
    prices: values.FULLCAST_PRICES,
    enginesFile: values.FULLCAST_ENGINES_FILE === null ? null : resolve(cwd, values.FULLCAST_ENGINES_FILE),
    languageModel: languageModelOf(values),
    recogniser: recogniserOf(values),
    rateLimits: {
      perKey: values.FULLCAST_RATE_LIMIT_PER_KEY,
      perAddress: values.FULLCAST_RATE_LIMIT_PER_ADDRESS,
      failedKeys: values.FULLCAST_RATE_LIMIT_FAILED_KEYS,
    },
    storageQuotaBytes: quota === 0 ? null : quota * MEBIBYTE,
    webhookPrivate: values.FULLCAST_WEBHOOK_PRIVATE,
    trustedProxies: values.FULLCAST_TRUSTED_PROXIES,
    logLevel: values.FULLCAST_LOG_LEVEL,
    metrics:
      values.FULLCAST_METRICS_PORT === null
        ? null
        : { host: values.FULLCAST_METRICS_HOST, port: values.FULLCAST_METRICS_PORT },
  };
}

const S3_NEEDS = [
  "FULLCAST_S3_ENDPOINT",
  "FULLCAST_S3_BUCKET",
  "FULLCAST_S3_ACCESS_KEY_ID",
  "FULLCAST_S3_SECRET_ACCESS_KEY",
] as const satisfies readonly SettingName[];

/** The S3 settings are given together or not at all. */
function missingOfS3(present: ReadonlySet<string>): readonly string[] {
  const some = [...S3_NEEDS, "FULLCAST_S3_REGION", "FULLCAST_S3_REDIRECT"].some((name) => present.has(name));
  if (!some) return [];
  return S3_NEEDS.filter((name) => !present.has(name)).map(
    (name) => `${name}: required when any other FULLCAST_S3_* is set.`,
  );
}

function s3Of(values: Values): S3Settings | null {
  const endpoint = values.FULLCAST_S3_ENDPOINT;
  const bucket = values.FULLCAST_S3_BUCKET;
  const accessKeyId = values.FULLCAST_S3_ACCESS_KEY_ID;
  const secretAccessKey = values.FULLCAST_S3_SECRET_ACCESS_KEY;
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  const region = values.FULLCAST_S3_REGION ?? "us-east-1";
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, redirect: values.FULLCAST_S3_REDIRECT };
}

/** Address and name of a language model are given together; a limit in money needs a price. */
function missingOfModel(present: ReadonlySet<string>): readonly string[] {
  const others = Object.keys(SETTINGS).filter((name) => name.startsWith("FULLCAST_LLM_") && present.has(name));
  if (others.length === 0) return [];
  const faults = ["FULLCAST_LLM_BASE_URL", "FULLCAST_LLM_MODEL"]
    .filter((name) => !present.has(name))
    .map((name) => `${name}: required when any other FULLCAST_LLM_* is set.`);
  if (present.has("FULLCAST_LLM_MAX_COST") && !present.has("FULLCAST_LLM_PRICE"))
    faults.push("FULLCAST_LLM_PRICE: required when FULLCAST_LLM_MAX_COST is set.");
  return faults;
}

function languageModelOf(values: Values): LanguageModelSettings | null {
  const baseUrl = values.FULLCAST_LLM_BASE_URL;
  const model = values.FULLCAST_LLM_MODEL;
  if (baseUrl === null || model === null) return null;
  return {
    baseUrl,
    model,
    apiKey: values.FULLCAST_LLM_API_KEY,
    threshold: values.FULLCAST_LLM_THRESHOLD,
    maxRequests: values.FULLCAST_LLM_MAX_REQUESTS,
    maxTokens: values.FULLCAST_LLM_MAX_TOKENS || null,
    price: values.FULLCAST_LLM_PRICE,
    maxCost: values.FULLCAST_LLM_MAX_COST || null,
  };
}

/** A recogniser is a service or a command. */
function faultsOfRecogniser(present: ReadonlySet<string>): readonly string[] {
  const [url, command] = ["FULLCAST_RECOGNISER_BASE_URL", "FULLCAST_RECOGNISER_COMMAND"].map((name) =>
    present.has(name),
  );
  if (url && command) return ["FULLCAST_RECOGNISER_COMMAND: not allowed beside FULLCAST_RECOGNISER_BASE_URL."];
  const others = ["FULLCAST_RECOGNISER_MODEL", "FULLCAST_RECOGNISER_API_KEY"].filter((name) => present.has(name));
  return !url && others.length > 0 ? [`FULLCAST_RECOGNISER_BASE_URL: required when ${others[0]} is set.`] : [];
}

function recogniserOf(values: Values): RecogniserSettings | null {
  const { FULLCAST_RECOGNISER_BASE_URL: baseUrl, FULLCAST_RECOGNISER_COMMAND: command } = values;
  if (command !== null) return { kind: "command", command };
  if (baseUrl === null) return null;
  const { FULLCAST_RECOGNISER_MODEL: model, FULLCAST_RECOGNISER_API_KEY: apiKey } = values;
  return { kind: "service", baseUrl, model, apiKey };
}

function isHost(value: string): boolean {
  if (isIP(value) !== 0) return true;
  // "1.2.3" and "300.1.1.1" match the pattern of a host name, but are mistyped addresses.
  if (/^[\d.]+$/.test(value) || value.length > 253) return false;
  return /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/.test(value);
}

function isPlainHttpUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return false;
  return url.search === "" && url.hash === "" && url.username === "" && url.password === "";
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unknownName(name: string): string {
  const known = Object.keys(SETTINGS);
  const nearest = nearestName(name, known);
  const hint = nearest === null ? `The settings are ${known.join(", ")}.` : `Did you mean ${nearest}?`;
  return `${name}: there is no such setting. ${hint}`;
}
