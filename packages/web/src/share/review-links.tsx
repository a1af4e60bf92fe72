// Review links of a story, and the comments that came through them.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type SectionSummary } from "../api/api.ts";
import { formatMoment } from "../i18n/i18n.ts";
import { shareTexts } from "../i18n/share-texts.ts";
import { titleOfChapter } from "../story/chapter-list.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { LinkField } from "./link-field.tsx";
import styles from "./share.module.css";

interface ReviewLinksProps {
  readonly projectId: string;
  readonly sections: readonly SectionSummary[];
}

export function ReviewLinks({ projectId, sections }: ReviewLinksProps) {
  const queries = useQueryClient();
  const queryKey = ["reviews", projectId];
  const [name, setName] = useState("");
  const [days, setDays] = useState("14");
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call("listReviewLinks", { params: { projectId }, signal }),
  });
  const onSuccess = () => queries.invalidateQueries({ queryKey });
  const create = useMutation({
    mutationFn: () =>
      api.call("createReviewLink", { params: { projectId }, body: { schema_version: 1, name, days: Number(days) } }),
    onSuccess: async () => {
      setName("");
      await onSuccess();
    },
  });
  const revoke = useMutation({
    mutationFn: (reviewLinkId: string) => api.call("revokeReviewLink", { params: { reviewLinkId } }),
    onSuccess: () => {
      announce(shareTexts.reviewClosed);
      return onSuccess();
    },
  });
  const remove = useMutation({
    mutationFn: (reviewCommentId: string) => api.call("deleteReviewComment", { params: { reviewCommentId } }),
    onSuccess,
  });
  const { review_links: links = [], review_comments: comments = [] } = state.data ?? {};
  // Its address is not stored: it is shown until the link is revoked or the page is left.
  const made = links.some(({ id, state: now }) => id === create.data?.review_link.id && now === "active")
    ? create.data
    : undefined;
  const fault = create.error ?? revoke.error ?? remove.error ?? state.error;
  const titles = new Map(sections.map(({ id, title }, at) => [id, titleOfChapter(title, at)]));
  return (
    <section className={styles.link} aria-label={shareTexts.reviews}>
      <h2>{shareTexts.reviews}</h2>
      <p>{shareTexts.reviewsExplain}</p>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <TextField
          label={shareTexts.reviewName}
          value={name}
          maxLength={60}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={shareTexts.reviewDays}
          type="number"
          min={1}
          max={90}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Button type="submit" disabled={create.isPending}>
          {shareTexts.reviewCreate}
        </Button>
      </form>
      {made !== undefined && <LinkField label={shareTexts.reviewAddress} url={made.url} />}
      {links.map((link) => (
        <div key={link.id} className={styles.row}>
          <span dir="auto">{link.name}</span>
          <span className={styles.soft}>
            {link.state === "active" ? shareTexts.reviewUntil(formatMoment(link.expires_at)) : shareTexts.reviewClosed}
          </span>
          {link.state === "active" && (
            <Button look="danger" onClick={() => revoke.mutate(link.id)} disabled={revoke.isPending}>
              {shareTexts.revoke}
            </Button>
          )}
        </div>
      ))}
      {comments.length > 0 && <h3>{shareTexts.comments}</h3>}
      {comments.length > 0 && (
        <ul className={styles.comments} aria-label={shareTexts.comments}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <blockquote dir="auto">{comment.quote}</blockquote>
              <p id={`comment-${comment.id}`} dir="auto">
                <strong>{comment.name}</strong>: {comment.text}
              </p>
              <div className={styles.row}>
                <span dir="auto">{titles.get(comment.section_id)}</span>
                <Link
                  to="/stories/$projectId/chapters/$sectionId"
                  params={{ projectId, sectionId: comment.section_id }}
                  search={{ line: comment.block_id }}
                  hash="script"
                  aria-describedby={`comment-${comment.id}`}
                >
                  {shareTexts.commentLine}
                </Link>
                <span className={styles.soft}>{formatMoment(comment.created_at)}</span>
                <Button look="quiet" onClick={() => remove.mutate(comment.id)} disabled={remove.isPending}>
                  {shareTexts.commentDelete}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {fault !== null && <Fault error={fault} />}
    </section>
  );
}
