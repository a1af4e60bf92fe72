// The sounds of a chapter and of its story: those in the script, those that Create audio places, and the library to add from.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { soundTexts } from "../i18n/sound-texts.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { Button } from "../ui/button.tsx";
import { Fault, Waiting } from "../ui/notice.tsx";
import { PlacedSounds } from "./placed-sounds.tsx";
import { SoundLibrary } from "./sound-library.tsx";
import { SOUNDS, setInStory, storySoundsQuery } from "./sound-queries.ts";
import { SoundRow } from "./sound-row.tsx";
import styles from "./sounds.module.css";
import { useSoundPlay } from "./use-sound-play.ts";

export function SoundsPart({ projectId, sectionId }: ChapterPlace) {
  const queries = useQueryClient();
  const play = useSoundPlay();
  const linked = useQuery(storySoundsQuery(projectId));
  const change = useMutation({
    mutationFn: ({ soundId, isWanted }: { readonly soundId: string; readonly isWanted: boolean }) =>
      setInStory(projectId, soundId, isWanted),
    onSettled: () => queries.invalidateQueries({ queryKey: SOUNDS }),
  });
  return (
    <div className={styles.part}>
      <PlacedSounds key={sectionId} {...{ projectId, sectionId }} />
      <section aria-label={soundTexts.ofStory} className={styles.section}>
        <h2>{soundTexts.ofStory}</h2>
        <p className={styles.soft}>{soundTexts.ofStoryHint}</p>
        {linked.isPending && <Waiting />}
        {linked.data?.length === 0 && <p role="status">{soundTexts.noneOfStory}</p>}
        <ul className={styles.list} aria-label={soundTexts.ofStory}>
          {linked.data?.map((sound) => (
            <SoundRow key={sound.id} sound={sound} play={play}>
              <Button
                look="quiet"
                aria-label={soundTexts.unlinkOne(sound.name)}
                onClick={() => change.mutate({ soundId: sound.id, isWanted: false })}
              >
                {soundTexts.unlink}
              </Button>
            </SoundRow>
          ))}
        </ul>
        {linked.isError && <Fault error={linked.error} onRetry={() => void linked.refetch()} />}
        {change.isError && <Fault error={change.error} />}
      </section>
      <section aria-label={soundTexts.addTitle} className={styles.section}>
        <h2>{soundTexts.addTitle}</h2>
        <SoundLibrary
          label={soundTexts.addTitle}
          play={play}
          projectId={projectId}
          actions={(sound) =>
            sound.status === "ready" &&
            !sound.is_in_project && (
              <Button
                aria-label={soundTexts.addOne(sound.name)}
                onClick={() => change.mutate({ soundId: sound.id, isWanted: true })}
              >
                {soundTexts.add}
              </Button>
            )
          }
        />
        <Link to="/sounds">{soundTexts.toLibrary}</Link>
      </section>
    </div>
  );
}
