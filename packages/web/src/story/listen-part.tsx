// A chapter on a device that only listens: the lines to read, and a press on one plays from there.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, type Document } from "../api/api.ts";
import { keys, speakersQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { player } from "../player/player.ts";
import { usePlayer } from "../player/use-player.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./chapter.module.css";
import type { ChapterPlace } from "./chapter.tsx";

const PAGE = 300;

export function ListenPart({ projectId, sectionId, title }: ChapterPlace & { readonly title: string }) {
  const people = useQuery(speakersQuery(projectId));
  const { lineId, track } = usePlayer();
  const pages = useInfiniteQuery({
    queryKey: [...keys.script(sectionId), "listen"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { from_index: pageParam, limit: PAGE };
      return (await api.call("readDocument", { params: { sectionId }, query, signal })).document.blocks;
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.length < PAGE ? null : all.length * PAGE),
  });
  const blocks = pages.data?.pages.flat() ?? [];
  const heard = track?.sectionId === sectionId ? lineId : null;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  });
  const nameOf = (id: string | null) => people.data?.speakers.find((one) => one.id === id)?.name ?? "";
  if (pages.isError) return <Fault error={pages.error} onRetry={() => void pages.refetch()} />;
  const isRaw = blocks[0]?.kind === "unparsed";
  return (
    <div className={styles.listen}>
      {isRaw && (
        <Notice>
          <p>{t.story.notPrepared}</p>
        </Notice>
      )}
      <ol ref={list} aria-label={t.story.script} className={styles.heard}>
        {blocks.map((block) => {
          const words = spokenWords(block);
          if (words === null) return null;
          const isHeard = block.id === heard;
          return (
            <li key={block.id} {...(isHeard ? { "aria-current": "true" as const } : {})}>
              <button
                type="button"
                onClick={() => void player.play({ projectId, sectionId, title, storyTitle: "" }, block.id)}
              >
                <span className={styles.speaker} dir="auto">
                  {nameOf(block.speaker_id)}
                </span>
                <span dir="auto">{words}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {pages.hasNextPage && (
        <Button disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          {t.story.moreLines}
        </Button>
      )}
    </div>
  );
}

/** The words of a line that is heard; null for notes, sounds and what is left out. */
function spokenWords({ kind, content }: Document["blocks"][number]): string | null {
  if (kind === "excluded" || content.type !== "text") return null;
  const words = content.text.trim();
  return words === "" ? null : words;
}
