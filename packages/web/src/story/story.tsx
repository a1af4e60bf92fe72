// The address of a story leads to its first chapter.

import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { ClientError } from "../api/api.ts";
import { chaptersQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { NotFound } from "../shell/not-found.tsx";
import { Screen } from "../shell/screen.tsx";
import { Fault, Waiting } from "../ui/notice.tsx";
import { lastChapter } from "./last-chapter.ts";

export function Story() {
  const { projectId } = useParams({ from: "/stories/$projectId" });
  const chapters = useQuery(chaptersQuery(projectId));
  if (chapters.isError) {
    if (chapters.error instanceof ClientError && [400, 403, 404].includes(chapters.error.status)) return <NotFound />;
    return (
      <Screen title={t.story.chapters}>
        <Fault error={chapters.error} onRetry={() => void chapters.refetch()} />
      </Screen>
    );
  }
  if (chapters.data === undefined) return <Waiting />;
  const { sections } = chapters.data;
  const last = lastChapter(projectId);
  const chapter = sections.find((section) => section.id === last) ?? sections[0];
  if (chapter === undefined) {
    return (
      <Screen title={t.story.chapters}>
        <p>{t.story.noChapter}</p>
      </Screen>
    );
  }
  return (
    <Navigate
      to="/stories/$projectId/chapters/$sectionId"
      params={{ projectId, sectionId: chapter.id }}
      hash="script"
      replace
    />
  );
}
