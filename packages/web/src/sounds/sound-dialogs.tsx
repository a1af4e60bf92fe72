// The dialogs of one sound: its words, a story that uses it, and the question before it is deleted.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, type Sound } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { storiesQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { listedStories } from "../library/listed-stories.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { tagsOf } from "./sound-file.ts";
import { SOUNDS, setInStory } from "./sound-queries.ts";
import styles from "./sounds.module.css";

interface SoundDialogProps {
  readonly sound: Sound;
  readonly onClose: () => void;
}

const MOST_TAGS = 12;
const mutation = (sound: Sound) => ({
  schema_version: "studio-sound-mutation-1" as const,
  client_mutation_id: newId(),
  expected_metadata_version: sound.metadata_version,
});

export function EditSound({ sound, onClose }: SoundDialogProps) {
  const queries = useQueryClient();
  const form = useId();
  const [name, setName] = useState(sound.name);
  const [description, setDescription] = useState(sound.description);
  const [tags, setTags] = useState(sound.tags.join(", "));
  const [isPublic, setIsPublic] = useState(sound.is_public);
  const [isTried, setIsTried] = useState(false);
  const wanted = tagsOf(tags);
  const faults = {
    name: name.trim() === "" ? soundTexts.nameMissing : null,
    description: description.trim() === "" ? soundTexts.descriptionMissing : null,
    tags:
      wanted.length === 0 ? soundTexts.tagsMissing : wanted.length > MOST_TAGS ? soundTexts.tagsMany(MOST_TAGS) : null,
  };
  const save = useMutation({
    mutationFn: () =>
      api.call("changeSound", {
        params: { soundId: sound.id },
        body: {
          ...mutation(sound),
          name: name.trim(),
          description: description.trim(),
          tags: wanted,
          ...(isPublic === sound.is_public ? {} : { is_public: isPublic }),
        },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: SOUNDS });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.values(faults).every((fault) => fault === null)) save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={soundTexts.editTitle}
      actions={
        <Button look="primary" type="submit" form={form} disabled={save.isPending}>
          {t.common.save}
        </Button>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit} noValidate>
        <TextField
          label={soundTexts.name}
          value={name}
          maxLength={120}
          fault={isTried ? faults.name : null}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={soundTexts.description}
          value={description}
          maxLength={1_000}
          fault={isTried ? faults.description : null}
          onChange={(event) => setDescription(event.target.value)}
        />
        <TextField
          label={soundTexts.tags}
          value={tags}
          maxLength={800}
          hint={soundTexts.tagsHint}
          fault={isTried ? faults.tags : null}
          onChange={(event) => setTags(event.target.value)}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isPublic}
            disabled={sound.status !== "ready" && !sound.is_public}
            onChange={(event) => setIsPublic(event.target.checked)}
          />
          {soundTexts.inCatalogue}
        </label>
        {save.isError && <Fault error={save.error} />}
      </form>
    </Dialog>
  );
}

export function UseSound({ sound, onClose }: SoundDialogProps) {
  const queries = useQueryClient();
  const stories = useQuery(storiesQuery);
  const listed = stories.data === undefined ? [] : listedStories(stories.data);
  const [chosen, setChosen] = useState("");
  const projectId = chosen === "" ? (listed[0]?.projectId ?? "") : chosen;
  const add = useMutation({
    mutationFn: () => setInStory(projectId, sound.id, true),
    onSuccess: () => queries.invalidateQueries({ queryKey: SOUNDS }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={soundTexts.useTitle(sound.name)}
      description={soundTexts.useHint}
      actions={
        <Button look="primary" disabled={projectId === "" || add.isPending} onClick={() => add.mutate()}>
          {soundTexts.add}
        </Button>
      }
    >
      <Choice
        label={soundTexts.story}
        value={projectId}
        onChoose={(value) => {
          add.reset();
          setChosen(value);
        }}
        options={listed.map((story) => ({
          value: story.projectId,
          label: story.title.trim() === "" ? t.library.untitled : story.title,
        }))}
      />
      {add.isSuccess && (
        <Notice>
          <p>{soundTexts.linked}</p>
        </Notice>
      )}
      {add.isError && <Fault error={add.error} />}
    </Dialog>
  );
}

export function DeleteSound({ sound, onClose }: SoundDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call("deleteSound", { params: { soundId: sound.id }, body: mutation(sound) }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: SOUNDS });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={soundTexts.deleteTitle(sound.name)}
      description={soundTexts.deleteHint}
      actions={
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t.common.delete}
        </Button>
      }
    >
      <h3>{soundTexts.deleteGoes}</h3>
      <ul className={styles.goes}>
        <li>{soundTexts.goesFile}</li>
        {sound.status === "ready" && <li>{soundTexts.goesShares}</li>}
        {sound.status === "ready" && <li>{soundTexts.goesStories}</li>}
      </ul>
      {sound.status === "ready" && <p>{soundTexts.staysExports}</p>}
      {remove.isError && <Fault error={remove.error} />}
    </Dialog>
  );
}
