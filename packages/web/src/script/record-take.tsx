// A person's recording of a line: with the microphone, or from a file. Both open the dialog in which it is heard and cut.

import { lazy, Suspense, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import styles from "./line-panel.module.css";
import type { ScriptDesk } from "./script-desk.ts";

const RecordDialog = lazy(async () => ({ default: (await import("./record-dialog.tsx")).RecordDialog }));

interface RecordTakeProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly onRecorded: () => Promise<unknown>;
}

export function RecordTake({ desk, blockId, onRecorded }: RecordTakeProps) {
  const file = useRef<HTMLInputElement>(null);
  // The buttons stay when another line is marked; what they opened goes with its line.
  const [opened, setOpened] = useState<{ readonly line: string; readonly from: "microphone" | File } | null>(null);
  const open = (from: "microphone" | File) => setOpened({ line: blockId, from });
  return (
    <>
      <div className={styles.edits}>
        <Button onClick={() => open("microphone")}>{t.script.record}</Button>
        <Button onClick={() => file.current?.click()}>{t.script.recordingFile}</Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="audio/*"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen !== undefined) open(chosen);
          }}
        />
      </div>
      <Suspense>
        {opened?.line === blockId && (
          <RecordDialog
            desk={desk}
            blockId={blockId}
            from={opened.from}
            onRecorded={async () => {
              setOpened(null);
              await onRecorded();
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}
