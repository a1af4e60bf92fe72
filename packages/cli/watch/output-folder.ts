// The folder of the finished files. It can be on a disk that is taken out: nothing is written in its place, because what is
// written there is hidden or lost when the disk is back.

import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError } from "../cli-error.ts";
import { FolderAway } from "./inbox.ts";

export interface OutputFolder {
  /** @throws FolderAway while the folder is not there */
  prove(): Promise<void>;
  /** Makes folders in it, each in the one before. @throws FolderAway, CliError */
  make(names: readonly string[]): Promise<string>;
}

/** @throws CliError (usage) when there is no such folder */
export async function outputFolderAt(folder: string): Promise<OutputFolder> {
  const first = await stateOf(folder);
  if (first === "none") throw new CliError("usage", `--out: there is no folder ${folder}; create it first.`);

  async function prove(): Promise<void> {
    const now = await stateOf(folder);
    // The place of a disk that was taken out stays as an empty folder.
    if (now === "none" || (first === "disk" && now === "folder"))
      throw new FolderAway("failed", `The folder ${folder} of --out is not there.`);
  }

  return {
    prove,
    async make(names) {
      await prove();
      let made = folder;
      for (const name of names) {
        made = join(made, name);
        await mkdir(made).catch((error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return;
          throw new CliError("failed", `The folder ${made} cannot be made (${error.code ?? "unknown error"}).`);
        });
      }
      return made;
    },
  };
}

/** A disk: the folder is the root of another file system than the folder around it. */
async function stateOf(folder: string): Promise<"none" | "folder" | "disk"> {
  const facts = await stat(folder).catch(() => null);
  if (facts === null || !facts.isDirectory()) return "none";
  const outer = await stat(dirname(folder)).catch(() => null);
  return outer !== null && outer.dev !== facts.dev ? "disk" : "folder";
}
