// A story from a book file: it is read first, and everything that is known of it is shown before anything is made. Several
// text files become a chapter each.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { api, type ImportPreview } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { prepareChapters } from "../story/prepare-chapter.ts";
import { Button } from "../ui/button.tsx";
import fieldStyles from "../ui/field.module.css";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { BookPreview, type BookWords, wordsOf } from "./book-preview.tsx";
import { AS_READ, type ChapterChoice, chosenChapters } from "./chapter-choice.ts";
import styles from "./new-story.module.css";
import { BOOK_FILES, bookTypeOf, COPY_FILE } from "./pasted-text.ts";
import { chapterName, faultOfSeveral, inOrder, makeOfFiles } from "./several-files.ts";

const OpenCopy = lazy(async () => ({ default: (await import("./open-copy.tsx")).OpenCopy }));

/** A book that was pasted or dropped, and the title that was typed for it. */
export interface GivenBook {
  readonly file: File;
  readonly title: string | null;
}

export function BookFile({ given }: { readonly given: GivenBook | null }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [words, setWords] = useState<BookWords | null>(null);
  const [choice, setChoice] = useState<ChapterChoice>(AS_READ);
  const [fault, setFault] = useState<string | null>(null);
  // Pressed while the book is still read: the story is made as soon as it is known, as the file suggests.
  const [isAwaited, setIsAwaited] = useState(false);
  const latest = useRef<File | null>(null);
  const wordsFor = (preview: ImportPreview, book: File): BookWords => {
    const found = wordsOf(preview, book.name);
    return { ...found, title: (given?.file === book ? given.title : null) ?? found.title };
  };

  const read = useMutation({
    mutationFn: (book: File) =>
      api.call("previewImport", {
        query: { filename: book.name },
        upload: { contentType: bookTypeOf(book.name), bytes: book },
      }),
    onSuccess: (preview, book) => {
      if (latest.current !== book) return;
      setWords(wordsFor(preview, book));
      if (isAwaited) make.mutate(preview);
    },
    onError: () => setIsAwaited(false),
  });
  const opened = async (projectId: string, sectionIds: readonly string[]) => {
    await prepareChapters(projectId, sectionIds);
    // The first one opens; that its script is ready is said once.
    const [first] = sectionIds;
    if (first !== undefined) queries.setQueryData(keys.newScript(first), true);
    void queries.invalidateQueries({ queryKey: keys.stories });
    void navigate({ to: "/stories/$projectId", params: { projectId } });
  };
  const make = useMutation({
    mutationFn: async (preview: ImportPreview) => {
      const chapters = chosenChapters(choice, preview.chapters);
      const made = await api.call("applyImport", {
        params: { importId: preview.import_id },
        body: { ...changedWords(words ?? wordsFor(preview, files[0] as File)), chapters },
      });
      await opened(
        made.project.id,
        made.sections.map((section) => section.section_id),
      );
    },
    onSettled: () => setIsAwaited(false),
  });
  const makeSeveral = useMutation({
    mutationFn: async (title: string) => {
      const made = await makeOfFiles(title, files);
      await opened(made.projectId, made.sectionIds);
    },
  });
  const choose = (chosen: readonly File[]) => {
    const ordered = inOrder(chosen);
    const [first] = ordered;
    const cause = ordered.length > 1 ? faultOfSeveral(ordered) : null;
    setFault(cause === null ? null : cause === "mixed" ? t.newStory.severalMixed : t.newStory.severalLarge);
    setFiles(cause === null ? ordered : []);
    setChoice(AS_READ);
    setWords(null);
    setIsAwaited(false);
    read.reset();
    make.reset();
    latest.current = null;
    if (cause !== null || first === undefined || copyOf(ordered) !== null) return;
    if (ordered.length > 1) setWords({ title: chapterName(first.name), author: "", language: "" });
    else {
      latest.current = first;
      read.mutate(first);
    }
  };
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that another part hands over is chosen once.
  useEffect(() => {
    if (given === null) return;
    choose([given.file]);
    // The field names it, as if it had been chosen there.
    const chosen = new DataTransfer();
    chosen.items.add(given.file);
    if (field.current !== null) field.current.files = chosen.files;
  }, [given]);

  const isSeveral = files.length > 1;
  const copy = copyOf(files);
  const faults = words === null ? {} : faultsOf(words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (files.length === 0) return setFault(t.newStory.textMissing);
    if (copy !== null) return;
    if (Object.keys(faults).length > 0) return;
    if (isSeveral) return makeSeveral.mutate(words?.title.trim() ?? "");
    if (read.isPending) return setIsAwaited(true);
    if (read.data === undefined) return read.mutate(files[0] as File);
    if (chosenChapters(choice, read.data.chapters).length === 0) return setFault(t.newStory.noChapter);
    setFault(null);
    make.mutate(read.data);
  };
  const isMaking = make.isPending || makeSeveral.isPending || isAwaited;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={fieldStyles.field}>
        <label htmlFor="book-file" className={fieldStyles.label}>
          {t.newStory.file}
        </label>
        <input
          ref={field}
          id="book-file"
          type="file"
          multiple
          className={fieldStyles.file}
          accept={BOOK_FILES}
          aria-describedby="book-file-hint"
          onChange={(event) => choose([...(event.target.files ?? [])])}
        />
        <p id="book-file-hint" className={fieldStyles.hint}>
          {t.newStory.fileHint}
        </p>
      </div>
      {read.isPending && <p role="status">{t.newStory.reading}</p>}
      {read.isError && (
        <Fault
          error={read.error}
          safe={t.newStory.safe}
          onRetry={files[0] === undefined ? undefined : () => read.mutate(files[0] as File)}
        />
      )}
      {isSeveral && words !== null && (
        <>
          <TextField
            label={t.newStory.name}
            value={words.title}
            maxLength={120}
            fault={faults.title ?? null}
            onChange={(event) => setWords({ ...words, title: event.target.value })}
          />
          <p>{t.newStory.several}</p>
          <ol className={styles.names} aria-label={t.newStory.chapters}>
            {files.map((file) => (
              <li key={file.name} dir="auto">
                {chapterName(file.name)}
              </li>
            ))}
          </ol>
        </>
      )}
      {!isSeveral && read.data !== undefined && words !== null && (
        <BookPreview
          preview={read.data}
          words={words}
          onWords={setWords}
          choice={choice}
          onChoice={setChoice}
          faults={faults}
        />
      )}
      {make.isError && <Fault error={make.error} safe={t.newStory.safe} />}
      {makeSeveral.isError && <Fault error={makeSeveral.error} />}
      {fault !== null && (
        <p className={fieldStyles.fault} role="alert">
          {fault}
        </p>
      )}
      {copy === null ? (
        <div className={`${styles.foot} ${styles.follows}`}>
          <Button look="primary" type="submit" disabled={isMaking}>
            {isMaking ? t.newStory.creating : t.newStory.create}
          </Button>
        </div>
      ) : (
        <Suspense>
          <OpenCopy key={`${copy.name} ${copy.size} ${copy.lastModified}`} file={copy} />
        </Suspense>
      )}
    </form>
  );
}

/** The copy of a whole story, when it is the one chosen file. */
function copyOf(files: readonly File[]): File | null {
  const [only = null] = files;
  return only !== null && files.length === 1 && COPY_FILE.test(only.name) ? only : null;
}

function faultsOf(words: BookWords): { readonly [name in keyof BookWords]?: string } {
  return words.title.trim() === "" ? { title: t.newStory.titleMissing } : {};
}

const changedWords = (words: BookWords) => ({
  title: words.title.trim(),
  author: words.author.trim() || null,
  language: words.language || null,
});
