// A slider with its name and its value in words.

import * as Primitive from "radix-ui/slider";
import styles from "./slider.module.css";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value as people say it, shown and read aloud. */
  readonly words: (value: number) => string;
  /** While it moves. */
  readonly onMove: (value: number) => void;
  /** When it is let go. */
  readonly onSettle?: (value: number) => void;
  readonly disabled?: boolean;
}

export function Slider({ label, value, min, max, step, words, onMove, onSettle, disabled = false }: SliderProps) {
  return (
    <div className={styles.slider}>
      <span className={styles.label} aria-hidden="true">
        {label}
        <output className={styles.words}>{words(value)}</output>
      </span>
      <Primitive.Root
        className={styles.root}
        value={[value]}
        {...{ min, max, step, disabled }}
        onValueChange={([next]) => next !== undefined && onMove(next)}
        onValueCommit={([next]) => next !== undefined && onSettle?.(next)}
      >
        <Primitive.Track className={styles.track}>
          <Primitive.Range className={styles.range} />
        </Primitive.Track>
        <Primitive.Thumb className={styles.thumb} aria-label={label} aria-valuetext={words(value)} />
      </Primitive.Root>
    </div>
  );
}
