// A chapter: the home of the work. Chapters beside it, its parts as tabs.

import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { ClientError } from "../api/api.ts";
import { chaptersQuery, storiesQuery } from "../api/queries.ts";
import { Help } from "../help/help.tsx";
import { t } from "../i18n/i18n.ts";
import { readFirstLines } from "../script/first-lines.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { NotFound } from "../shell/not-found.tsx";
import { Screen, usePageTitle } from "../shell/screen.tsx";
import { IconButton } from "../ui/button.tsx";
import { BackIcon, ListIcon } from "../ui/icons.tsx";
import { Fault, Waiting } from "../ui/notice.tsx";
import { FragmentTabs, type TabPart } from "../ui/tabs.tsx";
import { usePhone } from "../ui/use-phone.ts";
import styles from "./chapter.module.css";
import { ChapterList, titleOfChapter } from "./chapter-list.tsx";
import { ChapterMenu } from "./chapter-menu.tsx";
import { rememberChapter } from "./last-chapter.ts";

/** What the rooms of a chapter receive. */
export interface ChapterPlace {
  readonly projectId: string;
  readonly sectionId: string;
}

// Most chapters open at their script: its code comes with the page of the chapter, not after the list of chapters.
const script = import("../script/script-part.tsx");
let scriptNow: typeof LaterScript | Awaited<typeof script>["ScriptPart"] | null = null;
script.then(
  (part) => {
    scriptNow = part.ScriptPart;
  },
  () => undefined,
);
const LaterScript = lazy(async () => ({ default: (await script).ScriptPart }));

/** Drawn at once when its code is there: React shows a part that had to wait up to 300 ms later. */
function ScriptPart(place: ChapterPlace) {
  const [Part] = useState(() => scriptNow ?? LaterScript);
  return <Part {...place} />;
}

const ListenPart = lazy(async () => ({ default: (await import("./listen-part.tsx")).ListenPart }));
const CastPart = lazy(async () => ({ default: (await import("../cast/cast-part.tsx")).CastPart }));
const SoundsPart = lazy(async () => ({ default: (await import("../sounds/sounds-part.tsx")).SoundsPart }));
const ExportPart = lazy(async () => ({ default: (await import("../exports/export-part.tsx")).ExportPart }));
const AddChapter = lazy(async () => ({ default: (await import("./chapter-dialogs.tsx")).AddChapter }));
const ChooseChapter = lazy(async () => ({ default: (await import("./chapter-dialogs.tsx")).ChooseChapter }));
const NewEdition = lazy(async () => ({ default: (await import("./new-edition.tsx")).NewEdition }));
const SharePart = lazy(async () => ({ default: (await import("../share/share-part.tsx")).SharePart }));

export function Chapter() {
  const { projectId, sectionId } = useParams({ from: "/stories/$projectId/chapters/$sectionId" });
  const chapters = useQuery(chaptersQuery(projectId));
  const stories = useQuery(storiesQuery);
  const [open, setOpen] = useState<"add" | "edition" | "chapters" | null>(null);
  const isPhone = usePhone();
  const named = stories.data?.projects.find((project) => project.id === projectId);
  const index = chapters.data?.sections.findIndex((section) => section.id === sectionId) ?? -1;
  const section = chapters.data?.sections[index];
  const title = section === undefined ? "" : titleOfChapter(section.title, index);
  usePageTitle(title === "" ? t.story.script : title);
  useEffect(() => rememberChapter(projectId, sectionId), [projectId, sectionId]);

  // The first lines are on their way while the list of the chapters is.
  const opensAtLines = chapters.isPending && mayChangeStories() && ["", "#script"].includes(location.hash);
  useEffect(() => {
    if (opensAtLines) readFirstLines(sectionId);
  }, [opensAtLines, sectionId]);

  if (chapters.isError) {
    if (chapters.error instanceof ClientError && [400, 403, 404].includes(chapters.error.status)) return <NotFound />;
    // While the server is away the list that was read is good enough: the work stays on the screen.
    if (chapters.data === undefined)
      return (
        <Screen title={t.story.script}>
          <Fault error={chapters.error} onRetry={() => void chapters.refetch()} />
        </Screen>
      );
  }
  if (chapters.data === undefined) return <Waiting />;
  if (section === undefined) return <NotFound />;
  const place = { projectId, sectionId };
  const mayChange = mayChangeStories();
  const storyTitle = stories.data === undefined ? null : (named?.name ?? title);
  const listening: readonly TabPart[] = [
    { name: "script", label: t.story.script, content: <ListenPart key={sectionId} {...place} title={title} /> },
  ];
  const working: readonly TabPart[] = [
    { name: "script", label: t.story.script, content: <ScriptPart key={sectionId} {...place} /> },
    { name: "cast", label: t.story.cast, content: <CastPart key={projectId} {...place} /> },
    { name: "sounds", label: t.story.sounds, content: <SoundsPart key={projectId} {...place} /> },
    {
      name: "export",
      label: t.story.export,
      content: <ExportPart key={sectionId} {...place} storyTitle={storyTitle ?? ""} />,
    },
    {
      name: "share",
      label: t.story.share,
      content: <SharePart key={sectionId} {...place} storyTitle={storyTitle ?? ""} />,
    },
  ];
  return (
    <div className={styles.chapter} data-single={chapters.data.sections.length === 1}>
      {!isPhone && (
        <ChapterList
          projectId={projectId}
          storyTitle={storyTitle}
          sections={chapters.data.sections}
          onAdd={mayChange ? () => setOpen("add") : null}
        />
      )}
      <div className={styles.work}>
        <FragmentTabs
          label={t.story.parts}
          parts={mayChange ? working : listening}
          lead={
            <div className={styles.head}>
              {isPhone && (
                <nav aria-label={t.shell.navigation}>
                  <Link to="/" className={styles.back} aria-label={t.shell.stories} title={t.shell.stories}>
                    <BackIcon />
                  </Link>
                </nav>
              )}
              <h1 className={styles.title} dir="auto">
                {title}
              </h1>
              {isPhone && chapters.data.sections.length > 1 && (
                <IconButton label={t.story.allChapters} aria-haspopup="dialog" onClick={() => setOpen("chapters")}>
                  <ListIcon />
                </IconButton>
              )}
              {mayChange && (
                <ChapterMenu
                  place={place}
                  title={title}
                  index={index}
                  sectionIds={chapters.data.sections.map((one) => one.id)}
                  onAdd={() => setOpen("add")}
                  onNewEdition={() => setOpen("edition")}
                />
              )}
              {isPhone && <Help short />}
            </div>
          }
        />
      </div>
      <Suspense>
        {open === "chapters" && (
          <ChooseChapter
            projectId={projectId}
            storyTitle={storyTitle}
            sections={chapters.data.sections}
            onAdd={mayChange ? () => setOpen("add") : null}
            onClose={() => setOpen(null)}
          />
        )}
        {open === "edition" && storyTitle !== null && (
          <NewEdition
            place={place}
            storyTitle={storyTitle}
            isStandalone={named === undefined}
            onClose={() => setOpen(null)}
          />
        )}
        {open === "add" && storyTitle !== null && (
          <AddChapter
            projectId={projectId}
            storyTitle={storyTitle}
            isStandalone={named === undefined}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
