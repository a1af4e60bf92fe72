// The flagged lines of a chapter: go to one, or take its flag away.

import { formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./dialogs.module.css";
import { editAloud } from "./edit-aloud.ts";
import { flaggedLine, flagWords } from "./flags.ts";
import { wordsOf } from "./line.ts";
import { deleteLine } from "./new-lines.ts";
import { colorOf } from "./people.ts";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";
import { useLinesAround } from "./use-lines-around.ts";

interface FlaggedLinesProps {
  readonly desk: ScriptDesk;
  readonly onGo: (index: number) => void;
  readonly onClose: () => void;
}

/** Lines that are read above a flag. */
const ABOVE = 3;
const MOST_SHOWN = 100;

export function FlaggedLines({ desk, onGo, onClose }: FlaggedLinesProps) {
  const { model, people } = desk;
  const ids = desk.flags();
  const shown = ids.slice(0, MOST_SHOWN);
  useLinesAround(desk, shown, { above: ABOVE, below: 0 });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t.script.flagged}
      description={ids.length === 0 ? t.script.flaggedNone : t.script.flaggedHint}
    >
      <ol aria-label={t.script.flagged} className={styles.flagged}>
        {shown.map((id) => {
          const at = desk.placeOf(id);
          const flag = model.at(at);
          const found = flag === undefined ? null : flaggedLine(model, at);
          if (flag === undefined || found === null) return null;
          const { index, line } = found;
          const speaker = line.speaker_id === null ? undefined : people.byId.get(line.speaker_id);
          return (
            <li key={id} className={styles.flaggedLine} style={{ "--voice": colorOf(speaker) } as object}>
              <span className={shared.bar} aria-hidden="true" />
              <button type="button" className={styles.flaggedGo} onClick={() => onGo(index)}>
                <span className={shared.hint}>
                  {t.script.lineNumber(formatNumber(index + 1), formatNumber(model.count))}
                  {speaker !== undefined && ` · ${speaker.name}`}
                </span>
                <span className={styles.flaggedWords} dir="auto">
                  {wordsOf(line).trim().slice(0, 200)}
                </span>
                {flagWords(flag) !== "" && (
                  <span className={shared.hint} dir="auto">
                    {flagWords(flag)}
                  </span>
                )}
              </button>
              <Button look="quiet" onClick={() => editAloud(desk, [deleteLine(flag)])}>
                {t.script.unflag}
              </Button>
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
