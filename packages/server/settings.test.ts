import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { type Environment, readSettings, SETTINGS_HELP, SettingsError } from "./settings.ts";

const CWD = resolve("/srv/fullcast");
const S3 = {
  FULLCAST_S3_ENDPOINT: "https://s3.example.org/",
  FULLCAST_S3_BUCKET: "stories",
  FULLCAST_S3_ACCESS_KEY_ID: "id",
  FULLCAST_S3_SECRET_ACCESS_KEY: "secret-value",
};

test("without any variable every setting has its default", () => {
  assert.deepEqual(readSettings({ PATH: "/bin", HOME: "/root" }, CWD), {
    host: "127.0.0.1",
    port: 7411,
    dataDir: resolve(CWD, "data"),
    publicUrl: null,
    databaseUrl: null,
    s3: null,
    scratchDir: null,
    roles: ["api", "worker"],
    ownerKey: null,
    prices: {},
    languageModel: null,
    recogniser: null,
    enginesFile: null,
    rateLimits: { perKey: 600_000, perAddress: 600_000, failedKeys: 300 },
    storageQuotaBytes: null,
    webhookPrivate: false,
    trustedProxies: 0,
    logLevel: "info",
    metrics: null,
  });
});

test("an empty value counts as absent", () => {
  const empty = Object.fromEntries(Object.keys(SETTINGS_HELP).map((name) => [name, " "]));
  assert.deepEqual(readSettings(empty, CWD), readSettings({}, CWD));
});

test("every setting is read", () => {
  const settings = readSettings(
    {
      FULLCAST_HOST: "0.0.0.0",
      FULLCAST_PORT: "0",
      FULLCAST_DATA_DIR: "../elsewhere",
      FULLCAST_PUBLIC_URL: "https://audio.example.org/stories/",
      FULLCAST_DATABASE_URL: "postgres://user:pw@db:5432/fullcast",
      ...S3,
      FULLCAST_ROLES: "worker",
      FULLCAST_OWNER_KEY: "k".repeat(32),
      FULLCAST_PRICES: '{"some-provider": 12.5}',
      FULLCAST_LLM_BASE_URL: "http://127.0.0.1:11434/v1/",
      FULLCAST_LLM_MODEL: "qwen",
      FULLCAST_LLM_API_KEY: "sk-1",
      FULLCAST_LLM_THRESHOLD: "0.75",
      FULLCAST_LLM_MAX_REQUESTS: "20",
      FULLCAST_LLM_MAX_TOKENS: "1000000",
      FULLCAST_LLM_PRICE: "0.15,0.60",
      FULLCAST_LLM_MAX_COST: "2.50",
      FULLCAST_RECOGNISER_BASE_URL: "http://127.0.0.1:8000/v1/",
      FULLCAST_RECOGNISER_MODEL: "large",
      FULLCAST_RECOGNISER_API_KEY: "sk-2",
      FULLCAST_RATE_LIMIT_PER_KEY: "600",
      FULLCAST_RATE_LIMIT_PER_ADDRESS: "0",
      FULLCAST_RATE_LIMIT_FAILED_KEYS: "5",
      FULLCAST_STORAGE_QUOTA_MB: "500",
      FULLCAST_WEBHOOK_PRIVATE: "1",
      FULLCAST_TRUSTED_PROXIES: "1",
      FULLCAST_LOG_LEVEL: "debug",
    },
    CWD,
  );
  assert.deepEqual(settings, {
    host: "0.0.0.0",
    port: 0,
    dataDir: resolve(CWD, "../elsewhere"),
    publicUrl: "https://audio.example.org/stories",
    databaseUrl: "postgres://user:pw@db:5432/fullcast",
    s3: {
      endpoint: "https://s3.example.org",
      bucket: "stories",
      region: "us-east-1",
      accessKeyId: "id",
      redirect: false,
      secretAccessKey: "secret-value",
    },
    scratchDir: null,
    roles: ["worker"],
    ownerKey: "k".repeat(32),
    prices: { "some-provider": 12.5 },
    languageModel: {
      baseUrl: "http://127.0.0.1:11434/v1",
      model: "qwen",
      apiKey: "sk-1",
      threshold: 0.75,
      maxRequests: 20,
      maxTokens: 1_000_000,
      price: { prompt: 0.15, completion: 0.6 },
      maxCost: 2.5,
    },
    recogniser: { kind: "service", baseUrl: "http://127.0.0.1:8000/v1", model: "large", apiKey: "sk-2" },
    enginesFile: null,
    rateLimits: { perKey: 600, perAddress: 0, failedKeys: 5 },
    storageQuotaBytes: 500 * 1_048_576,
    webhookPrivate: true,
    trustedProxies: 1,
    logLevel: "debug",
    metrics: null,
  });
});

test("an unknown name is refused, with the name that was probably meant", () => {
  assert.match(
    refusal({ FULLCAST_PROT: "80" }),
    /FULLCAST_PROT: there is no such setting. Did you mean FULLCAST_PORT\?/,
  );
  assert.match(refusal({ FULLCAST_DATADIR: "x" }), /Did you mean FULLCAST_DATA_DIR\?/);
  assert.match(refusal({ FULLCAST_QUITE_ANOTHER_THING: "x" }), /The settings are FULLCAST_HOST, FULLCAST_PORT/);
});

for (const [name, values] of Object.entries({
  FULLCAST_HOST: ["http://localhost", "a b", "-x", "300.1.1.1", "1.2.3"],
  FULLCAST_PORT: ["65536", "-1", "80.5", "http", "0x50", "1e3"],
  FULLCAST_LLM_THRESHOLD: ["1.1", "-1", "80%", "1e-1"],
  FULLCAST_LLM_PRICE: ["free", "-1", "1,2,3"],
  FULLCAST_LLM_MAX_COST: ["-1", "5€"],
  FULLCAST_PUBLIC_URL: ["example.org", "ftp://example.org", "https://u:p@example.org", "https://example.org/?a=1"],
  FULLCAST_DATABASE_URL: [
    "mysql://x/y",
    "fullcast",
    "postgres://a,b/x?target_session_attrs=standby",
    "postgres://a,,b/x",
  ],
  FULLCAST_ROLES: ["web", "api,api", "api,"],
  FULLCAST_OWNER_KEY: ["short", "k".repeat(31), `${"k".repeat(40)} x`, "ü".repeat(40)],
  FULLCAST_PRICES: ["12", "[]", "{", "null", '{"a": -1}', '{"A B": 1}', '{"a": "1"}'],
  FULLCAST_LOG_LEVEL: ["verbose", "INFO"],
  FULLCAST_RATE_LIMIT_PER_KEY: ["-1", "1.5", "100000000", "many"],
  FULLCAST_STORAGE_QUOTA_MB: ["-1", "0.5", "1e3", "1 GB"],
  FULLCAST_TRUSTED_PROXIES: ["11", "-1"],
})) {
  test(`${name} refuses a bad value`, () => {
    for (const value of values)
      assert.match(refusal({ [name]: value }), new RegExp(`^  ${name}: .*(expected|allowed)`, "m"));
  });
}

test("the S3 settings are given together or not at all", () => {
  assert.match(refusal({ FULLCAST_S3_REGION: "eu-west-1" }), /4 settings are wrong/);
  assert.match(refusal({ ...S3, FULLCAST_S3_BUCKET: "" }), /FULLCAST_S3_BUCKET: required/);
  assert.match(refusal({ ...S3, FULLCAST_S3_BUCKET: "No_Bucket" }), /FULLCAST_S3_BUCKET: 3 to 63/);
  assert.match(refusal({ ...S3, FULLCAST_S3_ENDPOINT: "s3" }), /FULLCAST_S3_ENDPOINT: an address/);
});

test("one message lists all faults", () => {
  const error = thrown({ FULLCAST_PORT: "x", FULLCAST_ROLES: "x", FULLCAST_X: "x" });
  assert.equal(error.faults.length, 3);
  assert.match(error.message, /^3 settings are wrong:\n {2}FULLCAST_X/);
});

test("no message contains a secret", () => {
  const secret = "hunter2-hunter2";
  const message = refusal({
    FULLCAST_OWNER_KEY: secret,
    FULLCAST_DATABASE_URL: `mysql://user:${secret}@host/db`,
    FULLCAST_PUBLIC_URL: `https://user:${secret}@example.org`,
    FULLCAST_S3_SECRET_ACCESS_KEY: secret,
    FULLCAST_S3_ENDPOINT: `s3://user:${secret}@host`,
    FULLCAST_OWNER_KEYS: secret,
  });
  assert.ok(!message.includes("hunter2"));
});

function thrown(env: Environment): SettingsError {
  try {
    readSettings(env, CWD);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error;
  }
  return assert.fail("no setting was refused");
}

const refusal = (env: Environment) => thrown(env).message;

test("a language model needs its address and its name, and a limit in money its price", () => {
  const url = "http://127.0.0.1:11434/v1";
  assert.match(refusal({ FULLCAST_LLM_BASE_URL: url }), /FULLCAST_LLM_MODEL: required/);
  assert.match(refusal({ FULLCAST_LLM_API_KEY: "sk-secret" }), /FULLCAST_LLM_BASE_URL: required/);
  assert.doesNotMatch(refusal({ FULLCAST_LLM_API_KEY: "sk-secret" }), /sk-secret/);
  const both = { FULLCAST_LLM_BASE_URL: url, FULLCAST_LLM_MODEL: "qwen" };
  assert.match(refusal({ ...both, FULLCAST_LLM_MAX_COST: "5" }), /FULLCAST_LLM_PRICE: required/);
  const { languageModel } = readSettings(both, CWD);
  assert.deepEqual([languageModel?.threshold, languageModel?.maxRequests, languageModel?.maxCost], [0.8, 200, null]);
});

test("a recogniser is a service or a command, and a command takes the file", () => {
  const command = { FULLCAST_RECOGNISER_COMMAND: '["whisper-cli", "-f", "{input}"]' };
  assert.deepEqual(readSettings(command, CWD).recogniser, {
    kind: "command",
    command: ["whisper-cli", "-f", "{input}"],
  });
  const url = { FULLCAST_RECOGNISER_BASE_URL: "http://127.0.0.1:8000/v1" };
  assert.deepEqual(readSettings(url, CWD).recogniser, {
    ...{ kind: "service", baseUrl: "http://127.0.0.1:8000/v1", model: "whisper-1", apiKey: null },
  });
  assert.match(refusal({ ...command, ...url }), /FULLCAST_RECOGNISER_COMMAND: not allowed beside/);
  assert.match(refusal({ FULLCAST_RECOGNISER_API_KEY: "sk-secret" }), /FULLCAST_RECOGNISER_BASE_URL: required/);
  for (const bad of ["whisper-cli {input}", '["whisper-cli"]', '["{input}"]', '["a", "b"]', '["a", 3, "{input}"]'])
    assert.match(refusal({ FULLCAST_RECOGNISER_COMMAND: bad }), /FULLCAST_RECOGNISER_COMMAND: a JSON array/);
});

test("metrics are off without a port; the host is loopback unless it is set", () => {
  const metricsOf = (env: Environment) => readSettings(env, CWD).metrics;
  assert.equal(metricsOf({}), null);
  assert.equal(metricsOf({ FULLCAST_METRICS_HOST: "0.0.0.0" }), null);
  assert.deepEqual(metricsOf({ FULLCAST_METRICS_PORT: "9464" }), { host: "127.0.0.1", port: 9464 });
  assert.deepEqual(metricsOf({ FULLCAST_METRICS_PORT: "9464", FULLCAST_METRICS_HOST: "::" }), {
    host: "::",
    port: 9464,
  });
  assert.match(refusal({ FULLCAST_METRICS_PORT: "70000" }), /FULLCAST_METRICS_PORT: "70000" is not a port/);
});
