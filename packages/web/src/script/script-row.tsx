// One line of the script: who, what, and how its audio stands.

import type { Block } from "@fullcast/core/document";
import { memo, type ReactNode } from "react";
import type { BlockMedia, Speaker } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { IconButton } from "../ui/button.tsx";
import { PauseIcon, PlayIcon, SoundIcon } from "../ui/icons.tsx";
import { isFlag } from "./flags.ts";
import { freshnessWords } from "./freshness.ts";
import { certaintyOf, isUnsure, lookOf, runsOf, wordsOf } from "./line.ts";
import { toggleLine } from "./line-audio.ts";
import styles from "./lines.module.css";
import { colorOf } from "./people.ts";
import shared from "./shared.module.css";

interface ScriptRowProps {
  readonly block: Block | undefined;
  readonly index: number;
  readonly speaker: Speaker | undefined;
  readonly media: BlockMedia | undefined;
  readonly sounds: boolean;
  /** The name stands once where one person's lines follow each other in a paragraph. */
  readonly repeats: boolean;
  /** In place of the text while it is edited or split. */
  readonly children?: ReactNode;
}

/** Parts of a row of the grid. The row has the focus, not they. */
const CELL = { role: "gridcell" } as const;
const HEADER = { role: "rowheader" } as const;

export const ScriptRow = memo(function ScriptRow(props: ScriptRowProps) {
  const { block, index, speaker, media, sounds, repeats, children } = props;
  if (block === undefined)
    return (
      <span {...CELL} className={styles.placeholder}>
        {t.common.loading}
      </span>
    );
  const look = lookOf(block);
  const freshness = freshnessWords(media);
  const certainty = isUnsure(block) ? certaintyOf(block) : null;
  const url = media?.playback_url ?? null;
  return (
    <div className={styles.line} data-look={look} style={{ "--voice": colorOf(speaker) } as object}>
      <span className={shared.bar} aria-hidden="true" />
      <span {...HEADER} className={styles.who} data-repeats={repeats}>
        <span className={styles.name} dir="auto">
          {nameOf(block, speaker)}
        </span>
        {certainty !== null && <span className={shared.certainty}>{t.script.certainty(certainty)}</span>}
      </span>
      <div {...CELL} className={styles.said}>
        {children ?? <Words block={block} />}
      </div>
      <span {...CELL} className={styles.end}>
        {["stale", "failed", "speaking"].includes(freshness.state) && (
          <span className={shared.freshness} data-state={freshness.state} title={freshness.full}>
            {freshness.short}
            <span className="for-reader">{freshness.full.slice(freshness.short.length)}</span>
          </span>
        )}
        {url !== null && (
          <IconButton
            className={styles.play ?? ""}
            label={sounds ? t.script.stopLine(index + 1) : t.script.playLine(index + 1)}
            tabIndex={-1}
            onClick={() => toggleLine(block.id, url)}
          >
            {sounds ? <PauseIcon /> : <PlayIcon />}
          </IconButton>
        )}
      </span>
    </div>
  );
});

function nameOf(block: Block, speaker: Speaker | undefined): string {
  switch (block.kind) {
    case "sfx":
      return t.script.sound;
    case "note":
      return isFlag(block) ? t.script.flaggedLine : t.script.note;
    case "excluded":
      return t.script.leftOut;
    case "unparsed":
      return t.script.notPrepared;
    case "narration":
      return speaker?.name ?? t.common.narrator;
    case "speech":
      return speaker?.name ?? t.script.unassigned;
  }
}

/** A first unparsed line can hold a whole novel; the page shows its beginning. */
const MOST_SHOWN = 4000;

function Words({ block }: { readonly block: Block }) {
  if (block.content.type !== "text") {
    return (
      <p className={styles.text} dir="auto">
        {block.kind === "sfx" && <SoundIcon />} {wordsOf(block)}
      </p>
    );
  }
  if (block.content.text.length > MOST_SHOWN) {
    return (
      <p className={styles.text} dir="auto" data-line-text={block.id}>
        {block.content.text.slice(0, MOST_SHOWN)}…
      </p>
    );
  }
  const runs = runsOf(block.content);
  return (
    <p className={styles.text} dir="auto" data-line-text={block.id}>
      {runs.map((run, at) => {
        const text = at === runs.length - 1 ? run.text.trimEnd() : run.text;
        if (run.silent) {
          return (
            <s key={run.start} className={styles.silent}>
              {text}
            </s>
          );
        }
        if (run.saidAs !== null) {
          return (
            <span key={run.start} className={styles.saidAs} title={run.saidAs}>
              {text}
            </span>
          );
        }
        return text;
      })}
    </p>
  );
}
