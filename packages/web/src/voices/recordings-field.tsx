// The recordings that a voice is cloned from: sounds of the account, chosen, recorded now, or from a file.

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { api, type Sound } from "../api/api.ts";
import { formatBytes, formatLength } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { Booth } from "../script/booth.tsx";
import { ACCEPTED, soundTypeOf, wordsOf } from "../sounds/sound-file.ts";
import { libraryQuery, SOUNDS } from "../sounds/sound-queries.ts";
import { uploads } from "../sounds/upload-queue.ts";
import { UploadsList } from "../sounds/uploads-list.tsx";
import { useSoundPlay } from "../sounds/use-sound-play.ts";
import { Button, IconButton } from "../ui/button.tsx";
import fieldStyles from "../ui/field.module.css";
import { TextField } from "../ui/field.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { Fault } from "../ui/notice.tsx";
import { lengthOf } from "./own-voices.ts";
import styles from "./voices.module.css";

interface RecordingsFieldProps {
  readonly chosen: readonly Sound[];
  readonly hint: string;
  readonly fault: string | null;
  /** Whose voice it is; empty until it is named. */
  readonly person: string;
  readonly onChange: (change: (chosen: readonly Sound[]) => readonly Sound[]) => void;
}

const TAG = "voice";
const ENDINGS: { readonly [type: string]: string } = {
  "audio/webm": "webm",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/wav": "wav",
};

export function RecordingsField({ chosen, hint, fault, person, onChange }: RecordingsFieldProps) {
  const id = useId();
  const queries = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const play = useSoundPlay();
  const [search, setSearch] = useState("");
  const [isRecording, setIsRecording] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const words = useDeferredValue(search.trim());
  const library = useInfiniteQuery(libraryQuery({ scope: "mine", words }));
  useEffect(() => uploads.onChange(() => void queries.invalidateQueries({ queryKey: SOUNDS })), [queries]);
  const found = library.data?.pages.flatMap((page) => page.sounds.filter(({ status }) => status === "ready")) ?? [];
  // What is chosen stays in sight during a search.
  const shown = [...chosen, ...found.filter((sound) => chosen.every((one) => one.id !== sound.id))];
  const add = (given: File) => {
    const type = soundTypeOf(given.name);
    setRefused(type === null ? ownVoices.noSound(given.name) : null);
    if (type === null) return;
    const about = wordsOf(given.name, { name: "", description: "", tags: [TAG] });
    uploads.add(given, type, about, (soundId) => {
      void api.call("readSound", { params: { soundId } }).then((sound) => onChange((held) => [...held, sound]));
    });
  };
  const use = (sound: Blob) => {
    const ending = ENDINGS[sound.type.split(";")[0] ?? ""] ?? "wav";
    setIsRecording(false);
    add(new File([sound], `${ownVoices.recordingName(person)}.${ending}`, { type: sound.type }));
  };
  return (
    <fieldset className={styles.group} aria-describedby={`${id}-hint ${id}-state`}>
      <legend>{ownVoices.recordings}</legend>
      <p id={`${id}-hint`} className={fieldStyles.hint}>
        {hint}
      </p>
      <div className={styles.row}>
        <Button aria-expanded={isRecording} onClick={() => setIsRecording(!isRecording)}>
          {isRecording ? ownVoices.stopBooth : ownVoices.record}
        </Button>
        <Button onClick={() => file.current?.click()}>{ownVoices.file}</Button>
        <input
          ref={file}
          type="file"
          hidden
          multiple
          accept={ACCEPTED}
          aria-label={ownVoices.file}
          onChange={(event) => {
            for (const one of event.target.files ?? []) add(one);
            event.target.value = "";
          }}
        />
      </div>
      {isRecording && <Booth words={ownVoices.boothWords} from="microphone" isBusy={false} onUse={use} />}
      <p className={styles.soft}>{ownVoices.rights}</p>
      {refused !== null && (
        <p className={fieldStyles.fault} role="alert">
          {refused}
        </p>
      )}
      <UploadsList />
      {(found.length > 0 || words !== "") && (
        <TextField
          label={ownVoices.search}
          type="search"
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {library.isSuccess && shown.length === 0 && (
        <p className={styles.soft}>{words === "" ? ownVoices.noSounds : ownVoices.noneFound}</p>
      )}
      <ul className={styles.sounds} aria-label={ownVoices.recordings}>
        {shown.map((sound) => (
          <li key={sound.id}>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.some((one) => one.id === sound.id)}
                onChange={({ target }) =>
                  onChange((held) => (target.checked ? [...held, sound] : held.filter((one) => one.id !== sound.id)))
                }
              />
              <span>
                <span dir="auto">{sound.name}</span>{" "}
                <span className={styles.soft}>
                  {formatLength(sound.current_revision?.duration_ms ?? 0)} ·{" "}
                  {formatBytes(sound.current_revision?.file_size_bytes ?? 0)}
                </span>
              </span>
            </label>
            <IconButton
              label={play.soundId === sound.id ? soundTexts.pause(sound.name) : soundTexts.play(sound.name)}
              onClick={() => play.toggle(sound.id)}
            >
              {play.soundId === sound.id ? <PauseIcon /> : <PlayIcon />}
            </IconButton>
          </li>
        ))}
      </ul>
      {library.hasNextPage && (
        <Button disabled={library.isFetchingNextPage} onClick={() => void library.fetchNextPage()}>
          {ownVoices.more}
        </Button>
      )}
      <p id={`${id}-state`} className={fault === null ? fieldStyles.hint : fieldStyles.fault} role="status">
        {fault ??
          (chosen.length === 0
            ? ownVoices.noneChosen
            : ownVoices.chosen(chosen.length, formatLength(lengthOf(chosen))))}
      </p>
      {library.isError && <Fault error={library.error} onRetry={() => void library.refetch()} />}
      {play.fault !== null && <Fault error={play.fault} />}
    </fieldset>
  );
}
