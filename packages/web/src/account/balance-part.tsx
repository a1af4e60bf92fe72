// The balance and what came in and went.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { formatMoment, formatNumber, formatSigned, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";
import { joinedEntries } from "./joined-entries.ts";

const PAGE = 25;

export function BalancePart() {
  const funds = useQuery({
    queryKey: ["balance"],
    queryFn: async ({ signal }) => ({
      balance: (await api.call("readBalance", { signal })).balance,
      words: (await api.call("readAccountCapabilities", { signal })).studio_funding.total_available_words,
    }),
  });
  const entries = useInfiniteQuery({
    queryKey: ["balance", "entries"],
    queryFn: ({ pageParam, signal }) =>
      api.call("listBalanceEntries", {
        query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const rows = joinedEntries(entries.data?.pages.flatMap((page) => page.entries) ?? []);
  const { data } = funds;
  const held = data === undefined ? 0 : data.balance.snowcoins - data.balance.available_snowcoins;
  return (
    <section aria-labelledby="balance">
      <h2 id="balance">{t.account.balance}</h2>
      {data !== undefined && (
        <div>
          <p className={styles.figure}>{t.account.available(formatNumber(data.balance.available_snowcoins))}</p>
          {held > 0 && <p className={styles.soft}>{t.account.held(formatNumber(held))}</p>}
          <p className={styles.soft}>
            {data.balance.available_snowcoins > 0 && data.words > 0 && `${t.account.words(formatNumber(data.words))} `}
            {t.account.free}
          </p>
        </div>
      )}
      {rows.length > 0 && (
        <details className={styles.entries}>
          <summary>{t.account.entries}</summary>
          <ul>
            {rows.map((entry) => (
              <li key={entry.id}>
                <span>
                  {t.account.kinds[entry.purpose ?? "grant"]}
                  {entry.note !== null && (
                    <span dir="auto" className={styles.soft}>
                      {entry.note}
                    </span>
                  )}
                </span>
                <span className={styles.soft}>{formatMoment(entry.created_at)}</span>
                <span className={styles.amount}>{formatSigned(entry.snowcoins)}</span>
              </li>
            ))}
          </ul>
          {entries.hasNextPage && (
            <Button look="quiet" disabled={entries.isFetching} onClick={() => void entries.fetchNextPage()}>
              {t.account.moreEntries}
            </Button>
          )}
        </details>
      )}
      {entries.isSuccess && rows.length === 0 && <p className={styles.soft}>{t.account.noEntries}</p>}
      {funds.isError && <Fault error={funds.error} onRetry={() => void funds.refetch()} />}
      {entries.isError && <Fault error={entries.error} onRetry={() => void entries.refetch()} />}
    </section>
  );
}
