// What creating audio costs.

import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { createTexts } from "../i18n/create-texts.ts";
import { formatNumber } from "../i18n/i18n.ts";
import { batchesOf, sumOfQuotes } from "./batches.ts";

/** The key of a chapter's own quote; quotes of several chapters begin with it. */
export const quoteKey = (sectionId: string) => ["quote", sectionId];

/** The quote of the chapter alone, or of several chapters that are made from it. */
export const quoteQuery = (
  projectId: string,
  sectionId: string,
  sectionIds: readonly string[] = [sectionId],
  otherVoicesFor: readonly string[] = [],
) =>
  queryOptions({
    queryKey: [
      ...quoteKey(sectionId),
      ...(sectionIds.length === 1 && sectionIds[0] === sectionId ? [] : ["of", ...sectionIds]),
      ...(otherVoicesFor.length === 0 ? [] : ["others", ...otherVoicesFor]),
    ],
    queryFn: async ({ signal }) => {
      const quoteOf = (batch: readonly string[]) =>
        api.call("quoteWorkflow", {
          params: { projectId },
          body: {
            schema_version: 2,
            workflow_kind: "create_audio",
            section_ids: [...batch],
            ...othersFor(otherVoicesFor),
          },
          signal,
        });
      const [first = [], ...others] = batchesOf(sectionIds);
      const quotes: [Awaited<ReturnType<typeof quoteOf>>] = [await quoteOf(first)];
      for (const batch of others) quotes.push(await quoteOf(batch));
      return sumOfQuotes(quotes);
    },
  });

export const priceWords = (snowcoins: number): string =>
  snowcoins === 0 ? createTexts.free : createTexts.snowcoins(formatNumber(snowcoins));

const othersFor = (providers: readonly string[]) =>
  providers.length === 0 ? {} : { other_voices_for: [...providers] };
