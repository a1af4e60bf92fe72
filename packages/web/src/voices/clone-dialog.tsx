// A voice that an engine clones from recordings of a person. The whole text of the consent is shown, and a tick confirms exactly
// this text: it is taken away when the text becomes another one.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, ClientError, type Sound } from "../api/api.ts";
import { language as studioLanguage } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { Choice } from "../ui/choice.tsx";
import fieldStyles from "../ui/field.module.css";
import { TextField } from "../ui/field.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { type MakerEngine, recordingsFault, recordingsHint } from "./own-voices.ts";
import { RecordingsField } from "./recordings-field.tsx";
import { useVoiceRequest } from "./use-request.ts";
import { useAbout, VoiceDialog } from "./voice-dialog.tsx";
import styles from "./voices.module.css";

interface CloneDialogProps {
  readonly engines: readonly MakerEngine[];
  readonly onClose: () => void;
}

/** A name that is being typed is asked about when it has not changed for this time. */
const QUIET_MS = 400;

export function CloneDialog({ engines, onClose }: CloneDialogProps) {
  const voice = useAbout(engines);
  const { about, change, engine } = voice;
  const [chosen, setChosen] = useState<readonly Sound[]>([]);
  const [person, setPerson] = useState("");
  const [by, setBy] = useState<"self" | "other">("self");
  const [proof, setProof] = useState("");
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const consent = useConsentText({ provider: about.provider, person: person.trim(), by });
  const request = useVoiceRequest(onClose);
  const isConfirmed = consent.text !== null && confirmed === consent.text.text_sha256;
  const hasChanged = request.error instanceof ClientError && request.error.code === "CONSENT_TEXT_CHANGED";
  const recordings = engine === undefined ? null : recordingsFault(chosen, engine.maker.references);
  const faults = {
    name: about.name.trim() === "" ? ownVoices.nameMissing : null,
    recordings,
    person: person.trim() === "" ? ownVoices.personMissing : null,
    proof: by === "other" && proof.trim().length < 3 ? ownVoices.proofMissing : null,
    confirmed: isConfirmed ? null : ownVoices.notConfirmed,
  };
  const shown = (fault: string | null) => (isAsked ? fault : null);
  const submit = () => {
    setIsAsked(true);
    if (consent.text === null || Object.values(faults).some((fault) => fault !== null)) return;
    request.mutate(
      {
        ...{ ...about, kind: "cloned", name: about.name.trim(), description: about.description.trim() },
        sound_ids: chosen.map(({ id }) => id),
        consent: {
          ...{ person: person.trim(), by, language: studioLanguage, text_sha256: consent.text.text_sha256 },
          ...(by === "other" ? { proof: proof.trim() } : {}),
        },
      },
      { onError: () => consent.refetch() },
    );
  };
  return (
    <VoiceDialog
      title={ownVoices.clone}
      description={ownVoices.cloneHint}
      voice={voice}
      engines={engines}
      nameFault={shown(faults.name)}
      isPending={request.isPending}
      onSubmit={submit}
      onClose={onClose}
      outcome={
        <>
          {hasChanged && <Notice tone="warn">{ownVoices.changed}</Notice>}
          {request.isError && !hasChanged && <Fault error={request.error} />}
        </>
      }
    >
      <TextField
        label={ownVoices.about}
        hint={ownVoices.aboutHint}
        value={about.description}
        maxLength={500}
        onChange={(event) => change({ description: event.target.value })}
      />
      <RecordingsField
        chosen={chosen}
        hint={engine === undefined ? "" : recordingsHint(engine.maker.references)}
        // Before the first attempt only what is chosen is judged.
        fault={chosen.length > 0 || isAsked ? recordings : null}
        person={person.trim()}
        onChange={setChosen}
      />
      <fieldset className={styles.group}>
        <legend>{ownVoices.consentOf}</legend>
        <div className={styles.fields}>
          <TextField
            label={ownVoices.person}
            value={person}
            maxLength={100}
            fault={shown(faults.person)}
            onChange={(event) => setPerson(event.target.value)}
          />
          <Choice
            label={ownVoices.by}
            value={by}
            onChoose={(value) => setBy(value === "other" ? "other" : "self")}
            options={[
              { value: "self", label: ownVoices.self },
              { value: "other", label: ownVoices.other },
            ]}
          />
          {by === "other" && (
            <TextField
              label={ownVoices.proof}
              hint={ownVoices.proofHint}
              value={proof}
              maxLength={500}
              fault={shown(faults.proof)}
              onChange={(event) => setProof(event.target.value)}
            />
          )}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
        <div role="group" aria-label={ownVoices.textOf} className={styles.consent} aria-busy={consent.isReading}>
          {consent.text === null ? (
            <p className={styles.soft}>{ownVoices.textWaits}</p>
          ) : (
            consent.text.text.split("\n\n").map((paragraph) => (
              <p key={paragraph} dir="auto">
                {paragraph}
              </p>
            ))
          )}
        </div>
        {consent.fault !== null && <Fault error={consent.fault} onRetry={consent.refetch} />}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isConfirmed}
            disabled={consent.text === null || consent.isReading}
            onChange={({ target }) => setConfirmed(target.checked ? (consent.text?.text_sha256 ?? null) : null)}
          />
          <span>{ownVoices.confirm}</span>
        </label>
        {shown(faults.confirmed) !== null && (
          <p className={fieldStyles.fault} role="status">
            {faults.confirmed}
          </p>
        )}
      </fieldset>
    </VoiceDialog>
  );
}

interface ConsentFacts {
  readonly provider: string;
  readonly person: string;
  readonly by: "self" | "other";
}

/** The text for these facts, without a tick while it is another one's. */
function useConsentText(facts: ConsentFacts) {
  const [settled, setSettled] = useState(facts);
  const { provider, person, by } = facts;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ provider, person, by }), QUIET_MS);
    return () => clearTimeout(timer);
  }, [provider, person, by]);
  const read = useQuery({
    queryKey: ["clone-consent", settled],
    queryFn: ({ signal }) => api.call("readCloneConsent", { query: { ...settled, language: studioLanguage }, signal }),
    enabled: settled.person !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOfFacts = settled.provider === provider && settled.person === person && settled.by === by;
  return {
    text: person === "" ? null : (read.data ?? null),
    /** The text that is shown is not yet that of the facts. */
    isReading: !isOfFacts || read.isPlaceholderData || read.isFetching,
    fault: read.error,
    refetch: () => void read.refetch(),
  };
}
