// The voices that engines made for the account: their states, a sample, the record of the consent, and their removal.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import account from "../account/account.module.css";
import type { CustomVoice } from "../api/api.ts";
import { enginesQuery, keys } from "../api/queries.ts";
import { type Auditions, useAuditions } from "../cast/auditions.ts";
import { formatMoment, language as studioLanguage } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { Fault } from "../ui/notice.tsx";
import { makersOf, ownVoicesQuery, type VoiceKind } from "./own-voices.ts";
import { RemoveVoice } from "./remove-voice.tsx";
import styles from "./voices.module.css";

const CloneDialog = lazy(async () => ({ default: (await import("./clone-dialog.tsx")).CloneDialog }));
const DesignDialog = lazy(async () => ({ default: (await import("./design-dialog.tsx")).DesignDialog }));

export function OwnVoicesPart() {
  const engines = useQuery(enginesQuery);
  const listed = useQuery(ownVoicesQuery);
  const [making, setMaking] = useState<VoiceKind | null>(null);
  const [removing, setRemoving] = useState<CustomVoice | null>(null);
  const auditions = useAuditions(null);
  const voices = listed.data ?? [];
  useSettled(voices);
  const cloners = makersOf(engines.data?.engines ?? [], "cloned");
  const designers = makersOf(engines.data?.engines ?? [], "designed");
  const isPossible = cloners.length + designers.length > 0;
  const gone = voices.filter(({ state }) => state === "removed");
  const rows = (shown: readonly CustomVoice[]) =>
    shown.map((voice) => (
      <VoiceRow
        key={voice.id}
        voice={voice}
        engine={engines.data?.engines.find(({ provider }) => provider === voice.provider)?.name ?? voice.provider}
        auditions={auditions}
        onRemove={() => setRemoving(voice)}
      />
    ));
  if (!engines.isSuccess) return null;
  return (
    <section aria-labelledby="own-voices">
      <h2 id="own-voices">{ownVoices.title}</h2>
      <p className={styles.soft}>{isPossible ? ownVoices.hint : ownVoices.impossible}</p>
      {isPossible && listed.isSuccess && voices.length === gone.length && <p>{ownVoices.none}</p>}
      <ul className={account.list} aria-labelledby="own-voices">
        {rows(voices.filter(({ state }) => state !== "removed"))}
      </ul>
      {auditions.fault !== null && <Fault error={auditions.fault} />}
      {mayChangeStories() && isPossible && (
        <div className={styles.row}>
          {cloners.length > 0 && <Button onClick={() => setMaking("cloned")}>{ownVoices.clone}</Button>}
          {designers.length > 0 && <Button onClick={() => setMaking("designed")}>{ownVoices.design}</Button>}
        </div>
      )}
      {gone.length > 0 && (
        <details className={styles.gone}>
          <summary>{ownVoices.removedOnes(gone.length)}</summary>
          <ul className={account.list}>{rows(gone)}</ul>
        </details>
      )}
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
      <Suspense>
        {making === "cloned" && <CloneDialog engines={cloners} onClose={() => setMaking(null)} />}
        {making === "designed" && <DesignDialog engines={designers} onClose={() => setMaking(null)} />}
      </Suspense>
      {removing !== null && <RemoveVoice voice={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

/** Says that a voice was made or not, and reads the voices again. */
function useSettled(voices: readonly CustomVoice[]): void {
  const queries = useQueryClient();
  const before = useRef(new Map<string, CustomVoice["state"]>());
  useEffect(() => {
    for (const { id, name, state } of voices) {
      if (before.current.get(id) === "making" && state !== "making") {
        if (state === "ready") announce(ownVoices.isReady(name));
        if (state === "failed") announce(ownVoices.hasFailed(name));
        void queries.invalidateQueries({ queryKey: keys.voices });
      }
      before.current.set(id, state);
    }
  }, [voices, queries]);
}

interface VoiceRowProps {
  readonly voice: CustomVoice;
  /** Its name. */
  readonly engine: string;
  readonly auditions: Auditions;
  readonly onRemove: () => void;
}

function VoiceRow({ voice, engine, auditions, onRemove }: VoiceRowProps) {
  const { name, kind, state, fault, consent, voice_id } = voice;
  const languages = new Intl.DisplayNames(studioLanguage, { type: "language" });
  const isGone = state === "removed" || state === "removing";
  const isPlaying = voice_id !== null && auditions.playing === voice_id;
  const facts = [
    ownVoices.kinds[kind],
    ...(consent === null ? [] : [ownVoices.of(consent.person)]),
    languages.of(voice.language) ?? voice.language,
    engine,
  ];
  return (
    <li>
      <span className={account.state} data-state={state === "ready" ? "available" : state}>
        {ownVoices.states[state]}
      </span>
      <span>
        <span dir="auto">{name}</span>
        <span className={account.soft} dir="auto">
          {facts.join(" · ")}
        </span>
        {voice.description !== "" && (
          <span className={account.soft} dir="auto">
            {voice.description}
          </span>
        )}
        {fault !== null && <span className={account.fault}>{fault}</span>}
      </span>
      {state === "ready" && voice_id !== null && (
        <IconButton
          label={isPlaying ? ownVoices.hearStop(name) : ownVoices.hear(name)}
          disabled={auditions.loading === voice_id}
          onClick={() => auditions.toggle(voice_id)}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
      )}
      {mayChangeStories() && !isGone && (
        <Button look="danger" aria-label={ownVoices.removeOne(name)} onClick={onRemove}>
          {ownVoices.remove}
        </Button>
      )}
      {mayChangeStories() && isGone && consent !== null && consent.withdrawn_at === null && (
        <Button look="danger" aria-label={ownVoices.withdrawOne(name)} onClick={onRemove}>
          {ownVoices.withdraw}
        </Button>
      )}
      {consent !== null && <Consent consent={consent} recordings={voice.recordings} />}
    </li>
  );
}

function Consent({
  consent,
  recordings,
}: Pick<CustomVoice, "recordings"> & { readonly consent: NonNullable<CustomVoice["consent"]> }) {
  const sentences = [
    `${ownVoices.agreedBy[consent.by](consent.person)}, ${ownVoices.agreedAt(formatMoment(consent.agreed_at))}`,
    ...(consent.withdrawn_at === null ? [] : [ownVoices.withdrawnAt(formatMoment(consent.withdrawn_at))]),
    ...(consent.proof === null ? [] : [ownVoices.proofIs(consent.proof)]),
    ownVoices.madeFrom(recordings.map(({ name }) => name).join(", ")),
  ];
  return (
    <details className={styles.record}>
      <summary>{ownVoices.consent}</summary>
      <ul className={styles.soft}>
        {sentences.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
      <p className={styles.text} lang={consent.language} dir="auto">
        {consent.text}
      </p>
    </details>
  );
}
