// Export: files of the book, of each chapter or of this one, and the files that exist.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { api } from "../api/api.ts";
import { chaptersQuery } from "../api/queries.ts";
import { CreateDialog } from "../create/create-dialog.tsx";
import { copyTexts } from "../i18n/copy-texts.ts";
import { createTexts } from "../i18n/create-texts.ts";
import { exportTexts } from "../i18n/export-texts.ts";
import { t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { titleOfChapter } from "../story/chapter-list.tsx";
import { ChapterTicks } from "../story/chapter-ticks.tsx";
import { SaveCopy } from "../story/save-copy.tsx";
import { announce } from "../ui/announce.ts";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import fieldStyles from "../ui/field.module.css";
import { Fault, Notice } from "../ui/notice.tsx";
import { EpubChoices } from "./epub-choices.tsx";
import styles from "./exports.module.css";
import { FileDetails } from "./file-details.tsx";
import { FileRow } from "./file-row.tsx";
import { bookFilesQuery, chapterFilesQuery, fileSetsQuery, type ListedFile, listedFiles } from "./listed-files.ts";
import {
  type EpubLook,
  type Format,
  makeBookFile,
  makeChapterFile,
  makeFileForEach,
  type Part,
  USUAL_LOOK,
} from "./make-file.ts";

const ShopReport = lazy(async () => ({ default: (await import("./shop-report.tsx")).ShopReport }));
const PassportDialog = lazy(async () => ({ default: (await import("./passport-dialog.tsx")).PassportDialog }));

type What = "book" | "each" | "chapter";
const WHATS: readonly What[] = ["chapter", "book", "each"];
const FORMATS: readonly Format[] = ["m4b", "mp3", "opus", "wav", "epub", "srt", "vtt"];
const PARTS: readonly Part[] = ["whole", "sample", "opening_credits", "closing_credits"];
/** Formats that have sound, and so credits and samples. */
const SOUNDS: ReadonlySet<Format> = new Set(["m4b", "mp3", "opus", "wav"]);
/** The API takes as many in one export. */
const MOST_CHAPTERS = 100;

export function ExportPart({ projectId, sectionId, storyTitle }: ChapterPlace & { readonly storyTitle: string }) {
  const queries = useQueryClient();
  const chapters = useQuery(chaptersQuery(projectId));
  const sections = chapters.data?.sections ?? [];
  const hasMany = sections.length > 1;
  const [given, setWhat] = useState<What>("chapter");
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const [format, setFormat] = useState<Format>("m4b");
  const [wantsCredits, setCredits] = useState(false);
  const [wantedPart, setPart] = useState<Part>("whole");
  const [wantedLook, setLook] = useState<EpubLook>(USUAL_LOOK);
  const [fault, setFault] = useState<string | null>(null);
  const [showsPassport, setShowsPassport] = useState(false);
  const [creates, setCreates] = useState(false);
  const [measured, setMeasured] = useState<ListedFile | null>(null);

  const what: What = hasMany ? given : "chapter";
  const chosen: ReadonlySet<string> =
    what === "chapter" ? new Set([sectionId]) : (ticked ?? new Set(sections.map(({ id }) => id)));
  const silent = sections.filter((one) => chosen.has(one.id) && one.activity_status !== "audio_ready");
  const hasExtras = what !== "each" && SOUNDS.has(format);
  const credits = hasExtras && wantsCredits;
  const part = hasExtras ? wantedPart : "whole";
  const isWhole = what === "book" || !hasMany;
  const look: EpubLook | null =
    format !== "epub" || what === "each" ? null : isWhole ? wantedLook : { ...wantedLook, pages: "own" };
  /** Credits alone need no chapter. */
  const isCredit = part === "opening_credits" || part === "closing_credits";
  const isIncomplete = silent.length > 0 && !isCredit;
  // A file for each chapter: those of the other chapters are made.
  const canExport = !isIncomplete || what === "each";

  const own = useQuery(chapterFilesQuery(sectionId));
  const books = useQuery(bookFilesQuery(projectId));
  const sets = useQuery({ ...fileSetsQuery(projectId), enabled: hasMany });
  const refresh = () =>
    Promise.all(
      [["exports"], ["book-exports", projectId], ["project-exports", projectId]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  const make = useMutation({
    mutationFn: async (): Promise<unknown> => {
      if (what === "each") return makeFileForEach(projectId, format, [...chosen]);
      const isUsual = look === null || (look.pages === USUAL_LOOK.pages && look.highlight === USUAL_LOOK.highlight);
      const isPlain = what === "chapter" && !credits && part === "whole" && isUsual;
      if (isPlain) return makeChapterFile(projectId, sectionId, format);
      return makeBookFile(projectId, { format, sectionIds: [...chosen], credits, part, epub: look });
    },
    onSuccess: () => {
      announce(exportTexts.begun);
      return refresh();
    },
  });
  const cancel = useMutation({
    mutationFn: async ({ id, kind }: ListedFile): Promise<unknown> =>
      kind === "book"
        ? api.call("cancelBookExport", { params: { projectId, exportId: id } })
        : api.call("cancelExport", { params: { exportId: id } }),
    onSettled: refresh,
  });
  const leaveOut = () => {
    const without = new Set(silent.map(({ id }) => id));
    setTicked(new Set([...chosen].filter((id) => !without.has(id))));
  };
  const submit = () => {
    if (chosen.size === 0) setFault(exportTexts.noChapter);
    else if (chosen.size > MOST_CHAPTERS) setFault(exportTexts.tooMany(MOST_CHAPTERS));
    else {
      setFault(null);
      make.mutate();
    }
  };
  const files = listedFiles(own.data?.exports ?? [], books.data?.exports ?? [], sets.data?.exports ?? []);
  const titleOf = (id: string | null) => {
    const at = sections.findIndex((one) => one.id === id);
    return at < 0 ? undefined : titleOfChapter(sections[at]?.title ?? "", at);
  };
  const unread = [own, books, sets].find(({ isError }) => isError);
  return (
    <section className={styles.part} aria-label={exportTexts.title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.choices}>
          {hasMany && (
            <Choice
              label={exportTexts.what}
              value={what}
              onChoose={(value) => setWhat(WHATS.find((one) => one === value) ?? "chapter")}
              options={[
                { value: "chapter", label: exportTexts.thisChapter },
                { value: "book", label: exportTexts.wholeBook },
                { value: "each", label: exportTexts.eachChapter },
              ]}
            />
          )}
          {what !== "chapter" && (
            <ChapterTicks
              label={what === "book" ? exportTexts.chapters : t.story.chapters}
              sections={sections}
              noteOf={({ activity_status }) => (activity_status === "audio_ready" ? null : exportTexts.needsAudio)}
              chosen={chosen}
              onChoose={setTicked}
            />
          )}
          <fieldset className={fieldStyles.set}>
            <legend>{exportTexts.format}</legend>
            <div className={styles.formats}>
              {FORMATS.map((one) => (
                <label key={one} className={styles.format}>
                  <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
                  <span>
                    <b>{exportTexts.formats[one][0]}</b>
                    <span className={styles.soft}>{exportTexts.formats[one][1]}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {look !== null && <EpubChoices projectId={projectId} isWhole={isWhole} look={look} onChange={setLook} />}
          {hasExtras && (
            <>
              <Choice
                label={exportTexts.part}
                value={part}
                onChoose={(value) => setPart(PARTS.find((one) => one === value) ?? "whole")}
                options={PARTS.map((one) => ({ value: one, label: exportTexts.parts[one] }))}
              />
              {part === "whole" && (
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={wantsCredits}
                    onChange={(event) => setCredits(event.target.checked)}
                  />
                  <span>
                    {exportTexts.credits}
                    <span className={styles.soft}>{exportTexts.creditsHint}</span>
                  </span>
                </label>
              )}
            </>
          )}
        </div>
        <div className={styles.make}>
          <FileDetails projectId={projectId} title={storyTitle} />
          {isIncomplete && (
            <Notice
              tone="warn"
              action={
                <span className={styles.actions}>
                  <Button onClick={() => setCreates(true)}>{createTexts.createAudio}</Button>
                  {what !== "chapter" && silent.length < chosen.size && (
                    <Button look="quiet" onClick={leaveOut}>
                      {exportTexts.leaveOut(silent.length)}
                    </Button>
                  )}
                </span>
              }
            >
              <p>{exportTexts.incomplete(silent.length)}</p>
            </Notice>
          )}
          <Button type="submit" look="primary" disabled={make.isPending || !canExport}>
            {exportTexts.export}
          </Button>
          {fault !== null && (
            <p className={styles.fault} role="alert">
              {fault}
            </p>
          )}
          {make.isError && <Fault error={make.error} safe={exportTexts.safe} onRetry={() => make.mutate()} />}
        </div>
      </form>
      <div className={styles.made}>
        <h2 id="files">{exportTexts.files}</h2>
        {unread !== undefined && <Fault error={unread.error} onRetry={() => void refresh()} />}
        {files.length === 0 ? (
          <p className={styles.soft}>{exportTexts.noFile}</p>
        ) : (
          <ul className={styles.files} aria-labelledby="files">
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                title={file.title ?? titleOf(file.sectionId) ?? storyTitle}
                onCancel={() => cancel.mutate(file)}
                onReport={() => setMeasured(file)}
              />
            ))}
          </ul>
        )}
        {cancel.isError && <Fault error={cancel.error} />}
        <div className={styles.actions}>
          <Button onClick={() => setShowsPassport(true)}>{exportTexts.passport}</Button>
          <Link
            to="/stories/$projectId/certificate"
            params={{ projectId }}
            className={`${buttonStyles.button} ${buttonStyles.plain}`}
          >
            {exportTexts.certificate}
          </Link>
        </div>
        <SaveCopy projectId={projectId} label={copyTexts.save} />
      </div>
      <Suspense>
        {showsPassport && <PassportDialog projectId={projectId} onClose={() => setShowsPassport(false)} />}
        {creates && silent[0] !== undefined && (
          <CreateDialog
            projectId={projectId}
            sectionId={(silent.find(({ id }) => id === sectionId) ?? silent[0]).id}
            onClose={() => setCreates(false)}
          />
        )}
        {measured !== null && (
          <ShopReport
            projectId={projectId}
            exportId={measured.id}
            name={measured.artifact?.filename ?? ""}
            onClose={() => setMeasured(null)}
          />
        )}
      </Suspense>
    </section>
  );
}
