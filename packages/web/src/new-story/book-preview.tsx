// A book that was read: its cover, title, author and language, its chapters, and what the reader could not take.

import { useQuery } from "@tanstack/react-query";
import { api, type ImportPreview } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { TextField } from "../ui/field.tsx";
import { LanguageField } from "../ui/language-field.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ChapterChoice } from "./chapter-choice.ts";
import { ChapterList } from "./chapter-list.tsx";
import styles from "./new-story.module.css";
import { TextCheck } from "./text-check.tsx";

export interface BookWords {
  readonly title: string;
  readonly author: string;
  readonly language: string;
}

export const wordsOf = ({ book }: ImportPreview, fileName: string): BookWords => ({
  title: book.title ?? fileName.replace(/\.\w+$/, ""),
  author: book.author ?? "",
  language: book.language ?? "",
});

interface BookPreviewProps {
  readonly preview: ImportPreview;
  readonly words: BookWords;
  readonly onWords: (words: BookWords) => void;
  readonly choice: ChapterChoice;
  readonly onChoice: (choice: ChapterChoice) => void;
  readonly faults: { readonly [name in keyof BookWords]?: string };
}

export function BookPreview({ preview, words, onWords, choice, onChoice, faults }: BookPreviewProps) {
  const { cover_asset_id: coverId } = preview.book;
  return (
    <>
      <div className={styles.about}>
        <BookCover assetId={coverId} />
        <div className={styles.fields}>
          <TextField
            label={t.newStory.name}
            value={words.title}
            maxLength={500}
            fault={faults.title ?? null}
            onChange={(event) => onWords({ ...words, title: event.target.value })}
          />
          <TextField
            label={t.newStory.author}
            value={words.author}
            maxLength={500}
            placeholder={t.newStory.noAuthor}
            onChange={(event) => onWords({ ...words, author: event.target.value })}
          />
          <LanguageField value={words.language} onChoose={(language) => onWords({ ...words, language })} />
        </div>
      </div>
      {preview.warnings.map((warning) => (
        <Notice key={warning.code} tone="warn">
          <p>{warning.message}</p>
        </Notice>
      ))}
      <TextCheck preview={preview} />
      <ChapterList chapters={preview.chapters} choice={choice} onChange={onChoice} />
      <p className={styles.reason}>{t.newStory.keepsOthers}</p>
    </>
  );
}

function BookCover({ assetId }: { readonly assetId: string | null }) {
  const url = useQuery({
    queryKey: ["cover", assetId],
    queryFn: async ({ signal }) =>
      (await api.call("createMediaAccessUrl", { params: { assetId: assetId ?? "" }, signal })).url,
    enabled: assetId !== null,
  });
  if (assetId === null) return <p className={styles.noCover}>{t.newStory.noCover}</p>;
  return url.data === undefined ? (
    <span className={styles.noCover} />
  ) : (
    <img className={styles.cover} src={url.data} alt={t.newStory.cover} />
  );
}
