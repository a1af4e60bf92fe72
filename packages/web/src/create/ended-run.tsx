// How a run that creates audio ended: what failed, by its cause, and where each cause is removed.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { api } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import buttonStyles from "../ui/button.module.css";
import { Notice } from "../ui/notice.tsx";
import { mediaQuery } from "./media-query.ts";

type Run = NonNullable<Awaited<ReturnType<typeof api.call<"readLatestWorkflow">>>>["run"];

interface EndedRunProps {
  readonly projectId: string;
  readonly sectionId: string;
  readonly run: Run;
  /** Lines that could not be spoken. */
  readonly failed: number;
}

interface Cause {
  readonly code: string;
  readonly words: string;
  readonly lines: number;
}

export function EndedRun({ projectId, sectionId, run, failed }: EndedRunProps) {
  const media = useQuery(mediaQuery(sectionId));
  if (run.error_summary.length === 0) {
    return (
      <Notice tone="info">
        <p>{run.status === "cancelled" ? t.create.cancelled : t.create.ended}</p>
      </Notice>
    );
  }
  return causesOf(run, failed, media.data?.blocks ?? []).map(({ code, words, lines }) => (
    <Notice key={`${code} ${words}`} tone="warn" action={<WayOut {...{ projectId, sectionId, code }} />}>
      <p>
        <strong>{lines > 0 ? t.create.failedLines(lines) : t.create.failed}</strong>
      </p>
      <p>{words}</p>
      <p>
        {t.create.safe} {t.create.again}
      </p>
    </Notice>
  ));
}

/** One for each sentence that failed lines of this chapter have; else one for each code of the run. */
function causesOf(run: Run, failed: number, blocks: readonly { activity: string; error: string | null }[]): Cause[] {
  const codes = [...Map.groupBy(run.error_summary, (issue) => issue.code ?? "")];
  const lines = [
    ...Map.groupBy(
      blocks.filter((block) => block.activity === "failed" && block.error !== null),
      (block) => block.error ?? "",
    ),
  ];
  // Lines have sentences without codes: with several codes it is not known which belongs to which.
  if (codes.length === 1 && lines.length > 1) {
    return lines.map(([words, some]) => ({ code: codes[0]?.[0] ?? "", words, lines: some.length }));
  }
  return codes.map(([code, issues]) => ({
    code,
    words: causeWords(code) ?? issues[0]?.message ?? "",
    lines: codes.length === 1 ? failed : 0,
  }));
}

function causeWords(code: string): string | undefined {
  return t.create.causes.find(([pattern]) => code.includes(pattern))?.[1];
}

/** Where the cause can be removed: trying again alone would fail again. */
function WayOut({ projectId, sectionId, code }: Pick<EndedRunProps, "projectId" | "sectionId"> & { code: string }) {
  const look = `${buttonStyles.button} ${buttonStyles.plain}`;
  if (/INSUFFICIENT_FUNDS|PLAN_NOT_SUFFICIENT|STORAGE_QUOTA/.test(code)) {
    return (
      <Link to="/account" className={look}>
        {t.create.toAccount}
      </Link>
    );
  }
  if (/PROVIDER_/.test(code)) {
    return (
      <Link to="/account" className={look}>
        {t.create.toEngines}
      </Link>
    );
  }
  const hash = /VOICE_UNAVAILABLE/.test(code)
    ? "cast"
    : /REJECTED|AUDIO_FAILED|AUDIO_INVALID/.test(code)
      ? "script"
      : null;
  if (hash === null) return null;
  return (
    <Link to="/stories/$projectId/chapters/$sectionId" params={{ projectId, sectionId }} hash={hash} className={look}>
      {hash === "cast" ? t.create.toCast : t.create.toScript}
    </Link>
  );
}
