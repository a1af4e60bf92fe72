// Title, author, description and language of a story, with what was typed and is not saved yet.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { bookQuery, keys } from "../api/queries.ts";
import { useDraft } from "../ui/drafts.ts";

export interface BookFields {
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly language: string;
  readonly undisclosed_reason: string;
}

export function useBookWords(projectId: string) {
  const queries = useQueryClient();
  const book = useQuery(bookQuery(projectId));
  // They stay while other parts of the story are looked at.
  const [draft, setDraft] = useDraft(`book.${projectId}`);
  const typed: Partial<BookFields> = draft === null ? {} : JSON.parse(draft);
  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: keys.stories });
    // A reason not to name synthetic voices is one of the warnings before publishing.
    void queries.invalidateQueries({ queryKey: keys.share(projectId) });
    await queries.invalidateQueries({ queryKey: keys.book(projectId) });
  };
  const save = useMutation({
    mutationFn: () =>
      api.call("changeBook", {
        params: { projectId },
        body: {
          schema_version: 1,
          ...Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim() || null])),
        },
      }),
    onSuccess: async () => {
      await refresh();
      setDraft(null);
    },
  });
  const isChanged = Object.keys(typed).length > 0;
  return {
    projectId,
    book,
    typed,
    isChanged,
    type: (change: Partial<BookFields>) => setDraft(JSON.stringify({ ...typed, ...change })),
    save,
    /** Saves what was typed; rejects when the server refuses it. */
    saveTyped: async () => {
      if (isChanged) await save.mutateAsync();
    },
    refresh,
  };
}

export type BookWordsState = ReturnType<typeof useBookWords>;
