// A chosen file before it is uploaded: heard, seen as a waveform, and cut at its ends.

import { soundTexts } from "../i18n/sound-texts.ts";
import { Button } from "../ui/button.tsx";
import { CutSound } from "../ui/cut-sound.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./sounds.module.css";

interface TrimSoundProps {
  readonly file: File;
  readonly onKeep: (file: File) => void;
  readonly onClose: () => void;
}

/** A longer file takes too much memory as samples. */
export const MOST_TRIMMED_BYTES = 64 * 1024 * 1024;

export function TrimSound({ file, onKeep, onClose }: TrimSoundProps) {
  const keep = (cut: () => Blob) => {
    const part = cut();
    if (part !== file) onKeep(new File([part], `${file.name.replace(/\.[a-z0-9]+$/i, "")}.wav`, { type: "audio/wav" }));
    onClose();
  };
  return (
    <Dialog open wide onClose={onClose} title={soundTexts.trimTitle(file.name)} description={soundTexts.trimHint}>
      <div className={styles.dialog}>
        <CutSound
          sound={file}
          actions={(cut) => (
            <div className={styles.actions}>
              <Button look="primary" onClick={() => keep(cut)}>
                {soundTexts.trimKeep}
              </Button>
            </div>
          )}
        />
      </div>
    </Dialog>
  );
}
