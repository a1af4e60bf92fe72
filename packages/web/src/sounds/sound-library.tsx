// A searchable list of sounds: the own ones, those shared by others, and the public catalogue.

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { Sound } from "../api/api.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { libraryQuery, type SoundScope } from "./sound-queries.ts";
import { SoundRow } from "./sound-row.tsx";
import styles from "./sounds.module.css";
import type { SoundPlay } from "./use-sound-play.ts";

interface SoundLibraryProps {
  readonly label: string;
  readonly play: SoundPlay;
  readonly projectId?: string;
  /** The buttons of a row. */
  readonly actions: (sound: Sound) => ReactNode;
}

const SCOPES: readonly SoundScope[] = ["mine", "shared", "public"];

export function SoundLibrary({ label, play, projectId, actions }: SoundLibraryProps) {
  const [scope, setScope] = useState<SoundScope>("mine");
  const [search, setSearch] = useState("");
  const words = useDeferredValue(search.trim());
  const query = useInfiniteQuery(libraryQuery({ scope, words, ...(projectId === undefined ? {} : { projectId }) }));
  const sounds = query.data?.pages.flatMap((page) => page.sounds) ?? [];
  return (
    <>
      <div className={styles.finding}>
        <Choice
          label={soundTexts.whose}
          value={scope}
          onChoose={(value) => setScope(SCOPES.find((one) => one === value) ?? "mine")}
          options={SCOPES.map((value) => ({ value, label: soundTexts.scopes[value] }))}
        />
        <TextField
          label={soundTexts.search}
          type="search"
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {query.isError && <Fault error={query.error} onRetry={() => void query.refetch()} />}
      {play.fault !== null && <Fault error={play.fault} />}
      {query.isSuccess && sounds.length === 0 && (
        <p role="status" className={styles.soft}>
          {words === "" ? soundTexts.none[scope] : soundTexts.noneFound(words)}
        </p>
      )}
      <ul className={styles.list} aria-label={label} aria-busy={query.isPending}>
        {sounds.map((sound) => (
          <SoundRow key={sound.id} sound={sound} play={play}>
            {actions(sound)}
          </SoundRow>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {soundTexts.more}
        </Button>
      )}
    </>
  );
}
