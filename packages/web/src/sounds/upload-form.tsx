// Adds sounds: files with their words, and the progress of those that are under way.

import { type DragEvent, type FormEvent, useRef, useState } from "react";
import { formatBytes } from "../i18n/i18n.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { Button } from "../ui/button.tsx";
import fieldStyles from "../ui/field.module.css";
import { TextField } from "../ui/field.tsx";
import { ACCEPTED, nameOfFile, soundTypeOf, tagsOf, wordsOf } from "./sound-file.ts";
import styles from "./sounds.module.css";
import { MOST_TRIMMED_BYTES, TrimSound } from "./trim-sound.tsx";
import { uploads } from "./upload-queue.ts";
import { UploadsList } from "./uploads-list.tsx";

export function UploadForm() {
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [tags, setTags] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [trimming, setTrimming] = useState<number | null>(null);
  const isMany = files.length > 1;

  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    const refused = chosen.find((file) => soundTypeOf(file.name) === null);
    setFault(refused === undefined ? null : soundTexts.noSound(refused.name));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (files.length === 0) return setFault(soundTexts.fileMissing);
    for (const file of files) {
      const type = soundTypeOf(file.name);
      if (type === null) return setFault(soundTexts.noSound(file.name));
    }
    for (const file of files) {
      const type = soundTypeOf(file.name);
      const words = wordsOf(file.name, { name: isMany ? "" : name, description, tags: tagsOf(tags).slice(0, 12) });
      if (type !== null) uploads.add(file, type, words);
    }
    setFiles([]);
    setName("");
    setDescription("");
    setTags("");
    if (input.current !== null) input.current.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.files.length === 0 || input.current === null) return;
    input.current.files = event.dataTransfer.files;
    choose([...event.dataTransfer.files]);
  };
  const trimmed = trimming === null ? undefined : files[trimming];
  return (
    <section
      className={styles.add}
      aria-label={soundTexts.uploadTitle}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={`${fieldStyles.field} ${styles.wide}`}>
          <label htmlFor="sound-file" className={fieldStyles.label}>
            {soundTexts.file}
          </label>
          <input
            id="sound-file"
            ref={input}
            type="file"
            multiple
            accept={ACCEPTED}
            className={fieldStyles.file}
            aria-invalid={fault !== null}
            aria-describedby="sound-file-hint"
            onChange={(event) => choose([...(event.target.files ?? [])])}
          />
          <p id="sound-file-hint" className={fault === null ? fieldStyles.hint : fieldStyles.fault} role="status">
            {fault ?? soundTexts.fileHint}
          </p>
          {files.length > 0 && (
            <ul className={styles.uploads} aria-label={soundTexts.chosen}>
              {files.map((file, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list changes as a whole.
                <li key={at}>
                  <span className={styles.grow} dir="auto">
                    {file.name}
                  </span>
                  <span className={styles.soft}>{formatBytes(file.size)}</span>
                  {soundTypeOf(file.name) !== null && file.size <= MOST_TRIMMED_BYTES && (
                    <Button look="quiet" aria-label={soundTexts.trimOne(file.name)} onClick={() => setTrimming(at)}>
                      {soundTexts.trim}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
        <TextField
          label={soundTexts.name}
          value={isMany ? "" : name}
          placeholder={files[0] !== undefined && !isMany ? nameOfFile(files[0].name) : ""}
          maxLength={120}
          disabled={isMany}
          hint={isMany ? soundTexts.manyNames : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={soundTexts.tags}
          value={tags}
          maxLength={500}
          hint={soundTexts.tagsHint}
          onChange={(event) => setTags(event.target.value)}
        />
        <TextField
          className={styles.wide}
          label={soundTexts.description}
          value={description}
          maxLength={1_000}
          hint={soundTexts.descriptionHint}
          onChange={(event) => setDescription(event.target.value)}
        />
        <div className={`${styles.foot} ${styles.wide}`}>
          <p className={styles.soft}>{soundTexts.rights}</p>
          <Button look="primary" type="submit">
            {soundTexts.upload}
          </Button>
        </div>
      </form>
      <UploadsList />
      {trimmed !== undefined && (
        <TrimSound
          file={trimmed}
          onKeep={(part) => setFiles(files.map((file, at) => (at === trimming ? part : file)))}
          onClose={() => setTrimming(null)}
        />
      )}
    </section>
  );
}
