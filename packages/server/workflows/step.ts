// The types of step handlers: input and result.

import { type FailureCode, failures } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import type { EarlierStep, RunRow, StepRow } from "./store.ts";

/** The input of a step handler. */
export interface StepContext {
  readonly services: StepServices;
  readonly run: RunRow;
  readonly step: StepRow;
  /** Aborted when the run is cancelled or the process stops. */
  readonly signal: AbortSignal;
  /** Active steps of other runs that make audio of the same section and started before this one. */
  readonly earlier: readonly EarlierStep[];
  /** Call it when the step only waits for remote engines, so that another step can use this machine's processors. */
  readonly leaveTurn: () => void;
  /** Whether long computations must run in a limited child process, because processes with this job ended abruptly. */
  readonly confined: boolean;
  /** A listener waits: a language model is not asked. */
  readonly isUrgent?: boolean;
  /** Reports progress, which resets the count of abrupt ends. May join a transaction. */
  readonly progressed: () => Promise<void>;
}

export type StepServices = Pick<
  Services,
  | "db"
  | "ledger"
  | "files"
  | "engines"
  | "scheduler"
  | "languageModel"
  | "jobs"
  | "clock"
  | "newId"
  | "log"
  | "settings"
>;

/**
 * The result of a step. `apply` runs in the transaction that commits the step. If the script changed meanwhile, `again` returns
 * the result of looking at it once more; null: the step ends with the conflict.
 */
export type StepOutcome =
  | {
      readonly kind: "succeeded" | "skipped";
      readonly summary: { readonly [key: string]: JsonValue };
      readonly documentVersion: number | null;
      readonly apply?: () => Promise<void>;
      readonly again?: () => Promise<StepOutcome | null>;
    }
  | {
      readonly kind: "failed" | "conflict";
      readonly summary: { readonly [key: string]: JsonValue };
      readonly documentVersion: number | null;
      readonly code: FailureCode;
      readonly message: string;
    };

export type StepHandler = (context: StepContext) => Promise<StepOutcome>;

/** A step cannot do its work. The reason is shown to the user. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string = failures[code].sentence) {
    super(message);
    this.code = code;
  }
}

/** A step cannot end yet, because another run is making some of its lines. The step is retried soon. */
export class StepPostponed extends Error {
  override readonly name = "StepPostponed";
}
