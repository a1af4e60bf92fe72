// Making a story: from a paste, or from a book file whose chapters are shown before anything is made.

import { useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Screen } from "../shell/screen.tsx";
import { FragmentTabs } from "../ui/tabs.tsx";
import { BookFile } from "./book-file.tsx";
import { NOTHING_PASTED, type PastedStory, PasteText } from "./paste-text.tsx";

export function NewStory() {
  const [file, setFile] = useState<File | null>(null);
  // It stays while the other tab is looked at.
  const [draft, setDraft] = useState<PastedStory>(NOTHING_PASTED);
  return (
    <Screen title={t.newStory.title}>
      <FragmentTabs
        label={t.newStory.title}
        parts={[
          {
            name: "paste",
            label: t.newStory.paste,
            content: <PasteText draft={draft} onDraft={setDraft} onBook={setFile} />,
          },
          { name: "file", label: t.newStory.file, panelLabel: t.newStory.fromFile, content: <BookFile given={file} /> },
        ]}
      />
    </Screen>
  );
}
