// Pure: what the load run counts of its requests, and the figures of them.

export interface Answer {
  /** What was asked, such as "document". */
  readonly kind: string;
  /** From the moment it was sent to the last byte. */
  readonly ms: number;
  /** 0: there was no answer. */
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | null;
  readonly hasRetryAfter: boolean;
}

export interface KindFigures {
  readonly kind: string;
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Answers that are no success. */
  readonly refused: number;
}

export interface Refusals {
  readonly status: number;
  readonly code: string;
  readonly count: number;
  readonly withRetryAfter: number;
}

/** By nearest rank: the smallest value that at least this share of all values does not exceed. Of nothing: NaN. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 400;

/** Times are those of successes: a refusal is quick. */
export function figuresByKind(answers: readonly Answer[]): readonly KindFigures[] {
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  return [...kinds].map(([kind, all]) => {
    const times = all.filter(isSuccess).map(({ ms }) => ms);
    return {
      kind,
      requests: all.length,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      max: percentile(times, 1),
      refused: all.length - times.length,
    };
  });
}

export function refusalsOf(answers: readonly Answer[]): readonly Refusals[] {
  const refused = answers.filter((one) => !isSuccess(one));
  const groups = Map.groupBy(refused, ({ status, code }) => `${status} ${code ?? ""}`);
  return [...groups.values()]
    .map((all) => ({
      status: all[0]?.status ?? 0,
      code: all[0]?.code ?? "",
      count: all.length,
      withRetryAfter: all.filter(({ hasRetryAfter }) => hasRetryAfter).length,
    }))
    .toSorted((a, b) => b.count - a.count);
}
