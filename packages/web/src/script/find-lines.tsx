// Finding lines of the chapter by their words: the key / opens it, Enter goes to the next line, Escape closes it.

import { type KeyboardEvent, useEffect, useState } from "react";
import { formatNumber, t } from "../i18n/i18n.ts";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { BackIcon, ForwardIcon } from "../ui/icons.tsx";
import { faultWords } from "../ui/notice.tsx";
import { wordsOf } from "./line.ts";
import styles from "./script.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface FindLinesProps {
  readonly desk: ScriptDesk;
  readonly at: number;
  /** Shows the line; the focus stays in the field. */
  readonly onShow: (index: number) => void;
  /** Opens search and replace over the story with these words. */
  readonly onReplace: (words: string) => void;
  readonly onClose: () => void;
}

const REST_MS = 250;

export function FindLines({ desk, at, onShow, onReplace, onClose }: FindLinesProps) {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly number[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    setFound(null);
    setFault(null);
    if (words.trim() === "") return;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      desk.find(words, ending.signal).then(setFound, (error: unknown) => {
        if (!ending.signal.aborted) setFault(faultWords(error));
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [desk, words]);
  const step = (direction: 1 | -1) => {
    if (found === null || found.length === 0) return;
    const next =
      direction === 1
        ? (found.find((index) => index > at) ?? found[0])
        : (found.findLast((index) => index < at) ?? found.at(-1));
    if (next === undefined) return;
    onShow(next);
    // The focus stays in the field.
    void desk.load(next, next + 1).then(() => {
      const line = desk.model.at(next);
      if (line !== undefined) announce(t.script.foundLine(formatNumber(next + 1), wordsOf(line).trim()));
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composition of an input method belongs to the words.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.find} onKeyDown={onKeyDown}>
      <TextField
        label={t.common.search}
        labelHidden
        placeholder={t.common.search}
        type="search"
        autoFocus
        value={words}
        fault={fault}
        onChange={(event) => setWords(event.target.value)}
      />
      <span role="status" className={shared.hint}>
        {found !== null && t.script.found(formatNumber(found.length))}
      </span>
      <IconButton label={t.script.previousFound} onClick={() => step(-1)}>
        <BackIcon />
      </IconButton>
      <IconButton label={t.script.nextFound} onClick={() => step(1)}>
        <ForwardIcon />
      </IconButton>
      <Button look="quiet" onClick={() => onReplace(words.trim())}>
        {t.script.replaceOpen}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {t.common.close}
      </Button>
    </search>
  );
}
