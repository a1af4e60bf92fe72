import assert from "node:assert/strict";
import { test } from "node:test";
import { testDataDirectory } from "../test-data-directory.ts";
import { openEmbedded } from "./embedded.ts";
import { upkeep } from "./upkeep.ts";

test("tables that changed much are cleaned, so that rewriting rows for ever does not grow the files", async (t) => {
  const source = await openEmbedded(await testDataDirectory(t), () => {});
  const connection = await source.acquire();
  source.release(connection);
  await connection.script(
    "create table busy (id integer, text text); insert into busy select g, repeat('x', 400) from generate_series(1, 2000) g",
  );
  await connection.script("create table calm (id integer); insert into calm values (1)");
  const size = async () => {
    const { rows } = await connection.query("select pg_relation_size('busy') as size", []);
    return (rows[0] as { size: number }).size;
  };
  const sizes: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    await connection.query("update busy set text = repeat($1, 400)", [String(round)]);
    assert.deepEqual(await upkeep(source), ["public.busy"]);
    sizes.push(await size());
  }
  assert.equal(sizes.at(-1), sizes[1], `sizes ${sizes}`);
  assert.deepEqual(await upkeep(source), []);
  await source.close();
});
