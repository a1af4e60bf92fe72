// What a public page says of the story: title, author, description and cover. They belong to the book and stand in its
// files and feed as well.

import { useMutation } from "@tanstack/react-query";
import { api, ClientError } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { shareTexts } from "../i18n/share-texts.ts";
import { Cover } from "../library/cover.tsx";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { LanguageField } from "../ui/language-field.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./share.module.css";
import { type BookFields, type BookWordsState, useBookWords } from "./use-book-words.ts";

const IMAGES = ["image/jpeg", "image/png", "image/webp"] as const;

interface BookWordsProps {
  /** Shown where the book has no title of its own. */
  readonly title: string;
}

/** The words with a state of their own, for a dialog. */
export function BookWords({ projectId, ...props }: BookWordsProps & { readonly projectId: string }) {
  return <BookWordsForm words={useBookWords(projectId)} {...props} />;
}

export function BookWordsForm({ words, title }: BookWordsProps & { readonly words: BookWordsState }) {
  const { projectId, book, typed, type, save, refresh } = words;
  const cover = useMutation({
    mutationFn: (file: File) => {
      const contentType = IMAGES.find((one) => one === file.type) ?? "image/jpeg";
      return api.call("putBookCover", { params: { projectId }, upload: { contentType, bytes: file } });
    },
    onSuccess: refresh,
  });
  if (book.data === undefined) {
    return book.isError ? <Fault error={book.error} onRetry={() => void book.refetch()} /> : null;
  }
  const stored = book.data;
  const shown: BookFields = {
    title: stored.title ?? "",
    author: stored.author ?? "",
    description: stored.description ?? "",
    language: stored.language ?? "",
    undisclosed_reason: stored.undisclosed_reason ?? "",
    ...typed,
  };
  return (
    <form
      className={styles.book}
      aria-label={shareTexts.page}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes a submit in a dialog on to the form that the dialog was opened from.
        event.stopPropagation();
        save.mutate();
      }}
    >
      <div className={styles.cover}>
        <Cover
          title={shown.title === "" ? title : shown.title}
          author={shown.author === "" ? null : shown.author}
          assetId={stored.cover_asset_id}
          large
        />
        <label className={`${buttonStyles.button} ${buttonStyles.plain} ${styles.coverFile}`}>
          {shareTexts.cover}
          <input
            type="file"
            className="for-reader"
            accept={IMAGES.join(",")}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file !== undefined) cover.mutate(file);
            }}
          />
        </label>
      </div>
      <div className={styles.fields}>
        <TextField
          label={shareTexts.bookTitle}
          value={shown.title}
          placeholder={title}
          maxLength={500}
          onChange={(event) => type({ title: event.target.value })}
        />
        <TextField
          label={shareTexts.author}
          value={shown.author}
          maxLength={500}
          onChange={(event) => type({ author: event.target.value })}
        />
        <LanguageField value={shown.language} onChoose={(language) => type({ language })} />
        <TextArea
          label={shareTexts.description}
          value={shown.description}
          rows={3}
          maxLength={4_000}
          onChange={(event) => type({ description: event.target.value })}
        />
        <details open={stored.undisclosed_reason !== null || isRefused(save.error, "undisclosed_reason")}>
          <summary>{shareTexts.machineVoices}</summary>
          <TextField
            label={shareTexts.undisclosed}
            hint={shareTexts.undisclosedHint}
            value={shown.undisclosed_reason}
            maxLength={500}
            fault={isRefused(save.error, "undisclosed_reason") ? shareTexts.undisclosedFault : null}
            onChange={(event) => type({ undisclosed_reason: event.target.value })}
          />
        </details>
        <Button type="submit" disabled={!words.isChanged || save.isPending}>
          {t.common.save}
        </Button>
        {save.isError && !isRefused(save.error, "undisclosed_reason") && <Fault error={save.error} />}
        {isTooLarge(cover.error) ? (
          <Notice tone="danger">{shareTexts.coverTooLarge}</Notice>
        ) : (
          cover.isError && <Fault error={cover.error} />
        )}
      </div>
    </form>
  );
}

/** The words of the studio for this code are about text. */
const isTooLarge = (error: unknown): boolean => error instanceof ClientError && error.code === "REQUEST_TOO_LARGE";

/** Whether the server refused this field of the form. */
function isRefused(error: unknown, field: keyof BookFields): boolean {
  const { issues } = error instanceof ClientError ? error.details : {};
  return (
    Array.isArray(issues) && issues.some((issue: { readonly path?: unknown }) => String(issue.path).includes(field))
  );
}
