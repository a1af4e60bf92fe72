// What listeners get of a published story, and what their page lacks.

import { formatMoment } from "../i18n/i18n.ts";
import { shareTexts } from "../i18n/share-texts.ts";
import styles from "./share.module.css";

export interface SharedPage {
  readonly follow_edits: boolean;
  readonly updated_at: string | null;
  readonly changed_sections: number;
  readonly waiting_sections: number;
  readonly settings_changed: boolean;
  readonly details_changed: boolean;
}

/** Whether the page is on its way to another state. @param before Its `updated_at` when the last update was requested. */
export const isUpdating = (page: SharedPage | null, before: string | null): boolean =>
  page !== null &&
  !page.follow_edits &&
  (page.updated_at === null || page.updated_at === before || page.waiting_sections > 0);

interface PageStateProps {
  readonly page: SharedPage;
  readonly before: string | null;
  /** Whether an update is being requested. */
  readonly isRequested: boolean;
}

export function PageState({ page, before, isRequested }: PageStateProps) {
  if (page.follow_edits) return null;
  const isOld = isRequested || page.updated_at === before;
  return (
    <p className={styles.soft} role="status">
      {(isOld || page.updated_at === null ? [shareTexts.updating] : sentences(page, page.updated_at)).join(" ")}
    </p>
  );
}

function sentences(page: SharedPage, updatedAt: string): string[] {
  const { changed_sections, waiting_sections } = page;
  const changes = [
    ...(waiting_sections > 0 ? [shareTexts.waiting(waiting_sections)] : []),
    ...(changed_sections > 0 ? [shareTexts.changed(changed_sections)] : []),
    ...(page.details_changed ? [shareTexts.detailsChanged] : []),
    ...(page.settings_changed ? [shareTexts.settingsChanged] : []),
  ];
  return [shareTexts.shows(formatMoment(updatedAt)), ...(changes.length === 0 ? [shareTexts.showsAll] : changes)];
}
