// The details of a person, and the question who a person really is.

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { SayName } from "./say-name.tsx";

interface PersonDialogProps {
  readonly kind: "details" | "merge";
  readonly person: Speaker;
  /** The preselected target of a merge. */
  readonly into?: Speaker;
  readonly projectId: string;
  readonly people: readonly Speaker[];
  readonly registryVersion: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function PersonDialog(props: PersonDialogProps) {
  return props.kind === "details" ? <Details {...props} /> : <Merge {...props} />;
}

function Details({ person, projectId, people, registryVersion, onDone, onClose }: PersonDialogProps) {
  // Mostly the narrator says the name.
  const voiceId = (people.find((one) => one.role === "narrator") ?? person).casting?.voice_id;
  const form = useId();
  const [name, setName] = useState(person.name);
  const [aliases, setAliases] = useState(person.aliases.join(", "));
  const [gender, setGender] = useState<string>(person.gender ?? "");
  const [age, setAge] = useState<string>(person.age ?? "");
  const save = useMutation({
    mutationFn: () =>
      api.call("changeSpeaker", {
        params: { projectId, speakerId: person.id },
        body: {
          ...change(),
          base_speaker_registry_version: registryVersion,
          // What the screen calls a narrator is a name only once a person wrote it.
          ...(name.trim() === person.name ? {} : { name: name.trim() }),
          aliases: [...new Set(aliases.split(",").map((alias) => alias.trim()))].filter((alias) => alias !== ""),
          gender: gender === "" ? null : (gender as NonNullable<Speaker["gender"]>),
          age: age === "" ? null : (age as NonNullable<Speaker["age"]>),
        },
      }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") save.mutate();
  };
  const optionsOf = (labels: { readonly [value: string]: string }) =>
    Object.entries(labels).map(([value, label]) => ({ value, label: value === "" ? castTexts.notKnown : label }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={person.name}
      actions={
        <Button look="primary" type="submit" form={form} disabled={save.isPending || name.trim() === ""}>
          {t.common.save}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <TextField label={castTexts.name} value={name} onChange={(event) => setName(event.target.value)} />
        <TextField
          label={castTexts.aliases}
          hint={castTexts.aliasesHint}
          value={aliases}
          onChange={(event) => setAliases(event.target.value)}
        />
        <Choice label={castTexts.gender} value={gender} onChoose={setGender} options={optionsOf(castTexts.genders)} />
        <Choice label={castTexts.age} value={age} onChoose={setAge} options={optionsOf(castTexts.ages)} />
        {save.isError && <Fault error={save.error} />}
      </form>
      {voiceId !== undefined && <SayName projectId={projectId} person={person} voiceId={voiceId} />}
    </Dialog>
  );
}

function Merge({ person, into: first, projectId, people, registryVersion, onDone, onClose }: PersonDialogProps) {
  const others = people.filter((one) => one !== person);
  const [into, setInto] = useState((first ?? others.find((one) => one.role !== "narrator") ?? others[0])?.id ?? "");
  const merge = useMutation({
    mutationFn: () =>
      api.call("mergeSpeakers", {
        params: { projectId },
        body: {
          ...change(),
          base_speaker_registry_version: registryVersion,
          from_speaker_ids: [person.id],
          into_speaker_id: into,
        },
      }),
    onSuccess: onDone,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={castTexts.mergeTitle(person.name)}
      description={castTexts.mergeHint(person.name)}
      actions={
        <Button look="primary" disabled={merge.isPending} onClick={() => merge.mutate()}>
          {castTexts.mergeDo}
        </Button>
      }
    >
      <Choice
        label={castTexts.mergeInto}
        value={into}
        onChoose={setInto}
        options={others.map((one) => ({ value: one.id, label: one.name }))}
      />
      {merge.isError && <Fault error={merge.error} />}
    </Dialog>
  );
}
