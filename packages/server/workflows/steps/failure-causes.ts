// Why lines of a step failed, each cause once, so that a client can offer one way out for each.

import { failureTexts } from "./failure-texts.ts";
import type { Failure } from "./speak-lines.ts";

/** More causes than this are left out; those of the most lines stay. */
const MOST_CAUSES = 10;

export interface FailureCause {
  readonly code: string;
  /** Null: no engine is at fault, such as for a person without a voice. */
  readonly provider: string | null;
  readonly engine: string | null;
  readonly lines: number;
  /** What the first line of this cause was refused with. */
  readonly message: string;
}

/** Lines of one engine with one code have one cause, although their messages can differ ("paused for 59 s"). */
export function causesOf(
  failures: readonly (Pick<Failure, "error" | "provider"> & Partial<Pick<Failure, "kind">>)[],
  engineName: (provider: string) => string | undefined,
): readonly FailureCause[] {
  const texts = failures.map(({ error, kind, provider }) => ({ ...failureTexts(error, kind), provider }));
  return [...Map.groupBy(texts, ({ code, provider }) => JSON.stringify([code, provider])).values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { code, provider, message } = first;
      const engine = provider === null ? null : (engineName(provider) ?? provider);
      return [{ code, provider, engine, lines: 1 + others.length, message }];
    })
    .sort((one, other) => other.lines - one.lines)
    .slice(0, MOST_CAUSES);
}
