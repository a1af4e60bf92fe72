// What can be done with the chapter that is open.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { keys } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { announce } from "../ui/announce.ts";
import { IconButton } from "../ui/button.tsx";
import { MoreIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { Fault } from "../ui/notice.tsx";
import type { ChapterPlace } from "./chapter.tsx";
import { moveChapter } from "./chapter-changes.ts";

const dialogs = () => import("./chapter-dialogs.tsx");
const RenameChapter = lazy(async () => ({ default: (await dialogs()).RenameChapter }));
const DeleteChapter = lazy(async () => ({ default: (await dialogs()).DeleteChapter }));

interface ChapterMenuProps {
  readonly place: ChapterPlace;
  readonly title: string;
  readonly index: number;
  readonly sectionIds: readonly string[];
  readonly onAdd: () => void;
  readonly onNewEdition: () => void;
}

export function ChapterMenu({ place, title, index, sectionIds, onAdd, onNewEdition }: ChapterMenuProps) {
  const count = sectionIds.length;
  const nextId = sectionIds[index + 1] ?? sectionIds[index - 1] ?? "";
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const move = useMutation({
    mutationFn: (toIndex: number) => moveChapter(place, toIndex),
    onSuccess: (_, toIndex) => announce(t.story.chapterMoved(toIndex + 1, count)),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.chapters(place.projectId) }),
  });
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t.story.chapterOptions(title)}>
            <MoreIcon />
          </IconButton>
        }
        groups={[
          [
            { label: t.common.rename, onSelect: () => setOpen("rename") },
            { label: t.story.addChapter, onSelect: onAdd },
            { label: t.story.newEdition, onSelect: onNewEdition },
            {
              label: t.story.checkText,
              onSelect: () =>
                void navigate({ to: "/stories/$projectId/check", params: { projectId: place.projectId } }),
            },
          ],
          ...(count === 1
            ? []
            : [
                [
                  { label: t.story.moveUp, disabled: index === 0, onSelect: () => move.mutate(index - 1) },
                  { label: t.story.moveDown, disabled: index === count - 1, onSelect: () => move.mutate(index + 1) },
                ],
                [{ label: t.story.deleteChapter, danger: true, onSelect: () => setOpen("delete") }],
              ]),
        ]}
      />
      {move.isError && <Fault error={move.error} />}
      <Suspense>
        {open === "rename" && <RenameChapter place={place} title={title} onClose={close} />}
        {open === "delete" && <DeleteChapter place={place} title={title} nextId={nextId} onClose={close} />}
      </Suspense>
    </>
  );
}
