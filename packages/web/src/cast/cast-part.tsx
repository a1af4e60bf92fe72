// The cast of a story: people with their lines and voices, and the voices to choose from.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { afterQuiet } from "../api/after-quiet.ts";
import { api, change, type Speaker } from "../api/api.ts";
import { useStoryEvents } from "../api/events.ts";
import { chaptersQuery, keys, runQuery, speakersQuery, voicesQuery } from "../api/queries.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { language as studioLanguage } from "../i18n/i18n.ts";
import { SeriesAdvice } from "../series/series-advice.tsx";
import { StorySeries } from "../series/story-series.tsx";
import type { ChapterPlace } from "../story/chapter.tsx";
import { StoryHistory } from "../story/story-history.tsx";
import { announce } from "../ui/announce.ts";
import { TextField } from "../ui/field.tsx";
import { Fault, Notice, Waiting } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { CastAdvice } from "./cast-advice.tsx";
import { CastEveryone } from "./cast-everyone.tsx";
import { heardWords, namedPeople, staleLinesOfPeople } from "./cast-state.ts";
import { useDismissed } from "./dismissed.ts";
import { guestLinksQuery, waitingByPerson } from "./guest-links.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { misfitMark, nameOfMisfit, useMisfits } from "./misfits.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { PersonRow } from "./person-row.tsx";
import { UnspokenNotice } from "./unspoken-notice.tsx";
import { VoiceChooser } from "./voice-chooser.tsx";

/** Lines of the chapter that are looked at for stale ones. */
const MOST_LINES = 5000;
/** The events of lines that are spoken one after the other come together. */
const TOGETHER_MS = 1_000;
const peopleKey = (sectionId: string) => [...keys.script(sectionId), "people"];
/** A sample stays while a person compares voices. */
const SAMPLE_FRESH_MS = 60_000;
/** A longer cast has a field that finds people. */
const FEW_PEOPLE = 12;

export function CastPart({ projectId, sectionId }: ChapterPlace) {
  const queries = useQueryClient();
  const speakers = useQuery(speakersQuery(projectId));
  const lines = useQuery({
    queryKey: peopleKey(sectionId),
    queryFn: async ({ signal }) => {
      const params = { sectionId };
      const [document, media] = await Promise.all([
        api.call("readDocument", { params, query: { limit: MOST_LINES }, signal }),
        api.call("readSectionMedia", { params, query: { limit: MOST_LINES }, signal }),
      ]);
      return staleLinesOfPeople(document.document.blocks, media.blocks);
    },
    staleTime: 0,
  });
  // Play speaks lines without a run.
  const [refreshLines] = useState(() =>
    afterQuiet(TOGETHER_MS, (id: string) => void queries.invalidateQueries({ queryKey: peopleKey(id) })),
  );
  useStoryEvents(projectId, (event) => {
    if (event.event === "block" && event.data.section_id === sectionId) refreshLines(sectionId);
    // A guest agreed, sent or withdrew.
    if (event.event === "guests") void queries.invalidateQueries({ queryKey: guestLinksQuery(projectId).queryKey });
  });
  const voices = useQuery(voicesQuery);
  const guests = useQuery(guestLinksQuery(projectId));
  const waiting = waitingByPerson(guests.data ?? []);
  const hintId = useId();
  const [chosen, setChosen] = useState<{ readonly id: string; readonly otherVoiceId: string | null } | null>(null);
  const [search, setSearch] = useState("");
  // Back from the voices on a narrow screen: the focus returns to the person.
  const list = useRef<HTMLUListElement>(null);
  const leftId = useRef<string | null>(null);
  useEffect(() => {
    if (chosen !== null) leftId.current = chosen.id;
    else if (leftId.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-person="${leftId.current}"] button`)?.focus();
  }, [chosen]);
  const [dialog, setDialog] = useState<{
    readonly kind: "details" | "merge" | "invite";
    readonly person: Speaker;
    readonly into?: Speaker;
  } | null>(null);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: keys.speakers(projectId) });
    void queries.invalidateQueries({ queryKey: keys.script(sectionId) });
  };
  // What the tick shows while the server is asked.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const narratorOnly = useMutation({
    mutationFn: (on: boolean) =>
      api.call("changeProjectCasting", {
        params: { projectId },
        body: { schema_version: 1, narrator_only: on },
      }),
    onSuccess: ({ narrator_only }) => {
      const { queryKey } = speakersQuery(projectId);
      queries.setQueryData(queryKey, (held) => held && { ...held, narrator_only });
      refresh();
    },
  });
  const cast = useMutation({
    mutationFn: ({ person, voiceId }: { readonly person: Speaker; readonly voiceId: string | null }) =>
      api.call("castSpeaker", {
        params: { projectId, speakerId: person.id },
        body: {
          ...change(),
          base_speaker_registry_version: speakers.data?.speaker_registry_version ?? 1,
          voice_id: voiceId,
        },
      }),
    onSuccess: (_, { person, voiceId }) => {
      const voice = voices.data?.find((one) => one.voice_id === voiceId);
      announce(voice === undefined ? castTexts.noVoiceNow(person.name) : castTexts.hasVoice(person.name, voice.name));
    },
    onSettled: refresh,
  });
  const all = speakers.data?.speakers ?? [];
  const shown = [...all].sort(
    (a, b) =>
      Number(b.role === "narrator") - Number(a.role === "narrator") ||
      b.usage.character_count - a.usage.character_count,
  );
  const open = all.find((person) => person.id === chosen?.id) ?? shown[0];
  const sample = useQuery({
    queryKey: [...keys.speakers(projectId), "sample", open?.id],
    queryFn: async ({ signal }) => {
      const params = { projectId, speakerId: open?.id ?? "" };
      const { lines: found } = await api.call("readSpeakerLines", { params, signal });
      return found.flatMap(({ content }) => (content.type === "text" ? heardWords(content) : [])).find(Boolean) ?? null;
    },
    enabled: open !== undefined,
    staleTime: SAMPLE_FRESH_MS,
  });
  const run = useQuery(runQuery(projectId, sectionId)).data?.run;
  // Voices that are given now would be given without the people who are still to be found.
  const isReading = run?.workflow_kind === "prepare_sections" && run.completed_at === null;
  const sections = useQuery(chaptersQuery(projectId)).data?.sections ?? [];
  const chapters = sections.length;
  const unread = sections.filter(({ activity_status }) => activity_status === "working").length;
  const [kept, keep] = useDismissed(`fullcast.voice-suits.${projectId}`);
  const advised = useMisfits(projectId, speakers.data?.speaker_registry_version, speakers.data?.narrator_only);
  // A failed second look leaves the people in view.
  if (speakers.data === undefined)
    return speakers.isError ? <Fault error={speakers.error} onRetry={() => void speakers.refetch()} /> : <Waiting />;
  const people = speakers.data.speakers;
  const misfits = (advised.data?.misfits ?? []).filter((misfit) => !kept.has(nameOfMisfit(misfit)));
  const found = namedPeople(shown, search);
  const markOf = ({ id, casting }: Speaker): string | null => {
    const misfit = misfits.find((one) => one.speaker_id === id && one.voice_id === casting?.voice_id);
    return misfit === undefined ? null : misfitMark(misfit.reasons);
  };
  const narrator = people.find((person) => person.role === "narrator");
  // One voice for both: that of the person, or the narrator's where the person has none yet.
  const narratorIs = (person: Speaker): (() => void) | null => {
    const voiceId = person.casting?.voice_id ?? narrator?.casting?.voice_id;
    if (narrator === undefined || voiceId === undefined || person === narrator) return null;
    return () => cast.mutate({ person: person.casting === null ? person : narrator, voiceId });
  };
  return (
    <div className={styles.cast} data-shows={chosen === null ? "people" : "voices"}>
      <div className={styles.people}>
        {cast.isError && <Fault error={cast.error} />}
        <StoryHistory projectId={projectId} sectionId={sectionId} />
        <UnspokenNotice unspoken={advised.data?.unspoken_language} />
        <SeriesAdvice
          projectId={projectId}
          people={people}
          registryVersion={speakers.data.speaker_registry_version}
          onChanged={refresh}
        />
        <CastAdvice
          projectId={projectId}
          people={people}
          registryVersion={speakers.data.speaker_registry_version}
          misfits={misfits}
          onKeep={(misfit) => keep(nameOfMisfit(misfit))}
          onMerged={refresh}
          onChoose={(id, otherVoiceId) => setChosen({ id, otherVoiceId })}
          isCasting={cast.isPending}
          onCast={(person, voiceId) => cast.mutate({ person, voiceId })}
        />
        {isReading ? (
          <Notice>
            <p>{chapters > 1 ? castTexts.readingChapters(chapters - unread, chapters) : castTexts.reading}</p>
          </Notice>
        ) : (
          <CastEveryone
            projectId={projectId}
            people={people}
            registryVersion={speakers.data.speaker_registry_version}
            onDone={refresh}
          />
        )}
        {people.length > FEW_PEOPLE && (
          <TextField
            label={castTexts.findPerson}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {found.length === 0 && <p className={styles.hint}>{castTexts.noPerson}</p>}
        <ul ref={list} aria-label={castTexts.people} className={styles.list}>
          {found.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              people={people}
              voice={voices.data?.find((voice) => voice.voice_id === person.casting?.voice_id)}
              outOfDate={lines.data?.get(person.id) ?? 0}
              misfit={markOf(person)}
              chosen={person === open}
              onChoose={() => setChosen({ id: person.id, otherVoiceId: null })}
              onDetails={() => setDialog({ kind: "details", person })}
              onMerge={() => setDialog({ kind: "merge", person })}
              waiting={waiting.get(person.id) ?? 0}
              onInvite={() => setDialog({ kind: "invite", person })}
              onDropped={(id) => {
                const dropped = people.find((one) => one.id === id);
                if (dropped !== undefined) setDialog({ kind: "merge", person: dropped, into: person });
              }}
              onNarrator={narratorIs(person)}
            />
          ))}
        </ul>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={wanted ?? speakers.data.narrator_only}
            aria-describedby={hintId}
            disabled={narratorOnly.isPending}
            onChange={(event) => {
              setWanted(event.target.checked);
              narratorOnly.mutate(event.target.checked, { onSettled: () => setWanted(null) });
            }}
          />
          <span>{castTexts.narratorOnly}</span>
        </label>
        <p id={hintId} className={styles.checkHint}>
          {castTexts.narratorOnlyHint}
        </p>
        <StorySeries projectId={projectId} />
      </div>
      {open !== undefined && (
        <VoiceChooser
          storyLanguage={advised.data?.language ?? (advised.isError ? studioLanguage : null)}
          key={`${open.id} ${chosen?.otherVoiceId}`}
          person={open}
          otherVoiceId={chosen?.otherVoiceId ?? null}
          onBack={chosen === null ? null : () => setChosen(null)}
          people={people}
          sample={sample.data ?? null}
          onChoose={(voiceId) => cast.mutate({ person: open, voiceId })}
        />
      )}
      {dialog?.kind === "invite" && (
        <InviteDialog projectId={projectId} person={dialog.person} onClose={() => setDialog(null)} />
      )}
      {dialog !== null && dialog.kind !== "invite" && (
        <PersonDialog
          {...dialog}
          kind={dialog.kind}
          projectId={projectId}
          people={people}
          registryVersion={speakers.data.speaker_registry_version}
          onDone={() => {
            refresh();
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
