// The cast of a story: people with their lines and voices, and the voices to choose from.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { keys, speakersQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { CastAdvice } from "./cast-advice.tsx";
import { CastHistory } from "./cast-history.tsx";
import { linesOfPeople } from "./cast-state.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { PersonRow } from "./person-row.tsx";
import { VoiceChooser } from "./voice-chooser.tsx";

/** Lines of the chapter that are looked at for samples and stale lines. */
const MOST_LINES = 5000;

export function CastPart({ projectId, sectionId }: ChapterPlace) {
  const queries = useQueryClient();
  const speakers = useQuery(speakersQuery(projectId));
  const lines = useQuery({
    queryKey: [...keys.script(sectionId), "people"],
    queryFn: async ({ signal }) => {
      const params = { sectionId };
      const [document, media] = await Promise.all([
        api.call("readDocument", { params, query: { limit: MOST_LINES }, signal }),
        api.call("readSectionMedia", { params, query: { limit: MOST_LINES }, signal }),
      ]);
      return linesOfPeople(document.document.blocks, media.blocks);
    },
    staleTime: 0,
  });
  const hintId = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{
    readonly kind: "details" | "merge";
    readonly person: Speaker;
    readonly into?: Speaker;
  } | null>(null);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: keys.speakers(projectId) });
    void queries.invalidateQueries({ queryKey: keys.script(sectionId) });
  };
  // What the tick shows while the server is asked.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const narratorOnly = useMutation({
    mutationFn: (on: boolean) =>
      api.call("changeProjectCasting", {
        params: { projectId },
        body: { schema_version: 1, narrator_only: on },
      }),
    onSuccess: ({ narrator_only }) => {
      const { queryKey } = speakersQuery(projectId);
      queries.setQueryData(queryKey, (held) => held && { ...held, narrator_only });
      refresh();
    },
  });
  const cast = useMutation({
    mutationFn: ({ person, voiceId }: { readonly person: Speaker; readonly voiceId: string | null }) =>
      api.call("castSpeaker", {
        params: { projectId, speakerId: person.id },
        body: {
          ...change(),
          base_speaker_registry_version: speakers.data?.speaker_registry_version ?? 1,
          voice_id: voiceId,
        },
      }),
    onSettled: refresh,
  });
  if (speakers.isError) return <Fault error={speakers.error} onRetry={() => void speakers.refetch()} />;
  if (speakers.data === undefined) return null;
  const people = speakers.data.speakers;
  const shown = [...people].sort(
    (a, b) =>
      Number(b.role === "narrator") - Number(a.role === "narrator") ||
      b.usage.character_count - a.usage.character_count,
  );
  const chosen = people.find((person) => person.id === chosenId) ?? shown[0];
  const narrator = people.find((person) => person.role === "narrator");
  // One voice for both: that of the person, or the narrator's where the person has none yet.
  const narratorIs = (person: Speaker): (() => void) | null => {
    const voiceId = person.casting?.voice_id ?? narrator?.casting?.voice_id;
    if (narrator === undefined || voiceId === undefined || person === narrator) return null;
    return () => cast.mutate({ person: person.casting === null ? person : narrator, voiceId });
  };
  return (
    <div className={styles.cast}>
      <div className={styles.people}>
        {cast.isError && <Fault error={cast.error} />}
        <CastHistory sectionId={sectionId} onDone={refresh} />
        <CastAdvice
          projectId={projectId}
          people={people}
          registryVersion={speakers.data.speaker_registry_version}
          onMerged={refresh}
          onChoose={setChosenId}
        />
        {people.some((person) => person.casting === null && person.usage.block_count > 0) && (
          <p className={styles.hint}>{t.cast.noVoiceHint}</p>
        )}
        <ul aria-label={t.cast.people} className={styles.list}>
          {shown.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              people={people}
              outOfDate={lines.data?.get(person.id)?.outOfDate ?? 0}
              chosen={person === chosen}
              onChoose={() => setChosenId(person.id)}
              onDetails={() => setDialog({ kind: "details", person })}
              onMerge={() => setDialog({ kind: "merge", person })}
              onDropped={(id) => {
                const dropped = people.find((one) => one.id === id);
                if (dropped !== undefined) setDialog({ kind: "merge", person: dropped, into: person });
              }}
              onNarrator={narratorIs(person)}
            />
          ))}
        </ul>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={wanted ?? speakers.data.narrator_only}
            aria-describedby={hintId}
            disabled={narratorOnly.isPending}
            onChange={(event) => {
              setWanted(event.target.checked);
              narratorOnly.mutate(event.target.checked, { onSettled: () => setWanted(null) });
            }}
          />
          <span>{t.cast.narratorOnly}</span>
        </label>
        <p id={hintId} className={styles.checkHint}>
          {t.cast.narratorOnlyHint}
        </p>
      </div>
      {chosen !== undefined && (
        <VoiceChooser
          key={chosen.id}
          person={chosen}
          projectId={projectId}
          people={people}
          sample={lines.data?.get(chosen.id)?.sample ?? null}
          onChoose={(voiceId) => cast.mutate({ person: chosen, voiceId })}
        />
      )}
      {dialog !== null && (
        <PersonDialog
          {...dialog}
          projectId={projectId}
          people={people}
          registryVersion={speakers.data.speaker_registry_version}
          onDone={() => {
            refresh();
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
