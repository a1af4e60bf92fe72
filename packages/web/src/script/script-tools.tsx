// The tools above the lines.

import { memo } from "react";
import { t } from "../i18n/i18n.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { FlagIcon, HistoryIcon, KeyboardIcon, MoreIcon, RedoIcon, SearchIcon, UndoIcon } from "../ui/icons.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import type { Command } from "./keys.ts";
import styles from "./script.module.css";

interface ScriptToolsProps {
  /** What was undone last; null after an edit. */
  readonly said: string | null;
  /** How many lines are flagged, how many are unsure, and how many edits are on their way. */
  readonly flags: number;
  readonly unsure: number;
  readonly waiting: number;
  readonly onCommand: (command: Command) => void;
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
  /** Few tools, and the rest in a menu. */
  readonly isPhone: boolean;
}

/** Drawn again when something of it changes, not at every key. */
export const ScriptTools = memo(function ScriptTools(props: ScriptToolsProps) {
  const { said, flags, unsure, waiting, onCommand, singleKeys, onSingleKeys, isPhone } = props;
  const ofKeys: readonly MenuItem[] = [
    { label: t.script.keysTitle, keys: "?", onSelect: () => onCommand({ kind: "keys" }) },
    {
      label: t.script.singleKeys,
      checked: singleKeys,
      onSelect: () => onSingleKeys(!singleKeys),
    },
  ];
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={t.script.tools}>
        <IconButton label={t.common.undo} onClick={() => onCommand({ kind: "undo" })}>
          <UndoIcon />
        </IconButton>
        <IconButton label={t.common.redo} onClick={() => onCommand({ kind: "redo" })}>
          <RedoIcon />
        </IconButton>
        <IconButton label={t.common.search} onClick={() => onCommand({ kind: "find" })}>
          <SearchIcon />
        </IconButton>
        <IconButton
          label={flags === 0 ? t.script.flagged : t.script.flaggedCount(flags)}
          onClick={() => onCommand({ kind: "flags" })}
        >
          <FlagIcon />
          {flags > 0 && <span className={styles.badge} data-count={flags} aria-hidden="true" />}
        </IconButton>
        {isPhone ? (
          <Menu
            trigger={
              <IconButton label={t.script.moreTools}>
                <MoreIcon />
              </IconButton>
            }
            groups={[
              [
                ...(unsure === 0
                  ? []
                  : [{ label: t.script.byConversation, onSelect: () => onCommand({ kind: "conversation" }) }]),
                { label: t.script.newPerson, onSelect: () => onCommand({ kind: "newPerson" }) },
                { label: t.script.versions, onSelect: () => onCommand({ kind: "versions" }) },
              ],
              ofKeys,
            ]}
          />
        ) : (
          <>
            <IconButton label={t.script.versions} onClick={() => onCommand({ kind: "versions" })}>
              <HistoryIcon />
            </IconButton>
            <Menu
              trigger={
                <IconButton label={t.script.keys}>
                  <KeyboardIcon />
                </IconButton>
              }
              groups={[ofKeys]}
            />
          </>
        )}
      </div>
      <div className={styles.state}>
        <span>
          {/* Each message is drawn anew, so that it is shown for its time. It is announced where it arises. */}
          <span key={said} className={styles.saved} data-said={waiting === 0 && said !== null && said !== ""}>
            {waiting > 0 ? t.script.saving : (said ?? t.script.saved)}
          </span>
        </span>
      </div>
      {isPhone && unsure > 0 && (
        <section className={styles.unsurePill} aria-label={t.script.unsure}>
          <Button onClick={() => onCommand({ kind: "nextUnsure" })}>{t.script.unsureCount(unsure)}</Button>
        </section>
      )}
    </>
  );
});
