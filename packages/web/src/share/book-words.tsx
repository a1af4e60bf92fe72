// What a public page says of the story: title, author, description and cover. They belong to the book and stand in its
// files and feed as well.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ClientError } from "../api/api.ts";
import { bookQuery, keys } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { Cover } from "../library/cover.tsx";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./share.module.css";

const IMAGES = ["image/jpeg", "image/png", "image/webp"] as const;

interface Words {
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly language: string;
}

export function BookWords({ projectId, title }: { readonly projectId: string; readonly title: string }) {
  const queries = useQueryClient();
  const book = useQuery(bookQuery(projectId));
  const [typed, setTyped] = useState<Partial<Words>>({});
  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: keys.stories });
    await queries.invalidateQueries({ queryKey: keys.book(projectId) });
  };
  const save = useMutation({
    mutationFn: () =>
      api.call("changeBook", {
        params: { projectId },
        body: {
          schema_version: 1,
          ...Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim() || null])),
        },
      }),
    onSuccess: async () => {
      await refresh();
      setTyped({});
    },
  });
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
  const shown: Words = {
    title: stored.title ?? "",
    author: stored.author ?? "",
    description: stored.description ?? "",
    language: stored.language ?? "",
    ...typed,
  };
  const type = (change: Partial<Words>) => setTyped({ ...typed, ...change });
  return (
    <form
      className={styles.book}
      aria-label={t.share.page}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className={styles.cover}>
        <Cover title={shown.title === "" ? title : shown.title} assetId={stored.cover_asset_id} large />
        <label className={`${buttonStyles.button} ${buttonStyles.plain} ${styles.coverFile}`}>
          {t.share.cover}
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
          label={t.share.bookTitle}
          value={shown.title}
          placeholder={title}
          maxLength={500}
          onChange={(event) => type({ title: event.target.value })}
        />
        <TextField
          label={t.share.author}
          value={shown.author}
          maxLength={500}
          onChange={(event) => type({ author: event.target.value })}
        />
        <TextField
          label={t.newStory.language}
          hint={t.newStory.languageHint}
          value={shown.language}
          maxLength={35}
          dir="ltr"
          fault={isRefused(save.error, "language") ? t.newStory.languageFault : null}
          onChange={(event) => type({ language: event.target.value })}
        />
        <TextArea
          label={t.share.description}
          value={shown.description}
          rows={3}
          maxLength={4_000}
          onChange={(event) => type({ description: event.target.value })}
        />
        <Button type="submit" disabled={Object.keys(typed).length === 0 || save.isPending}>
          {t.common.save}
        </Button>
        {save.isError && !isRefused(save.error, "language") && <Fault error={save.error} />}
        {cover.isError && <Fault error={cover.error} />}
      </div>
    </form>
  );
}

/** Whether the server refused this field of the form. */
function isRefused(error: unknown, field: keyof Words): boolean {
  const { issues } = error instanceof ClientError ? error.details : {};
  return (
    Array.isArray(issues) && issues.some((issue: { readonly path?: unknown }) => String(issue.path).includes(field))
  );
}
