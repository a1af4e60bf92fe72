// Runs the bundler once: node write-studio.ts <directory> <stamp>. Writes the studio with its compressed copies, and the
// stamp last.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { studioConfig, workerConfig } from "./vite-config.ts";

const [directory, stamp] = process.argv.slice(2);
if (directory === undefined || stamp === undefined) throw new Error("Usage: write-studio.ts <directory> <stamp>");

await build(studioConfig(directory));
await build(workerConfig(directory));
await compressAll(directory);
writeFileSync(join(directory, "stamp.txt"), `${stamp}\n`);

/** Beside each text file its .br and .gz, so that the server compresses nothing. */
async function compressAll(root: string): Promise<void> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      // A window of the file's own size: the default one costs 4 MB of memory for each file, and gives the same bytes.
      const window = Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes.length + 1)));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_LGWIN]: Math.min(window, constants.BROTLI_DEFAULT_WINDOW),
      };
      writeFileSync(`${file}.br`, await brotli(bytes, { params }));
      writeFileSync(`${file}.gz`, await gzipped(bytes, { level: 9 }));
    }),
  );
}
