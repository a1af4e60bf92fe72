// The voices for one person: filters, auditions of the person's own longest line, and up to three voices side by side.

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Speaker, Voice } from "../api/api.ts";
import { enginesQuery, voicesQuery } from "../api/queries.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { formatNumber, language as studioLanguage } from "../i18n/i18n.ts";
import { colorOf } from "../script/people.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/field.tsx";
import { BackIcon, CheckIcon, CloseIcon, PauseIcon, PlayIcon, PlusIcon } from "../ui/icons.tsx";
import { Fault } from "../ui/notice.tsx";
import { useAuditions } from "./auditions.ts";
import styles from "./cast.module.css";
import { accentOf, accentWords, bestFirst, filteredVoices, type VoiceFilter } from "./cast-state.ts";
import { EnginesAway } from "./engines-away.tsx";

interface VoiceChooserProps {
  readonly person: Speaker;
  readonly people: readonly Speaker[];
  /** A voice that is shown beside the present one from the beginning. */
  readonly otherVoiceId: string | null;
  readonly sample: string | null;
  /** Null: not known yet. */
  readonly storyLanguage: string | null;
  readonly onChoose: (voiceId: string) => void;
  /** On a narrow screen, where the voices take the place of the people: back to the people. Null: no person was chosen. */
  readonly onBack: (() => void) | null;
}

const MOST_COMPARED = 3;

export function VoiceChooser(props: VoiceChooserProps) {
  const { person, people, otherVoiceId, sample, storyLanguage, onChoose, onBack } = props;
  // The list of people that had the focus is gone on a narrow screen.
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (back.current?.checkVisibility() === true) back.current.focus();
  }, []);
  const voices = useQuery(voicesQuery);
  const engines = useEngines();
  const all = voices.data ?? [];
  const current = all.find((voice) => voice.voice_id === person.casting?.voice_id);
  const [filter, setFilter] = useState<VoiceFilter>({
    language: "",
    gender: person.gender ?? "",
    age: "",
    accent: "",
    provider: "",
    search: "",
  });
  const [compared, setCompared] = useState<readonly string[]>(
    [person.casting?.voice_id, otherVoiceId].filter((id) => typeof id === "string"),
  );
  const text = sample ?? castTexts.sampleFallback;
  const auditions = useAuditions(text);
  const users = new Set(people.flatMap((one) => (one === person ? [] : (one.casting?.voice_id ?? []))));
  const shown = bestFirst(filteredVoices(all, filter), {
    age: person.age,
    used: users,
  });
  const set = (part: Partial<VoiceFilter>) => setFilter({ ...filter, ...part });
  const compare = (voiceId: string) => {
    const next = compared.includes(voiceId)
      ? compared.filter((id) => id !== voiceId)
      : [...compared, voiceId].slice(-MOST_COMPARED);
    setCompared(next);
    if (next.length > 1) auditions.prefetch(next);
  };
  // Another person can get the voice of the list while this one is open.
  const usersOf = (voiceId: string) =>
    people.filter((one) => one !== person && one.casting?.voice_id === voiceId).map((one) => one.name);
  const names = (values: readonly string[]) => [...new Set(values)].sort();
  const languages = new Intl.DisplayNames(studioLanguage, { type: "language" });
  const known = voices.isSuccess ? (current?.language ?? storyLanguage)?.split("-")[0] : undefined;
  const isSpoken = all.some((voice) => voice.language.split("-")[0] === known);
  useEffect(() => {
    if (known !== undefined && isSpoken) setFilter((held) => ({ ...held, language: known }));
  }, [known, isSpoken]);
  return (
    <section className={styles.chooser} aria-label={person.name}>
      {onBack !== null && (
        <Button ref={back} look="quiet" className={styles.back} onClick={onBack}>
          <BackIcon />
          {castTexts.allPeople}
        </Button>
      )}
      <div className={styles.chooserHead}>
        <h2 dir="auto" style={{ color: colorOf(person) }}>
          {person.name}
        </h2>
        <Choice
          label={castTexts.voice}
          value={person.casting?.voice_id ?? ""}
          onChoose={(voiceId) => voiceId !== "" && onChoose(voiceId)}
          options={[
            ...(person.casting === null ? [{ value: "", label: castTexts.noVoice }] : []),
            ...(current === undefined || shown.includes(current) ? [] : [current]).map(optionOf),
            ...shown.map(optionOf),
          ]}
        />
      </div>
      <blockquote className={styles.sample} dir="auto" aria-label={castTexts.sample}>
        {text}
      </blockquote>
      {compared.length > 0 && (
        <SideBySide
          voices={compared.flatMap((id) => all.find((voice) => voice.voice_id === id) ?? [])}
          chosenId={person.casting?.voice_id ?? null}
          auditions={auditions}
          engines={engines}
          onChoose={onChoose}
          onRemove={compare}
        />
      )}
      {auditions.fault !== null && <Fault error={auditions.fault} />}
      <fieldset className={styles.filters}>
        <legend className="for-reader">{castTexts.filters}</legend>
        <TextField
          label={castTexts.searchVoices}
          type="search"
          value={filter.search}
          onChange={(event) => set({ search: event.target.value })}
        />
        <Choice
          label={castTexts.language}
          value={filter.language}
          onChoose={(value) => set({ language: value, accent: "" })}
          options={[
            { value: "", label: castTexts.any },
            ...names(all.map((voice) => voice.language.split("-")[0] ?? "")).map((value) => ({
              value,
              label: languages.of(value) ?? value,
            })),
          ]}
        />
        <Choice
          label={castTexts.gender}
          value={filter.gender}
          onChoose={(value) => set({ gender: value })}
          options={Object.entries(castTexts.genders).map(([value, label]) => ({ value, label }))}
        />
        <Choice
          label={castTexts.age}
          value={filter.age}
          onChoose={(value) => set({ age: value })}
          options={Object.entries(castTexts.ages).map(([value, label]) => ({ value, label }))}
        />
        <Choice
          label={castTexts.accent}
          value={filter.accent}
          onChoose={(value) => set({ accent: value })}
          options={[
            { value: "", label: castTexts.any },
            ...names(
              all
                .filter((voice) => filter.language === "" || voice.language.split("-")[0] === filter.language)
                .map(accentOf),
            ).map((value) => ({ value, label: accentWords(value) })),
          ]}
        />
        <Choice
          label={castTexts.engine}
          value={filter.provider}
          onChoose={(value) => set({ provider: value })}
          options={[
            { value: "", label: castTexts.any },
            ...names(all.map((voice) => voice.provider)).map((value) => ({
              value,
              label: engines.names.get(value) ?? value,
            })),
          ]}
        />
      </fieldset>
      <EnginesAway />
      <p className={styles.hint} role="status">
        {voices.isSuccess && (shown.length === 0 ? castTexts.noVoices : castTexts.voices(shown.length))}
      </p>
      <ul className={styles.voices} aria-label={castTexts.auditions}>
        {shown.map((voice) => {
          const isChosen = voice.voice_id === person.casting?.voice_id;
          const users = usersOf(voice.voice_id);
          return (
            <li key={voice.voice_id} className={styles.voiceRow} data-chosen={isChosen}>
              <IconButton label={castTexts.auditionOf(voice.name)} onClick={() => auditions.toggle(voice.voice_id)}>
                {auditions.playing === voice.voice_id ? <PauseIcon /> : <PlayIcon />}
              </IconButton>
              <div className={styles.who}>
                <span className={styles.voiceName}>{voice.name}</span>
                <span className={styles.hint}>
                  {describe(voice, engines)}
                  {users.length > 0 && ` · ${castTexts.usedBy(users.join(", "))}`}
                </span>
              </div>
              <IconButton
                label={castTexts.compare(voice.name)}
                aria-pressed={compared.includes(voice.voice_id)}
                onClick={() => compare(voice.voice_id)}
              >
                {compared.includes(voice.voice_id) ? <CheckIcon /> : <PlusIcon />}
              </IconButton>
              {isChosen ? (
                <span className={styles.chosenMark}>{castTexts.chosen}</span>
              ) : (
                <Button aria-label={castTexts.chooseVoice(voice.name)} onClick={() => onChoose(voice.voice_id)}>
                  {castTexts.choose}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface Engines {
  /** Snowcoins for 1,000 characters by engine and model, of those that cost something. */
  readonly prices: ReadonlyMap<string, number>;
  /** By provider. */
  readonly names: ReadonlyMap<string, string>;
}

const priceKey = (provider: string, model: string): string => `${provider} ${model}`;

function useEngines(): Engines {
  const engines = useQuery(enginesQuery).data?.engines ?? [];
  return {
    prices: new Map(
      engines.flatMap((engine) =>
        engine.model_details
          .filter((one) => one.snowcoins_per_1000 > 0)
          .map((one) => [priceKey(engine.provider, one.model), one.snowcoins_per_1000] as const),
      ),
    ),
    names: new Map(engines.map(({ provider, name }) => [provider, name])),
  };
}

const optionOf = (voice: Voice) => ({ value: voice.voice_id, label: voice.name });

function describe(voice: Voice, engines: Engines): string {
  const price = engines.prices.get(priceKey(voice.provider, voice.model));
  return [
    castTexts.genders[voice.gender],
    castTexts.ages[voice.age],
    accentWords(accentOf(voice)),
    engines.names.get(voice.provider) ?? voice.provider,
    price === undefined ? "" : castTexts.snowcoins(formatNumber(price)),
    voice.preparation_required ? castTexts.preparation : "",
    voice.available ? "" : castTexts.notAvailable,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

interface SideBySideProps {
  readonly voices: readonly Voice[];
  readonly chosenId: string | null;
  readonly auditions: ReturnType<typeof useAuditions>;
  readonly engines: Engines;
  readonly onChoose: (voiceId: string) => void;
  readonly onRemove: (voiceId: string) => void;
}

function SideBySide({ voices, chosenId, auditions, engines, onChoose, onRemove }: SideBySideProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || voices.length === 0) return;
    event.preventDefault();
    const at = voices.findIndex((voice) => voice.voice_id === auditions.playing);
    const next = voices[(Math.max(0, at) + (at < 0 ? 0 : by) + voices.length) % voices.length];
    if (next === undefined) return;
    auditions.change(next.voice_id);
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>("[data-audition]");
    buttons[voices.indexOf(next)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={castTexts.sideBySide} className={styles.compared} onKeyDown={onKeyDown}>
      {voices.map((voice) => (
        <div key={voice.voice_id} className={styles.card} data-playing={auditions.playing === voice.voice_id}>
          <div className={styles.cardHead}>
            <span className={styles.voiceName}>{voice.name}</span>
            {voice.voice_id !== chosenId && (
              <IconButton label={castTexts.removeVoice(voice.name)} onClick={() => onRemove(voice.voice_id)}>
                <CloseIcon />
              </IconButton>
            )}
          </div>
          <span className={styles.hint}>{describe(voice, engines)}</span>
          <div className={styles.cardFoot}>
            <Button
              data-audition
              look={auditions.playing === voice.voice_id ? "primary" : "plain"}
              onClick={() => auditions.toggle(voice.voice_id)}
            >
              {auditions.playing === voice.voice_id ? <PauseIcon /> : <PlayIcon />}
              {castTexts.audition}
            </Button>
            {voice.voice_id === chosenId ? (
              <span className={styles.chosenMark}>{castTexts.chosen}</span>
            ) : (
              <Button onClick={() => onChoose(voice.voice_id)}>{castTexts.choose}</Button>
            )}
          </div>
        </div>
      ))}
      <p className={styles.hint}>
        {voices.length > 1 ? castTexts.sideBySideHint : castTexts.sideBySideOne}
        {voices.length > 1 && <span className={styles.ofKeys}> {castTexts.sideBySideKeys}</span>}
      </p>
    </div>
  );
}
