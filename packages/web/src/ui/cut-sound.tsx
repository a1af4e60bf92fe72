// A sound as a waveform whose ends can be cut, and that is heard as it is cut.

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { castTexts } from "../i18n/cast-texts.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "./button.tsx";
import styles from "./cut-sound.module.css";
import { Notice } from "./notice.tsx";
import { monoOf, peaksOf, wavOf } from "./samples.ts";

interface CutSoundProps {
  readonly sound: Blob;
  /** The buttons below. `cut` makes what is left between the ends, the sound itself while it is whole. */
  readonly actions: (cut: () => Blob) => ReactNode;
}

const PARTS = 160;
/** The ends stay apart by this share of the sound. */
const LEAST = 0.02;

export function CutSound({ sound, actions }: CutSoundProps) {
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
  const channels = useMemo(
    () =>
      decoded === null || decoded === "unreadable"
        ? []
        : Array.from({ length: decoded.numberOfChannels }, (_, at) => decoded.getChannelData(at)),
    [decoded],
  );
  const peaks = useMemo(() => peaksOf(monoOf(channels), PARTS), [channels]);
  if (decoded === null) return <p className={styles.hint}>{t.common.loading}</p>;
  if (decoded === "unreadable") {
    return (
      <>
        <Notice tone="info">{t.script.noWaveform}</Notice>
        {actions(() => sound)}
      </>
    );
  }
  const { duration, sampleRate, length } = decoded;
  const seconds = (share: number) => t.script.seconds(formatNumber(share * duration, { maximumFractionDigits: 2 }));
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
  const made = () => {
    const at = (share: number) => Math.round(share * length);
    const isWhole = cut.start === 0 && cut.end === 1;
    return isWhole ? sound : wavOf(channels, sampleRate, at(cut.start), at(cut.end));
  };
  const ends = [
    {
      label: t.script.cutStart,
      value: cut.start,
      set: (start: number) => ({ ...cut, start: Math.min(start, cut.end - LEAST) }),
    },
    {
      label: t.script.cutEnd,
      value: cut.end,
      set: (end: number) => ({ ...cut, end: Math.max(end, cut.start + LEAST) }),
    },
  ];
  return (
    <>
      <Waveform peaks={peaks} start={cut.start} end={cut.end} />
      <div className={styles.ends}>
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
        <Button onClick={isPlaying ? stop : listen}>{isPlaying ? castTexts.stop : t.script.listenTo}</Button>
      </div>
      {actions(made)}
    </>
  );
}

interface WaveformProps {
  readonly peaks: readonly number[];
  readonly start: number;
  readonly end: number;
}

function Waveform({ peaks, start, end }: WaveformProps) {
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
