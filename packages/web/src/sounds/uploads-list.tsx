// The uploads of sounds that are under way or failed.

import { formatPercent, t } from "../i18n/i18n.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { Button } from "../ui/button.tsx";
import fieldStyles from "../ui/field.module.css";
import { faultWords } from "../ui/notice.tsx";
import styles from "./sounds.module.css";
import { type SoundUploading, uploads, useUploads } from "./upload-queue.ts";

export function UploadsList() {
  const shown = useUploads();
  if (shown.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={soundTexts.uploads}>
      {shown.map((one) => (
        <li key={one.id}>
          <span className={styles.grow} dir="auto">
            {one.name}
          </span>
          {one.state !== "failed" && one.state !== "paused" && (
            <progress className={styles.progress} max={1} value={one.sent} aria-label={one.name} />
          )}
          <span className={one.state === "failed" ? fieldStyles.fault : styles.soft}>{stateWords(one)}</span>
          {(one.state === "waiting" || one.state === "sending") && (
            <Button look="quiet" aria-label={soundTexts.holdOne(one.name)} onClick={() => uploads.pause(one.id)}>
              {soundTexts.hold}
            </Button>
          )}
          {one.state === "paused" && (
            <Button aria-label={soundTexts.goOnWith(one.name)} onClick={() => uploads.again(one.id)}>
              {soundTexts.goOn}
            </Button>
          )}
          {one.state === "failed" && (
            <Button aria-label={soundTexts.again(one.name)} onClick={() => uploads.again(one.id)}>
              {t.common.tryAgain}
            </Button>
          )}
          <Button
            look="quiet"
            aria-label={one.state === "failed" ? soundTexts.dismiss(one.name) : soundTexts.stop(one.name)}
            onClick={() => uploads.stop(one.id)}
          >
            {one.state === "failed" ? t.common.close : soundTexts.stopWord}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function stateWords({ state, sent, fault }: SoundUploading): string {
  if (state === "waiting") return soundTexts.waiting;
  if (state === "paused") return soundTexts.paused;
  if (state === "checking") return soundTexts.checking;
  return state === "sending" ? soundTexts.sending(formatPercent(sent)) : faultWords(fault);
}
