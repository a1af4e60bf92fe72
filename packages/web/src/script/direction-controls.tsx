// How the line is spoken: a direction by name, and sliders for what a name does not say.

import type { TextContent } from "@fullcast/core/document";
import { useState } from "react";
import { newId } from "../api/new-id.ts";
import { language, t } from "../i18n/i18n.ts";
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
  // new ones at every key would cost more than everything else that a key does.
  const [moved, setMoved] = useState<Moved>(nothingMoved(blockId));
  const moving = moved.blockId === blockId ? moved : nothingMoved(blockId);
  const shown = { ...held, ...moving.direction };
  const put = (next: TextContent) => {
    const block = desk.model.find(blockId);
    if (block !== undefined) desk.edit([textOperation(block, next)]);
  };
  const settle = (part: Partial<Direction>) => {
    setMoved(nothingMoved(blockId));
    put(withDirection(content, { ...held, ...part }, newId));
  };
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits, signDisplay: "exceptZero" }).format(value);
  const factor = (value: number) =>
    value === 1
      ? t.script.normal
      : t.script.times(new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value));
  const pauseSeconds = moving.pauseSeconds ?? pauseOf(content) / 1000;
  const move = (direction: Partial<Direction>) => setMoved({ ...moving, direction });
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
        onMove={(value) => setMoved({ ...moving, pauseSeconds: value })}
        onSettle={(value) => {
          setMoved(nothingMoved(blockId));
          put(withPause(content, Math.round(value * 1000), newId));
        }}
      />
      {JSON.stringify(held) !== JSON.stringify(AS_IT_READS) && (
        <Button look="quiet" onClick={() => put(withDirection(content, AS_IT_READS, newId))}>
          {t.script.plainAgain}
        </Button>
      )}
    </div>
  );
}
