// The dialog with what belongs to the story as a book: cover, title, author, language, description.

import { exportTexts } from "../i18n/export-texts.ts";
import { t } from "../i18n/i18n.ts";
import { BookWords } from "../share/book-words.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface StoryDetailsProps {
  readonly projectId: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function StoryDetails({ projectId, title, onClose }: StoryDetailsProps) {
  return (
    <Dialog open wide onClose={onClose} title={t.library.detailsTitle(title)} description={exportTexts.editHint}>
      <BookWords projectId={projectId} title={title} />
    </Dialog>
  );
}
