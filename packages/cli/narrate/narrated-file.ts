// A file that `fullcast narrate` wrote.

import type { StoreReport } from "./store-check.ts";

export interface NarratedFile {
  readonly file: string;
  readonly duration_ms: number;
  readonly size_bytes: number;
  readonly section_id: string;
  readonly export_id: string;
  /** Only when it was requested. */
  readonly report?: StoreReport;
}
