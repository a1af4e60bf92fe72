// The booth: the words to read, a count-in, the level while a person speaks; then the waveform with its ends to move, and
// the choice to use the recording or to speak again.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { language, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { wordsOf } from "./line.ts";
import { type Microphone, openMicrophone, type Recording } from "./microphone.ts";
import { monoOf, peaksOf, wavOf } from "./recording.ts";
import styles from "./script.module.css";
import type { ScriptDesk } from "./script-desk.ts";

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
const PARTS = 160;

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
        {stage.kind === "refused" && <Notice tone="warn">{t.script.noMicrophone}</Notice>}
        {stage.kind === "opening" && <p className={styles.hint}>{t.script.openingMicrophone}</p>}
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
          <Heard
            sound={stage.sound}
            isSending={send.isPending}
            onUse={(sound) => send.mutate(sound)}
            onAgain={from === "microphone" ? again : null}
          />
        )}
        {send.isError && <Fault error={send.error} />}
      </div>
    </Dialog>
  );
}

interface HeardProps {
  readonly sound: Blob;
  readonly isSending: boolean;
  readonly onUse: (sound: Blob) => void;
  /** Null for a file. */
  readonly onAgain: (() => void) | null;
}

/** The recording as a waveform, whose ends can be cut. */
function Heard({ sound, isSending, onUse, onAgain }: HeardProps) {
  const [decoded, setDecoded] = useState<AudioBuffer | "unreadable" | null>(null);
  const [cut, setCut] = useState({ start: 0, end: 1 });
  const [isPlaying, setIsPlaying] = useState(false);
  const context = useRef<AudioContext | null>(null);
  const playing = useRef<AudioBufferSourceNode | null>(null);
  useEffect(() => {
    let isOver = false;
    const opened = new AudioContext();
    context.current = opened;
    setDecoded(null);
    setCut({ start: 0, end: 1 });
    sound
      .arrayBuffer()
      .then((bytes) => opened.decodeAudioData(bytes))
      .then(
        (buffer) => !isOver && setDecoded(buffer),
        () => !isOver && setDecoded("unreadable"),
      );
    return () => {
      isOver = true;
      void opened.close();
    };
  }, [sound]);
  if (decoded === null) return <p className={styles.hint}>{t.common.loading}</p>;
  const actions = (use: () => void) => (
    <div className={styles.boothActions}>
      {onAgain !== null && (
        <Button disabled={isSending} onClick={onAgain}>
          {t.script.recordAgain}
        </Button>
      )}
      <Button look="primary" disabled={isSending} onClick={use}>
        {t.script.useRecording}
      </Button>
    </div>
  );
  if (decoded === "unreadable") {
    return (
      <>
        <Notice tone="info">{t.script.noWaveform}</Notice>
        {actions(() => onUse(sound))}
      </>
    );
  }
  const { duration, sampleRate } = decoded;
  const samples = monoOf(Array.from({ length: decoded.numberOfChannels }, (_, at) => decoded.getChannelData(at)));
  const isWhole = cut.start === 0 && cut.end === 1;
  const seconds = (share: number) =>
    t.script.seconds(new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(share * duration));
  const stop = () => {
    playing.current?.stop();
    playing.current = null;
    setIsPlaying(false);
  };
  const listen = () => {
    if (context.current === null) return;
    const node = context.current.createBufferSource();
    node.buffer = decoded;
    node.connect(context.current.destination);
    node.onended = () => {
      if (playing.current === node) stop();
    };
    node.start(0, cut.start * duration, (cut.end - cut.start) * duration);
    playing.current = node;
    setIsPlaying(true);
  };
  const use = () => {
    const at = (share: number) => Math.round(share * samples.length);
    onUse(isWhole ? sound : wavOf(samples, sampleRate, at(cut.start), at(cut.end)));
  };
  const ends = [
    {
      label: t.script.cutStart,
      value: cut.start,
      set: (start: number) => ({ ...cut, start: Math.min(start, cut.end - 0.02) }),
    },
    {
      label: t.script.cutEnd,
      value: cut.end,
      set: (end: number) => ({ ...cut, end: Math.max(end, cut.start + 0.02) }),
    },
  ];
  return (
    <>
      <Waveform samples={samples} start={cut.start} end={cut.end} />
      <div className={styles.boothEnds}>
        {ends.map((one) => (
          <label key={one.label}>
            <span>
              {one.label} <span className={styles.hint}>{seconds(one.value)}</span>
            </span>
            <input
              type="range"
              min={0}
              max={1}
              step={0.005}
              value={one.value}
              aria-valuetext={seconds(one.value)}
              onChange={(event) => {
                stop();
                setCut(one.set(Number(event.target.value)));
              }}
            />
          </label>
        ))}
        <Button onClick={isPlaying ? stop : listen}>{isPlaying ? t.cast.stop : t.script.listenTo}</Button>
      </div>
      {actions(use)}
    </>
  );
}

interface WaveformProps {
  readonly samples: Float32Array;
  readonly start: number;
  readonly end: number;
}

function Waveform({ samples, start, end }: WaveformProps) {
  const peaks = peaksOf(samples, PARTS);
  const loudest = Math.max(0.05, ...peaks);
  return (
    <svg className={styles.waveform} viewBox={`0 0 ${PARTS} 40`} preserveAspectRatio="none" aria-hidden="true">
      {peaks.map((peak, at) => {
        const height = Math.max(0.6, (peak / loudest) * 38);
        const share = (at + 0.5) / PARTS;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move.
            key={at}
            x={at + 0.15}
            width={0.7}
            y={20 - height / 2}
            height={height}
            data-kept={share >= start && share <= end}
          />
        );
      })}
    </svg>
  );
}
