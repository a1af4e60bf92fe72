// `npm ci` refuses a lock file that lacks a required package, also one for other systems.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const root = dirname(import.meta.dirname);
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

test("every required package is locked", () => {
  const missing = Object.entries(packages).flatMap(([from, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies, ...locked.devDependencies })
      .filter((name) => !isLocked(from, name))
      .map((name) => `${name}, asked for by ${from || "the workspace"}`),
  );
  assert.deepEqual(missing, []);
});

test("the workspace packages require exact versions, and every installed package is locked by its content", () => {
  for (const [path, locked] of Object.entries(packages)) {
    const isOwn = !path.includes("node_modules/");
    if (isOwn) {
      for (const range of Object.values({ ...locked.dependencies, ...locked.devDependencies })) {
        assert.match(range, /^\d+\.\d+\.\d+(-[\w.]+)?$/, path);
      }
    } else if (!locked.link && !locked.optional) {
      assert.ok(locked.integrity !== undefined, path);
    }
  }
});

test("the lock file names no host: it works with every registry", () => {
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    assert.ok(link === true || resolved === undefined, path);
  }
});

/** Resolved as in Node: in the folder itself, then in every folder above. */
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return true;
    if (folder === "") return false;
  }
}
