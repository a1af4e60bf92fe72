// Review links of a story, and the comments that came through them.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { formatMoment, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./share.module.css";

export function ReviewLinks({ projectId }: { readonly projectId: string }) {
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
    onSuccess,
  });
  const revoke = useMutation({
    mutationFn: (reviewLinkId: string) => api.call("revokeReviewLink", { params: { reviewLinkId } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (reviewCommentId: string) => api.call("deleteReviewComment", { params: { reviewCommentId } }),
    onSuccess,
  });
  const { review_links: links = [], review_comments: comments = [] } = state.data ?? {};
  const fault = create.error ?? revoke.error ?? remove.error ?? state.error;
  return (
    <section className={styles.link} aria-label={t.share.reviews}>
      <h2>{t.share.reviews}</h2>
      <p>{t.share.reviewsExplain}</p>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <TextField
          label={t.share.reviewName}
          value={name}
          maxLength={60}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t.share.reviewDays}
          type="number"
          min={1}
          max={90}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Button type="submit" disabled={create.isPending}>
          {t.share.reviewCreate}
        </Button>
      </form>
      {create.data !== undefined && (
        <TextField
          label={t.share.reviewAddress}
          value={create.data.url}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      {links.map((link) => (
        <div key={link.id} className={styles.row}>
          <span dir="auto">{link.name}</span>
          <span className={styles.soft}>
            {link.state === "active" ? t.share.reviewUntil(formatMoment(link.expires_at)) : t.share.reviewClosed}
          </span>
          {link.state === "active" && (
            <Button look="danger" onClick={() => revoke.mutate(link.id)} disabled={revoke.isPending}>
              {t.share.revoke}
            </Button>
          )}
        </div>
      ))}
      {comments.length > 0 && <h3>{t.share.comments}</h3>}
      {comments.map((comment) => (
        <div key={comment.id}>
          <p className={styles.soft} dir="auto">
            {comment.quote}
          </p>
          <p dir="auto">
            <strong>{comment.name}</strong>: {comment.text}
          </p>
          <Button onClick={() => remove.mutate(comment.id)} disabled={remove.isPending}>
            {t.share.commentDelete}
          </Button>
        </div>
      ))}
      {fault !== null && <Fault error={fault} />}
    </section>
  );
}
