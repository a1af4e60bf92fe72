// Choosing where a line is cut: between words, most likely where a sentence or a quotation ends.

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { t } from "../i18n/i18n.ts";
import { useAnnounced } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { editAloud } from "./edit-aloud.ts";
import { wordsOf } from "./line.ts";
import styles from "./lines.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";
import { cutPlaces, likelyCut } from "./split-places.ts";

interface SplitLineProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly onClose: () => void;
}

export function SplitLine({ desk, blockId, onClose }: SplitLineProps) {
  const block = desk.model.find(blockId);
  const text = block === undefined ? "" : wordsOf(block);
  const places = cutPlaces(text);
  const [chosen, setChosen] = useState(() => likelyCut(text, places));
  useAnnounced(t.script.splitAt(text.slice(places[chosen] ?? 0, places[chosen + 1] ?? text.length).trim()));
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    group.current?.focus();
    // The hint and the button make the line higher: they come into view with it.
    const frame = requestAnimationFrame(() => group.current?.scrollIntoView({ block: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const cut = (offset: number | undefined) => {
    if (block !== undefined && offset !== undefined) {
      editAloud(desk, [
        {
          op: "split_block",
          block_id: block.id,
          base_block_version: block.block_version,
          offset_utf16: offset,
          new_block_id: newId(),
        },
      ]);
    }
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The button has its own Enter.
    if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setChosen(Math.max(0, Math.min(places.length - 1, chosen + by)));
    else if (event.key === "Enter") cut(places[chosen]);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot take the focus.
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={t.script.split}
      className={styles.split}
      onKeyDown={onKeyDown}
    >
      <p className={styles.text} dir="auto">
        {text.slice(0, places[0] ?? text.length)}
        {places.map((offset, index) => {
          const piece = text.slice(offset, places[index + 1] ?? text.length);
          return (
            // A button of the page would break the lines of the text at every word.
            // biome-ignore lint/a11y/useSemanticElements: see above.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the group has the keys.
            <span
              key={offset}
              role="button"
              tabIndex={-1}
              className={styles.cut}
              data-chosen={index === chosen}
              aria-label={t.script.splitAt(piece.trim())}
              aria-pressed={index === chosen}
              onClick={() => cut(offset)}
            >
              {piece}
            </span>
          );
        })}
      </p>
      <p className={`${shared.hint} ${styles.splitHint}`}>
        <span>
          {t.script.splitHint} <span className={styles.ofKeys}>{t.script.splitKeys}</span>
        </span>
        <Button look="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </p>
    </div>
  );
}
