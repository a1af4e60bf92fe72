// The booth: the words to read, a count-in, the level while a person speaks; then the waveform with its ends to move, and
// the choice to use the recording or to speak again.

import { useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { CutSound } from "../ui/cut-sound.tsx";
import fieldStyles from "../ui/field.module.css";
import { type Microphone, openMicrophone, type Recording } from "../ui/microphone.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./dialogs.module.css";
import shared from "./shared.module.css";

interface BoothProps {
  readonly words: string;
  readonly from: "microphone" | File;
  /** The recording is being sent. */
  readonly isBusy: boolean;
  readonly onUse: (sound: Blob) => void;
}

type Stage =
  | { readonly kind: "opening" | "refused" | "ready" | "recording" }
  | { readonly kind: "counting"; readonly left: number }
  | { readonly kind: "heard"; readonly sound: Blob };

const COUNT_FROM = 3;
const COUNT_MS = 700;

export function Booth({ words, from, isBusy, onUse }: BoothProps) {
  const [stage, setStage] = useState<Stage>(
    from === "microphone" ? { kind: "opening" } : { kind: "heard", sound: from },
  );
  const microphone = useRef<Microphone | null>(null);
  const recording = useRef<Recording | null>(null);
  const meter = useRef<HTMLMeterElement>(null);
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
  return (
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
                <Button disabled={isBusy} onClick={again}>
                  {t.script.recordAgain}
                </Button>
              )}
              <Button look="primary" disabled={isBusy} onClick={() => onUse(cut())}>
                {t.script.useRecording}
              </Button>
            </div>
          )}
        />
      )}
    </div>
  );
}
