// The words of a finding in their context, and what a mend makes of them.

import type { Ignorable } from "@fullcast/core/manuscript";
import { manuscriptTexts } from "../i18n/manuscript-texts.ts";
import passages from "../ui/passages.module.css";
import styles from "./manuscript.module.css";

/** The server shows up to 80 characters on each side, and cuts at a space. */
const CUT = 58;

interface FoundWordsProps {
  /** Names the buttons beside it. */
  readonly id: string;
  readonly finding: Ignorable & { readonly mend: string | null };
}

export function FoundWords({ id, finding: { before, words, after, mend } }: FoundWordsProps) {
  return (
    <p id={id} className={`${passages.words} ${styles.mended}`} dir="auto">
      {isCut(before) && "… "}
      {before.slice(before.lastIndexOf("\n") + 1)}
      {words !== "" && mend !== null && <del>{visible(words)}</del>}
      {words !== "" && mend === null && <mark>{visible(words)}</mark>}
      {words === "" && mend === null && <mark title={manuscriptTexts.missing}>⌃</mark>}
      {mend !== null && mend !== "" && <ins>{visible(mend)}</ins>}
      {after.split("\n", 1)[0]}
      {isCut(after) && " …"}
    </p>
  );
}

/** Whether the words around a place end inside their paragraph. */
const isCut = (around: string): boolean => around.length >= CUT && !around.includes("\n");

/** Spaces and characters without width are shown by signs. */
const visible = (words: string): string =>
  words
    .replaceAll(/^[ \u00a0]+$/gu, (spaces) => "␣".repeat(spaces.length))
    .replaceAll(/[\u200b\u2060\ufeff]/gu, "◌")
    .replaceAll(/[\p{Cc}\p{Co}]/gu, (one) => (one === "\n" ? "↵" : "□"));
