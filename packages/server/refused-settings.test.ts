import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog, readSettings, StartError, startServer } from "./start.ts";

const refusedStart = async (env: { readonly [name: string]: string }) => {
  const dataDir = join(tmpdir(), `fullcast-refused-${process.pid}`);
  const settings = readSettings({ FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", ...env }, tmpdir());
  const start = startServer(settings, { log: createLog("error", process.stderr) });
  await assert.rejects(start, (error) => error instanceof StartError && error.code === "SettingNotAvailable");
  assert.equal(existsSync(dataDir), false, "nothing was touched");
};

test("a price of an engine that is not there stops the start: it would charge nothing", () =>
  refusedStart({ FULLCAST_PRICES: JSON.stringify({ espeak: 2, fullcast: 5 }) }));
