// The sounds of a story: those that Create audio places in it, and the library to add from.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import { SoundLibrary } from "./sound-library.tsx";
import { SOUNDS, setInStory, storySoundsQuery } from "./sound-queries.ts";
import { SoundRow } from "./sound-row.tsx";
import styles from "./sounds.module.css";
import { useSoundPlay } from "./use-sound-play.ts";

export function SoundsPart({ projectId }: { readonly projectId: string }) {
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
      <section aria-label={t.sounds.ofStory} className={styles.section}>
        <h2>{t.sounds.ofStory}</h2>
        <p className={styles.soft}>{t.sounds.ofStoryHint}</p>
        {linked.data?.length === 0 && <p role="status">{t.sounds.noneOfStory}</p>}
        <ul className={styles.list} aria-label={t.sounds.ofStory}>
          {linked.data?.map((sound) => (
            <SoundRow key={sound.id} sound={sound} play={play}>
              <Button
                look="quiet"
                aria-label={t.sounds.unlinkOne(sound.name)}
                onClick={() => change.mutate({ soundId: sound.id, isWanted: false })}
              >
                {t.sounds.unlink}
              </Button>
            </SoundRow>
          ))}
        </ul>
        {linked.isError && <Fault error={linked.error} onRetry={() => void linked.refetch()} />}
        {change.isError && <Fault error={change.error} />}
      </section>
      <section aria-label={t.sounds.addTitle} className={styles.section}>
        <h2>{t.sounds.addTitle}</h2>
        <SoundLibrary
          label={t.sounds.addTitle}
          play={play}
          projectId={projectId}
          actions={(sound) =>
            sound.status === "ready" &&
            !sound.is_in_project && (
              <Button
                aria-label={t.sounds.addOne(sound.name)}
                onClick={() => change.mutate({ soundId: sound.id, isWanted: true })}
              >
                {t.sounds.add}
              </Button>
            )
          }
        />
        <Link to="/sounds">{t.sounds.toLibrary}</Link>
      </section>
    </div>
  );
}
