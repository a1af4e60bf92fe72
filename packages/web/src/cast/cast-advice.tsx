// What the server advises about a cast: people who are probably one person, and voices of one scene that sound too alike.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./cast.module.css";

interface CastAdviceProps {
  readonly projectId: string;
  readonly people: readonly Speaker[];
  readonly registryVersion: number;
  readonly onMerged: () => void;
  /** Shows the voices for this person. */
  readonly onChoose: (speakerId: string) => void;
}

const MOST_SHOWN = 3;
type Suggestion = Awaited<ReturnType<typeof api.call<"suggestMerges">>>["suggestions"][number];

export function CastAdvice({ projectId, people, registryVersion, onMerged, onChoose }: CastAdviceProps) {
  const [dropped, setDropped] = useState(() => readDropped(projectId));
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
  const pairOf = (ids: readonly string[]): readonly [Speaker, Speaker] | null => {
    const [one, other] = ids.map((id) => people.find((person) => person.id === id));
    return one === undefined || other === undefined ? null : [one, other];
  };
  const suggestions = (merges.data?.suggestions ?? []).flatMap((suggestion) => {
    const pair = pairOf(suggestion.speaker_ids);
    return pair === null || dropped.has(nameOf(suggestion)) ? [] : [{ suggestion, pair }];
  });
  const drop = (suggestion: Suggestion) => setDropped(keepDropped(projectId, dropped, nameOf(suggestion)));
  return (
    <>
      {suggestions.slice(0, MOST_SHOWN).map(({ suggestion, pair }) => (
        <Notice
          key={nameOf(suggestion)}
          action={
            <span className={styles.answers}>
              <Button disabled={merge.isPending} onClick={() => merge.mutate(pair)}>
                {t.cast.merge(pair[0].name)}
              </Button>
              <Button look="quiet" onClick={() => drop(suggestion)}>
                {t.cast.twoPeople}
              </Button>
            </span>
          }
        >
          <p>{t.cast.onePerson(pair[1].name, pair[0].name)}</p>
          <p className={styles.hint}>
            {suggestion.reasons
              .map(({ kind, name, count }) => t.cast.mergeReasons[kind](name ?? "", count ?? 0))
              .join(" ")}
          </p>
        </Notice>
      ))}
      {merge.isError && <Fault error={merge.error} />}
      {(alike.data?.pairs ?? []).slice(0, MOST_SHOWN).map(({ speaker_ids, distance }) => {
        const pair = pairOf(speaker_ids);
        if (pair === null) return null;
        const [one, other] = pair;
        const changed = other.role === "narrator" ? one : other;
        return (
          <Notice
            key={speaker_ids.join(" ")}
            tone="warn"
            action={<Button onClick={() => onChoose(changed.id)}>{t.cast.otherVoice(changed.name)}</Button>}
          >
            {distance === 0 ? t.cast.tooAlike(one.name, other.name) : t.cast.nearlyAlike(one.name, other.name)}
          </Notice>
        );
      })}
    </>
  );
}

const nameOf = ({ speaker_ids }: Suggestion): string => [...speaker_ids].sort().join(" ");

/** Suggestions that were answered with no stay away in this browser. */
const placeOf = (projectId: string) => `fullcast.two-people.${projectId}`;
function readDropped(projectId: string): ReadonlySet<string> {
  return new Set((localStorage.getItem(placeOf(projectId)) ?? "").split("\n").filter((name) => name !== ""));
}
function keepDropped(projectId: string, held: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set([...held, name]);
  try {
    localStorage.setItem(placeOf(projectId), [...next].join("\n"));
  } catch {
    // The browser's storage is full or switched off: the answer holds until the page is left.
  }
  return next;
}
