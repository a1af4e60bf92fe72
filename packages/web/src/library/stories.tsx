// The list of stories: the first screen.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useState } from "react";
import { storiesQuery } from "../api/queries.ts";
import { offerTour } from "../help/tour-state.ts";
import { t } from "../i18n/i18n.ts";
import { Screen } from "../shell/screen.tsx";
import buttonStyles from "../ui/button.module.css";
import { TextField } from "../ui/field.tsx";
import { PlusIcon } from "../ui/icons.tsx";
import { Fault } from "../ui/notice.tsx";
import { listedStories, matchesSearch } from "./listed-stories.ts";
import styles from "./stories.module.css";
import { StoryRow } from "./story-row.tsx";

export function Stories() {
  const query = useQuery(storiesQuery);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const stories = query.data === undefined ? [] : listedStories(query.data);
  const shown = stories.filter((story) => matchesSearch(story.title, wanted));
  const isEmpty = query.isSuccess && stories.length === 0;
  useEffect(() => {
    if (isEmpty) offerTour();
  }, [isEmpty]);
  const newStory = (
    <Link to="/new" role="button" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
      <PlusIcon />
      {t.library.newStory}
    </Link>
  );
  return (
    <Screen title={t.library.title} {...(isEmpty ? {} : { aside: newStory })}>
      {query.isError && <Fault error={query.error} onRetry={() => void query.refetch()} />}
      {stories.length > 0 && (
        <TextField
          label={t.library.search}
          labelHidden
          type="search"
          placeholder={t.library.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={styles.search}
        />
      )}
      {isEmpty && (
        <div className={styles.empty}>
          <h2 className={styles.emptyTitle}>{t.library.none}</h2>
          <p>{t.library.noneHint}</p>
          {newStory}
        </div>
      )}
      {stories.length > 0 && shown.length === 0 && <p role="status">{t.library.noneFound(wanted)}</p>}
      <ul className={styles.list} aria-label={t.library.title} aria-busy={query.isPending}>
        {shown.map((story) => (
          <StoryRow key={story.projectId} story={story} />
        ))}
      </ul>
    </Screen>
  );
}
