// A voice that does not suit a person: why, and one button that gives the person a better one.

import type { Speaker, Voice } from "../api/api.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { type Misfit, misfitWords, sentence } from "./misfits.ts";

interface MisfitNoticeProps {
  readonly misfit: Misfit;
  readonly person: Speaker;
  readonly people: readonly Speaker[];
  /** The better voice; undefined if there is none. */
  readonly better: Voice | undefined;
  readonly disabled: boolean;
  readonly onUse: (voiceId: string) => void;
  /** Shows the voices for the person, the better one beside the present one. */
  readonly onCompare: (voiceId: string | null) => void;
  readonly onKeep: () => void;
}

export function MisfitNotice(props: MisfitNoticeProps) {
  const { misfit, person, people, better, disabled, onUse, onCompare, onKeep } = props;
  return (
    <Notice
      tone="warn"
      action={
        <span className={styles.answers}>
          {better !== undefined && (
            <Button disabled={disabled} onClick={() => onUse(better.voice_id)}>
              {castTexts.takeVoice(better.name)}
            </Button>
          )}
          <Button look={better === undefined ? "plain" : "quiet"} onClick={() => onCompare(better?.voice_id ?? null)}>
            {better === undefined ? castTexts.otherVoice(person.name) : castTexts.compareBoth}
          </Button>
          <Button look="quiet" aria-label={castTexts.keepVoiceOf(person.name)} onClick={onKeep}>
            {castTexts.keepVoice}
          </Button>
        </span>
      }
    >
      <p>{sentence(misfitWords(misfit, person, people))}</p>
    </Notice>
  );
}
