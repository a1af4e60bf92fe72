// The type of the content of an export's file.

import type { Services } from "../services.ts";
import type { StoredRender } from "./stored-render.ts";

export type ContentServices = Pick<
  Services,
  "db" | "files" | "engines" | "scheduler" | "ledger" | "clock" | "newId" | "log" | "cores"
>;

export interface FileContent {
  /** Files with the same key have the same bytes. */
  readonly key: string;
  readonly manifestHash: string;
  /** The stored timeline; only a section has one. */
  readonly timelineSha256: string | null;
  readonly durationMs: number;
  /** The file's name without its extension. */
  readonly name: string;
  /** Called only when no file with this key exists. */
  job(): Promise<StoredRender>;
}
