// The dialog in which a voice is requested, cloned or designed: what both kinds state, then the fields of the kind.

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { language as studioLanguage } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { AboutFields } from "./about-fields.tsx";
import type { About, MakerEngine } from "./own-voices.ts";
import styles from "./voices.module.css";

/** What is stated about a voice, at first for the first of the engines. */
export function useAbout(engines: readonly MakerEngine[]) {
  const [about, setAbout] = useState<About>({
    ...{ provider: engines[0]?.provider ?? "", name: "", language: studioLanguage },
    ...{ gender: "female", age: "adult", description: "" },
  });
  const change = (part: Partial<About>) => setAbout({ ...about, ...part });
  return { about, change, engine: engines.find(({ provider }) => provider === about.provider) };
}

interface VoiceDialogProps {
  readonly title: string;
  readonly description: string;
  readonly voice: ReturnType<typeof useAbout>;
  readonly engines: readonly MakerEngine[];
  readonly nameFault: string | null;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields of the kind. */
  readonly children: ReactNode;
  /** What became of the request. */
  readonly outcome: ReactNode;
}

export function VoiceDialog({ voice, engines, nameFault, ...dialog }: VoiceDialogProps) {
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dialog.onSubmit();
  };
  return (
    <Dialog
      open
      wide
      onClose={dialog.onClose}
      title={dialog.title}
      description={dialog.description}
      actions={
        <Button look="primary" type="submit" form={form} disabled={dialog.isPending}>
          {ownVoices.make}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <AboutFields about={voice.about} engines={engines} nameFault={nameFault} onChange={voice.change} />
        {dialog.children}
        {voice.engine?.kind === "remote" && <p className={styles.soft}>{ownVoices.monthly}</p>}
        {dialog.outcome}
      </form>
    </Dialog>
  );
}
