// Making a story: from a paste, or from a book file whose chapters are shown before anything is made.

import { useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Screen } from "../shell/screen.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { FragmentTabs } from "../ui/tabs.tsx";
import { BookFile, type GivenBook } from "./book-file.tsx";
import { type Card, type PastedStory, PasteText, STORY_TEXT, STORY_TITLE } from "./paste-text.tsx";

export function NewStory() {
  const [given, setGiven] = useState<GivenBook | null>(null);
  // It stays while the other tab is looked at. Title and text stay over a reload too.
  const [title, setTitle] = useDraftText(STORY_TITLE, sessionStorage);
  const [text, setText] = useDraftText(STORY_TEXT, sessionStorage);
  const [card, setCard] = useState<Card | null>(null);
  const change = (part: Partial<PastedStory>) => {
    if (part.title !== undefined) setTitle(part.title);
    if (part.text !== undefined) setText(part.text);
    if (part.card !== undefined) setCard(part.card);
  };
  return (
    <Screen title={t.newStory.title}>
      <FragmentTabs
        label={t.newStory.title}
        parts={[
          {
            name: "paste",
            label: t.newStory.paste,
            content: (
              <PasteText
                draft={{ title, text, card }}
                onChange={change}
                onBook={(file, stated) => setGiven({ file, title: stated })}
              />
            ),
          },
          {
            name: "file",
            label: t.newStory.file,
            panelLabel: t.newStory.fromFile,
            content: <BookFile given={given} />,
          },
        ]}
      />
    </Screen>
  );
}
