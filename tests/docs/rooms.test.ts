// The rooms of the server use each other as ARCHITECTURE.md states it, and core has no import circles.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { test } from "node:test";
import { ROOT, repositoryFiles } from "./sources.ts";

const HALLS = new Set(["http", "db", "jobs", "files", "codec", "reading", "compute", "engines"]);
const SERVER = "packages/server/";

interface Use {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
}

/** Imports between two folders of the server. */
const USES: readonly Use[] = repositoryFiles(`${SERVER}*/**/*.ts`)
  .filter((file) => !/\.test\.ts$|-behaviour\.ts$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/from "(\.[^"]+)"/g)].flatMap(([, path]) => {
      const target = join(dirname(file), path!);
      const [from, to] = [file, target].map((name) => name.slice(SERVER.length).split("/")) as [string[], string[]];
      const isOther = target.startsWith(SERVER) && to.length > 1 && to[0] !== from[0];
      return isOther ? [{ file, from: from[0]!, to: to[0]!, target }] : [];
    }),
  );

test("a room uses another one only through its front file, and a hall uses no room", () => {
  assert.ok(USES.length > 500);
  const wrong = USES.filter(({ from, to, target }) => {
    if (HALLS.has(to)) return false;
    return HALLS.has(from) || target !== `${SERVER}${to}/${to}.ts`;
  });
  assert.deepEqual(wrong, []);
});

test("every arrow between rooms in ARCHITECTURE.md is an import", () => {
  const page = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8").replaceAll(/\s+/g, " ");
  const drawn = [...page.slice(page.indexOf("Among the rooms")).matchAll(/`([a-z, ]+(?:← [a-z, ]+)+)`/g)].flatMap(
    ([, chain]) => {
      const links = chain!.split("←").map((names) => names.split(",").map((name) => name.trim()));
      return links.slice(1).flatMap((users, at) => users.flatMap((from) => links[at]!.map((to) => ({ from, to }))));
    },
  );
  const rooms = drawn.filter(({ from }) => from.length > 1);
  assert.ok(rooms.length > 20);
  const missing = rooms.filter(({ from, to }) => !USES.some((use) => use.from === from && use.to === to));
  assert.deepEqual(missing, []);
});

test("the table of rooms in ARCHITECTURE.md has every room, and no other", () => {
  const page = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const table = page.slice(page.indexOf("The rooms of the server:"), page.indexOf("Among the rooms"));
  const listed = [...table.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!);
  const folders = repositoryFiles(`${SERVER}*/**/*.ts`).map((file) => file.slice(SERVER.length).split("/")[0]!);
  const rooms = [...new Set(folders)].filter((name) => !HALLS.has(name));
  assert.deepEqual(listed.sort(), rooms.sort());
});

test("the rooms have no circle", () => {
  const rooms = Map.groupBy(
    USES.filter(({ from, to }) => !HALLS.has(from) && !HALLS.has(to)),
    ({ from }) => from,
  );
  assert.deepEqual(circlesOf(new Map([...rooms].map(([room, uses]) => [room, uses.map(({ to }) => to)]))), []);
});

test("the files of core have no circle, types included", () => {
  const files = repositoryFiles("packages/core/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const imports = new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      return [file, [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => join(dirname(file), path!))];
    }),
  );
  assert.ok(imports.size > 200);
  assert.deepEqual(circlesOf(imports), []);
});

test("a circle is found", () => {
  const imports = (entries: Record<string, string[]>) => circlesOf(new Map(Object.entries(entries)));
  assert.deepEqual(imports({ a: ["b"], b: ["c"], c: [] }), []);
  assert.deepEqual(imports({ a: ["b"], b: ["c"], c: ["b"] }), ["a → b → c → b"]);
});

/** Paths that come back to a name on them, at least one for each circle. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) circles.push([...path, name].join(" → "));
    if (path.includes(name) || done.has(name)) return;
    for (const next of new Set(imports.get(name))) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of imports.keys()) visit(name, []);
  return circles;
}
