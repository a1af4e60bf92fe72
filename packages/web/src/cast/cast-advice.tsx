// What the server advises about a cast: people who are probably one person, voices that do not suit their person, and voices of
// one scene that sound too alike. A long list shows its beginning.

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { keys, voicesQuery } from "../api/queries.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { useDismissed } from "./dismissed.ts";
import { MisfitNotice } from "./misfit-notice.tsx";
import { type Misfit, nameOfMisfit, sentence } from "./misfits.ts";

interface CastAdviceProps {
  readonly projectId: string;
  readonly people: readonly Speaker[];
  readonly registryVersion: number;
  readonly misfits: readonly Misfit[];
  /** The person wants this voice nevertheless. */
  readonly onKeep: (misfit: Misfit) => void;
  readonly onMerged: () => void;
  /** Shows the voices for this person, with another voice beside the present one. */
  readonly onChoose: (speakerId: string, otherVoiceId: string | null) => void;
  /** A voice is being given to someone. */
  readonly isCasting: boolean;
  readonly onCast: (person: Speaker, voiceId: string) => void;
}

/** Notices that are shown before the person asks for all. */
const FIRST = 2;
type AlikePair = Awaited<ReturnType<typeof api.call<"listSimilarVoices">>>["pairs"][number];
type Suggestion = Awaited<ReturnType<typeof api.call<"suggestMerges">>>["suggestions"][number];

export function CastAdvice(props: CastAdviceProps) {
  const { projectId, people, registryVersion, misfits, onKeep, onMerged, onChoose, isCasting, onCast } = props;
  const [dropped, drop] = useDismissed(`fullcast.two-people.${projectId}`);
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const voices = useQuery(voicesQuery);
  // The advice follows the cast: each version of it is asked once.
  const key = [...keys.speakers(projectId), "advice", registryVersion];
  const merges = useQuery({
    queryKey: [...key, "merges"],
    queryFn: ({ signal }) => api.call("suggestMerges", { params: { projectId }, signal }),
    placeholderData: (held) => held,
  });
  const alike = useQuery({
    queryKey: [...key, "alike"],
    queryFn: ({ signal }) => api.call("listSimilarVoices", { params: { projectId }, signal }),
    placeholderData: (held) => held,
  });
  const merge = useMutation({
    mutationFn: ([into, from]: readonly [Speaker, Speaker]) =>
      api.call("mergeSpeakers", {
        params: { projectId },
        body: {
          ...change(),
          base_speaker_registry_version: registryVersion,
          from_speaker_ids: [from.id],
          into_speaker_id: into.id,
        },
      }),
    onSuccess: onMerged,
  });
  const personOf = (id: string) => people.find((person) => person.id === id);
  const pairOf = (ids: readonly string[]): readonly [Speaker, Speaker] | null => {
    const [one, other] = ids.map(personOf);
    return one === undefined || other === undefined ? null : [one, other];
  };
  /** A notice leaves with its answer; the keyboard stays here. */
  const answered = (answer: () => void) => () => {
    section.current?.focus();
    answer();
  };
  const ofMerge = (suggestion: Suggestion): readonly ReactNode[] => {
    const pair = pairOf(suggestion.speaker_ids);
    if (pair === null || dropped.has(nameOf(suggestion))) return [];
    return [
      <Notice
        key={nameOf(suggestion)}
        action={
          <span className={styles.answers}>
            <Button disabled={merge.isPending} onClick={answered(() => merge.mutate(pair))}>
              {castTexts.merge(pair[0].name)}
            </Button>
            <Button look="quiet" onClick={answered(() => drop(nameOf(suggestion)))}>
              {castTexts.twoPeople}
            </Button>
          </span>
        }
      >
        <p>{sentence(castTexts.onePerson(pair[1].name, pair[0].name))}</p>
        <p className={styles.hint}>
          {suggestion.reasons
            .map(({ kind, name, count }) => castTexts.mergeReasons[kind](name ?? "", count ?? 0))
            .join(" ")}
        </p>
      </Notice>,
    ];
  };
  const ofMisfit = (misfit: Misfit): readonly ReactNode[] => {
    const person = personOf(misfit.speaker_id);
    // Advice about a voice that was exchanged meanwhile is on its way out.
    if (person?.casting?.voice_id !== misfit.voice_id) return [];
    return [
      <MisfitNotice
        key={nameOfMisfit(misfit)}
        misfit={misfit}
        person={person}
        people={people}
        better={voices.data?.find((voice) => voice.voice_id === misfit.better_voice_id)}
        disabled={isCasting}
        onUse={(voiceId) => answered(() => onCast(person, voiceId))()}
        onCompare={(voiceId) => onChoose(person.id, voiceId)}
        onKeep={answered(() => onKeep(misfit))}
      />,
    ];
  };
  const ofAlike = (alikePair: AlikePair): readonly ReactNode[] => {
    const { speaker_ids, voice_ids, distance, recast_speaker_id, better_voice_id } = alikePair;
    const pair = pairOf(speaker_ids);
    const changed = personOf(recast_speaker_id);
    if (pair === null || changed === undefined) return [];
    const [one, other] = pair;
    // Advice about a voice that was exchanged meanwhile is on its way out.
    if (pair.some((person, at) => person.casting?.voice_id !== voice_ids[at])) return [];
    const better = voices.data?.find((voice) => voice.voice_id === better_voice_id);
    return [
      <Notice
        key={speaker_ids.join(" ")}
        tone="warn"
        action={
          better === undefined ? (
            <Button onClick={() => onChoose(changed.id, null)}>{castTexts.otherVoice(changed.name)}</Button>
          ) : (
            <span className={styles.answers}>
              <Button disabled={isCasting} onClick={answered(() => onCast(changed, better.voice_id))}>
                {castTexts.takeVoiceFor(better.name, changed.name)}
              </Button>
              <Button look="quiet" onClick={() => onChoose(changed.id, better.voice_id)}>
                {castTexts.compareBoth}
              </Button>
            </span>
          )
        }
      >
        {sentence(
          distance === 0 ? castTexts.tooAlike(one.name, other.name) : castTexts.nearlyAlike(one.name, other.name),
        )}
      </Notice>,
    ];
  };
  const notices = [
    ...(merges.data?.suggestions ?? []).flatMap(ofMerge),
    ...misfits.flatMap(ofMisfit),
    ...(alike.data?.pairs ?? []).flatMap(ofAlike),
  ];
  const shown = showsAll ? notices : notices.slice(0, FIRST);
  return (
    <section ref={section} tabIndex={-1} className={styles.advice} aria-labelledby={headingId}>
      <div className={notices.length === 0 ? "for-reader" : styles.adviceHead}>
        <h2 id={headingId}>{castTexts.advice(notices.length)}</h2>
        {notices.length > FIRST && (
          <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? castTexts.fewerAdvice : castTexts.allAdvice}
          </Button>
        )}
      </div>
      {shown}
      {merge.isError && <Fault error={merge.error} />}
    </section>
  );
}

const nameOf = ({ speaker_ids }: Suggestion): string => [...speaker_ids].sort().join(" ");
