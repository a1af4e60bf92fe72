import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import routes from "./client-routes.json" with { type: "json" };
import { clientRoutes } from "./client-routes.ts";

test("the client's routes are those of the endpoint table", () => {
  assert.deepEqual(routes, clientRoutes(), "run: npm run build:client");
});

test("@fullcast/contract/client loads neither zod nor schemas nor examples, and stays small", () => {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { createClient } = await import(${JSON.stringify(import.meta.resolve("@fullcast/contract/client"))});
    if (typeof createClient !== "function") throw new Error("no createClient");
    console.log(JSON.stringify(loaded));
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  const folder = pathToFileURL(join(import.meta.dirname, "/")).href;
  const loaded = (JSON.parse(output) as string[]).map((url) => url.replace(folder, ""));
  assert.deepEqual(loaded.sort(), [
    "client-events.ts",
    "client-routes.json",
    "client.ts",
    "limits.ts",
    "query-values.ts",
    "sound-file-types.ts",
  ]);
  const bytes = loaded.reduce((sum, file) => sum + statSync(fileURLToPath(folder + file)).size, 0);
  assert.ok(bytes < 80_000, `${bytes} bytes of source`);
});
