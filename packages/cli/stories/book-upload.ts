// The file of a book as the body of a request.

import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { LIMITS } from "@fullcast/contract/client";
import { CliError } from "../cli-error.ts";
import { givenPath } from "../paths.ts";
import { fileSize } from "../terminal/amounts.ts";

/** @throws CliError `usage` where there is no file, or one that is larger than a book may be */
export async function openBook(given: string): Promise<{ readonly path: string; readonly bytes: Blob }> {
  const path = givenPath(given);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) throw new CliError("usage", `There is no file ${path}.`);
  if (found.size > LIMITS.import_bytes)
    throw new CliError(
      "usage",
      `${path} has ${fileSize(found.size)}; a book may have ${fileSize(LIMITS.import_bytes)}.`,
    );
  return { path, bytes: await openAsBlob(path) };
}
