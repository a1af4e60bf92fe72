// Share: a public page of the story or of the chapter.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { chaptersQuery, keys } from "../api/queries.ts";
import { formatMoment, t } from "../i18n/i18n.ts";
import { shareTexts } from "../i18n/share-texts.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { StoryHistory } from "../story/story-history.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { usePhone } from "../ui/use-phone.ts";
import { BookWordsForm } from "./book-words.tsx";
import { LinkField } from "./link-field.tsx";
import { isUpdating, PageState } from "./page-state.tsx";
import { ReviewLinks } from "./review-links.tsx";
import styles from "./share.module.css";
import { useBookWords } from "./use-book-words.ts";
import { PublishWarnings } from "./warnings.tsx";

type Subject = "story" | "chapter";

interface LinkSettings {
  readonly allow_download?: boolean;
  readonly follow_edits?: boolean;
}

/** How soon the state of a page that is being updated is read again. */
const LOOK_AGAIN_MS = 1_500;

export function SharePart({ projectId, sectionId, storyTitle }: ChapterPlace & { readonly storyTitle: string }) {
  const queries = useQueryClient();
  const words = useBookWords(projectId);
  const chapters = useQuery(chaptersQuery(projectId));
  const sections = chapters.data?.sections ?? [];
  const [subject, setSubject] = useState<Subject>("story");
  const [allowsDownload, setAllowsDownload] = useState<boolean | null>(null);
  const [followsEdits, setFollowsEdits] = useState<boolean | null>(null);
  /** The time of the page when its last update was requested here. */
  const [before, setBefore] = useState<string | null>(null);
  const [isRevoking, setIsRevoking] = useState(false);
  const isChapter = subject === "chapter" && sections.length > 1;
  const queryKey = [...keys.share(projectId), isChapter ? sectionId : "story"];
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      isChapter
        ? api.call("readSectionShare", { params: { sectionId }, signal })
        : api.call("readProjectShare", { params: { projectId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isUpdating(data?.page ?? null, before) ? LOOK_AGAIN_MS : false),
  });
  const link = state.data?.share_link ?? null;
  const page = state.data?.page ?? null;
  const isActive = link?.state === "active";
  // On a phone the link of a published page stands above its words. A page that is published now stays where it is.
  const isPhone = usePhone();
  const [wasPublished, setWasPublished] = useState<boolean | null>(null);
  if (wasPublished === null && state.data !== undefined) setWasPublished(isActive);
  const shown = isChapter ? sections.filter((one) => one.id === sectionId) : sections;
  const incomplete = shown.filter((one) => one.activity_status !== "audio_ready" && one.activity_status !== "blank");
  const send = (change: LinkSettings & { readonly make_files?: false }) => {
    const body = { schema_version: 1 as const, client_mutation_id: newId(), ...change };
    return isChapter
      ? api.call("publishSection", { params: { sectionId }, body })
      : api.call("publishProject", { params: { projectId }, body });
  };
  const publish = useMutation({
    mutationFn: async () => {
      // The page shows them: what was typed and not saved would be missing on it.
      await words.saveTyped();
      return send(isActive ? {} : { allow_download: allowsDownload ?? false, follow_edits: follows });
    },
    onSuccess: (data) => {
      setBefore(page?.updated_at ?? null);
      queries.setQueryData(queryKey, data);
      if (!isActive) announce(shareTexts.publishedNow);
      else announce(data.page?.follow_edits === false ? shareTexts.updating : shareTexts.updated);
    },
  });
  // Chosen and not confirmed yet. It is shown from the press on, without a moment of the old state.
  const [sent, setSent] = useState<LinkSettings | null>(null);
  /** The settings of a published page take effect at once, and do not update what it shows. */
  const change = useMutation({
    mutationFn: (settings: LinkSettings) => send({ make_files: false, ...settings }),
    // An answer that is on its way states the settings before.
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (data) => queries.setQueryData(queryKey, data),
    onSettled: (_data, _error, settings) => setSent((now) => (now === settings ? null : now)),
  });
  const apply = (settings: LinkSettings) => {
    setSent(settings);
    change.mutate(settings);
  };
  // A story without all its audio is work in progress: its page follows, unless its owner decides otherwise.
  const follows = sent?.follow_edits ?? page?.follow_edits ?? followsEdits ?? incomplete.length > 0;
  const revoke = useMutation({
    mutationFn: () =>
      isChapter
        ? api.call("revokeSectionShare", { params: { sectionId } })
        : api.call("revokeProjectShare", { params: { projectId } }),
    onSuccess: (data) => {
      queries.setQueryData(queryKey, data);
      setIsRevoking(false);
      announce(shareTexts.revoked);
    },
  });
  const written = words.typed.title ?? words.book.data?.title ?? "";
  const isUntitled = words.book.data !== undefined && written.trim() === "" && storyTitle === t.library.untitled;
  const about = (
    <div key="page" className={styles.page}>
      <p>{shareTexts.explain}</p>
      {sections.length > 1 && (
        <Choice
          label={shareTexts.sees}
          value={subject}
          onChoose={(value) => setSubject(value === "chapter" ? "chapter" : "story")}
          options={[
            { value: "story", label: shareTexts.whole },
            { value: "chapter", label: shareTexts.chapter },
          ]}
        />
      )}
      <StoryHistory projectId={projectId} sectionId={sectionId} />
      <BookWordsForm words={words} title={storyTitle} />
    </div>
  );
  const publishing = (
    <div key="publish" className={styles.publish}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isActive ? (sent?.allow_download ?? link.allow_download) : (allowsDownload ?? false)}
          onChange={({ target: { checked } }) =>
            isActive ? apply({ allow_download: checked }) : setAllowsDownload(checked)
          }
        />
        {shareTexts.download}
      </label>
      <Choice
        label={shareTexts.changes}
        disabled={state.isPending}
        value={follows ? "at_once" : "updated"}
        onChoose={(value) => {
          const follow_edits = value === "at_once";
          if (isActive) apply({ follow_edits });
          else setFollowsEdits(follow_edits);
        }}
        options={[
          { value: "updated", label: shareTexts.whenUpdated },
          { value: "at_once", label: shareTexts.atOnce },
        ]}
      />
      <p className={styles.soft}>{follows ? shareTexts.atOnceHint : shareTexts.whenUpdatedHint}</p>
      {isUntitled && (
        <Notice>
          <p>{shareTexts.untitled(storyTitle)}</p>
        </Notice>
      )}
      {incomplete.length > 0 && (
        <Notice>
          <p>
            {shareTexts.incomplete(incomplete.length)} {incomplete.length < shown.length && shareTexts.mixes}{" "}
            {isActive && !follows && shareTexts.gaps}
          </p>
        </Notice>
      )}
      <PublishWarnings warnings={state.data?.warnings ?? []} />
      <div className={styles.row}>
        <Button look="primary" onClick={() => publish.mutate()} disabled={publish.isPending || state.isPending}>
          {isActive ? shareTexts.update : shareTexts.publish}
        </Button>
        {isActive && (
          <Button look="danger" onClick={() => setIsRevoking(true)}>
            {shareTexts.revoke}
          </Button>
        )}
      </div>
      {isActive && page !== null && <PageState page={page} before={before} isRequested={publish.isPending} />}
      {isActive && (
        <LinkField
          label={shareTexts.link}
          url={link.url}
          opens
          note={shareTexts.published(formatMoment(link.created_at))}
        />
      )}
      {link?.state === "revoked" && <p className={styles.soft}>{shareTexts.revoked}</p>}
      {publish.isError && !words.save.isError && <Fault error={publish.error} onRetry={() => publish.mutate()} />}
      {change.isError && <Fault error={change.error} />}
      {state.isError && <Fault error={state.error} onRetry={() => void state.refetch()} />}
    </div>
  );
  return (
    <section className={styles.part} aria-label={shareTexts.title}>
      {isPhone && wasPublished ? [publishing, about] : [about, publishing]}
      <Dialog
        open={isRevoking}
        onClose={() => setIsRevoking(false)}
        title={shareTexts.revokeTitle}
        description={shareTexts.revokeHint}
        actions={
          <Button look="danger" onClick={() => revoke.mutate()} disabled={revoke.isPending}>
            {shareTexts.revoke}
          </Button>
        }
      >
        {revoke.isError && <Fault error={revoke.error} />}
      </Dialog>
      <div className={styles.reviews}>
        <ReviewLinks key={`reviews-${projectId}`} projectId={projectId} sections={sections} />
      </div>
    </section>
  );
}
