// The process whose power is lost: it opens the embedded database of a folder and writes, transaction by transaction. After
// each commit it states the number of the transaction as acknowledged.
//   node --import ./record-files.ts writer.ts <data dir> <transactions>

import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { createRandom } from "./random.ts";
import { acknowledge } from "./record-files.ts";

const [dataDir = "", transactions = "0"] = process.argv.slice(2);
const random = createRandom(7);
const db = await openDatabase({ dataDir, url: null, log: silentLog });
await db.transaction(async () => {
  await db.execute("create table written (number integer primary key, text text not null, sum text not null)", []);
  await db.execute("create index written_by_sum on written (sum)", []);
  await db.execute("create table counted (one boolean primary key, last integer not null, seen integer not null)", []);
  await db.execute("insert into counted values (true, 0, 0)", []);
});
acknowledge(0);
let rows = 0;
for (let number = 1; number <= Number(transactions); number += 1) {
  // Small rows, rows that go into the side table of long values, and now and then the work of the background.
  const length = random.below(4) === 0 ? 20_000 + random.below(60_000) : 1 + random.below(600);
  const text = random.text(length);
  await db.transaction(async () => {
    await db.execute("insert into written values ($1, $2, md5($2))", [number, text]);
    rows += 1;
    if (number % 5 === 0) {
      const gone = await db.execute("delete from written where number = $1 returning number", [number - 3]);
      rows -= gone.rows.length;
    }
    if (number % 7 === 0) {
      await db.execute("update written set text = $2, sum = md5($2) where number = $1", [number - 1, text]);
    }
    await db.execute("update counted set last = $1, seen = $2", [number, rows]);
  });
  acknowledge(number);
  if (number % 11 === 0) await db.script("checkpoint");
  if (number % 13 === 0) await db.script("vacuum (analyze) written");
  if (number % 17 === 0) await db.script("select pg_switch_wal()");
}
// The power is lost here: nothing is closed.
process.exit(0);
