// The types of step handlers: what they get and what they return.

import { type FailureCode, failures } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import type { EarlierStep, RunRow, StepRow } from "./store.ts";

/** What a step handler gets. */
export interface StepContext {
  readonly services: StepServices;
  readonly run: RunRow;
  readonly step: StepRow;
  /** Aborted when the run is cancelled or the process stops. */
  readonly signal: AbortSignal;
  /** Steps of other runs under way that make audio of the same section and began before this one. */
  readonly earlier: readonly EarlierStep[];
  /** What is left of the step waits for engines elsewhere: another step may use this machine's processors. */
  readonly leaveTurn: () => void;
  /** The job's process ended abruptly again and again: long computations run in a limited child process. */
  readonly confined: boolean;
  /** Reports that work was stored, so that earlier abrupt ends no longer count. May join a transaction. */
  readonly progressed: () => Promise<void>;
}

export type StepServices = Pick<
  Services,
  "db" | "ledger" | "files" | "engines" | "scheduler" | "jobs" | "clock" | "newId" | "log" | "settings"
>;

/** The result of a step. `apply` runs in the transaction that commits the step. */
export type StepOutcome =
  | {
      readonly kind: "succeeded" | "skipped";
      readonly summary: { readonly [key: string]: JsonValue };
      readonly documentVersion: number | null;
      readonly apply?: () => Promise<void>;
    }
  | {
      readonly kind: "failed" | "conflict";
      readonly summary: { readonly [key: string]: JsonValue };
      readonly documentVersion: number | null;
      readonly code: FailureCode;
      readonly message: string;
    };

export type StepHandler = (context: StepContext) => Promise<StepOutcome>;

/** A step cannot do its work, for a reason that the user should know. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string = failures[code].sentence) {
    super(message);
    this.code = code;
  }
}

/** A step cannot end yet, because another run makes lines that it wants: it is looked at again in a moment. */
export class StepPostponed extends Error {
  override readonly name = "StepPostponed";
}
