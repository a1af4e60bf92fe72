// A voice that an engine makes of words.

import { useState } from "react";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { TextArea } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import type { MakerEngine } from "./own-voices.ts";
import { useVoiceRequest } from "./use-request.ts";
import { useAbout, VoiceDialog } from "./voice-dialog.tsx";

interface DesignDialogProps {
  readonly engines: readonly MakerEngine[];
  readonly onClose: () => void;
}

const LEAST_WORDS = 20;

export function DesignDialog({ engines, onClose }: DesignDialogProps) {
  const voice = useAbout(engines);
  const { about, change } = voice;
  const [isAsked, setIsAsked] = useState(false);
  const request = useVoiceRequest(onClose);
  const name = about.name.trim();
  const description = about.description.trim();
  const submit = () => {
    setIsAsked(true);
    if (name !== "" && description.length >= LEAST_WORDS)
      request.mutate({ ...about, kind: "designed", name, description });
  };
  return (
    <VoiceDialog
      title={ownVoices.design}
      description={ownVoices.designHint}
      voice={voice}
      engines={engines}
      nameFault={isAsked && name === "" ? ownVoices.nameMissing : null}
      isPending={request.isPending}
      onSubmit={submit}
      onClose={onClose}
      outcome={request.isError && <Fault error={request.error} />}
    >
      <TextArea
        label={ownVoices.words}
        hint={ownVoices.wordsHint}
        value={about.description}
        rows={4}
        maxLength={500}
        fault={isAsked && description.length < LEAST_WORDS ? ownVoices.wordsShort : null}
        onChange={(event) => change({ description: event.target.value })}
      />
    </VoiceDialog>
  );
}
