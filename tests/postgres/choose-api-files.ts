// Chooses the files of tests/api that run on PostgreSQL, too (api-files.json): few, quick files that send nearly all statements
// which any of them sends. Run it when statements or test files have changed; it takes half an hour.
//   node packages/cli/bin/node24.mjs tests/postgres/choose-api-files.ts

import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startPostgres } from "./postgres.ts";

const root = dirname(dirname(import.meta.dirname));
const RECORDER = pathToFileURL(join(import.meta.dirname, "record-statements.ts")).href;

/** The last twentieth of the statements would take as long as the others: each needs a long file of its own. */
const SHARE = 0.95;

interface Recorded {
  readonly file: string;
  readonly seconds: number;
  readonly statements: ReadonlySet<string>;
}

await using server = await startPostgres({ connections: 120 });
const url = await server.createDatabase();
const scratch = mkdtempSync(join(tmpdir(), "fullcast-statements-"));
const waiting = globSync("tests/api/*.test.ts", { cwd: root }).sort();
const recorded: Recorded[] = [];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const one = await record(file);
      recorded.push(one);
      console.log(`${file}: ${one.statements.size} statements, ${one.seconds.toFixed(1)} s`);
    }
  }),
);
rmSync(scratch, { recursive: true });

const all = union(recorded);
const chosen = cover(recorded);
const files = chosen.map(({ file }) => file).sort();
writeFileSync(join(import.meta.dirname, "api-files.json"), `${JSON.stringify(files, null, 2)}\n`);
console.log(`${union(chosen).size} of ${all.size} statements, ${files.length} of ${recorded.length} files`);

async function record(file: string): Promise<Recorded> {
  const path = join(scratch, file.replaceAll("/", "-"));
  const began = performance.now();
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", RECORDER, join(root, file)], {
    cwd: root,
    stdio: "ignore",
    env: { ...env, FULLCAST_TEST_POSTGRES: url, RECORD_STATEMENTS: path },
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${file} failed with exit code ${code}. Mend it before files are chosen.`);
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  return { file, seconds: (performance.now() - began) / 1000, statements: new Set(lines) };
}

/** Greedy: again and again the file with the most statements a second that no chosen file sends. */
function cover(recorded: readonly Recorded[]): Recorded[] {
  const missing = union(recorded);
  const most = missing.size * (1 - SHARE);
  const chosen: Recorded[] = [];
  while (missing.size > most) {
    const gain = ({ statements, seconds }: Recorded) =>
      [...statements].filter((statement) => missing.has(statement)).length / seconds;
    const best = recorded.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const statement of best.statements) missing.delete(statement);
    chosen.push(best);
  }
  return chosen;
}

function union(recorded: readonly Recorded[]): Set<string> {
  return new Set(recorded.flatMap(({ statements }) => [...statements]));
}
