// One file: what it is, how far it is, where it is downloaded, and until when.

import { useEffect, useRef } from "react";
import { exportTexts } from "../i18n/export-texts.ts";
import { formatBytes, formatMoment, formatPercent } from "../i18n/i18n.ts";
import { announce } from "../ui/announce.ts";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import styles from "./exports.module.css";
import type { ListedFile } from "./listed-files.ts";

const SOUNDS: ReadonlySet<ListedFile["format"]> = new Set(["mp3", "wav", "m4b", "opus"]);

interface FileRowProps {
  readonly file: ListedFile;
  /** What the file is of, while it has no name. */
  readonly title: string;
  readonly onCancel: () => void;
  readonly onReport: () => void;
}

export function FileRow({ file, title, onCancel, onReport }: FileRowProps) {
  const { artifact, book } = file;
  const name = artifact?.filename ?? title;
  const facts = [
    exportTexts.states[file.status],
    ...(artifact === null ? [formatMoment(file.createdAt)] : []),
    ...(book !== null && book.part !== "whole" ? [exportTexts.parts[book.part]] : []),
    ...(book?.credits === true && book.part === "whole" ? [exportTexts.withCredits] : []),
    ...(book !== null && file.format === "epub" && book.pages === "original" ? [exportTexts.inOriginal] : []),
    ...(book !== null && file.format === "epub" && book.highlight === "sentence" ? [exportTexts.bySentence] : []),
    ...(artifact === null
      ? []
      : [formatBytes(artifact.size_bytes), exportTexts.until(formatMoment(artifact.artifact_expires_at))]),
    ...(file.isOld && artifact !== null ? [exportTexts.old] : []),
  ];
  const wasUnderWay = useRef(file.isUnderWay);
  const { isUnderWay, status } = file;
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) announce(`${name}: ${exportTexts.states[status]}`);
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, status, name]);
  return (
    <li className={styles.file}>
      <span className={styles.kind}>{exportTexts.formats[file.format][0]}</span>
      <span className={styles.facts}>
        <span dir="auto" className={styles.name}>
          {name}
        </span>
        <span className={styles.soft}>{facts.join(" · ")}</span>
        {file.isUnderWay && (
          <span className={styles.progress}>
            <progress aria-label={exportTexts.progress(name)} max={100} value={file.percent} />
            <span className={styles.soft}>{formatPercent(file.percent / 100)}</span>
          </span>
        )}
        {file.error !== null && (
          <span className={styles.fault}>{exportTexts.failures[file.error.code] ?? file.error.message}</span>
        )}
      </span>
      <span className={styles.actions}>
        {artifact !== null && SOUNDS.has(file.format) && (
          <Button look="quiet" aria-label={exportTexts.reportOne(name)} onClick={onReport}>
            {exportTexts.report}
          </Button>
        )}
        {artifact !== null && (
          <a
            className={`${buttonStyles.button} ${buttonStyles.plain}`}
            href={artifact.download_url}
            download={artifact.filename}
            aria-label={exportTexts.downloadOne(name)}
          >
            {exportTexts.download}
          </a>
        )}
        {file.isUnderWay && (
          <Button look="quiet" onClick={onCancel}>
            {exportTexts.cancel}
          </Button>
        )}
      </span>
    </li>
  );
}
