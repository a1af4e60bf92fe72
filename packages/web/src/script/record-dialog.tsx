// The booth: the words to read, a count-in, the level while a person speaks; then the waveform with its ends to move, and
// the choice to use the recording or to speak again.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { CutSound } from "../ui/cut-sound.tsx";
import { Dialog } from "../ui/dialog.tsx";
import fieldStyles from "../ui/field.module.css";
import { type Microphone, openMicrophone, type Recording } from "../ui/microphone.ts";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./dialogs.module.css";
import { wordsOf } from "./line.ts";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface RecordDialogProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly from: "microphone" | File;
  readonly onRecorded: () => Promise<unknown>;
  readonly onClose: () => void;
}

type Upload = NonNullable<Parameters<typeof api.call<"recordTake">>[1]["upload"]>;

type Stage =
  | { readonly kind: "opening" | "refused" | "ready" | "recording" }
  | { readonly kind: "counting"; readonly left: number }
  | { readonly kind: "heard"; readonly sound: Blob };

const COUNT_FROM = 3;
const COUNT_MS = 700;

export function RecordDialog({ desk, blockId, from, onRecorded, onClose }: RecordDialogProps) {
  const [stage, setStage] = useState<Stage>(
    from === "microphone" ? { kind: "opening" } : { kind: "heard", sound: from },
  );
  const microphone = useRef<Microphone | null>(null);
  const recording = useRef<Recording | null>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const block = desk.model.find(blockId);
  const words = block === undefined ? "" : wordsOf(block).trim();
  useEffect(() => {
    if (from !== "microphone") return;
    let isOver = false;
    openMicrophone().then(
      (opened) => {
        if (isOver) return opened.close();
        microphone.current = opened;
        setStage({ kind: "counting", left: COUNT_FROM });
      },
      () => setStage({ kind: "refused" }),
    );
    return () => {
      isOver = true;
      recording.current?.cancel();
      microphone.current?.close();
    };
  }, [from]);
  useEffect(() => {
    if (stage.kind !== "counting") return;
    const timer = setTimeout(() => {
      if (stage.left > 1) return setStage({ kind: "counting", left: stage.left - 1 });
      recording.current = microphone.current?.record() ?? null;
      setStage({ kind: "recording" });
    }, COUNT_MS);
    return () => clearTimeout(timer);
  }, [stage]);
  const isListening = ["ready", "counting", "recording"].includes(stage.kind);
  useEffect(() => {
    if (!isListening) return;
    let frame = 0;
    const show = () => {
      if (meter.current !== null) meter.current.value = microphone.current?.level() ?? 0;
      frame = requestAnimationFrame(show);
    };
    show();
    return () => cancelAnimationFrame(frame);
  }, [isListening]);
  const stop = () => {
    void recording.current?.finish().then((sound) => setStage({ kind: "heard", sound }));
  };
  const again = () => setStage({ kind: "counting", left: COUNT_FROM });
  const send = useMutation({
    mutationFn: async (sound: Blob) => {
      await desk.settled();
      const contentType = (sound.type.split(";")[0] || "audio/wav") as Upload["contentType"];
      await api.call("recordTake", {
        params: { ...desk.params, blockId },
        headers: { "idempotency-key": newId() },
        query: {},
        upload: { contentType, bytes: sound },
      });
      await onRecorded();
    },
  });
  return (
    <Dialog open wide onClose={onClose} title={t.script.recordTitle}>
      <div className={styles.booth}>
        <blockquote className={styles.boothWords} dir="auto">
          {words}
        </blockquote>
        {stage.kind === "refused" && (
          <>
            <Notice tone="warn">{t.script.noMicrophone}</Notice>
            <label className={fieldStyles.field}>
              <span className={fieldStyles.label}>{t.script.recordingFile}</span>
              <input
                type="file"
                accept="audio/*"
                className={fieldStyles.file}
                onChange={(event) => {
                  const [sound] = event.target.files ?? [];
                  if (sound !== undefined) setStage({ kind: "heard", sound });
                }}
              />
            </label>
          </>
        )}
        {stage.kind === "opening" && <p className={shared.hint}>{t.script.openingMicrophone}</p>}
        {isListening && (
          <div className={styles.boothRow}>
            <span className={styles.boothCount} role="status" data-on={stage.kind === "recording"}>
              {stage.kind === "counting" ? stage.left : stage.kind === "recording" ? t.script.recordingNow : ""}
            </span>
            <meter
              ref={meter}
              className={styles.level}
              aria-label={t.script.level}
              min={0}
              max={1}
              low={0.35}
              high={0.95}
              optimum={0.7}
            />
            <Button look="danger" disabled={stage.kind !== "recording"} onClick={stop}>
              {t.script.stopRecording}
            </Button>
          </div>
        )}
        {stage.kind === "heard" && (
          <CutSound
            sound={stage.sound}
            actions={(cut) => (
              <div className={styles.boothActions}>
                {from === "microphone" && microphone.current !== null && (
                  <Button disabled={send.isPending} onClick={again}>
                    {t.script.recordAgain}
                  </Button>
                )}
                <Button look="primary" disabled={send.isPending} onClick={() => send.mutate(cut())}>
                  {t.script.useRecording}
                </Button>
              </div>
            )}
          />
        )}
        {send.isError && <Fault error={send.error} />}
      </div>
    </Dialog>
  );
}
