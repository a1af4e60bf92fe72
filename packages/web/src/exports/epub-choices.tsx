// How an EPUB reads along: whose pages it has, and what is lit while it is spoken. An EPUB of the person's own can be sent here.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { exportTexts } from "../i18n/export-texts.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./exports.module.css";
import type { EpubLook } from "./make-file.ts";

interface EpubChoicesProps {
  readonly projectId: string;
  /** The file is of the whole story, as the pages of an original are. */
  readonly isWhole: boolean;
  readonly look: EpubLook;
  readonly onChange: (look: EpubLook) => void;
}

export function EpubChoices({ projectId, isWhole, look, onChange }: EpubChoicesProps) {
  const queries = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const params = { projectId };
  const queryKey = [...keys.book(projectId), "original"];
  const kept = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call("readBook", { params, signal })).has_original,
    enabled: isWhole,
  });
  const send = useMutation({
    mutationFn: (bytes: File) =>
      api.call("putBookOriginal", { params, upload: { contentType: "application/epub+zip", bytes } }),
    onSuccess: () => {
      queries.setQueryData(queryKey, true);
      onChange({ ...look, pages: "original" });
    },
  });
  return (
    <div className={styles.epub}>
      {isWhole && kept.data === true && (
        <Choice
          label={exportTexts.pages}
          value={look.pages}
          onChoose={(value) => onChange({ ...look, pages: value === "original" ? "original" : "own" })}
          options={[
            { value: "own", label: exportTexts.pagesOwn },
            { value: "original", label: exportTexts.pagesOriginal },
          ]}
        />
      )}
      <Choice
        label={exportTexts.highlight}
        value={look.highlight}
        onChoose={(value) => onChange({ ...look, highlight: value === "sentence" ? "sentence" : "word" })}
        options={[
          { value: "word", label: exportTexts.highlights.word },
          { value: "sentence", label: exportTexts.highlights.sentence },
        ]}
      />
      {isWhole && kept.isSuccess && (
        <div className={styles.original}>
          <Button disabled={send.isPending} onClick={() => file.current?.click()}>
            {kept.data ? exportTexts.otherOriginal : exportTexts.giveOriginal}
          </Button>
          <p className={styles.soft}>{kept.data ? exportTexts.originalHint : exportTexts.noOriginal}</p>
          <input
            ref={file}
            type="file"
            hidden
            accept=".epub,application/epub+zip"
            aria-label={exportTexts.giveOriginal}
            onChange={(event) => {
              const [given] = event.target.files ?? [];
              event.target.value = "";
              if (given !== undefined) send.mutate(given);
            }}
          />
        </div>
      )}
      {send.isError && <Fault error={send.error} safe={exportTexts.safe} />}
      {kept.isError && <Fault error={kept.error} onRetry={() => void kept.refetch()} />}
    </div>
  );
}
