// The list of stories: the first screen.

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useState } from "react";
import { libraryQuery } from "../api/queries.ts";
import { offerTour, useTourSettled } from "../help/tour-state.ts";
import { t } from "../i18n/i18n.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { Screen } from "../shell/screen.tsx";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { PlusIcon } from "../ui/icons.tsx";
import { Fault, Waiting } from "../ui/notice.tsx";
import { EmptyLibrary } from "./empty-library.tsx";
import styles from "./stories.module.css";
import { StoryRow } from "./story-row.tsx";

const LONGEST_SEARCH = 200;

export function Stories() {
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search).trim();
  // While the answer to other words is awaited, the former stories stay.
  const query = useInfiniteQuery({ ...libraryQuery(wanted), placeholderData: keepPreviousData });
  const stories = query.data?.pages.flatMap((page) => page.stories) ?? [];
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  const isEmpty = isSettled && wanted === "" && stories.length === 0;
  useEffect(() => {
    if (isEmpty && mayChangeStories()) offerTour();
  }, [isEmpty]);
  const isTourSettled = useTourSettled();
  const newStory = mayChangeStories() && (
    <Link to="/new" role="button" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
      <PlusIcon />
      {t.library.newStory}
    </Link>
  );
  return (
    // The button appears when its place is known, and below the tour when that is there: a press on a button that moves would be lost.
    <Screen title={t.library.title} {...(query.isPending || isEmpty ? {} : { aside: newStory })}>
      {query.isError && <Fault error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && !isEmpty && (
        <div className={styles.tools}>
          <TextField
            label={t.library.search}
            labelHidden
            type="search"
            maxLength={LONGEST_SEARCH}
            placeholder={t.library.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={styles.search}
          />
          {mayChangeStories() && (
            <Link to="/series" className={styles.series}>
              {t.library.series}
            </Link>
          )}
        </div>
      )}
      {isEmpty && (isTourSettled || !mayChangeStories()) && <EmptyLibrary newStory={newStory} />}
      {isSettled && wanted !== "" && stories.length === 0 && <p role="status">{t.library.noneFound(wanted)}</p>}
      {query.isPending && <Waiting />}
      <ul className={styles.list} aria-label={t.library.title} aria-busy={query.isPending}>
        {stories.map((story) => (
          <StoryRow key={story.project_id} story={story} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className={styles.more} disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t.library.moreStories}
        </Button>
      )}
    </Screen>
  );
}
