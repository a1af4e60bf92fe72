// Cover, title and author of the files, and the dialog that changes them.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bookQuery } from "../api/queries.ts";
import { exportTexts } from "../i18n/export-texts.ts";
import { Cover } from "../library/cover.tsx";
import { BookWords } from "../share/book-words.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./exports.module.css";

export function FileDetails({ projectId, title }: { readonly projectId: string; readonly title: string }) {
  const book = useQuery(bookQuery(projectId));
  const [isEditing, setIsEditing] = useState(false);
  if (book.data === undefined) return null;
  const { author, cover_asset_id } = book.data;
  const shown = book.data.title ?? title;
  return (
    <section className={styles.details} aria-label={exportTexts.details}>
      <Cover title={shown} author={author} assetId={cover_asset_id} />
      <div className={styles.facts}>
        <span dir="auto" className={styles.title}>
          {shown}
        </span>
        <span className={styles.soft} dir="auto">
          {author === null ? exportTexts.noAuthor : exportTexts.byAuthor(author)}
        </span>
        {cover_asset_id === null && <span className={styles.soft}>{exportTexts.drawnCover}</span>}
      </div>
      <Button onClick={() => setIsEditing(true)}>{exportTexts.editDetails}</Button>
      <Dialog
        open={isEditing}
        onClose={() => setIsEditing(false)}
        title={exportTexts.editTitle}
        description={exportTexts.editHint}
        wide
      >
        <BookWords projectId={projectId} title={title} />
      </Dialog>
    </section>
  );
}
