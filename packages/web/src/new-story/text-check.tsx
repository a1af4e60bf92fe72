// The check of a file's text before it is imported: how many places there are, and each with its words.

import { useQuery } from "@tanstack/react-query";
import { api, type ImportPreview } from "../api/api.ts";
import { manuscriptTexts } from "../i18n/manuscript-texts.ts";
import { FoundWords } from "../manuscript/found-words.tsx";
import styles from "./new-story.module.css";

/** Places that are shown before the import. */
const MOST = 100;

export function TextCheck({ preview: { import_id: importId, chapters } }: { readonly preview: ImportPreview }) {
  const check = useQuery({
    queryKey: ["import", importId, "check"],
    queryFn: ({ signal }) => api.call("checkImport", { params: { importId }, query: { from: 0, limit: MOST }, signal }),
  });
  const count = check.data?.kinds.reduce((sum, kind) => sum + kind.count, 0) ?? 0;
  // The import does not depend on it: a check that fails is not reported here.
  if (check.data === undefined || count === 0) return null;
  const titles = new Map(chapters.map(({ index, title }) => [index, title]));
  return (
    <details className={styles.check}>
      <summary>{manuscriptTexts.inFile(count)}</summary>
      <p className={styles.checkWords}>{manuscriptTexts.inFileHint}</p>
      <ul className={styles.places}>
        {check.data.findings.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the findings of a preview never change.
          <li key={at}>
            <span className={styles.checkWords}>
              {manuscriptTexts.kinds[one.kind][0]} · <span dir="auto">{titles.get(one.chapter)}</span>
            </span>
            <FoundWords id={`place-${at}`} finding={one} />
          </li>
        ))}
      </ul>
    </details>
  );
}
