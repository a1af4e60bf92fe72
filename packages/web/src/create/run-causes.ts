// Why lines of a run could not be spoken, each cause once.

import type { api } from "../api/api.ts";

type Workflow = NonNullable<Awaited<ReturnType<typeof api.call<"readLatestWorkflow">>>>;
export type Run = Pick<Workflow["run"], "error_summary" | "status">;
export type Step = Pick<Workflow["steps"][number], "result_summary">;
export type EndedWorkflow = {
  readonly run: Run & Pick<Workflow["run"], "id" | "resumable">;
  readonly steps: readonly (Step & Pick<Workflow["steps"][number], "section_id">)[];
};

export interface Cause {
  readonly code: string;
  /** The name of the engine; null where none is at fault. */
  readonly engine: string | null;
  readonly provider: string | null;
  readonly message: string;
  /** 0: not known. */
  readonly lines: number;
}

/** The causes that the steps state, of all chapters together; else one for each code of the run. */
export function causesOf(run: Run, steps: readonly Step[], failed: number): readonly Cause[] {
  const stated = steps.flatMap(({ result_summary: { causes } }) =>
    Array.isArray(causes) ? causes.flatMap(toCause) : [],
  );
  if (stated.length > 0) {
    return [...Map.groupBy(stated, ({ code, engine }) => JSON.stringify([code, engine])).values()].flatMap((same) =>
      same.slice(0, 1).map((cause) => ({ ...cause, lines: same.reduce((sum, { lines }) => sum + lines, 0) })),
    );
  }
  const codes = [...Map.groupBy(run.error_summary, (issue) => issue.code ?? "")];
  return codes.map(([code, issues]) => ({
    code,
    engine: null,
    provider: null,
    message: issues[0]?.message ?? "",
    lines: codes.length === 1 ? failed : 0,
  }));
}

/** The summary of a step is open: what is not a cause is left out. */
function toCause(value: unknown): readonly Cause[] {
  if (typeof value !== "object" || value === null) return [];
  const { code, engine, provider, message, lines } = value as { readonly [field: string]: unknown };
  if (typeof code !== "string" || typeof message !== "string" || typeof lines !== "number") return [];
  const text = (one: unknown) => (typeof one === "string" ? one : null);
  return [{ code, message, lines, engine: text(engine), provider: text(provider) }];
}
