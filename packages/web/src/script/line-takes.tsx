// The takes of the marked line: hear them, choose one, keep it, and have the line spoken again.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, change } from "../api/api.ts";
import { keys, voicesQuery } from "../api/queries.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { Fault } from "../ui/notice.tsx";
import { toggleLine, usePlayingLine } from "./line-audio.ts";
import styles from "./line-panel.module.css";
import { RecordTake } from "./record-take.tsx";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";
import { takesQuery, useIsSpeakingAgain } from "./speak-again.ts";

interface LineTakesProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly onAgain: () => void;
}

/** The list is read when the marked line has stayed the same for this long, so that moving through lines reads nothing. */
const REST_MS = 250;

export function LineTakes({ desk, blockId, onAgain }: LineTakesProps) {
  const queries = useQueryClient();
  const rested = useRested(blockId, REST_MS);
  const { sectionId } = desk.params;
  const query = takesQuery(sectionId, blockId);
  const made = desk.mediaOf(blockId)?.audio_version_count ?? 0;
  const found = useQuery({ ...query, enabled: rested && made > 0 });
  const takes = found.data?.takes ?? [];
  const hasVoices = new Set(takes.map((take) => take.voice_id)).size > 1;
  const voices = useQuery({ ...voicesQuery, enabled: hasVoices });
  const isSpeaking = useIsSpeakingAgain(blockId);
  const sounding = usePlayingLine();
  // The parts stay when another line is marked: new ones at every key would cost more than the rest of it. So each request
  // names its line, and what it brings is shown with that line only.
  const settle = (answer: Awaited<ReturnType<typeof api.call<"listTakes">>>, { line }: { readonly line: string }) => {
    queries.setQueryData(takesQuery(sectionId, line).queryKey, answer);
    return desk.readMedia();
  };
  const choose = useMutation({
    mutationFn: ({ line, takeId }: { readonly line: string; readonly takeId: string }) =>
      api.call("activateTake", { params: { sectionId, blockId: line, takeId }, body: change() }),
    onSuccess: settle,
  });
  const lock = useMutation({
    mutationFn: ({ line, locked }: { readonly line: string; readonly locked: boolean }) =>
      api.call("setTakeLock", { params: { sectionId, blockId: line }, body: { ...change(), locked } }),
    onSuccess: settle,
  });
  const isChoosing = choose.isPending && choose.variables.line === blockId;
  const isLocking = lock.isPending && lock.variables.line === blockId;
  const faultOf = (asked: typeof choose | typeof lock) => (asked.variables?.line === blockId ? asked.error : null);
  const fault = faultOf(choose) ?? faultOf(lock) ?? found.error;
  // The line's audio changed: another run spoke it.
  useEffect(() => {
    if (made > 0) void queries.invalidateQueries({ queryKey: [...keys.takes(sectionId), blockId] });
  }, [made, queries, sectionId, blockId]);
  return (
    <section className={styles.takes} aria-label={t.script.takes}>
      <h3 className={styles.takesTitle}>{t.script.takes}</h3>
      {/* Above the list, which grows when takes come: the buttons stay where they are. */}
      <div className={styles.edits}>
        <Button disabled={isSpeaking} onClick={onAgain}>
          {isSpeaking ? t.script.speaking : t.script.speakAgain}
        </Button>
      </div>
      <RecordTake
        desk={desk}
        blockId={blockId}
        onRecorded={async () => {
          await queries.invalidateQueries({ queryKey: query.queryKey });
          await desk.readMedia();
        }}
      />
      {takes.length > 0 && (
        <ul aria-label={t.script.takes}>
          {takes.map((take, index) => {
            const number = takes.length - index;
            const isActive = take.id === found.data?.active_take_id;
            const voice = hasVoices ? voices.data?.find((one) => one.voice_id === take.voice_id)?.name : undefined;
            return (
              <li key={take.id} className={styles.take} aria-current={isActive}>
                <IconButton
                  label={sounding === take.id ? t.script.stopTake(number) : t.script.playTake(number)}
                  onClick={() => toggleLine(take.id, take.url)}
                >
                  {sounding === take.id ? <PauseIcon /> : <PlayIcon />}
                </IconButton>
                <span className={styles.takeWords}>
                  {t.script.take(number)}
                  <span className={shared.hint}>
                    {[
                      voice,
                      take.source === "recording" ? t.script.recorded : undefined,
                      t.script.seconds(formatNumber(take.duration_ms / 1000, { maximumFractionDigits: 1 })),
                      take.matches_intent ? undefined : t.script.outOfDate,
                    ]
                      .filter((word) => word !== undefined)
                      .join(" · ")}
                  </span>
                </span>
                {isActive ? (
                  <span className={shared.hint}>{t.script.takeActive}</span>
                ) : (
                  <Button
                    aria-label={t.script.chooseTake(number)}
                    disabled={isChoosing}
                    onClick={() => choose.mutate({ line: blockId, takeId: take.id })}
                  >
                    {t.script.use}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {found.data !== undefined && takes.length > 0 && (
        <label className={shared.check}>
          <input
            type="checkbox"
            // The requested state until the server answers.
            checked={isLocking ? lock.variables.locked : found.data.locked}
            disabled={isLocking}
            onChange={(event) => lock.mutate({ line: blockId, locked: event.target.checked })}
          />
          {t.script.lockTake}
        </label>
      )}
      {fault !== null && <Fault error={fault} />}
    </section>
  );
}

/** False for the first moment of a value. */
function useRested(value: string, ms: number): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested === value;
}
