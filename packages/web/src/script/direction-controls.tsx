// How the line is spoken: a direction by name, and sliders for what a name does not say.

import type { TextContent } from "@fullcast/core/document";
import { memo, useCallback, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Slider } from "../ui/slider.tsx";
import { AS_IT_READS, type Direction, directionOf, pauseOf, withDirection, withPause } from "./directions.ts";
import { textOperation } from "./line-edits.ts";
import styles from "./line-panel.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface DirectionControlsProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly content: TextContent;
}

interface Moved {
  readonly blockId: string;
  readonly direction: Partial<Direction>;
  readonly pauseSeconds: number | null;
}
const nothingMoved = (blockId: string): Moved => ({ blockId, direction: {}, pauseSeconds: null });

const NONE = "";
const LONGEST_PAUSE_S = 10;

export function DirectionControls({ desk, blockId, content }: DirectionControlsProps) {
  const held = directionOf(content);
  // What a slider shows while it moves; the line gets it when it is let go. The controls stay when another line is marked:
  // new ones at every key would cost more than everything else that a key does. They are drawn again when they show
  // something else.
  const [moved, setMoved] = useState<Moved>(nothingMoved(blockId));
  const moving = moved.blockId === blockId ? moved : nothingMoved(blockId);
  const line = useRef({ blockId, content });
  line.current = { blockId, content };
  const put = useCallback(
    (change: (content: TextContent) => TextContent) => {
      setMoved(nothingMoved(line.current.blockId));
      const block = desk.model.find(line.current.blockId);
      if (block !== undefined) desk.edit([textOperation(block, change(line.current.content))]);
    },
    [desk],
  );
  const move = useCallback((part: Partial<Omit<Moved, "blockId">>) => {
    const { blockId } = line.current;
    setMoved((before) => ({ ...(before.blockId === blockId ? before : nothingMoved(blockId)), ...part }));
  }, []);
  return (
    <Controls
      {...held}
      {...moving.direction}
      pauseSeconds={moving.pauseSeconds ?? pauseOf(content) / 1000}
      isPlain={JSON.stringify(held) === JSON.stringify(AS_IT_READS)}
      onMove={move}
      onPut={put}
    />
  );
}

interface ControlsProps extends Direction {
  readonly pauseSeconds: number;
  readonly isPlain: boolean;
  readonly onMove: (part: Partial<Omit<Moved, "blockId">>) => void;
  readonly onPut: (change: (content: TextContent) => TextContent) => void;
}

const Controls = memo(function Controls({ pauseSeconds, isPlain, onMove, onPut, ...shown }: ControlsProps) {
  const settle = (part: Partial<Direction>) =>
    onPut((content) => withDirection(content, { ...directionOf(content), ...part }, newId));
  const move = (direction: Partial<Direction>) => onMove({ direction });
  const number = (value: number, digits: number) =>
    formatNumber(value, { maximumFractionDigits: digits, signDisplay: "exceptZero" });
  const factor = (value: number) =>
    value === 1 ? t.script.normal : t.script.times(formatNumber(value, { maximumFractionDigits: 2 }));
  const sliders = [
    { name: "rate", label: t.script.pace, min: 0.5, max: 2, step: 0.05, words: factor },
    {
      name: "pitch_semitones",
      label: t.script.pitch,
      min: -12,
      max: 12,
      step: 0.5,
      words: (value: number) => (value === 0 ? t.script.normal : t.script.semitones(number(value, 1))),
    },
    {
      name: "volume_db",
      label: t.script.volume,
      min: -24,
      max: 12,
      step: 1,
      words: (value: number) => (value === 0 ? t.script.normal : t.script.decibels(number(value, 0))),
    },
    { name: "range", label: t.script.liveliness, min: 0, max: 2, step: 0.05, words: factor },
  ] as const;
  return (
    <div className={styles.controls}>
      <Choice
        label={t.script.direction}
        value={shown.intent ?? NONE}
        onChoose={(intent) => settle({ intent: intent === NONE ? null : intent })}
        options={[
          { value: NONE, label: t.script.directionNone },
          ...Object.entries(t.script.directions).map(([value, label]) => ({ value, label })),
        ]}
      />
      {shown.intent !== null && (
        <Slider
          label={t.script.strength}
          value={Math.round(shown.strength * 100)}
          min={0}
          max={100}
          step={5}
          words={(value) => `${value} %`}
          onMove={(value) => move({ strength: value / 100 })}
          onSettle={(value) => settle({ strength: value / 100 })}
        />
      )}
      {sliders.map(({ name, ...slider }) => (
        <Slider
          key={name}
          {...slider}
          value={shown[name]}
          onMove={(value) => move({ [name]: value })}
          onSettle={(value) => settle({ [name]: value })}
        />
      ))}
      <label className={shared.check}>
        <input
          type="checkbox"
          checked={shown.whisper}
          onChange={(event) => settle({ whisper: event.target.checked })}
        />
        {t.script.whispered}
      </label>
      <Slider
        label={t.script.pause}
        value={pauseSeconds}
        min={0}
        max={LONGEST_PAUSE_S}
        step={0.25}
        words={(value) => (value === 0 ? t.script.pauseNone : t.script.seconds(number(value, 2).replace("+", "")))}
        onMove={(value) => onMove({ pauseSeconds: value })}
        onSettle={(value) => onPut((content) => withPause(content, Math.round(value * 1000), newId))}
      />
      {!isPlain && (
        <Button look="quiet" onClick={() => settle(AS_IT_READS)}>
          {t.script.plainAgain}
        </Button>
      )}
    </div>
  );
});
