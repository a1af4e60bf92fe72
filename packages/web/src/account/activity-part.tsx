// What ended in the account, newest first.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Activity, api } from "../api/api.ts";
import { storiesQuery } from "../api/queries.ts";
import { formatMoment, t } from "../i18n/i18n.ts";
import { listedStories } from "../library/listed-stories.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";

export function ActivityPart() {
  const stories = useQuery(storiesQuery);
  const listed = useInfiniteQuery({
    queryKey: ["activity"],
    queryFn: ({ pageParam, signal }) =>
      api.call("listActivity", {
        query: pageParam === null ? { limit: 10 } : { limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  });
  const titles = new Map(
    stories.data === undefined ? [] : listedStories(stories.data).map((one) => [one.projectId, one.title]),
  );
  // With the titles of the stories at once, so that no row changes its words.
  const rows = stories.isPending ? [] : (listed.data?.pages.flatMap((page) => page.activity) ?? []);
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{t.activity.title}</h2>
      {listed.isSuccess && !stories.isPending && rows.length === 0 && <p className={styles.soft}>{t.activity.none}</p>}
      <ul className={styles.entries} aria-labelledby="activity">
        {rows.map((one) => (
          <li key={one.id}>
            <span>
              {whatOf(one)}
              {" · "}
              {"project_id" in one ? (
                <Link to="/stories/$projectId" params={{ projectId: one.project_id }} dir="auto">
                  {titles.get(one.project_id)?.trim() || t.library.untitled}
                </Link>
              ) : (
                <span dir="auto">{one.name}</span>
              )}
            </span>
            <span className={styles.soft}>{formatMoment(one.ended_at)}</span>
            <span className={styles.outcome} data-bad={isBad(one)}>
              {t.activity.outcomes[one.status]}
            </span>
          </li>
        ))}
      </ul>
      {listed.hasNextPage && (
        <div>
          <Button look="quiet" disabled={listed.isFetching} onClick={() => void listed.fetchNextPage()}>
            {t.activity.older}
          </Button>
        </div>
      )}
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
    </section>
  );
}

const isBad = ({ status }: Activity) => ["failed", "partially_completed", "expired"].includes(status);

function whatOf(one: Activity): string {
  if (one.event === "run.ended") return t.activity.runs[one.workflow_kind];
  if (one.event === "sound.ended") return t.activity.sound;
  return t.activity.export(one.format.toUpperCase());
}
