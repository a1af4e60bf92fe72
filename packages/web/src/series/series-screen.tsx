// The series of the account with their stories and people.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { api, type Series } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { seriesTexts } from "../i18n/series-texts.ts";
import { Screen } from "../shell/screen.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import styles from "./series.module.css";
import { SeriesPeople } from "./series-people.tsx";
import { LONGEST_NAME, seriesListQuery } from "./series-queries.ts";

export function SeriesScreen() {
  const listed = useQuery(seriesListQuery);
  const [editing, setEditing] = useState<{ readonly kind: "rename" | "delete"; readonly series: Series } | null>(null);
  const close = () => setEditing(null);
  return (
    <Screen title={seriesTexts.title}>
      <p className={styles.soft}>{seriesTexts.explain}</p>
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
      {listed.data?.length === 0 && <p>{seriesTexts.empty}</p>}
      {listed.data?.map((series) => (
        <OneSeries
          key={series.id}
          series={series}
          isOnly={listed.data.length === 1}
          onRename={() => setEditing({ kind: "rename", series })}
          onDelete={() => setEditing({ kind: "delete", series })}
        />
      ))}
      {editing?.kind === "rename" && <RenameSeries series={editing.series} onClose={close} />}
      {editing?.kind === "delete" && <DeleteSeries series={editing.series} onClose={close} />}
    </Screen>
  );
}

interface OneSeriesProps {
  readonly series: Series;
  readonly isOnly: boolean;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** The people are read when they are shown: an account can have many series. */
function OneSeries({ series, isOnly, onRename, onDelete }: OneSeriesProps) {
  const headingId = useId();
  const [isOpen, setOpen] = useState(isOnly);
  return (
    <section className={styles.series} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} dir="auto">
          {series.name}
        </h2>
        <span className={styles.actions}>
          <Button look="quiet" aria-label={seriesTexts.renameOne(series.name)} onClick={onRename}>
            {t.common.rename}
          </Button>
          <Button look="quiet" aria-label={seriesTexts.deleteOne(series.name)} onClick={onDelete}>
            {t.common.delete}
          </Button>
        </span>
      </div>
      {series.projects.length > 0 && (
        <ul className={styles.books} aria-label={seriesTexts.stories}>
          {series.projects.map(({ project_id, name, series_number }) => (
            <li key={project_id} dir="auto">
              <Link to="/stories/$projectId" params={{ projectId: project_id }}>
                {series_number === null ? name : `${series_number}. ${name}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{seriesTexts.peopleOf(series.person_count)}</summary>
        {isOpen && <SeriesPeople seriesId={series.id} />}
      </details>
    </section>
  );
}

interface EditProps {
  readonly series: Series;
  readonly onClose: () => void;
}

/** Sends a change of a series, reads the list again and closes the dialog. */
function useSeriesChange<Input = void>(send: (input: Input) => Promise<unknown>, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      // Not the people: those of a deleted series are not there any more.
      await queries.invalidateQueries({ queryKey: seriesListQuery.queryKey });
      onClose();
    },
  });
}

function RenameSeries({ series, onClose }: EditProps) {
  const rename = useSeriesChange(
    (name: string) => api.call("renameSeries", { params: { seriesId: series.id }, body: { schema_version: 1, name } }),
    onClose,
  );
  return (
    <RenameDialog
      title={seriesTexts.renameTitle}
      label={seriesTexts.name}
      name={series.name}
      maxLength={LONGEST_NAME}
      rename={rename}
      onClose={onClose}
    />
  );
}

function DeleteSeries({ series, onClose }: EditProps) {
  const remove = useSeriesChange(() => api.call("deleteSeries", { params: { seriesId: series.id } }), onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={seriesTexts.deleteTitle(series.name)}
      description={seriesTexts.deleteHint}
      actions={
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t.common.delete}
        </Button>
      }
    >
      {remove.isError && <Fault error={remove.error} />}
    </Dialog>
  );
}
