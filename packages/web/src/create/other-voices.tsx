// Lines whose engine cannot speak: the price with other voices first, then the button that speaks them.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, change } from "../api/api.ts";
import { createTexts } from "../i18n/create-texts.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import { priceWords, quoteQuery } from "./quote.ts";

interface OtherVoicesProps {
  readonly projectId: string;
  readonly runId: string;
  /** The chapters of the run. */
  readonly sectionIds: readonly string[];
  /** The engine whose lines were not spoken. */
  readonly provider: string;
  readonly onStarted: () => void;
}

export function OtherVoices({ projectId, runId, sectionIds, provider, onStarted }: OtherVoicesProps) {
  const [isAsked, setIsAsked] = useState(false);
  const queries = useQueryClient();
  const [first = ""] = sectionIds;
  const quote = useQuery({ ...quoteQuery(projectId, first, sectionIds, [provider]), enabled: isAsked });
  const speak = useMutation({
    mutationFn: () =>
      api.call("resumeWorkflow", {
        params: { workflowRunId: runId },
        body: { ...change(), other_voices_for: [provider] },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["story", projectId, "run"] });
      onStarted();
    },
  });
  if (!isAsked) return <Button onClick={() => setIsAsked(true)}>{createTexts.otherVoices}</Button>;
  if (quote.isError) return <Fault error={quote.error} onRetry={() => void quote.refetch()} />;
  if (quote.data === undefined) return <p role="status">{createTexts.counting}</p>;
  const left = quote.data.by_provider.find((one) => one.provider === provider)?.blocks ?? 0;
  const lines = quote.data.blocks - left;
  return (
    <>
      {left > 0 && <p role="status">{createTexts.otherVoicesNone(left)}</p>}
      {lines > 0 && (
        <>
          <p role="status">{createTexts.otherVoicesPrice(t.common.lines(lines), priceWords(quote.data.snowcoins))}</p>
          <Button disabled={speak.isPending} onClick={() => speak.mutate()}>
            {createTexts.otherVoicesSpeak}
          </Button>
        </>
      )}
      {speak.isError && <Fault error={speak.error} onRetry={() => speak.mutate()} />}
    </>
  );
}
