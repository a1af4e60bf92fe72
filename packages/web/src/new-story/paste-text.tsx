// A story from text that is pasted, typed or dropped.

import { useNavigate } from "@tanstack/react-router";
import { type ClipboardEvent, type DragEvent, type FormEvent, useRef, useState } from "react";
import { formatLength, formatNumber, t } from "../i18n/i18n.ts";
import { useAnnounced } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { forgetDraft } from "../ui/drafts.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { useCreateStory } from "./create-story.ts";
import styles from "./new-story.module.css";
import { hasChapters, headingsOf, isBookFile, MOST_TEXT_BYTES, needsCard, textBytes, titleOf } from "./pasted-text.ts";
import { countWords, listeningMsOfWords } from "./text-size.ts";

/** The size is said when typing rests. */
const SIZE_QUIET_MS = 1_500;

export interface Card {
  readonly name: string;
  readonly text: string;
}

export interface PastedStory {
  readonly title: string;
  readonly text: string;
  /** In place of the field, a text that it would change. */
  readonly card: Card | null;
}

/** The drafts of title and text. */
export const STORY_TITLE = "story-title";
export const STORY_TEXT = "story-text";

interface PasteTextProps {
  readonly draft: PastedStory;
  readonly onChange: (part: Partial<PastedStory>) => void;
  /** The title that was typed; null for none. */
  readonly onBook: (file: File, title: string | null) => void;
}

export function PasteText({ draft, onChange: change, onBook }: PasteTextProps) {
  const navigate = useNavigate();
  const { title, text, card } = draft;
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const whole = card?.text ?? text;
  const guessed = titleOf(whole);
  const words = countWords(whole);
  const size = words > 0 ? t.newStory.size(formatNumber(words), formatLength(listeningMsOfWords(words))) : "";
  useAnnounced(size, SIZE_QUIET_MS);

  const create = useCreateStory(() => {
    for (const name of [STORY_TITLE, STORY_TEXT]) forgetDraft(name, sessionStorage);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whole.trim() === "") setFault(t.newStory.textMissing);
    else if (textBytes(whole) > MOST_TEXT_BYTES) setFault(t.newStory.tooLarge);
    else {
      setFault(null);
      create.mutate(() => ({
        title: title.trim() === "" ? guessed || t.library.untitled : title.trim(),
        text: whole,
      }));
    }
  };
  const take = (given: string, name: string): boolean => {
    if (!needsCard(given)) return false;
    change({ card: { name, text: given }, text: "" });
    return true;
  };
  /** Its chapters are shown, with a tick for each, before anything is made. */
  const openBook = (file: File) => {
    onBook(file, title.trim() || null);
    void navigate({ to: ".", hash: "file", replace: true });
  };
  const onPaste = (event: ClipboardEvent) => {
    const plain = event.clipboardData.getData("text/plain");
    const html = event.clipboardData.getData("text/html");
    const headed = html === "" ? null : headingsOf(html);
    if (headed !== null && text === "") {
      event.preventDefault();
      openBook(new File([headed], "pasted.md", { type: "text/markdown" }));
      return;
    }
    if (text === "" && hasChapters(plain)) {
      event.preventDefault();
      openBook(new File([plain], `${t.library.untitled}.txt`, { type: "text/plain" }));
      return;
    }
    if (text === "" && take(plain, t.newStory.pasted)) event.preventDefault();
  };
  const openFile = async (file: File) => {
    if (isBookFile(file)) {
      openBook(file);
      return;
    }
    const read = await file.text();
    if (hasChapters(read)) {
      openBook(file);
      return;
    }
    if (title === "") change({ title: file.name.replace(/\.\w+$/, "") });
    if (!take(read, file.name)) change({ text: read });
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    void openFile(file);
  };
  return (
    <form
      className={styles.form}
      data-over={over}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      noValidate
    >
      <TextField
        label={t.newStory.name}
        value={title}
        maxLength={500}
        placeholder={guessed || (words > 0 ? t.library.untitled : "")}
        onChange={(event) => change({ title: event.target.value })}
      />
      {card === null ? (
        <TextArea
          ref={field}
          label={t.newStory.text}
          rows={14}
          value={text}
          placeholder={t.newStory.textPlaceholder}
          fault={fault}
          onPaste={onPaste}
          onChange={(event) => change({ text: event.target.value })}
        />
      ) : (
        <div className={styles.card}>
          <p className={styles.cardText} dir="auto">
            {card.text.trim().slice(0, 400)}…
          </p>
          <p>{t.newStory.fileCard(card.name)}</p>
          {fault !== null && <p className={styles.fault}>{fault}</p>}
          <Button onClick={() => change({ card: null })}>{t.newStory.removeFile}</Button>
        </div>
      )}
      {create.isError && <Fault error={create.error} safe={t.newStory.safe} />}
      <div className={styles.foot}>
        <Button look="primary" type="submit" disabled={create.isPending}>
          {create.isPending ? t.newStory.creating : t.newStory.create}
        </Button>
        <span className={styles.size}>{size}</span>
        <label className={styles.open}>
          {t.newStory.openFile}
          <input
            type="file"
            accept=".txt,.fountain,.csv,.tsv,.md,.html,.htm,.xhtml,.epub,.docx,text/*"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file !== undefined) void openFile(file);
            }}
          />
        </label>
      </div>
    </form>
  );
}
