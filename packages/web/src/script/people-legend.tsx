// The people with their numbers: what the digits of the keyboard mean in this chapter.

import { memo } from "react";
import { t } from "../i18n/i18n.ts";
import { IconButton } from "../ui/button.tsx";
import { PlusIcon } from "../ui/icons.tsx";
import { colorOf, NUMBERED, type People } from "./people.ts";
import styles from "./script.module.css";
import shared from "./shared.module.css";

interface PeopleLegendProps {
  readonly people: People;
  readonly onAssign: (speakerId: string) => void;
  readonly onNew: () => void;
}

/** Drawn again when the people change, not at every key. */
export const PeopleLegend = memo(function PeopleLegend({ people, onAssign, onNew }: PeopleLegendProps) {
  const shown = [...(people.narrator === null ? [] : [people.narrator]), ...people.numbered.slice(0, NUMBERED)];
  return (
    <div className={styles.legend}>
      <ul className={shared.people} aria-label={t.script.people}>
        {shown.map((person) => {
          const digit = person.role === "narrator" ? "0" : String(people.numbered.indexOf(person) + 1);
          return (
            <li key={person.id}>
              <button
                type="button"
                className={shared.person}
                style={{ "--voice": colorOf(person) } as object}
                title={t.script.peopleHint}
                onClick={() => onAssign(person.id)}
              >
                <kbd>{digit}</kbd> <span dir="auto">{person.name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <IconButton label={t.script.newPerson} className={styles.newPerson ?? ""} onClick={onNew}>
        <PlusIcon />
      </IconButton>
    </div>
  );
});
