// The series of a story, below its cast: join one, save the cast for later books, leave.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { api } from "../api/api.ts";
import { seriesTexts } from "../i18n/series-texts.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./series.module.css";
import { LONGEST_NAME, seriesKey, seriesListQuery, storySeriesQuery, useJoinSeries } from "./series-queries.ts";

export function StorySeries({ projectId }: { readonly projectId: string }) {
  const state = useQuery(storySeriesQuery(projectId));
  const headingId = useId();
  if (state.isError) return <Fault error={state.error} onRetry={() => void state.refetch()} />;
  if (state.data === undefined) return null;
  const { series, offered } = state.data;
  if (series === null)
    return (
      <details className={styles.ofStory}>
        <summary>{seriesTexts.partOf}</summary>
        <JoinSeries key={offered?.name} projectId={projectId} offered={offered?.name ?? ""} />
      </details>
    );
  return (
    <section className={styles.ofStory} aria-labelledby={headingId}>
      <h2 id={headingId} dir="auto">
        {seriesTexts.called(series.name)}
      </h2>
      <Member projectId={projectId} people={series.person_count} />
    </section>
  );
}

/** The choice that makes a new series. */
const NEW = "new";

function JoinSeries({ projectId, offered }: { readonly projectId: string; readonly offered: string }) {
  const all = useQuery(seriesListQuery);
  const join = useJoinSeries(projectId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState(offered);
  if (all.isError) return <Fault error={all.error} onRetry={() => void all.refetch()} />;
  if (all.data === undefined) return null;
  const value = chosen ?? all.data[0]?.id ?? NEW;
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== NEW) join.mutate({ id: value });
    else if (wanted !== "") join.mutate({ name: wanted });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.soft}>{seriesTexts.explain}</p>
      {all.data.length > 0 && (
        <Choice
          label={seriesTexts.one}
          value={value}
          onChoose={setChosen}
          options={[
            ...all.data.map((one) => ({ value: one.id, label: one.name })),
            { value: NEW, label: seriesTexts.newSeries },
          ]}
        />
      )}
      {value === NEW && (
        <TextField
          label={seriesTexts.name}
          value={name}
          maxLength={LONGEST_NAME}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" disabled={join.isPending || (value === NEW && wanted === "")}>
          {seriesTexts.join}
        </Button>
        <Link to="/series">{seriesTexts.all}</Link>
      </div>
      {join.isError && <Fault error={join.error} />}
    </form>
  );
}

function Member({ projectId, people }: { readonly projectId: string; readonly people: number }) {
  const queries = useQueryClient();
  const leave = useJoinSeries(projectId);
  const save = useMutation({
    mutationFn: () => api.call("saveSeriesPeople", { params: { projectId }, body: { schema_version: 1 } }),
    onSuccess: () => {
      for (const queryKey of [seriesKey, storySeriesQuery(projectId).queryKey])
        void queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <>
      <p className={styles.soft}>{people === 0 ? seriesTexts.firstSave : seriesTexts.laterSave(people)}</p>
      <div className={styles.actions}>
        <Button disabled={save.isPending} onClick={() => save.mutate()}>
          {seriesTexts.save}
        </Button>
        <Button look="quiet" disabled={leave.isPending} onClick={() => leave.mutate(null)}>
          {seriesTexts.leave}
        </Button>
        <Link to="/series">{seriesTexts.all}</Link>
      </div>
      <p role="status" className={styles.soft}>
        {save.data === undefined ? "" : seriesTexts.saved(save.data.saved.length, save.data.undecided.length)}
      </p>
      {save.isError && <Fault error={save.error} />}
      {leave.isError && <Fault error={leave.error} />}
    </>
  );
}
