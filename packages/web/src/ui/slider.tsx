// A slider with its name and its value in words: the browser's own, which costs little where there are many of them.

import { useCallback, useRef } from "react";
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
  /** When it is let go, and after each key. */
  readonly onSettle?: (value: number) => void;
  readonly disabled?: boolean;
}

export function Slider({ label, value, min, max, step, words, onMove, onSettle, disabled = false }: SliderProps) {
  const settle = useRef(onSettle);
  settle.current = onSettle;
  // React's onChange is the browser's "input". Its "change" comes once, when the slider is let go.
  const listen = useCallback((input: HTMLInputElement) => {
    const onChange = () => settle.current?.(Number(input.value));
    input.addEventListener("change", onChange);
    return () => input.removeEventListener("change", onChange);
  }, []);
  return (
    <label className={styles.slider}>
      <span className={styles.label} aria-hidden="true">
        {label}
        <span className={styles.words}>{words(value)}</span>
      </span>
      <input
        ref={listen}
        type="range"
        className={styles.input}
        aria-label={label}
        aria-valuetext={words(value)}
        {...{ value, min, max, step, disabled }}
        onChange={(event) => onMove(Number(event.target.value))}
      />
    </label>
  );
}
