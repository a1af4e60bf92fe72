// A chapter is prepared when it is opened: its dialogue is found, and who says it.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { keys, runQuery } from "../api/queries.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { prepareChapter } from "../story/prepare-chapter.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ScriptDesk } from "./script-desk.ts";

const ENDED = new Set(["completed", "partially_completed", "failed", "cancelled"]);
/** Events report the end; a slow look now and then covers a stream that broke. */
const LOOK_AGAIN_MS = 5000;

export function Preparing({ place, desk }: { readonly place: ChapterPlace; readonly desk: ScriptDesk }) {
  const queries = useQueryClient();
  const isRaw = desk.model.at(0)?.kind === "unparsed";
  const run = useQuery({
    ...runQuery(place.projectId, place.sectionId),
    enabled: isRaw,
    refetchInterval: (query) =>
      query.state.data != null && !ENDED.has(query.state.data.run.status) ? LOOK_AGAIN_MS : false,
  });
  const start = useMutation({
    mutationFn: () => prepareChapter(place),
    onSuccess: (workflow) => queries.setQueryData(keys.run(place.projectId, place.sectionId), workflow),
  });
  const asked = useRef(false);
  const status = run.data?.run.status;
  const { mutate } = start;
  useEffect(() => {
    if (!isRaw || run.data === undefined || asked.current) return;
    if (run.data === null) {
      asked.current = true;
      mutate();
    }
  }, [isRaw, run.data, mutate]);
  useEffect(() => {
    if (isRaw && status === "completed") void desk.catchUp();
  }, [isRaw, status, desk]);
  const wasRaw = useRef(false);
  const { scanned } = desk;
  useEffect(() => {
    // The script of a short new chapter can be ready before its screen opens.
    const newScript = keys.newScript(place.sectionId);
    if (!isRaw && scanned && (wasRaw.current || queries.getQueryData(newScript) === true)) {
      queries.removeQueries({ queryKey: newScript });
      announce(t.script.prepared(formatNumber(desk.model.count), desk.unsureLines().length));
    }
    if (isRaw || scanned) wasRaw.current = isRaw;
  }, [isRaw, scanned, desk, queries, place.sectionId]);
  if (!isRaw) return null;
  const failed = start.isError || (status !== undefined && status !== "completed" && ENDED.has(status));
  if (!failed) return <Notice>{t.script.preparing}</Notice>;
  const message = run.data?.run.error_summary[0]?.message;
  return (
    <Notice tone="danger" action={<Button onClick={() => mutate()}>{t.script.prepareAgain}</Button>}>
      <p>{typeof message === "string" ? message : t.script.prepareFailed}</p>
      <p>{t.script.prepareSafe}</p>
    </Notice>
  );
}
