// Search and replace over all chapters of a story. Before anything changes it shows every line as it would be, and how many
// lines lose their audio.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { api, change } from "../api/api.ts";
import { priceWords } from "../create/quote.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./dialogs.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";
import { wordChanges } from "./word-changes.ts";

interface ReplaceDialogProps {
  readonly projectId: string;
  readonly desk: ScriptDesk;
  /** Words that were looked for already. */
  readonly words: string;
  readonly onClose: () => void;
}

interface Asked {
  readonly q: string;
  readonly replacement: string;
  readonly case_sensitive: boolean;
  readonly whole_words: boolean;
}

const REST_MS = 300;
/** Lines that are shown, and places that can be left out one by one. */
const MOST_SHOWN = 200;
const MOST_PLACES = 500;

export function ReplaceDialog({ projectId, desk, words, onClose }: ReplaceDialogProps) {
  const queries = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState<Asked>({ q: words, replacement: "", case_sensitive: false, whole_words: true });
  const asked = useRested(typed);
  const [leftLines, setLeftLines] = useState<ReadonlySet<string>>(new Set());
  const [leftChapters, setLeftChapters] = useState<ReadonlySet<string>>(new Set());
  const params = { projectId };
  const isAsked = asked.q.trim() !== "";
  const preview = useQuery({
    queryKey: ["story", projectId, "replace", asked],
    queryFn: async ({ signal }) => {
      await desk.settled();
      const { replacement: _, ...query } = asked;
      const [lines, places] = await Promise.all([
        api.call("previewReplacement", {
          params,
          body: { ...asked, leave_out: [], from: 0, limit: MOST_SHOWN },
          signal,
        }),
        api.call("searchProject", { params, query: { ...query, from: 0, limit: MOST_PLACES }, signal }),
      ]);
      return { ...lines, places: places.places };
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const found = isAsked ? preview.data : undefined;
  const sections = found?.sections.filter((section) => !leftChapters.has(section.section_id)) ?? [];
  const leave_out = (found?.places ?? [])
    .filter((place) => leftLines.has(place.block_id))
    .map(({ block_id, start_utf16 }) => ({ block_id, start_utf16 }));
  const isPart = leave_out.length > 0 || sections.length < (found?.sections.length ?? 0);
  const sums = useQuery({
    queryKey: ["story", projectId, "replace", asked, "part", [...leftLines], [...leftChapters]],
    queryFn: ({ signal }) =>
      api.call("previewReplacement", {
        params,
        body: { ...asked, leave_out, section_ids: sections.map((one) => one.section_id), from: 0, limit: 1 },
        signal,
      }),
    enabled: isPart && sections.length > 0,
    placeholderData: keepPreviousData,
  });
  const total = isPart ? sums.data : found;
  const replace = useMutation({
    mutationFn: async () => {
      await desk.settled();
      const result = await api.call("replaceText", {
        params,
        body: {
          ...change(),
          ...asked,
          leave_out,
          sections: sections.map(({ section_id, document_version }) => ({
            section_id,
            base_document_version: document_version,
          })),
        },
      });
      await desk.catchUp();
      return result;
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["story", projectId] }),
    onError: () => void preview.refetch(),
  });
  const set = (part: Partial<Asked>) => {
    setTyped({ ...typed, ...part });
    replace.reset();
  };
  const toggled = (held: ReadonlySet<string>, id: string): ReadonlySet<string> =>
    held.has(id) ? new Set([...held].filter((one) => one !== id)) : new Set([...held, id]);
  const count = sections.length === 0 ? 0 : (total?.place_count ?? 0);
  const isSame = asked.q === asked.replacement;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t.script.replaceTitle}
      description={t.script.replaceHint}
      actions={
        <>
          <span role="status" className={styles.foot}>
            {replace.isSuccess
              ? t.script.replaced(replace.data.place_count, replace.data.sections.length)
              : found !== undefined && total !== undefined
                ? [
                    t.script.replacePlaces(count, sections.length === 0 ? 0 : total.block_count),
                    sections.length > 0 && total.stale_block_count > 0
                      ? t.script.replaceStale(total.stale_block_count, priceWords(total.snowcoins))
                      : t.script.replaceNoStale,
                  ].join(" ")
                : ""}
          </span>
          <Button
            look="primary"
            type="submit"
            form={form}
            disabled={count === 0 || isSame || replace.isPending || replace.isSuccess || typed !== asked}
          >
            {t.script.replaceDo}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.replace}
        onSubmit={(event) => {
          event.preventDefault();
          if (count > 0 && !isSame && !replace.isPending) replace.mutate();
        }}
      >
        <div className={styles.replaceFields}>
          <TextField
            label={t.script.replaceWords}
            value={typed.q}
            maxLength={200}
            onChange={(event) => set({ q: event.target.value })}
          />
          <TextField
            label={t.script.replaceBy}
            value={typed.replacement}
            maxLength={1000}
            onChange={(event) => set({ replacement: event.target.value })}
          />
        </div>
        <div className={styles.replaceFields}>
          <label className={shared.check}>
            <input
              type="checkbox"
              checked={typed.whole_words}
              onChange={(event) => set({ whole_words: event.target.checked })}
            />
            {t.script.wholeWords}
          </label>
          <label className={shared.check}>
            <input
              type="checkbox"
              checked={typed.case_sensitive}
              onChange={(event) => set({ case_sensitive: event.target.checked })}
            />
            {t.script.caseSensitive}
          </label>
        </div>
        {preview.isError && <Fault error={preview.error} onRetry={() => void preview.refetch()} />}
        {replace.isError && <Fault error={replace.error} />}
        {found !== undefined && !replace.isSuccess && (
          <div className={styles.replaceFound}>
            {found.sections.map((section) => (
              <section key={section.section_id} aria-label={section.title}>
                <label className={`${shared.check} ${styles.replaceChapter}`}>
                  <input
                    type="checkbox"
                    checked={!leftChapters.has(section.section_id)}
                    onChange={() => setLeftChapters(toggled(leftChapters, section.section_id))}
                  />
                  <span dir="auto">{section.title}</span>
                  <span className={shared.hint}>{t.script.found(formatNumber(section.block_count))}</span>
                </label>
                {!leftChapters.has(section.section_id) && (
                  <ul>
                    {found.lines
                      .filter((line) => line.section_id === section.section_id)
                      .map((line) => (
                        <li key={line.block_id}>
                          <label className={styles.replaceLine} data-left={leftLines.has(line.block_id)}>
                            <input
                              type="checkbox"
                              checked={!leftLines.has(line.block_id)}
                              disabled={!found.places.some((place) => place.block_id === line.block_id)}
                              onChange={() => setLeftLines(toggled(leftLines, line.block_id))}
                            />
                            <span className={styles.change}>
                              <span className={styles.changeWords} dir="auto">
                                <Changed before={line.before.text.trim()} after={line.after.text.trim()} />
                              </span>
                              {line.becomes_stale && (
                                <span className={shared.freshness} data-state="stale">
                                  {" "}
                                  {t.script.losesAudio}
                                </span>
                              )}
                            </span>
                          </label>
                        </li>
                      ))}
                  </ul>
                )}
              </section>
            ))}
            {found.next_from !== null && <p className={shared.hint}>{t.script.replaceMore(MOST_SHOWN)}</p>}
          </div>
        )}
      </form>
    </Dialog>
  );
}

function Changed({ before, after }: { readonly before: string; readonly after: string }) {
  return wordChanges(before, after).map((one, index) =>
    one.kind === "same" ? (
      one.text
    ) : one.kind === "gone" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line never move.
      <del key={index}>{one.text}</del>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line never move.
      <ins key={index}>{one.text}</ins>
    ),
  );
}

/** The value once it has stayed the same for a moment. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
