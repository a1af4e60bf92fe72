// One person of the cast: lines, words, share, and the voice.

import type { Speaker } from "../api/api.ts";
import { formatNumber, language, t } from "../i18n/i18n.ts";
import { colorOf } from "../script/people.ts";
import { IconButton } from "../ui/button.tsx";
import { MoreIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import styles from "./cast.module.css";
import { shareOf } from "./cast-state.ts";

interface PersonRowProps {
  readonly person: Speaker;
  readonly people: readonly Speaker[];
  readonly outOfDate: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onDetails: () => void;
  readonly onMerge: () => void;
}

const UNITS_A_WORD = 5.7;

export function PersonRow({ person, people, outOfDate, chosen, onChoose, onDetails, onMerge }: PersonRowProps) {
  const share = shareOf(person, people);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
  const { casting, usage } = person;
  return (
    <li className={styles.person} data-chosen={chosen} style={{ "--voice": colorOf(person) } as object}>
      <span className={styles.bar} aria-hidden="true" />
      <div className={styles.who}>
        <button type="button" className={styles.name} aria-pressed={chosen} dir="auto" onClick={onChoose}>
          {person.name}
        </button>
        {person.aliases.length > 0 && (
          <span className={styles.hint} dir="auto">
            {person.aliases.join(", ")}
          </span>
        )}
        <span className={styles.facts}>
          <span>{usage.block_count === 1 ? t.cast.oneLine : t.cast.lines(formatNumber(usage.block_count))}</span>
          <span>{t.cast.words(formatNumber(Math.round(usage.character_count / UNITS_A_WORD)))}</span>
          <span>{t.cast.share(percent.format(share))}</span>
        </span>
        <span className={styles.meter} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </div>
      <div className={styles.voice}>
        <span>{casting === null ? t.cast.noVoice : casting.voice_name}</span>
        <span className={styles.hint}>
          {casting === null ? t.cast.noVoiceHint : casting.source === "user" ? t.cast.chosenByYou : t.cast.chosenForYou}
        </span>
        {outOfDate > 0 && <span className={styles.stale}>{t.cast.outOfDate(outOfDate)}</span>}
      </div>
      <Menu
        trigger={
          <IconButton label={t.cast.options(person.name)}>
            <MoreIcon />
          </IconButton>
        }
        groups={[
          [
            { label: t.cast.details, onSelect: onDetails },
            ...(person.role === "narrator" ? [] : [{ label: t.cast.mergeDo, onSelect: onMerge }]),
          ],
        ]}
      />
    </li>
  );
}
