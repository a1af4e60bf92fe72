// `npm run release -- [folder]`: makes the release archive, one npm package that `npx fullcast` runs without a checkout, and its list
// of components (SBOM). Two archives of one state of the sources are equal, byte by byte.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { sourceStamp } from "../packages/web/build/source-stamp.ts";
import { type Components, licenceList, plainComponents } from "./components.ts";

const ROOT = dirname(import.meta.dirname);
/** Packages of the workspace that the archive contains as its own dependencies. `web` is its built pages. */
const BUNDLED = ["core", "contract", "server", "web"];
/** Node strips no types from files under node_modules, so the archive has JavaScript; each file keeps its name and its lines. */
const asJavaScript = (name: string) => (name.endsWith(".ts") ? `${name}.js` : name);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports?: { readonly [name: string]: string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly engines?: { readonly [name: string]: string };
  readonly description: string;
}

// npm changes to the workspace's root; a path is relative to the folder where npm was called.
const out = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? join(ROOT, ".build/release"));
const stage = mkdtempSync(join(tmpdir(), "fullcast-release-"));
try {
  await fill();
  mkdirSync(out, { recursive: true });
  const [packed] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", out], stage)) as [
    { readonly filename: string; readonly entryCount: number },
  ];
  const file = join(out, packed.filename);
  cpSync(join(stage, "sbom.cdx.json"), file.replace(/\.tgz$/, ".cdx.json"));
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeFileSync(`${file}.sha256`, `${sha256}  ${packed.filename}\n`);
  console.log(`${file}: ${packed.entryCount} files, SHA-256 ${sha256}`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const root = manifestOf(".");
  copySources("cli", join(stage, "packages/cli"));
  for (const name of BUNDLED) {
    const to = join(stage, "node_modules/@fullcast", name);
    if (name === "web") copyStudio(to);
    else copySources(name, to);
  }
  const used = ["cli", "server", "contract", "core"].flatMap((name) =>
    Object.entries(manifestOf(`packages/${name}`).dependencies ?? {}),
  );
  write("package.json", {
    name: root.name,
    version: root.version,
    description: root.description,
    license: root.license,
    type: "module",
    bin: { fullcast: "./packages/cli/bin/fullcast.mjs" },
    engines: root.engines,
    dependencies: Object.fromEntries(
      [...used, ["@fullcast/web", root.version] as const].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    optionalDependencies: root.optionalDependencies,
    bundleDependencies: BUNDLED.map((name) => `@fullcast/${name}`),
  });
  for (const name of ["README.md", "LICENSE", "NOTICE"]) cpSync(join(ROOT, name), join(stage, name));
  const components = plainComponents(
    JSON.parse(npm(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"], ROOT)) as Components,
    root.name,
  );
  write("sbom.cdx.json", components);
  writeFileSync(join(stage, "LICENSES.md"), licenceList(components));
}

/** The sources of a package as JavaScript, without its tests. */
function copySources(name: string, to: string, pattern = "**"): void {
  const from = join(ROOT, "packages", name);
  const files = globSync(`${pattern}/*`, { cwd: from, withFileTypes: true, exclude: ["**/node_modules", "**/dist*"] })
    .filter((entry) => entry.isFile() && isShipped(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1));
  for (const file of files) {
    const target = join(to, asJavaScript(file));
    mkdirSync(dirname(target), { recursive: true });
    if (/\.(?:ts|mjs)$/.test(file)) writeFileSync(target, javaScript(readFileSync(join(from, file), "utf8"), file));
    else cpSync(join(from, file), target);
  }
  const manifest = manifestOf(`packages/${name}`);
  const exported = Object.entries(manifest.exports ?? {}).map(([path, file]) => [path, asJavaScript(file)]);
  writeJson(join(to, "package.json"), {
    ...{ name: manifest.name, version: manifest.version, license: manifest.license, type: "module" },
    ...(exported.length > 0 ? { exports: Object.fromEntries(exported) } : {}),
  });
}

function copyStudio(to: string): void {
  copySources("web", to, "build");
  const web = join(ROOT, "packages/web");
  execFileSync(process.execPath, [join(web, "build/write-studio.ts"), join(to, "dist"), sourceStamp(web)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function isShipped(name: string): boolean {
  return !/(?:\.test|-behaviour)\.ts$|^tsconfig|^package\.json$|\.tsx$|\.md$|\.wat$/.test(name);
}

/** Types become spaces, so that lines and columns stay; relative names lead to the files as they are called here. */
function javaScript(source: string, name: string): string {
  const plain = name.endsWith(".ts") ? stripTypeScriptTypes(source) : source;
  return plain.replaceAll(/(["'])(\.{1,2}\/[^"'\n]*\.ts)\1/g, "$1$2.js$1");
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}

function write(name: string, value: unknown): void {
  writeJson(join(stage, name), value);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
}
