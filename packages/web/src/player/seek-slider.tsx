// The place in the chapter. Stretches that are not made yet are hatched.

import { t } from "../i18n/i18n.ts";
import styles from "./player.module.css";
import { spokenTime } from "./times.ts";

interface SeekSliderProps {
  readonly time: number;
  readonly duration: number;
  readonly unmade: readonly (readonly [number, number])[];
  readonly onSeek: (seconds: number) => void;
}

const KEY_STEP = 5;

export function SeekSlider({ time, duration, unmade, onSeek }: SeekSliderProps) {
  const percent = (seconds: number) => (duration > 0 ? Math.min(100, (100 * seconds) / duration) : 0);
  return (
    <div className={styles.seek}>
      <svg className={styles.track} aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 8">
        <defs>
          <pattern id="unmade" width="1.2" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(20)">
            <rect width="0.5" height="8" className={styles.hatch} />
          </pattern>
        </defs>
        <rect width="100" height="8" className={styles.rest} />
        {unmade.map(([from, to]) => (
          <g key={from}>
            <rect x={percent(from)} width={percent(to) - percent(from)} height="8" className={styles.unmade} />
            <rect x={percent(from)} width={percent(to) - percent(from)} height="8" fill="url(#unmade)" />
          </g>
        ))}
        <rect width={percent(time)} height="8" className={styles.done} />
      </svg>
      <input
        type="range"
        aria-label={t.player.seek}
        aria-valuetext={t.player.placeOf(spokenTime(time), spokenTime(duration))}
        min={0}
        max={Math.max(1, Math.round(duration * 10) / 10)}
        step={0.1}
        value={Math.min(time, Math.max(1, duration))}
        disabled={duration === 0}
        onChange={(event) => onSeek(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP, ArrowDown: -KEY_STEP, ArrowUp: KEY_STEP }[
            event.key
          ];
          if (step === undefined) return;
          event.preventDefault();
          onSeek(time + step);
        }}
      />
    </div>
  );
}
