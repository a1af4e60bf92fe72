// The people of one series: voice, names, pronunciations, and a line that the voice speaks.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type SeriesPerson } from "../api/api.ts";
import { useAuditions } from "../cast/auditions.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { seriesTexts } from "../i18n/series-texts.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./series.module.css";
import { seriesKey, seriesQuery } from "./series-queries.ts";

export function SeriesPeople({ seriesId }: { readonly seriesId: string }) {
  const read = useQuery(seriesQuery(seriesId));
  if (read.isError) return <Fault error={read.error} onRetry={() => void read.refetch()} />;
  if (read.data?.people.length === 0) return <p className={styles.soft}>{seriesTexts.noPeople}</p>;
  return (
    <ul className={styles.people} aria-label={seriesTexts.people}>
      {read.data?.people.map((person) => (
        <Person key={person.id} seriesId={seriesId} person={person} />
      ))}
    </ul>
  );
}

function Person({ seriesId, person }: { readonly seriesId: string; readonly person: SeriesPerson }) {
  const queries = useQueryClient();
  const { voice, sample_text: sample } = person;
  const auditions = useAuditions(sample ?? "");
  const remove = useMutation({
    mutationFn: () => api.call("removeSeriesPerson", { params: { seriesId, personId: person.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: seriesKey }),
  });
  return (
    <li>
      <div dir="auto">
        <b>{person.name}</b>
        {person.aliases.length > 0 && <span className={styles.soft}> · {person.aliases.join(", ")}</span>}
        <p className={styles.soft}>{factsOf(person).join(" · ")}</p>
        {sample !== null && <p className={styles.sample}>{sample}</p>}
        {auditions.fault !== null && <Fault error={auditions.fault} />}
        {remove.isError && <Fault error={remove.error} />}
      </div>
      <span className={styles.actions}>
        {sample !== null && voice?.available === true && (
          <IconButton label={seriesTexts.listen(person.name)} onClick={() => auditions.toggle(voice.voice_id)}>
            {auditions.playing === null ? <PlayIcon /> : <PauseIcon />}
          </IconButton>
        )}
        <Button
          look="quiet"
          disabled={remove.isPending}
          aria-label={seriesTexts.removeOne(person.name)}
          onClick={() => remove.mutate()}
        >
          {seriesTexts.remove}
        </Button>
      </span>
    </li>
  );
}

function factsOf({ voice, gender, age, pronunciations, known_in }: SeriesPerson): readonly string[] {
  return [
    voice === null ? castTexts.noVoice : voice.available ? voice.voice_name : castTexts.notAvailable,
    ...(gender === null ? [] : [castTexts.genders[gender]]),
    ...(age === null ? [] : [castTexts.ages[age]]),
    ...(known_in.length === 0 ? [] : [seriesTexts.knownIn(seriesTexts.books(known_in.map(({ name }) => name)))]),
    ...(pronunciations.length === 0 ? [] : [seriesTexts.pronounced(pronunciations.map(({ term }) => term))]),
  ];
}
