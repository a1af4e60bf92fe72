// A process for tests: opens the embedded database of a directory and reports on stdout, line by line.
//   node open-in-child.ts <data dir> open    "open", or the StartError's code with exit code 2
//   node open-in-child.ts <data dir> write   then inserts rows endlessly and prints each id once it is committed

import { openDatabase, StartError } from "../db.ts";
import { silentLog } from "../test-data-directory.ts";

const [dataDir = "", task = "open"] = process.argv.slice(2);

try {
  const db = await openDatabase({ dataDir, url: null, log: silentLog });
  console.log("open");
  if (task === "write") {
    await db.script("create table if not exists written (id integer primary key, text text not null)");
    const { rows } = await db.execute("select coalesce(max(id), 0)::int as last from written", []);
    for (let id = (rows[0] as { last: number }).last + 1; ; id += 2) {
      // A single insert, then an insert with a second statement in a transaction.
      await db.execute("insert into written values ($1, $2)", [id, "x".repeat(500)]);
      console.log(id);
      await db.transaction(async () => {
        await db.execute("insert into written values ($1, $2)", [id + 1, "y"]);
        await db.execute("update written set text = 'changed' where id = $1", [id + 1]);
      });
      console.log(id + 1);
    }
  }
  await db[Symbol.asyncDispose]();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(error.code);
  process.exitCode = 2;
}
