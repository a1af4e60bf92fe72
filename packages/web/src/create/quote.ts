// What creating audio costs.

import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { formatNumber, t } from "../i18n/i18n.ts";

/** The key of a chapter's own quote; quotes of several chapters begin with it. */
export const quoteKey = (sectionId: string) => ["quote", sectionId];

/** The quote of the chapter alone, or of several chapters that are made from it. */
export const quoteQuery = (projectId: string, sectionId: string, sectionIds: readonly string[] = [sectionId]) =>
  queryOptions({
    queryKey: sectionIds.length === 1 ? quoteKey(sectionId) : [...quoteKey(sectionId), "all", ...sectionIds],
    queryFn: ({ signal }) =>
      api.call("quoteWorkflow", {
        params: { projectId },
        body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [...sectionIds] },
        signal,
      }),
  });

export const priceWords = (snowcoins: number): string =>
  snowcoins === 0 ? t.create.free : t.create.snowcoins(formatNumber(snowcoins));
