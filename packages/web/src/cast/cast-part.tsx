// The cast of a story: people with their lines and voices, and the voices to choose from.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { keys, speakersQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { CastAdvice } from "./cast-advice.tsx";
import { CastHistory } from "./cast-history.tsx";
import { hasOneNarrator, linesOfPeople } from "./cast-state.ts";
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
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ readonly kind: "details" | "merge"; readonly person: Speaker } | null>(null);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: keys.speakers(projectId) });
    void queries.invalidateQueries({ queryKey: keys.script(sectionId) });
  };
  const narratorOnly = useMutation({
    mutationFn: (on: boolean) =>
      api.call("changeProjectCasting", {
        params: { projectId },
        body: { schema_version: 1, narrator_only: on },
      }),
    onSuccess: refresh,
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
            />
          ))}
        </ul>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={hasOneNarrator(people)}
            disabled={narratorOnly.isPending}
            onChange={(event) => narratorOnly.mutate(event.target.checked)}
          />
          <span>
            {t.cast.narratorOnly}
            <span className={styles.hint}>{t.cast.narratorOnlyHint}</span>
          </span>
        </label>
      </div>
      {chosen !== undefined && (
        <VoiceChooser
          key={chosen.id}
          person={chosen}
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
