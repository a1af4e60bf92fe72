// The people of a cast as the studio names them.

import { shownName } from "@fullcast/core/document";
import { t } from "../i18n/i18n.ts";

type Named = Parameters<typeof shownName>[0];

export const shownSpeakers = <T extends Named>(speakers: readonly T[]): T[] =>
  speakers.map((speaker) => ({ ...speaker, name: shownName(speaker, t.common.narrator) }));
