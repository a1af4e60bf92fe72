// `npm run build:database-template`: makes template.pack.zst from an empty database with the present migrations.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeEmbedded } from "../../engines/catalogue-keeper.ts";
import { createEngines } from "../../engines/registry.ts";
import { createLog } from "../../log.ts";
import { openDatabase } from "../db.ts";
import { packFolder } from "./packed-folder.ts";
import { TEMPLATE } from "./template.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-template-"));
const log = createLog("warn", process.stderr);
try {
  const options = { dataDir: folder, url: null, log };
  await (await openDatabase({ ...options, origin: "initdb" }))[Symbol.asyncDispose]();
  const db = await openDatabase(options);
  // The embedded voices. The first start finds them and writes only later changes.
  await using engines = createEngines();
  await storeEmbedded(db, engines.list());
  // PostgreSQL's templates for new databases. Fullcast creates no databases, and each template is a third of the files.
  await db.execute("update pg_database set datistemplate = false", []);
  for (const name of ["template0", "template1"]) await db.execute(`drop database ${name}`, []);
  await db.execute("vacuum freeze analyze", []);
  await db[Symbol.asyncDispose]();
  const packed = packFolder(join(folder, "db"));
  writeFileSync(TEMPLATE, packed);
  console.log(`${TEMPLATE}: ${(packed.length / 1e6).toFixed(2)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
