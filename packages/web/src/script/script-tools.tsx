// The tools above the lines.

import { t } from "../i18n/i18n.ts";
import { IconButton } from "../ui/button.tsx";
import { FlagIcon, HistoryIcon, KeyboardIcon, RedoIcon, SearchIcon, UndoIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import type { Command } from "./keys.ts";
import styles from "./script.module.css";
import type { ScriptDesk } from "./script-desk.ts";

interface ScriptToolsProps {
  /** What was undone last; null after an edit. */
  readonly said: string | null;
  readonly desk: ScriptDesk;
  readonly onCommand: (command: Command) => void;
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
}

export function ScriptTools({ said, desk, onCommand, singleKeys, onSingleKeys }: ScriptToolsProps) {
  const flags = desk.flags().length;
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
        <IconButton label={t.script.versions} onClick={() => onCommand({ kind: "versions" })}>
          <HistoryIcon />
        </IconButton>
        <Menu
          trigger={
            <IconButton label={t.script.keys}>
              <KeyboardIcon />
            </IconButton>
          }
          groups={[
            [
              { label: t.script.keysTitle, keys: "?", onSelect: () => onCommand({ kind: "keys" }) },
              {
                label: `${t.script.singleKeys}: ${singleKeys ? "✓" : "–"}`,
                onSelect: () => onSingleKeys(!singleKeys),
              },
            ],
          ]}
        />
      </div>
      <span className={styles.saved} role="status">
        {desk.waiting > 0 ? t.script.saving : (said ?? t.script.saved)}
      </span>
    </>
  );
}
