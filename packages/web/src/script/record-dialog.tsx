// A person's recording of a line: made in the booth, then sent as a take.

import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { t } from "../i18n/i18n.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import { Booth } from "./booth.tsx";
import { wordsOf } from "./line.ts";
import type { ScriptDesk } from "./script-desk.ts";

interface RecordDialogProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly from: "microphone" | File;
  readonly onRecorded: () => Promise<unknown>;
  readonly onClose: () => void;
}

type Upload = NonNullable<Parameters<typeof api.call<"recordTake">>[1]["upload"]>;

export function RecordDialog({ desk, blockId, from, onRecorded, onClose }: RecordDialogProps) {
  const block = desk.model.find(blockId);
  const words = block === undefined ? "" : wordsOf(block).trim();
  const send = useMutation({
    mutationFn: async (sound: Blob) => {
      await desk.settled();
      const contentType = (sound.type.split(";")[0] || "audio/wav") as Upload["contentType"];
      await api.call("recordTake", {
        params: { ...desk.params, blockId },
        headers: { "idempotency-key": newId() },
        query: {},
        upload: { contentType, bytes: sound },
      });
      await onRecorded();
    },
  });
  return (
    <Dialog open wide onClose={onClose} title={t.script.recordTitle}>
      <Booth words={words} from={from} isBusy={send.isPending} onUse={(sound) => send.mutate(sound)} />
      {send.isError && <Fault error={send.error} />}
    </Dialog>
  );
}
