// How the name of a person is said, everywhere in the story. It can be heard before it is saved.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, change, type Speaker } from "../api/api.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { t } from "../i18n/i18n.ts";
import { pronunciationOf } from "../script/directions.ts";
import { useHearPronunciation } from "../script/hear-pronunciation.ts";
import { Button } from "../ui/button.tsx";
import { useDraft } from "../ui/drafts.ts";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./cast.module.css";

interface SayNameProps {
  readonly projectId: string;
  readonly person: Speaker;
  /** The voice that is heard. */
  readonly voiceId: string;
}

export function SayName({ projectId, person, voiceId }: SayNameProps) {
  const queries = useQueryClient();
  const params = { projectId };
  const queryKey = ["story", projectId, "lexicon"];
  const lexicon = useQuery({ queryKey, queryFn: ({ signal }) => api.call("readLexicon", { params, signal }) });
  const held = lexicon.data?.entries.find((one) => one.term.toLowerCase() === person.name.toLowerCase());
  const stored = held === undefined ? "" : held.alphabet === "ipa" ? `/${held.value}/` : held.value;
  const [typed, setTyped] = useDraft(`say-name.${person.id}`);
  const words = typed ?? stored;
  const hear = useHearPronunciation();
  const save = useMutation({
    mutationFn: () => {
      const entry = { term: person.name, case_sensitive: false, ...pronunciationOf(words) };
      const isGone = words.trim() === "";
      return api.call("changeLexicon", {
        params,
        body: {
          ...change(),
          base_lexicon_version: lexicon.data?.lexicon_version ?? 1,
          upsert: isGone ? [] : [held === undefined ? entry : { ...entry, id: held.id }],
          delete: isGone && held !== undefined ? [held.id] : [],
        },
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      setTyped(null);
    },
  });
  if (lexicon.data === undefined) return null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={castTexts.sayName}
        hint={t.script.sayAsHint}
        value={words}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.sayName}>
        <Button
          disabled={words.trim() === "" || hear.isPending}
          onClick={() =>
            hear.mutate({
              voiceId,
              text: castTexts.sayNameSample(person.name),
              word: { text: person.name, start: 0 },
              typed: words,
            })
          }
        >
          {t.script.listenTo}
        </Button>
        <Button type="submit" disabled={typed === null || typed === stored || save.isPending}>
          {castTexts.sayNameSave}
        </Button>
        {save.isSuccess && typed === null && <span role="status">{t.script.sayAsDone}</span>}
      </div>
      {hear.isError && <Fault error={hear.error} />}
      {save.isError && <Fault error={save.error} />}
    </form>
  );
}
