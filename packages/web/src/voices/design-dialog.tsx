// A voice that an engine makes of words.

import { type FormEvent, useId, useState } from "react";
import { language as studioLanguage } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { AboutFields } from "./about-fields.tsx";
import type { About, MakerEngine } from "./own-voices.ts";
import { useVoiceRequest } from "./use-request.ts";
import styles from "./voices.module.css";

interface DesignDialogProps {
  readonly engines: readonly MakerEngine[];
  readonly onClose: () => void;
}

const LEAST_WORDS = 20;

export function DesignDialog({ engines, onClose }: DesignDialogProps) {
  const form = useId();
  const [about, setAbout] = useState<About>({
    ...{ provider: engines[0]?.provider ?? "", name: "", language: studioLanguage },
    ...{ gender: "female", age: "adult", description: "" },
  });
  const [isAsked, setIsAsked] = useState(false);
  const request = useVoiceRequest(onClose);
  const change = (part: Partial<About>) => setAbout({ ...about, ...part });
  const name = about.name.trim();
  const description = about.description.trim();
  const isRemote = engines.find(({ provider }) => provider === about.provider)?.kind === "remote";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (name !== "" && description.length >= LEAST_WORDS)
      request.mutate({ ...about, kind: "designed", name, description });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={ownVoices.design}
      description={ownVoices.designHint}
      actions={
        <Button look="primary" type="submit" form={form} disabled={request.isPending}>
          {ownVoices.make}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <AboutFields
          about={about}
          engines={engines}
          nameFault={isAsked && name === "" ? ownVoices.nameMissing : null}
          onChange={change}
        />
        <TextArea
          label={ownVoices.words}
          hint={ownVoices.wordsHint}
          value={about.description}
          rows={4}
          maxLength={500}
          fault={isAsked && description.length < LEAST_WORDS ? ownVoices.wordsShort : null}
          onChange={(event) => change({ description: event.target.value })}
        />
        {isRemote && <p className={styles.soft}>{ownVoices.monthly}</p>}
        {request.isError && <Fault error={request.error} />}
      </form>
    </Dialog>
  );
}
